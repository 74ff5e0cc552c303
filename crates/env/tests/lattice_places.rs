//! Places on a coarse lattice, where everything touches everything: floors, links, doors, lifts and areas.

#[path = "rooms/dice.rs"]
mod dice;

use dice::Dice;
use populace_env::{
    Area, AreaKind, BuildOptions, Built, Door, Floor, FloorId, FloorKind, Height, Lift, Link, LinkId, LinkKind,
    Outline, Place, Wall, build,
};
use populace_geom::{Point, Segment};

/// A lattice of 0.1 m is not exact in binary, so a corner on a slanted edge is beside it in floating point.
fn lattice_point(dice: &mut Dice, pitch: f64) -> Point {
    Point::new(dice.below(11) as f64 * pitch, dice.below(11) as f64 * pitch)
}

fn polygon(dice: &mut Dice, pitch: f64) -> Outline {
    let corners = 3 + dice.below(4);
    Outline::new((0..corners).map(|_| lattice_point(dice, pitch)).collect(), "polygon")
}

fn random_place(number: u64) -> Place {
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

#[test]
fn twenty_thousand_lattice_places_build_and_are_valid() {
    for number in 0..20_000 {
        let place = random_place(number);
        match build(&place, &BuildOptions::default()) {
            Ok(built) => {
                built.validate().unwrap_or_else(|e| panic!("place {number}: {e}"));
                assert_no_link_is_lost(&built, number);
            }
            Err(error) => assert!(error.what.contains("empty"), "place {number}: {error}"),
        }
    }
}

/// Every link has a segment, or is reported.
fn assert_no_link_is_lost(built: &Built, number: u64) {
    let env = &built.environment;
    for link in (0..env.links().len()).map(LinkId::new) {
        let joined = env.segments().iter().any(|s| s.link == Some(link));
        let reported = built.sanitised.unjoined.iter().any(|u| u.link == link);
        let lift = matches!(env.links()[link.index()].kind, LinkKind::Lift { .. });
        assert!(joined || reported || lift, "place {number}: link {link:?} is lost");
    }
}

#[test]
fn a_corner_that_touches_a_slanted_edge_is_no_crossing() {
    let ring = |points: &[(f64, f64)]| Outline::new(points.iter().map(|&(x, y)| Point::new(x, y)).collect(), "");
    let mut floor = Floor::level("ground", 0.0);
    floor.walkable.push(ring(&[(1.0, 5.0), (5.0, 5.0), (2.4, 6.4)]));
    floor.walkable.push(ring(&[(1.0, 6.0), (2.0, 6.0), (2.0, 7.0), (1.0, 7.0)]));
    let built = build(&Place { floors: vec![floor], ..Place::default() }, &BuildOptions::default()).expect("builds");
    built.validate().expect("valid");
}
