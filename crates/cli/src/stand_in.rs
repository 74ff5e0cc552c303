//! Lines through the middles of portals and nearest walkable points, until string pulling and snapping are merged.
#![allow(dead_code)]

use populace_env::{Environment, FloorId};
use populace_geom::Point;
use populace_plan::{Spot, World};

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
