//! Why parts of the walkable area cannot be reached from the largest one.

use populace_env::{Built, CellId, FloorId, LinkId, Part, parts};
use populace_geom::Point;

/// A part out of reach of the largest for a body of the topology's width.
#[derive(Clone, Debug)]
pub struct Unreached {
    pub part: Part,
    pub cells: usize,
    pub reason: Reason,
}

/// Why a part is out of reach.
#[derive(Clone, Copy, Debug)]
pub enum Reason {
    /// It has ways out, but all are too narrow; the widest of them, m, and where it is.
    Narrow { widest: f64, at: (FloorId, Point) },
    /// A shut door is in the way.
    ShutDoor { link: LinkId, at: (FloorId, Point) },
    /// Nothing leads there; the part's gap says where it comes closest.
    NoLink,
}

/// All parts but the largest, by decreasing area; gaps are looked for in the first `detailed` ones.
pub fn unreached(built: &Built, detailed: usize) -> Vec<Unreached> {
    let all = parts(&built.environment, &built.topology, detailed);
    all.into_iter()
        .skip(1)
        .map(|part| {
            let cells = built.topology.components().get(part.component).map_or(&[][..], Vec::as_slice);
            Unreached { reason: reason(built, cells), cells: cells.len(), part }
        })
        .collect()
}

/// What is wrong with the widest way out.
fn reason(built: &Built, cells: &[CellId]) -> Reason {
    let environment = &built.environment;
    let ways = cells.iter().flat_map(|c| environment.cell_segments(*c).map(move |s| (*c, environment.segment(s))));
    let out = ways.filter(|(cell, way)| !built.topology.connects(*cell, way.other(*cell)));
    let Some((cell, way)) = out.max_by(|a, b| a.1.length.total_cmp(&b.1.length)) else { return Reason::NoLink };
    let at = (environment.cell_floor(cell), way.middle());
    match way.link.filter(|link| !environment.is_open(*link)) {
        Some(link) => Reason::ShutDoor { link, at },
        None => Reason::Narrow { widest: way.length, at },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use populace_env::{BuildOptions, Floor, Outline, Place, build};
    use populace_geom::Bounds;

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
    fn one_room_has_no_part_out_of_reach() {
        assert!(unreached(&rooms(&[(0.0, 0.0, 10.0, 10.0)]), 5).is_empty());
    }
}
