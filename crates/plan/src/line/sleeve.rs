//! The shortest line within the cells of a route, where the funnel finds none: passages hardly wider than the body.
//!
//! The exact planner's taut graph, of the corners around those cells only. It takes milliseconds instead of microseconds.

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

/// Appends the shortest line through some of `portals` to `out`, whose last point is the start; `false` when there is none.
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
    // Corners that poke into a cell belong to cells around it.
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
        // Bends are polylines here, too, so the length is theirs.
        out.length += line.points.windows(2).map(|w| w[0].point.distance(w[1].point)).sum::<f64>();
    }
    is_found
}
