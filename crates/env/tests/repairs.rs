//! Every kind of repair: the smallest input that needs it, and where it is reported.

use populace_env::{BuildError, BuildOptions, Built, Floor, Outline, Place, RepairKind, Wall, build};
use populace_geom::{Point, maths};

fn outline(points: &[(f64, f64)]) -> Outline {
    Outline::new(points.iter().map(|&(x, y)| Point::new(x, y)).collect(), "outline")
}

fn square(x: f64, y: f64, size: f64) -> Outline {
    outline(&[(x, y), (x + size, y), (x + size, y + size), (x, y + size)])
}

/// Returns a room of 20 × 20 m with these obstacles.
fn room(obstacles: Vec<Outline>) -> Place {
    let mut floor = Floor::level("room", 0.0);
    floor.walkable.push(square(0.0, 0.0, 20.0));
    floor.obstacles = obstacles;
    Place { floors: vec![floor], ..Place::default() }
}

fn built(place: &Place) -> Built {
    let built = build(place, &BuildOptions::default()).expect("repairable");
    built.validate().expect("valid");
    built
}

/// Returns the kinds of repair made, and the walkable area that is left.
fn repaired(obstacles: Vec<Outline>) -> (Vec<(RepairKind, Point)>, f64) {
    let built = built(&room(obstacles));
    let repairs = built.sanitised.repairs.iter().map(|r| (r.kind, r.at)).collect();
    (repairs, built.environment.walkable_area())
}

fn assert_one(obstacles: Vec<Outline>, kind: RepairKind, at: (f64, f64), area: f64) {
    let (repairs, left) = repaired(obstacles);
    assert_eq!(repairs, vec![(kind, Point::new(at.0, at.1))]);
    assert!((left - area).abs() < 1e-6, "{left} m² left instead of {area}");
}

#[test]
fn a_clean_room_needs_no_repair() {
    assert_eq!(repaired(vec![square(5.0, 5.0, 1.0)]), (vec![], 399.0));
}

#[test]
fn a_clockwise_ring_is_turned() {
    assert_one(
        vec![outline(&[(5.0, 5.0), (5.0, 6.0), (6.0, 6.0), (6.0, 5.0)])],
        RepairKind::Winding,
        (5.0, 5.0),
        399.0,
    );
}

#[test]
fn a_repeated_point_is_dropped() {
    let ring = outline(&[(5.0, 5.0), (6.0, 5.0), (6.0, 5.0), (6.0, 6.0), (5.0, 6.0)]);
    assert_one(vec![ring], RepairKind::DuplicatePoint, (6.0, 5.0), 399.0);
}

#[test]
fn an_edge_below_a_millimetre_is_dropped() {
    let ring = outline(&[(5.0, 5.0), (6.0, 5.0), (6.0001, 5.0), (6.0, 6.0), (5.0, 6.0)]);
    assert_one(vec![ring], RepairKind::ZeroLengthEdge, (6.0, 5.0), 399.0);
}

#[test]
fn a_spike_is_cut() {
    let ring = outline(&[(5.0, 5.0), (6.0, 5.0), (6.0, 6.0), (6.0, 9.0), (6.0, 6.0), (5.0, 6.0)]);
    let (repairs, left) = repaired(vec![ring]);
    assert!(repairs.iter().all(|r| r.0 == RepairKind::Spike) && !repairs.is_empty(), "{repairs:?}");
    assert!((left - 399.0).abs() < 1e-6);
}

#[test]
fn a_bow_tie_becomes_two_triangles() {
    let ring = outline(&[(5.0, 5.0), (7.0, 7.0), (7.0, 5.0), (5.0, 7.0)]);
    assert_one(vec![ring], RepairKind::SelfIntersection, (6.0, 6.0), 398.0);
}

#[test]
fn an_outline_without_area_is_ignored() {
    assert_one(vec![outline(&[(5.0, 5.0), (6.0, 5.0)])], RepairKind::Degenerate, (5.0, 5.0), 400.0);
}

