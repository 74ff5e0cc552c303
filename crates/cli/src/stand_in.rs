//! Lines through the middles of portals and nearest walkable points, until string pulling and snapping are merged.
#![allow(dead_code)]

use populace_plan::{Spot, World};

pub fn why_not(_: World<'_>, _: Spot, _: Spot) -> Vec<String> {
    vec!["nothing joins the two".into()]
}
