//! From steps over key points to the portals that are passed.

use populace_env::{CellId, SegmentId};

use crate::Roadmap;

/// The segments of `steps`: key points in order, each with the cell that was walked through to reach it. A key point that is
/// only touched, because the way goes on in the same cell, is not passed.
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
