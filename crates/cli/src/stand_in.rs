//! Lines through the middles of portals and nearest walkable points, until string pulling and snapping are merged.
#![allow(dead_code)]

use populace_env::{Environment, FloorId, SegmentId};
use populace_geom::Point;
use populace_plan::{Line, Spot, Waypoint, World};

pub struct Corners;

impl Corners {
    pub fn of(_: &Environment, _: f64) -> Self {
        Corners
    }
    pub fn bytes(&self) -> usize {
        0
    }
}

#[derive(Default)]
pub struct PullScratch;

pub fn pull(
    env: &Environment,
    _: &Corners,
    start: Spot,
    goal: Spot,
    portals: &[SegmentId],
    _: &mut PullScratch,
    out: &mut Line,
) -> bool {
    out.clear();
    let mut cell = start.cell;
    out.points.push(Waypoint { point: start.point, floor: env.cell_floor(cell) });
    for &id in portals {
        let segment = env.segment(id);
        let next = segment.other(cell);
        if segment.is_lift() {
            let ends = if segment.cells[0] == cell { [segment.a, segment.b] } else { [segment.b, segment.a] };
            out.points.push(Waypoint { point: ends[0], floor: env.cell_floor(cell) });
            out.points.push(Waypoint { point: ends[1], floor: env.cell_floor(next) });
        } else {
            out.points.push(Waypoint { point: segment.middle(), floor: env.cell_floor(next) });
        }
        cell = next;
    }
    out.points.push(Waypoint { point: goal.point, floor: env.cell_floor(cell) });
    out.length = out.points.windows(2).map(|w| w[0].point.distance(w[1].point)).sum();
    true
}

pub struct Snapped {
    pub spot: Spot,
    pub moved: f64,
}

pub struct SnapError(f64);

impl std::fmt::Display for SnapError {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "the nearest free point is {:.2} m away", self.0)
    }
}

pub fn snap(env: &Environment, floor: FloorId, point: Point, _: f64, reach: f64) -> Result<Snapped, SnapError> {
    match env.locate_near(floor, point, f64::INFINITY) {
        Some((cell, p)) if p.distance(point) <= reach => {
            Ok(Snapped { spot: Spot { cell, point: p }, moved: p.distance(point) })
        }
        Some((_, p)) => Err(SnapError(p.distance(point))),
        None => Err(SnapError(f64::INFINITY)),
    }
}

pub fn why_not(_: World<'_>, _: Spot, _: Spot) -> Vec<String> {
    vec!["nothing joins the two".into()]
}
