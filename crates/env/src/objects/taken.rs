//! An index of the slots and places in line that objects have taken, by position.

use std::collections::BTreeMap;

use populace_geom::Point;

use super::ObjectId;
use crate::FloorId;

/// The side of a square of the index, m. [`Taken::rival`] is asked for no greater distance.
const SIDE: f64 = 1.0;

/// Points with the objects that they belong to.
#[derive(Debug, Default)]
pub(super) struct Taken(BTreeMap<(FloorId, i64, i64), Vec<(Point, ObjectId)>>);

impl Taken {
    fn square(p: Point) -> (i64, i64) {
        ((p.x / SIDE).floor() as i64, (p.y / SIDE).floor() as i64)
    }

    /// Takes a point for an object.
    pub fn add(&mut self, floor: FloorId, p: Point, owner: ObjectId) {
        let (x, y) = Self::square(p);
        self.0.entry((floor, x, y)).or_default().push((p, owner));
    }

    /// Returns the object that has a point nearer than `distance` m: of several objects, that with the lowest id.
    pub fn rival(&self, floor: FloorId, p: Point, distance: f64) -> Option<ObjectId> {
        let (x, y) = Self::square(p);
        let squares = (y - 1..=y + 1).flat_map(|y| (x - 1..=x + 1).map(move |x| (floor, x, y)));
        let near = squares.filter_map(|square| self.0.get(&square)).flatten();
        near.filter(|(q, _)| q.distance(p) < distance - 1e-9).map(|(_, owner)| *owner).min()
    }

    /// Returns whether no point is nearer than `distance` m.
    pub fn is_free(&self, floor: FloorId, p: Point, distance: f64) -> bool {
        self.rival(floor, p, distance).is_none()
    }

    /// Returns the points around a point, with their objects: all points in the square that reaches `reach` m to every
    /// side, and some points beside that square.
    pub fn around(&self, floor: FloorId, p: Point, reach: f64) -> Vec<(Point, ObjectId)> {
        let ((x0, y0), (x1, y1)) =
            (Self::square(p - Point::new(reach, reach)), Self::square(p + Point::new(reach, reach)));
        let columns = (x0..=x1).flat_map(|x| self.0.range((floor, x, y0)..=(floor, x, y1)));
        columns.flat_map(|(_, points)| points.iter().copied()).collect()
    }
}
