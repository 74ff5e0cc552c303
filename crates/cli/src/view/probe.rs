//! What is at a point of the place.

use populace_env::{BuildOptions, Class, Environment, FloorId};
use populace_geom::{Point, Segment, contains};
use populace_serve::protocol::Property;

/// A door this near to a point is meant, m.
const NEAR: f64 = 0.6;
/// Walls farther away are not told, m.
const REACH: f64 = 50.0;

/// The properties of cell, areas, doors and walls at a point; empty off the floor.
pub fn probe(env: &Environment, floor: u16, x: f64, y: f64) -> Vec<Property> {
    let id = FloorId(floor.into());
    let Some(ground) = env.floors().get(id.index()) else { return Vec::new() };
    let at = Point::new(x, y);
    if !(x.is_finite() && y.is_finite() && x.abs() < 1e9 && y.abs() < 1e9) {
        return Vec::new();
    }
    let mut lines = Vec::new();
    let mut say = |name: &str, value: String| lines.push(Property { name: name.into(), value });
    for segment in env.segments().iter().filter(|s| !s.is_lift()) {
        let Some(link) = segment.link else { continue };
        let is_here = segment.cells.iter().any(|c| env.cell_floor(*c) == id);
        if is_here && Segment::new(segment.a, segment.b).distance(at) < NEAR {
            say("link", format!("{}, {:.2} m wide", env.links()[link.index()].name, segment.length));
            break;
        }
    }
    for area in env.areas().iter().filter(|a| a.floor == id && contains(&a.ring, at)) {
        say("area", format!("{}, {:.1} m² walkable", area.name, area.walkable_area()));
    }
    let Some(cell) = env.locate(id, at, None) else {
        say("floor", ground.name.clone());
        say("ground", "nobody can walk here".into());
        return lines;
    };
    let width = BuildOptions::default().body_width;
    let class = Class::of_arity(env.cell_segments(cell).filter(|&s| env.is_passable(s, width)).count()).word();
    say("cell", format!("{}, {class}, {:.1} m²", cell.0, env.cell_area(cell)));
    if let Some(wall) = env.nearest_wall(id, at, REACH) {
        say("nearest wall", format!("{:.2} m", wall.distance));
    }
    say("floor", ground.name.clone());
    say("position", format!("({x:.2}, {y:.2}) m, {:.2} m high", env.height(id, at)));
    lines
}
