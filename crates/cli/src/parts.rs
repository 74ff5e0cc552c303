//! Finds why parts of the walkable area cannot be reached from the largest part.

use populace_env::{Built, CellId, Environment, FloorId, FreeSegment, LinkId, Part, Topology, parts};
use populace_geom::Point;

/// A part that a body of the topology's width cannot reach from the largest part.
#[derive(Clone, Debug)]
pub struct Unreached {
    pub part: Part,
    pub cells: usize,
    pub reason: Reason,
}

/// The reason why a part cannot be reached.
#[derive(Clone, Copy, Debug)]
pub enum Reason {
    /// The part has ways out, but all are too narrow: the width of the widest way, m, and where it is.
    Narrow { widest: f64, at: (FloorId, Point) },
    /// A shut door is in the way.
    ShutDoor { link: LinkId, at: (FloorId, Point) },
    /// Nothing leads to the part; its gap says where it comes closest.
    NoLink,
}

/// Returns all parts but the largest, by decreasing area. Gaps are looked for in the first `detailed` parts.
///
/// Parts that only narrow passages join are a group. The reason of a group is found for its largest part: it has no link, or is
/// behind a shut door. The other parts of the group are behind narrow passages.
pub fn unreached(built: &Built, detailed: usize) -> Vec<Unreached> {
    let groups = built.environment.as_given().topology(0.0);
    let mut has_spoken = vec![false; groups.component_count()];
    let mut found = Vec::new();
    for (i, part) in parts(&built.environment, &built.topology, detailed).into_iter().enumerate() {
        let cells = built.topology.components().get(part.component).map_or(&[][..], Vec::as_slice);
        let Some(group) = cells.first().map(|c| groups.component(*c)) else { continue };
        let is_first = !std::mem::replace(&mut has_spoken[group], true);
        let reason = if is_first { shut_door(built, &groups, group) } else { narrow(built, cells) };
        if i > 0 {
            found.push(Unreached { part, cells: cells.len(), reason: reason.unwrap_or(Reason::NoLink) });
        }
    }
    found
}

/// Returns the widest shut door between a group and the other parts.
fn shut_door(built: &Built, groups: &Topology, group: usize) -> Option<Reason> {
    let environment = &built.environment;
    let ways = ways(environment, groups.components().get(group)?);
    let shut = ways.filter(|(cell, way)| groups.component(way.other(*cell)) != group);
    let (cell, door) = shut.max_by(|a, b| a.1.length.total_cmp(&b.1.length))?;
    Some(Reason::ShutDoor { link: door.link?, at: (environment.cell_floor(cell), door.middle()) })
}

/// Returns the widest way out of a part.
fn narrow(built: &Built, cells: &[CellId]) -> Option<Reason> {
    let environment = &built.environment;
    let out = ways(environment, cells).filter(|(cell, way)| !built.topology.connects(*cell, way.other(*cell)));
    let (cell, way) = out.max_by(|a, b| a.1.length.total_cmp(&b.1.length))?;
    Some(Reason::Narrow { widest: way.length, at: (environment.cell_floor(cell), way.middle()) })
}

fn ways<'a>(environment: &'a Environment, cells: &'a [CellId]) -> impl Iterator<Item = (CellId, &'a FreeSegment)> {
    cells.iter().flat_map(move |c| environment.cell_segments(*c).map(move |s| (*c, environment.segment(s))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use populace_env::{BuildOptions, Door, Floor, Link, LinkKind, Outline, Place, build};
    use populace_geom::{Bounds, Segment};

    fn rooms(boxes: &[(f64, f64, f64, f64)]) -> Built {
        let mut floor = Floor::level("ground", 0.0);
        for (x, y, w, h) in boxes {
            let corners = Bounds { min: Point::new(*x, *y), max: Point::new(x + w, y + h) }.corners();
            floor.walkable.push(Outline::new(corners.to_vec(), "room"));
        }
        let place = Place { floors: vec![floor], ..Place::default() };
        build(&place, &BuildOptions::default()).unwrap()
    }

    #[test]
    fn two_rooms_apart_miss_a_link() {
        let found = unreached(&rooms(&[(0.0, 0.0, 10.0, 10.0), (13.0, 0.0, 4.0, 4.0)]), 5);
        assert_eq!(found.len(), 1);
        assert!(matches!(found[0].reason, Reason::NoLink), "{found:?}");
        assert!((found[0].part.gap.unwrap().distance - 3.0).abs() < 1e-9);
    }

    #[test]
    fn a_room_behind_a_slot_is_reported_with_the_width_of_the_slot() {
        let found = unreached(&rooms(&[(0.0, 0.0, 9.0, 9.0), (9.0, 4.0, 1.0, 0.3), (10.0, 0.0, 5.0, 5.0)]), 5);
        assert_eq!(found.len(), 2, "the room and the slot itself");
        let Reason::Narrow { widest, .. } = found[0].reason else { panic!("{found:?}") };
        assert!((widest - 0.3).abs() < 1e-9);
    }

    #[test]
    fn a_group_of_rooms_apart_misses_one_link_and_its_smaller_rooms_are_too_narrow() {
        let (hall, room, slot, nook) =
            ((0.0, 0.0, 9.0, 9.0), (20.0, 0.0, 5.0, 5.0), (25.0, 1.0, 1.0, 0.3), (26.0, 0.0, 3.0, 3.0));
        let found = unreached(&rooms(&[hall, room, slot, nook]), 5);
        assert!(matches!(found[0].reason, Reason::NoLink), "{found:?}");
        assert!(found[1..].iter().all(|u| matches!(u.reason, Reason::Narrow { .. })), "{found:?}");
    }

    #[test]
    fn a_room_behind_a_shut_door_is_reported_with_the_door() {
        let mut floor = Floor::level("ground", 0.0);
        let corners = Bounds { min: Point::ZERO, max: Point::new(10.0, 4.0) }.corners();
        floor.walkable.push(Outline::new(corners.to_vec(), "room"));
        let segment = Segment { a: Point::new(6.0, 0.0), b: Point::new(6.0, 4.0) };
        let kind =
            LinkKind::Door { floors: [FloorId::new(0); 2], segment, door: Door { open: false, ..Door::default() } };
        let links = vec![Link { name: "door".into(), kind, source: String::new() }];
        let place = Place { floors: vec![floor], links, ..Place::default() };
        let found = unreached(&build(&place, &BuildOptions::default()).unwrap(), 5);
        assert!(matches!(found[0].reason, Reason::ShutDoor { link: LinkId(0), .. }), "{found:?}");
    }

    #[test]
    fn one_room_has_no_part_out_of_reach() {
        assert!(unreached(&rooms(&[(0.0, 0.0, 10.0, 10.0)]), 5).is_empty());
    }
}
