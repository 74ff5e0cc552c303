//! Turns steps over key points into the portals that are passed.

use populace_env::{CellId, SegmentId};

use crate::Roadmap;

/// Returns the segments that a way passes. `steps` are its key points in order, each with the cell that leads to it. A
/// key point where the way goes on in the same cell is touched, not passed.
pub(crate) fn portals_of(map: &Roadmap, steps: &[(u32, u32)], last: CellId) -> Vec<SegmentId> {
    let mut portals = Vec::with_capacity(steps.len());
    for (i, &(key, through)) in steps.iter().enumerate() {
        let next = steps.get(i + 1).map_or(last.0, |s| s.1);
        if through != next {
            portals.push(map.segment_of(key));
        }
    }
    portals
}
