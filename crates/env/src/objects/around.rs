//! The objects around a point, found without looking at all objects of a place.

use populace_geom::{Bounds, Point, Tiles};

use super::EnvObject;
use crate::Environment;

/// Returns a grid of where people stand at each object: its slots and the places of its line. People who want an object that is served
/// from the line of a queue stand in that line, or in a slot of anything that the line serves.
pub(crate) fn tiles_of(objects: &[EnvObject]) -> Tiles {
    let line_of = |number: usize| objects[number].queue.map_or(number, |queue| queue.index());
    let mut stands = vec![Bounds::of([]); objects.len()];
    for (number, object) in objects.iter().enumerate() {
        let points = object.slots.iter().chain(&object.line).map(|slot| slot.point);
        let line = line_of(number);
        stands[line] = stands[line].union(Bounds::of(points));
    }
    let all = stands.iter().fold(Bounds::of([]), |all, stand| all.union(*stand));
    let ring = |number: usize| {
        // An object without a slot, which nobody can use, is anywhere.
        let stand = stands[line_of(number)];
        let stand = if stand.is_empty() { all } else { stand };
        [stand.min, Point::new(stand.max.x, stand.min.y), stand.max, Point::new(stand.min.x, stand.max.y)]
    };
    Tiles::of(all, objects.len(), ring)
}

impl Environment {
    /// Returns a grid of the objects of all floors by where people stand at them, by their numbers. An object that reaches far is in several
    /// tiles.
    pub fn object_tiles(&self) -> &Tiles {
        &self.object_tiles
    }
}
