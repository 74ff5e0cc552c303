//! Points as given are moved to the nearest point where the body fits.

use crate::places::{Dice, built, door, level, p, places, rectangle, room, tower};
use populace_env::{CellId, Doors, Environment, FloorId, Place, World};
use populace_geom::{Point, Segment};
use populace_plan::{SnapError, Snapped, snap};

const GROUND: FloorId = FloorId(0);

/// Returns the distance to the nearest wall or shut door of a floor, without the queries that snapping uses.
fn clearance(env: &Environment, floor: FloorId, q: Point) -> f64 {
    let edges = env.cells().filter(|&c| env.cell_floor(c) == floor).flat_map(|c| env.cell_edges(c));
    let shut = |s| env.segment(s).link.is_some_and(|l| !env.as_given().is_open(l));
    let walls = edges.filter(|e| e.segment.is_none_or(shut)).map(|e| Segment::new(e.a, e.b).distance(q));
    walls.fold(f64::INFINITY, f64::min)
}

fn assert_fits(env: &Environment, floor: FloorId, given: Point, width: f64, found: &Snapped) {
    let Snapped { spot, moved } = *found;
    assert!(clearance(env, floor, spot.point) >= width / 2.0 - 1e-6, "{given:?} → {found:?}");
    assert!(env.cell_contains(spot.cell, spot.point) || moved > 0.0, "{given:?} → {found:?}");
    assert_eq!(env.cell_floor(spot.cell), floor);
    assert_eq!(moved, spot.point.distance(given));
}

/// No point of a lattice of 0.1 m where the body fits is nearer.
#[test]
fn the_nearest_point_is_found() {
    for number in 0..150 {
        let Some(env) = room(number) else { continue };
        let mut dice = Dice::new(number + 50_000);
        let width = dice.between(0.2, 1.5);
        let can_leave = |cell: CellId| env.cell_segments(cell).any(|s| env.as_given().is_passable(s, width));
        let lattice: Vec<(CellId, Point)> = (0..150 * 130)
            .map(|i| p((i % 150) as f64 * 0.1, (i / 150) as f64 * 0.1))
            .filter_map(|q| env.locate(GROUND, q, None).map(|c| (c, q)))
            .filter(|&(_, q)| clearance(&env, GROUND, q) >= width / 2.0)
            .collect();
        for _ in 0..20 {
            let given = p(dice.between(-3.0, 15.0), dice.between(-3.0, 13.0));
            let nearest = |wanted: &dyn Fn(CellId) -> bool| {
                let wanted = lattice.iter().filter(|f| wanted(f.0));
                wanted.map(|f| f.1.distance(given)).filter(|&d| d <= 30.0).fold(f64::INFINITY, f64::min)
            };
            let to_leave = nearest(&can_leave);
            let expected = if to_leave.is_finite() { to_leave } else { nearest(&|_| true) };
            match snap(env.as_given(), GROUND, given, width, 30.0) {
                Ok(found) => {
                    assert_fits(&env, GROUND, given, width, &found);
                    // A centimetre is allowed for the millimetre of room.
                    assert!(
                        found.moved <= expected + 0.01 + 1e-9,
                        "room {number}: {given:?} → {found:?}, not {expected}"
                    );
                }
                Err(error) => assert!(expected.is_infinite(), "room {number} at {given:?}: {error}"),
            }
        }
    }
}

#[test]
fn a_point_that_fits_is_returned_unchanged_and_so_is_a_snapped_one() {
    for (name, env) in places(400..460) {
        let mut dice = Dice::new(8 + env.cell_count() as u64);
        for _ in 0..30 {
            let floor = FloorId::new(dice.below(env.floors().len()));
            let given = p(dice.between(-8.0, 28.0), dice.between(-2.0, 24.0));
            let Ok(found) = snap(env.as_given(), floor, given, 0.6, 50.0) else { continue };
            assert_fits(&env, floor, given, 0.6, &found);
            let again = snap(env.as_given(), floor, found.spot.point, 0.6, 0.0).expect("fits");
            assert_eq!((again.spot.point, again.moved), (found.spot.point, 0.0), "{name}");
        }
    }
}

/// A square room of 4 m: walls, corners and what is far outside, by hand.
#[test]
fn walls_corners_and_points_outside() {
    let env =
        built(&Place { floors: vec![level("room", 0.0, vec![rectangle(0.0, 0.0, 4.0, 4.0)])], ..Place::default() });
    for (given, expected) in [
        (p(0.0, 2.0), p(0.5, 2.0)),   // on a wall
        (p(-0.4, 3.0), p(0.5, 3.0)),  // behind a wall
        (p(0.0, 0.0), p(0.5, 0.5)),   // in a corner
        (p(4.2, 4.3), p(3.5, 3.5)),   // behind a corner
        (p(2.0, 3.8), p(2.0, 3.5)),   // too near to a wall
        (p(100.0, 2.0), p(3.5, 2.0)), // far outside
    ] {
        let found = snap(env.as_given(), GROUND, given, 1.0, 200.0).expect("fits");
        assert!(found.spot.point.distance(expected) < 1e-9, "{given:?} → {found:?}");
    }
}

