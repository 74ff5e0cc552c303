//! Parts of a place that cannot be reached from each other, and where a link between them is missing.

use populace_geom::{Point, Segment};

use crate::FloorId;
use crate::environment::{CellId, Environment};
use crate::topology::Topology;

/// The most points of a part that are compared when the nearest gap is looked for. The gap is then approximate, which
/// is enough to show a reader where a link is missing.
const SAMPLES: usize = 1500;

/// A connected part of the environment.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Its number in the topology.
    pub component: usize,
    /// Its floors, in order.
    pub floors: Vec<FloorId>,
    /// Its size, m².
    pub area: f64,
    /// A point inside it: the middle of its largest cell.
    pub at: (FloorId, Point),
    /// The gap where the part comes closest to the largest part. `None` for the largest part itself, and for parts
    /// whose gap was not looked for.
    pub gap: Option<Gap>,
}

/// The gap where two parts come closest to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap {
    /// A point of this part.
    pub here: (FloorId, Point),
    /// A point of the other part.
    pub there: (FloorId, Point),
    /// Their distance in plan, m (approximate: corners are compared).
    pub distance: f64,
}

/// Returns the connected parts, largest first. The gap to the largest part is looked for only for the next `detailed`
/// parts.
pub fn parts(env: &Environment, topology: &Topology, detailed: usize) -> Vec<Part> {
    let mut parts: Vec<Part> = topology.components().iter().enumerate().map(|(i, cells)| part(env, i, cells)).collect();
    parts.sort_by(|a, b| b.area.total_cmp(&a.area).then(a.component.cmp(&b.component)));
    let Some(main) = parts.first().map(|p| p.component) else { return parts };
    let there = corners(env, &topology.components()[main]);
    for part in parts.iter_mut().take(detailed + 1).skip(1) {
        part.gap = nearest(&corners(env, &topology.components()[part.component]), &there);
    }
    parts
}

/// Finds where two connected parts of a topology come closest to each other in plan: `here` in the first, `there` in
/// the second.
pub fn gap_between(env: &Environment, topology: &Topology, first: usize, second: usize) -> Option<Gap> {
    let cells = |part: usize| topology.components().get(part);
    let [mut here, mut there] = [walls_of(env, cells(first)?), walls_of(env, cells(second)?)];
    // The fewer walls one part has, the more walls of the other are compared: the number of pairs stays bounded.
    let few = here.len().min(there.len()).clamp(1, SAMPLES);
    for walls in [&mut here, &mut there] {
        let stride = walls.len().div_ceil(SAMPLES * SAMPLES / few).max(1);
        *walls = walls.iter().copied().step_by(stride).collect();
    }
    // Two walls that do not cross are nearest at an end of one of them.
    let back = nearest_wall_to_ends(&there, &here).map(|g| Gap { here: g.there, there: g.here, ..g });
    nearest_wall_to_ends(&here, &there).into_iter().chain(back).min_by(|a, b| effort(a).total_cmp(&effort(b)))
}

/// Returns the walls of some cells.
fn walls_of(env: &Environment, cells: &[CellId]) -> Vec<(FloorId, Segment)> {
    let edges = cells.iter().flat_map(|&c| env.cell_edges(c).map(move |e| (env.cell_floor(c), e)));
    edges.filter(|(_, e)| e.segment.is_none()).map(|(floor, e)| (floor, Segment::new(e.a, e.b))).collect()
}

/// Finds the gap from a corner of `here` to a wall of `there`. Corners are the starts of walls. Where a wall ends at an
/// opening, no other wall starts, so that corner is left out.
fn nearest_wall_to_ends(here: &[(FloorId, Segment)], there: &[(FloorId, Segment)]) -> Option<Gap> {
    let mut best: Option<Gap> = None;
    for &(floor, Segment { a: end, .. }) in here {
        for &(other, wall) in there {
            let limit = best.as_ref().map_or(f64::INFINITY, effort);
            // A wall farther to the east or west than the length of the best gap cannot be nearer.
            let east_or_west = (wall.a.x.min(wall.b.x) - end.x).max(end.x - wall.a.x.max(wall.b.x));
            if east_or_west < limit {
                let point = wall.nearest(end);
                let gap = Gap { here: (floor, end), there: (other, point), distance: point.distance(end) };
                best = best.filter(|b| effort(b) <= effort(&gap)).or(Some(gap));
            }
        }
    }
    best
}

/// Returns the floors, the size and a point of a connected part, without its gap.
fn part(env: &Environment, component: usize, cells: &[CellId]) -> Part {
    let mut floors: Vec<FloorId> = cells.iter().map(|&c| env.cell_floor(c)).collect();
    floors.sort_unstable();
    floors.dedup();
    let sizes = cells.iter().map(|&c| (c, env.cell_area(c)));
    let largest = sizes.clone().max_by(|a, b| a.1.total_cmp(&b.1)).map_or(CellId(0), |s| s.0);
    let at = (env.cell_floor(largest), env.cell_center(largest));
    Part { component, floors, area: sizes.map(|s| s.1).sum(), at, gap: None }
}

/// Returns the starts and the middles of the walls of some cells. Of more than [`SAMPLES`] points, it returns a regular
/// selection.
fn corners(env: &Environment, cells: &[CellId]) -> Vec<(FloorId, Point)> {
    let all: Vec<(FloorId, Point)> = cells
        .iter()
        .flat_map(|&c| {
            env.cell_edges(c)
                .filter(|e| e.segment.is_none())
                .flat_map(move |e| [(env.cell_floor(c), e.a), (env.cell_floor(c), e.a.lerp(e.b, 0.5))])
        })
        .collect();
    let stride = all.len().div_ceil(SAMPLES).max(1);
    all.into_iter().step_by(stride).collect()
}

/// Finds the two points of two parts that are nearest to each other.
fn nearest(here: &[(FloorId, Point)], there: &[(FloorId, Point)]) -> Option<Gap> {
    let pairs = here.iter().flat_map(|&h| there.iter().map(move |&t| (h, t)));
    pairs
        .map(|(here, there)| Gap { here, there, distance: here.1.distance(there.1) })
        .min_by(|a, b| effort(a).total_cmp(&effort(b)))
}

/// Returns the effort of closing a gap, m: its length, and a metre more when it is between two floors. So a gap on one
/// floor, which a door or a piece of ground closes, counts as smaller.
fn effort(gap: &Gap) -> f64 {
    gap.distance + if gap.here.0 == gap.there.0 { 0.0 } else { 1.0 }
}
