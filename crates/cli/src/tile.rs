//! A place repeated in a grid, to measure how building grows with its size.

use populace_env::{Area, Floor, FloorId, Height, Link, LinkKind, Object, Outline, Place};
use populace_geom::{Bounds, Point, Segment};

/// Free distance between tiles as a share of the place's longer side.
const GAP: f64 = 0.05;

/// Returns `side × side` copies of the place, each moved by its size and a gap.
///
/// Copies of a flat floor stay one floor, as in a larger city. Every copy of a flight, link, area or object is a new one.
pub fn tile(place: &Place, side: usize) -> Place {
    let bounds = bounds(place);
    let gap = bounds.size().x.max(bounds.size().y) * GAP + 1.0;
    // Whole metres, so that every copy is rounded to the same millimetres.
    let pitch = Point::new((bounds.size().x + gap).ceil(), (bounds.size().y + gap).ceil());
    let mut tiled = Place { name: place.name.clone(), ..Place::default() };
    for index in 0..side * side {
        let shift = Point::new((index % side) as f64 * pitch.x, (index / side) as f64 * pitch.y);
        Copy { place, shift, index }.add_to(&mut tiled);
    }
    tiled
}

fn bounds(place: &Place) -> Bounds {
    let outlines = place.floors.iter().flat_map(|f| f.walkable.iter().chain(&f.obstacles));
    let lines = place.floors.iter().flat_map(|f| &f.walls).flat_map(|w| &w.line);
    Bounds::of(outlines.flat_map(|o| &o.outer).chain(lines).copied())
}

/// A copy of the place.
struct Copy<'a> {
    place: &'a Place,
    shift: Point,
    index: usize,
}

impl Copy<'_> {
    fn add_to(&self, tiled: &mut Place) {
        let floors: Vec<FloorId> =
            self.place.floors.iter().enumerate().map(|(i, f)| self.add_floor(tiled, f, FloorId::new(i))).collect();
        tiled.links.extend(self.place.links.iter().map(|l| self.link(l, &floors)));
        tiled.areas.extend(self.place.areas.iter().map(|a| Area {
            name: self.named(&a.name),
            floor: floors[a.floor.index()],
            outline: self.outline(&a.outline),
            ..a.clone()
        }));
        tiled.objects.extend(self.place.objects.iter().map(|o| Object {
            name: self.named(&o.name),
            floor: floors[o.floor.index()],
            footprint: self.moved(&o.footprint),
            ..o.clone()
        }));
    }

    /// Adds the copy of a floor. Returns its id; `original` is the id of the floor in the first tile.
    fn add_floor(&self, tiled: &mut Place, floor: &Floor, original: FloorId) -> FloorId {
        let copy = self.floor(floor);
        match (&floor.height, tiled.floors.get_mut(original.index())) {
            (Height::Flat(_), Some(to)) if self.index > 0 => {
                to.walkable.extend(copy.walkable);
                to.obstacles.extend(copy.obstacles);
                to.walls.extend(copy.walls);
                original
            }
            _ => {
                tiled.floors.push(copy);
                FloorId::new(tiled.floors.len() - 1)
            }
        }
    }

    fn floor(&self, floor: &Floor) -> Floor {
        let shift = |(p, z): (Point, f64)| (p + self.shift, z);
        Floor {
            name: self.named(&floor.name),
            kind: floor.kind,
            height: match &floor.height {
                Height::Flat(z) => Height::Flat(*z),
                Height::Along(line) => Height::Along(line.iter().copied().map(shift).collect()),
                Height::Surface(triangles) => Height::Surface(triangles.iter().map(|t| t.map(shift)).collect()),
            },
            walkable: floor.walkable.iter().map(|o| self.outline(o)).collect(),
            obstacles: floor.obstacles.iter().map(|o| self.outline(o)).collect(),
            walls: floor
                .walls
                .iter()
                .cloned()
                .map(|mut wall| {
                    wall.line = self.moved(&wall.line);
                    wall
                })
                .collect(),
        }
    }

    fn link(&self, link: &Link, floors: &[FloorId]) -> Link {
        let mut link = link.clone();
        link.name = self.named(&link.name);
        match &mut link.kind {
            LinkKind::Opening { floors: ends, segment, .. } | LinkKind::Door { floors: ends, segment, .. } => {
                *ends = ends.map(|f| floors[f.index()]);
                *segment = Segment { a: segment.a + self.shift, b: segment.b + self.shift };
            }
            LinkKind::Lift { stops, .. } => {
                for (floor, at) in stops {
                    (*floor, *at) = (floors[floor.index()], *at + self.shift);
                }
            }
        }
        link
    }

    fn moved(&self, points: &[Point]) -> Vec<Point> {
        points.iter().map(|p| *p + self.shift).collect()
    }

    fn outline(&self, outline: &Outline) -> Outline {
        Outline {
            outer: self.moved(&outline.outer),
            holes: outline.holes.iter().map(|h| self.moved(h)).collect(),
            source: outline.source.clone(),
        }
    }

    fn named(&self, name: &str) -> String {
        if self.index == 0 { name.to_string() } else { format!("{name} (copy {})", self.index) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square() -> Vec<Outline> {
        let corners = Bounds { min: Point::ZERO, max: Point::new(10.0, 10.0) }.corners();
        vec![Outline::new(corners.to_vec(), "square")]
    }

    #[test]
    fn four_tiles_hold_four_times_the_points_and_do_not_touch() {
        let floor = Floor { walkable: square(), ..Floor::level("ground", 0.0) };
        let place = Place { floors: vec![floor], ..Place::default() };
        let tiled = tile(&place, 2);
        assert_eq!(tiled.floors.len(), 1);
        assert_eq!(tiled.vertex_count(), 4 * place.vertex_count());
        let boxes: Vec<_> = tiled.floors[0].walkable.iter().map(|o| Bounds::of(o.outer.iter().copied())).collect();
        for (i, a) in boxes.iter().enumerate() {
            assert!(boxes[i + 1..].iter().all(|b| !a.overlaps(b)));
        }
    }

    #[test]
    fn flights_are_copied_as_floors_of_their_own() {
        let along = Height::Along(vec![(Point::ZERO, 0.0), (Point::new(0.0, 10.0), 3.0)]);
        let flight = Floor { walkable: square(), height: along, ..Floor::level("flight", 0.0) };
        let ground = Floor { walkable: square(), ..Floor::level("ground", 0.0) };
        let segment = Segment { a: Point::ZERO, b: Point::new(10.0, 0.0) };
        let floors = [FloorId::new(0), FloorId::new(1)];
        let kind = LinkKind::Opening { floors, segment, one_way: false };
        let link = Link { name: "foot".into(), kind, source: String::new() };
        let place = Place { floors: vec![ground, flight], links: vec![link], ..Place::default() };
        let tiled = tile(&place, 2);
        assert_eq!(tiled.floors.len(), 5);
        let LinkKind::Opening { floors, .. } = &tiled.links[3].kind else { panic!("not an opening") };
        assert_eq!(floors.map(FloorId::index), [0, 4]);
    }
}
