//! Places, pairs of points and simple routes for the tests of planners.

pub use crate::rooms::{Dice, random_room};
use populace_env::{BuildOptions, Built, Environment, FloorId, SegmentId, build};
use populace_geom::{Bounds, Point, Segment};
use populace_plan::{Line, Spot};

/// Builds random room `room`; `None` when nothing of it is walkable.
pub fn room(room: u64) -> Option<Built> {
    build(&random_room(room), &BuildOptions::default()).ok()
}

/// Returns all walls of a floor, straight from the cells.
pub fn walls(env: &Environment, floor: FloorId) -> Vec<Segment> {
    env.floors()[floor.index()]
        .cells
        .clone()
        .flat_map(|c| env.cell_edges(populace_env::CellId(c)))
        .filter(|e| e.segment.is_none())
        .map(|e| Segment::new(e.a, e.b))
        .collect()
}

/// Returns a random point of floor 0 that keeps `radius` from all walls.
pub fn free_spot(env: &Environment, walls: &[Segment], radius: f64, dice: &mut Dice) -> Option<Spot> {
    let bounds: Bounds = env.floors()[0].bounds;
    for _ in 0..100 {
        let point = Point::new(dice.between(bounds.min.x, bounds.max.x), dice.between(bounds.min.y, bounds.max.y));
        if walls.iter().all(|w| w.distance(point) >= radius)
            && let Some(cell) = env.locate(FloorId(0), point, None)
        {
            return Some(Spot { cell, point });
        }
    }
    None
}

/// Returns the portals of the cheapest way from cell to cell; each portal is wider than `width` and costs what `cost`
/// says.
pub fn portals(
    env: &Environment,
    width: f64,
    start: Spot,
    goal: Spot,
    mut cost: impl FnMut(SegmentId) -> f64,
) -> Option<Vec<SegmentId>> {
    let count = env.cell_count();
    let costs: Vec<f64> = (0..env.segments().len()).map(|s| cost(SegmentId::new(s))).collect();
    let mut reached = vec![f64::INFINITY; count];
    let mut came = vec![None; count];
    let mut done = vec![false; count];
    reached[start.cell.index()] = 0.0;
    while let Some(here) =
        (0..count).filter(|&c| !done[c] && reached[c].is_finite()).min_by(|&a, &b| reached[a].total_cmp(&reached[b]))
    {
        done[here] = true;
        let here = populace_env::CellId::new(here);
        for s in env.cell_segments(here) {
            let segment = env.segment(s);
            let next = segment.other(here).index();
            let total = reached[here.index()] + costs[s.index()];
            if segment.length > width && segment.leads_from(here) && total < reached[next] {
                reached[next] = total;
                came[next] = Some((here, s));
            }
        }
    }
    let mut portals = Vec::new();
    let mut cell = goal.cell;
    while cell != start.cell {
        let (before, segment) = came[cell.index()]?;
        portals.push(segment);
        cell = before;
    }
    portals.reverse();
    Some(portals)
}

/// Returns the distance between a line on one floor and the nearest of `walls`, m; 0 when it crosses one.
pub fn clearance(line: &Line, walls: &[Segment]) -> f64 {
    let mut least = f64::INFINITY;
    for pair in line.points.windows(2) {
        let piece = Segment::new(pair[0].point, pair[1].point);
        for wall in walls {
            if populace_geom::segments_cross(&piece, wall) {
                return 0.0;
            }
            let ends = [wall.distance(piece.a), wall.distance(piece.b), piece.distance(wall.a), piece.distance(wall.b)];
            least = ends.into_iter().fold(least, f64::min);
        }
    }
    least
}

/// Returns the distance between a line and the nearest wall of the floors it is on, m; each piece counts for the floor
/// where it starts.
pub fn clearance_by_floor(env: &Environment, line: &Line) -> f64 {
    let mut least = f64::INFINITY;
    for pair in line.points.windows(2).filter(|p| p[0].point != p[1].point) {
        let piece = Line { points: pair.to_vec(), length: 0.0 };
        least = least.min(clearance(&piece, &walls(env, pair[0].floor)));
    }
    least
}
