//! What is at a point of the place.

use populace_env::{BuildOptions, Class, EnvObject, FloorId, World};
use populace_geom::{Point, Segment, contains};
use populace_serve::protocol::Property;

/// A door within this distance counts as being at the point, m.
const NEAR: f64 = 0.6;
/// Walls farther away than this are left out, m.
const REACH: f64 = 50.0;

/// Returns whether a point is in the footprint of an object, or near it when it has none.
fn is_at(object: &EnvObject, at: Point) -> bool {
    match object.footprint[..] {
        [] => false,
        [point] => point.distance(at) < NEAR,
        [a, b] => Segment::new(a, b).distance(at) < NEAR,
        _ => contains(&object.footprint, at),
    }
}

/// Returns the properties of the cell, the areas, the doors and the walls at a point; empty off the floor.
pub fn probe(world: World<'_>, floor: u16, x: f64, y: f64) -> Vec<Property> {
    let id = FloorId(floor.into());
    let Some(ground) = world.floors().get(id.index()) else { return Vec::new() };
    let at = Point::new(x, y);
    if !(x.is_finite() && y.is_finite() && x.abs() < 1e9 && y.abs() < 1e9) {
        return Vec::new();
    }
    let mut lines = Vec::new();
    let mut say = |name: &str, value: String| lines.push(Property { name: name.into(), value });
    for segment in world.segments().iter().filter(|s| !s.is_lift()) {
        let Some(link) = segment.link else { continue };
        let is_here = segment.cells.iter().any(|c| world.cell_floor(*c) == id);
        if is_here && Segment::new(segment.a, segment.b).distance(at) < NEAR {
            say("link", format!("{}, {:.2} m wide", world.links()[link.index()].name, segment.length));
            break;
        }
    }
    for object in world.objects().iter().filter(|o| o.floor == id && is_at(o, at)) {
        say("object", format!("{}, {}", object.name, object.kind.name));
        if !object.offers.is_empty() {
            say("offers", object.offers.join(", "));
        }
    }
    for area in world.areas().iter().filter(|a| a.floor == id && contains(&a.ring, at)) {
        say("area", format!("{}, {:.1} m² walkable", area.name, area.walkable_area()));
    }
    let Some(cell) = world.locate(id, at, None) else {
        say("floor", ground.name.clone());
        say("ground", "nobody can walk here".into());
        return lines;
    };
    let width = BuildOptions::default().body_width;
    let class = Class::of_arity(world.cell_segments(cell).filter(|&s| world.is_passable(s, width)).count()).word();
    say("cell", format!("{}, {class}, {:.1} m²", cell.0, world.cell_area(cell)));
    if let Some(wall) = world.nearest_wall(id, at, REACH) {
        say("nearest wall", format!("{:.2} m", wall.distance));
    }
    say("floor", ground.name.clone());
    say("position", format!("({x:.2}, {y:.2}) m, {:.2} m high", world.height(id, at)));
    lines
}
