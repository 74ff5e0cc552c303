//! The identity of a place: a fingerprint of everything in it that a walk depends on.

use populace_geom::Mixer;

use super::Environment;
use crate::EnvObject;

impl Environment {
    /// Returns the fingerprint of all floors, cells, free segments, links, areas and objects with their coordinates. Two
    /// environments with the same fingerprint are, all but certainly, the same ground for every route and every step.
    /// Names and the present state of doors are not part of it.
    pub fn fingerprint(&self) -> u64 {
        let mut mixer = Mixer::default();
        for floor in &self.floors {
            mixer.take(&(floor.kind, floor.bounds, &floor.cells, &floor.heights));
        }
        for link in &self.links {
            mixer.take(&link.kind);
        }
        for area in &self.areas {
            mixer.take(&(area.kind, area.floor, &area.ring, &area.holes));
        }
        mixer.take(&(&self.points, &self.cell_floor, &self.ring_start, &self.ring, &self.across));
        for s in &self.segments {
            mixer.take(&(s.a, s.b, s.cells, s.length, s.link, s.passage as u8));
        }
        mixer.take(&self.hops);
        for object in &self.objects {
            let EnvObject { kind, floor, slots, line, queue, service, offers, sight, shows, .. } = object;
            mixer.take(&(kind.name, floor, slots, line, queue, service, offers));
            if let Some(sight) = sight {
                mixer.take(&(sight.face, sight.front, sight.far, sight.sideways, shows));
            }
        }
        mixer.result()
    }
}

#[cfg(test)]
mod tests {
    use populace_geom::Point;

    use crate::{Area, AreaKind, BuildOptions, Environment, Floor, FloorId, Outline, Place, build};

    fn rectangle(x0: f64, y0: f64, x1: f64, y1: f64) -> Vec<Point> {
        vec![Point::new(x0, y0), Point::new(x1, y0), Point::new(x1, y1), Point::new(x0, y1)]
    }

    /// Builds a room at a height, with an area called `name` that begins at `x`.
    fn room(name: &str, x: f64, height: f64) -> Environment {
        let mut floor = Floor::level("ground", height);
        floor.walkable.push(Outline::new(rectangle(0.0, 0.0, 10.0, 4.0), "room"));
        let area = Area {
            name: name.into(),
            kind: AreaKind::Region,
            floor: FloorId::new(0),
            outline: Outline::new(rectangle(x, 1.0, x + 1.0, 2.0), "area"),
        };
        let place = Place { floors: vec![floor], areas: vec![area], ..Place::default() };
        build(&place, &BuildOptions::default()).expect("the room builds").environment
    }

    #[test]
    fn places_have_the_same_fingerprint_where_they_are_the_same_ground() {
        let given = room("a", 1.0, 0.0).fingerprint();
        assert_eq!(given, room("a", 1.0, 0.0).fingerprint());
        assert_eq!(given, room("b", 1.0, 0.0).fingerprint(), "names are no ground");
        assert_ne!(given, room("a", 1.001, 0.0).fingerprint(), "the area is elsewhere");
        assert_ne!(given, room("a", 1.0, 0.5).fingerprint(), "the floor is higher");
    }
}