#[test]
fn a_hole_outside_its_outline_is_ignored() {
    let mut block = square(5.0, 5.0, 1.0);
    block.holes.push(outline(&[(8.0, 8.0), (8.0, 9.0), (9.0, 9.0), (9.0, 8.0)]).outer);
    assert_one(vec![block], RepairKind::HoleOutside, (8.0, 8.0), 399.0);
}

#[test]
fn a_courtyard_stays_walkable() {
    let mut block = square(5.0, 5.0, 5.0);
    block.holes.push(outline(&[(6.0, 6.0), (6.0, 9.0), (9.0, 9.0), (9.0, 6.0)]).outer);
    let built = built(&room(vec![block]));
    assert_eq!(built.sanitised.repairs, vec![]);
    assert!((built.environment.walkable_area() - 384.0).abs() < 1e-6);
    assert_eq!(built.topology.component_count(), 2);
}

#[test]
fn a_party_wall_disappears() {
    let (repairs, left) = repaired(vec![square(5.0, 5.0, 1.0), square(6.0, 5.0, 1.0)]);
    assert!(repairs.iter().any(|r| r.0 == RepairKind::PartyWall), "{repairs:?}");
    assert!((left - 398.0).abs() < 1e-6);
}

#[test]
fn obstacles_that_touch_in_a_corner_are_kept_apart_from_each_other_only_there() {
    let (repairs, left) = repaired(vec![square(5.0, 5.0, 1.0), square(6.0, 6.0, 1.0)]);
    assert!(repairs.iter().all(|r| r.0 == RepairKind::Touch) && repairs.len() == 1, "{repairs:?}");
    assert!((left - 398.0).abs() < 1e-6);
}

#[test]
fn overlapping_obstacles_are_united() {
    let (repairs, left) = repaired(vec![square(5.0, 5.0, 2.0), square(6.0, 6.0, 2.0)]);
    assert_eq!(repairs.iter().filter(|r| r.0 == RepairKind::Overlap).count(), 1);
    assert!((left - 393.0).abs() < 1e-6);
}

#[test]
fn obstacles_at_the_border_become_part_of_it() {
    let (repairs, left) = repaired(vec![square(0.0, 5.0, 1.0)]);
    assert_eq!(repairs.iter().map(|r| r.0).collect::<Vec<_>>(), vec![RepairKind::BorderTouch]);
    assert!((left - 399.0).abs() < 1e-6);
    let (repairs, left) = repaired(vec![square(-0.5, 5.0, 1.0)]);
    assert_eq!(repairs.iter().map(|r| r.0).collect::<Vec<_>>(), vec![RepairKind::AcrossBorder]);
    assert!((left - 399.5).abs() < 1e-6);
}

#[test]
fn an_obstacle_outside_is_ignored() {
    assert_one(vec![square(30.0, 5.0, 1.0)], RepairKind::ObstacleOutside, (30.0, 5.0), 400.0);
}

#[test]
fn slivers_are_removed() {
    // Two blocks leave a gap of 4 mm between them, closed at both ends.
    let blocks = vec![
        square(5.0, 5.0, 1.0),
        square(6.004, 5.0, 1.0),
        outline(&[(5.0, 4.0), (7.1, 4.0), (7.1, 5.0), (5.0, 5.0)]),
        outline(&[(5.0, 6.0), (7.1, 6.0), (7.1, 7.0), (5.0, 7.0)]),
    ];
    let (repairs, _) = repaired(blocks);
    assert_eq!(repairs.iter().filter(|r| r.0 == RepairKind::Sliver).count(), 1, "{repairs:?}");
}

#[test]
fn a_wall_drawn_as_a_line_parts_the_room() {
    let mut place = room(vec![]);
    let line = vec![Point::new(10.0, -1.0), Point::new(10.0, 21.0)];
    place.floors[0].walls.push(Wall { line, thickness: 0.1, source: "wall".into() });
    let built = built(&place);
    assert_eq!(built.topology.component_count(), 2);
    assert!((built.environment.walkable_area() - 398.0).abs() < 1e-6);
}