#[test]
fn a_body_as_wide_as_the_room_fits_in_the_middle() {
    let env =
        built(&Place { floors: vec![level("room", 0.0, vec![rectangle(0.0, 0.0, 4.0, 4.0)])], ..Place::default() });
    let found = snap(env.as_given(), GROUND, p(1.0, 1.3), 4.0, 5.0).expect("fits");
    assert!(found.spot.point.distance(p(2.0, 2.0)) < 1e-7, "{found:?}");
    assert!(matches!(snap(env.as_given(), GROUND, p(1.0, 1.3), 4.1, 5.0), Err(SnapError::Nowhere { .. })));
}

#[test]
fn out_of_reach_says_how_far() {
    let env =
        built(&Place { floors: vec![level("room", 0.0, vec![rectangle(0.0, 0.0, 4.0, 4.0)])], ..Place::default() });
    let error = snap(env.as_given(), GROUND, p(-2.0, 2.0), 1.0, 1.0).expect_err("out of reach");
    let words =
        "a body 1.00 m wide does not fit within 1.00 m; the nearest point where it does is (0.50, 2.00), 2.50 m away";
    assert_eq!(error.to_string(), words);
    let error = snap(env.as_given(), GROUND, p(-200.0, 2.0), 1.0, 1.0).expect_err("out of reach");
    assert_eq!(error.to_string(), "a body 1.00 m wide does not fit anywhere within 10.00 m");
}

#[test]
fn what_is_not_a_number_is_refused() {
    let env = built(&tower());
    for (x, width, reach) in
        [(f64::NAN, 0.5, 1.0), (1.0, f64::NAN, 1.0), (1.0, 0.5, f64::NAN), (f64::INFINITY, 0.5, 1.0)]
    {
        assert_eq!(snap(env.as_given(), GROUND, p(x, 1.0), width, reach), Err(SnapError::NotANumber));
    }
    assert_eq!(snap(env.as_given(), FloorId(99), p(1.0, 1.0), 0.5, 1.0), Err(SnapError::NotANumber));
    assert!(snap(env.as_given(), GROUND, p(-1.0, 1.0), 0.5, f64::INFINITY).is_ok());
}

#[test]
fn a_shut_door_is_a_wall() {
    let env = built(&tower());
    let mut doors = Doors::of(&env);
    let at_the_door = p(3.6, 6.1);
    assert_eq!(snap(env.as_given(), GROUND, at_the_door, 0.5, 1.0).expect("fits").moved, 0.0);
    let door = env.link("ground south-west").expect("a door");
    doors.set_door(&env, door, false);
    let found = snap(World::new(&env, &doors), GROUND, at_the_door, 0.5, 1.0).expect("fits");
    // Half the width, and the millimetre of room.
    assert!((found.moved - 0.251).abs() < 1e-9, "{found:?}");
}

/// The flight lies between x = 20 and 25; a point of it given for the ground floor goes to its foot.
#[test]
fn an_open_edge_to_another_floor_is_no_wall() {
    let env = built(&tower());
    let found = snap(env.as_given(), GROUND, p(20.3, 1.5), 0.5, 1.0).expect("fits");
    assert!(found.spot.point.distance(p(20.0, 1.5)) < 1e-6, "{found:?}");
}

/// A niche of 0.6 m behind a doorway of 0.4 m: the body fits in, but never out.
#[test]
fn ground_that_can_be_left_goes_before_a_pocket() {
    let outlines = vec![
        rectangle(0.0, 0.0, 4.0, 4.0),
        rectangle(4.0, 2.0, 4.2, 2.4),
        rectangle(4.2, 1.9, 4.8, 2.5),
        // A second room, so that the first can be left.
        rectangle(0.0, 4.0, 2.0, 8.0),
    ];
    let place = Place {
        floors: vec![level("room", 0.0, outlines)],
        links: vec![door("door", 0, p(0.0, 4.0), p(2.0, 4.0), false)],
        ..Place::default()
    };
    let env = built(&place);
    let outside = snap(env.as_given(), GROUND, p(5.2, 2.2), 0.5, 3.0).expect("fits");
    assert!(outside.spot.point.x < 4.0, "{outside:?}");
    let inside = snap(env.as_given(), GROUND, p(4.5, 2.2), 0.5, 3.0).expect("fits");
    assert_eq!(inside.moved, 0.0);
    let no_other = snap(env.as_given(), GROUND, p(5.2, 2.2), 0.5, 1.0).expect("fits");
    assert!(no_other.spot.point.x > 4.2, "{no_other:?}");
}
