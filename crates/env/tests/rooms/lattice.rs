//! Places on a coarse lattice, where everything touches everything, a pure function of their number.

use populace_env::{
    Area, AreaKind, Door, Floor, FloorId, FloorKind, Height, Lift, Link, LinkKind, Outline, Place, Wall,
};
use populace_geom::{Point, Segment};

use super::Dice;

/// Returns a random point of the lattice. A lattice of 0.1 m is not exact in binary, so a corner on a slanted edge is
/// beside it in floating point.
fn lattice_point(dice: &mut Dice, pitch: f64) -> Point {
    Point::new(dice.below(11) as f64 * pitch, dice.below(11) as f64 * pitch)
}

fn polygon(dice: &mut Dice, pitch: f64) -> Outline {
    let corners = 3 + dice.below(4);
    Outline::new((0..corners).map(|_| lattice_point(dice, pitch)).collect(), "polygon")
}

/// Returns place number `number`: up to three floors on a lattice of eleven points a side, with up to four links
/// between any of them.
pub fn lattice_place(number: u64) -> Place {
    let mut dice = Dice::new(number + 9_000_000);
    let pitch = [0.1, 0.3, 1.0, 0.7][dice.below(4)];
    let mut place = Place::default();
    for f in 0..1 + dice.below(3) {
        let mut floor = Floor::level(format!("floor {f}"), f as f64 * 3.0);
        floor.walkable = (0..1 + dice.below(3)).map(|_| polygon(&mut dice, pitch)).collect();
        floor.obstacles = (0..dice.below(3)).map(|_| polygon(&mut dice, pitch)).collect();
        if dice.below(3) == 0 {
            let line = vec![lattice_point(&mut dice, pitch), lattice_point(&mut dice, pitch)];
            floor.walls.push(Wall { line, thickness: dice.between(-0.1, 0.2).max(0.0), source: "wall".into() });
        }
        if f > 0 && dice.below(2) == 0 {
            floor.kind = FloorKind::Ramp;
            floor.height = Height::Along(vec![(Point::ZERO, 0.0), (Point::new(10.0 * pitch, 0.0), 3.0)]);
        }
        place.floors.push(floor);
    }
    let floors = place.floors.len();
    for i in 0..dice.below(5) {
        let pair = [FloorId::new(dice.below(floors)), FloorId::new(dice.below(floors))];
        let (a, b) = (lattice_point(&mut dice, pitch), lattice_point(&mut dice, pitch));
        if a == b {
            continue;
        }
        let segment = Segment::new(a, b);
        let door = Door { open: dice.below(4) > 0, one_way: dice.below(4) == 0, hours: Vec::new() };
        let kind = match dice.below(3) {
            0 if pair[0] != pair[1] => LinkKind::Opening { floors: pair, segment, one_way: false },
            1 => LinkKind::Lift { stops: vec![(pair[0], a), (pair[1], b)], lift: Lift::default() },
            _ => LinkKind::Door { floors: pair, segment, door },
        };
        place.links.push(Link { name: format!("link {i}"), kind, source: "link".into() });
    }
    for i in 0..dice.below(3) {
        let floor = FloorId::new(dice.below(floors));
        let outline = polygon(&mut dice, pitch);
        place.areas.push(Area { name: format!("area {i}"), kind: AreaKind::Region, floor, outline });
    }
    place
}
