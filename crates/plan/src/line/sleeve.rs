//! Finds the shortest line within the cells of a route where the funnel finds none: in passages hardly wider than the
//! body.
//!
//! It searches the taut graph of the exact planner, with the corners around those cells only. That takes milliseconds,
//! where the funnel takes microseconds.

use std::collections::BTreeSet;

use populace_env::{CellId, Environment, SegmentId};

use crate::line::corners::{Corners, NONE};
use crate::{Exact, ExactScratch, Line, Spot};

/// Memory for [`line_within`].
#[derive(Clone, Debug, Default)]
pub(crate) struct SleeveScratch {
    exact: ExactScratch,
    line: Line,
    crossed: Vec<SegmentId>,
}

/// Appends the shortest line that crosses none but `portals` to `out`, whose last point is the start. Returns `false`
/// when there is no such line.
pub(crate) fn line_within(
    env: &Environment,
    corners: &Corners,
    from: Spot,
    to: Spot,
    portals: &[SegmentId],
    scratch: &mut SleeveScratch,
    out: &mut Line,
) -> bool {
    let (mut ways, mut cells) = (BTreeSet::new(), BTreeSet::from([from.cell]));
    let mut cell = from.cell;
    for &portal in portals {
        ways.insert((portal, cell));
        cell = env.segment(portal).other(cell);
        cells.insert(cell);
    }
    // A corner that pokes into a cell belongs to one of the cells around it.
    for _ in 0..2 {
        let around = |&c: &CellId| env.cell_segments(c).map(move |s| env.segment(s).other(c));
        let more: Vec<CellId> = cells.iter().flat_map(around).collect();
        cells.extend(more);
    }
    let wanted: BTreeSet<u32> =
        cells.iter().flat_map(|&c| corners.ring(c)).map(|i| corners.corner_at[i]).filter(|&c| c != NONE).collect();
    let exact = Exact::among(corners, |segment, cell| ways.contains(&(segment, cell)), |c| wanted.contains(&c));
    let SleeveScratch { exact: memory, line, crossed } = scratch;
    let is_found = exact.line(env, corners, from, to, memory, line, crossed).is_some();
    if is_found {
        out.points.extend(line.points.iter().skip(1));
        // The exact planner counts true arcs; the length of this line is that of its polyline.
        out.length += line.points.windows(2).map(|w| w[0].point.distance(w[1].point)).sum::<f64>();
    }
    is_found
}