#[test]
fn a_room_full_of_obstacles_is_an_error() {
    let error: BuildError = build(&room(vec![square(-1.0, -1.0, 30.0)]), &BuildOptions::default()).unwrap_err();
    assert!(error.what.contains("empty"), "{error}");
}

#[test]
fn impossible_coordinates_are_errors_that_name_the_item() {
    for (x, y) in [(f64::NAN, 0.0), (0.0, f64::INFINITY), (1e12, 0.0)] {
        let error =
            build(&room(vec![outline(&[(x, y), (1.0, 1.0), (2.0, 5.0)])]), &BuildOptions::default()).unwrap_err();
        assert!(error.location.contains("room") && error.location.contains("outline"), "{error}");
        assert!(!error.hint.is_empty());
    }
}

#[test]
fn too_many_vertices_are_refused_before_any_work() {
    let ring = (0..2_000).map(|i| (f64::from(i % 50), f64::from(i / 50))).collect::<Vec<_>>();
    let options = BuildOptions { max_vertices: 1_000, ..BuildOptions::default() };
    let error = build(&room(vec![outline(&ring)]), &options).unwrap_err();
    assert!(error.what.contains("2004 vertices"), "{error}");
}

#[test]
fn a_ring_that_crosses_itself_everywhere_is_refused_or_repaired_but_never_hangs() {
    // 3,000 spokes through one small middle: several million crossings.
    let ring: Vec<(f64, f64)> = (0..3_000)
        .map(|i| {
            let angle = f64::from(i) * 2.399_963;
            (10.0 + 8.0 * maths::cos(angle), 10.0 + 8.0 * maths::sin(angle))
        })
        .collect();
    let _ = build(&room(vec![outline(&ring)]), &BuildOptions::default());
}

#[test]
fn two_floors_of_one_name_are_an_error() {
    let mut place = room(vec![]);
    place.floors.push(place.floors[0].clone());
    assert!(build(&place, &BuildOptions::default()).unwrap_err().to_string().contains("room"));
}

#[test]
fn a_wall_without_thickness_still_parts_what_it_stands_in() {
    let mut place = room(vec![]);
    place.floors[0].walls.push(Wall {
        line: vec![Point::new(3.0, 1.0), Point::new(3.0, 4.0)],
        thickness: 0.0,
        source: "wall".into(),
    });
    let built = built(&place);
    let env = &built.environment;
    let cell = env.locate(populace_env::FloorId(0), Point::new(2.0, 2.0), None).expect("walkable");
    assert!(!env.as_given().sees(cell, Point::new(2.0, 2.0), Point::new(4.0, 2.0)));
}

#[test]
fn a_comb_of_long_teeth_is_cleaned_in_passing() {
    // 2,000 teeth of 1 km at 1 cm: long parallel edges that a square grid cannot part.
    let ring: Vec<(f64, f64)> = (0..4_000)
        .map(|i| (if (i / 2) % 2 == 0 { 0.0 } else { 1000.0 }, f64::from(i / 2) * 0.01 + f64::from(i % 2) * 0.01))
        .chain([(2000.0, 40.0), (2000.0, 0.0)])
        .collect();
    let _ = build(&room(vec![outline(&ring)]), &BuildOptions::default());
}

#[test]
fn many_outlines_through_one_point_are_refused() {
    let fan: Vec<Outline> = (0..3_000)
        .map(|i| {
            let angle = f64::from(i) * 0.002;
            let at = |a: f64| (10.0 + 5.0 * maths::cos(a), 10.0 + 5.0 * maths::sin(a));
            outline(&[(10.0, 10.0), at(angle), at(angle + 0.001)])
        })
        .collect();
    assert!(build(&room(fan), &BuildOptions::default()).unwrap_err().what.contains("meet each other"));
}
