//! Several floors, stairs, doors and lifts in one graph.

use populace_env::{
    BuildOptions, Built, Door, Doors, Environment, Floor, FloorId, FloorKind, Height, Lift, Link, LinkKind, Outline,
    Place, Stairs, World, build,
};
use populace_geom::{Point, Segment};

const UPPER: FloorId = FloorId(1);
const LOWER: FloorId = FloorId(0);

fn p(x: f64, y: f64) -> Point {
    Point::new(x, y)
}

fn rectangle(x0: f64, y0: f64, x1: f64, y1: f64) -> Outline {
    Outline::new(vec![p(x0, y0), p(x1, y0), p(x1, y1), p(x0, y1)], "rectangle")
}

fn level(name: &str, z: f64, outline: Outline) -> Floor {
    let mut floor = Floor::level(name, z);
    floor.walkable.push(outline);
    floor
}

fn opening(name: &str, floors: [u32; 2], a: Point, b: Point) -> Link {
    let kind = LinkKind::Opening { floors: floors.map(FloorId), segment: Segment::new(a, b), one_way: false };
    Link { name: name.into(), kind, source: String::new() }
}

/// Returns two storeys of 20 × 10 m above each other and a flight of stairs, 2 m wide, inside both outlines.
fn house() -> Place {
    let mut flight = level("stairs", 0.0, rectangle(8.0, 4.0, 13.0, 6.0));
    flight.kind = FloorKind::Stairs(Stairs::default());
    flight.height = Height::Along(vec![(p(8.0, 5.0), 0.0), (p(13.0, 5.0), 3.0)]);
    Place {
        floors: vec![
            level("ground", 0.0, rectangle(0.0, 0.0, 20.0, 10.0)),
            level("first", 3.0, rectangle(0.0, 0.0, 20.0, 10.0)),
            flight,
        ],
        links: vec![
            opening("foot", [0, 2], p(8.0, 4.0), p(8.0, 6.0)),
            opening("head", [2, 1], p(13.0, 4.0), p(13.0, 6.0)),
        ],
        ..Place::default()
    }
}

fn built(place: &Place) -> Built {
    let built = build(place, &BuildOptions::default()).expect("builds");
    built.validate().expect("valid");
    built
}

fn joined(env: &Environment, a: (FloorId, Point), b: (FloorId, Point)) -> bool {
    joined_now(env.as_given(), a, b)
}

fn joined_now(world: World<'_>, a: (FloorId, Point), b: (FloorId, Point)) -> bool {
    let cell = |(floor, p)| world.locate(floor, p, None).expect("walkable");
    world.topology(0.5).connects(cell(a), cell(b))
}

/// Rounding to millimetres lets the end of a flight cross the border of its level. The opening used to be parted there, and
/// flights of 0.86 m were closed to bodies of 0.5 m.
#[test]
fn a_flight_that_lies_askew_is_as_wide_as_it_was_drawn() {
    for degrees in 0..180 {
        let (sin, cos) = populace_geom::maths::sin_cos(f64::from(degrees).to_radians());
        let turned = |x: f64, y: f64| p(x * cos - y * sin, x * sin + y * cos);
        let box_of = |x0: f64, y0: f64, x1: f64, y1: f64| {
            Outline::new(vec![turned(x0, y0), turned(x1, y0), turned(x1, y1), turned(x0, y1)], "box")
        };
        let mut ramp = level("ramp", 0.0, box_of(10.0, 1.0, 16.0, 1.86));
        ramp.kind = FloorKind::Ramp;
        ramp.height = Height::Along(vec![(turned(10.0, 1.43), 0.0), (turned(16.0, 1.43), 0.5)]);
        let place = Place {
            floors: vec![
                level("below", 0.0, box_of(0.0, 0.0, 10.0, 4.0)),
                level("above", 0.5, box_of(16.0, 0.0, 26.0, 4.0)),
                ramp,
            ],
            links: vec![
                opening("foot", [0, 2], turned(10.0, 1.0), turned(10.0, 1.86)),
                opening("head", [2, 1], turned(16.0, 1.0), turned(16.0, 1.86)),
            ],
            ..Place::default()
        };
        let built = built(&place);
        assert!(built.sanitised.unjoined.is_empty(), "{degrees}°: {:?}", built.sanitised.unjoined);
        let widest = built.environment.as_given().widest((LOWER, turned(5.0, 2.0)), (UPPER, turned(21.0, 2.0)));
        assert!(widest.is_some_and(|width| (width - 0.86).abs() < 5e-3), "{degrees}°: {widest:?}");
    }
}

#[test]
fn stairs_inside_two_storeys_join_them() {
    let built = built(&house());
    let env = &built.environment;
    assert!(built.sanitised.unjoined.is_empty(), "{:?}", built.sanitised.unjoined);
    assert!(joined(env, (LOWER, p(1.0, 1.0)), (UPPER, p(19.0, 9.0))));
    // The footprint of the flight is cut out of both storeys: 2 × (200 − 10) + 10 m².
    assert!((env.walkable_area() - 390.0).abs() < 1e-6);
    assert_eq!(env.as_given().widest((LOWER, p(2.0, 5.0)), (UPPER, p(18.0, 5.0))), Some(2.0));
    assert!((env.height(FloorId(2), p(10.5, 4.5)) - 1.5).abs() < 1e-12);
}

#[test]
fn a_ray_climbs_the_stairs() {
    let built = built(&house());
    let env = &built.environment;
    let start = env.locate(LOWER, p(7.0, 5.0), None).expect("walkable");
    let end = env.as_given().ray(start, p(7.0, 5.0), p(15.0, 5.1));
    assert_eq!(end.wall, None);
    assert_eq!(env.cell_floor(end.cell), UPPER);
}

#[test]
fn a_level_that_ends_just_short_of_its_stairs_is_bridged() {
    let mut place = house();
    place.floors[0].walkable[0] = rectangle(0.0, 0.0, 7.7, 10.0);
    let built = built(&place);
    assert!(joined(&built.environment, (LOWER, p(1.0, 1.0)), (UPPER, p(19.0, 9.0))));
    assert!(built.sanitised.repairs.iter().any(|r| r.kind == populace_env::RepairKind::LinkGap));
}

#[test]
fn a_link_out_of_reach_is_reported_with_its_gap() {
    let mut place = house();
    place.floors[0].walkable[0] = rectangle(0.0, 0.0, 5.0, 10.0);
    let built = built(&place);
    let unjoined = &built.sanitised.unjoined;
    assert_eq!(unjoined.len(), 1);
    assert_eq!(unjoined[0].floor, LOWER);
    assert!((unjoined[0].gap - 3.0).abs() < 0.01, "{}", unjoined[0].gap);
}

/// Returns two rooms of 5 × 4 m with a doorway of 1.2 m in the wall between them.
fn two_rooms(door: Door) -> Place {
    let mut floor = level("ground", 0.0, rectangle(0.0, 0.0, 5.0, 4.0));
    floor.walkable.push(rectangle(5.2, 0.0, 10.2, 4.0));
    floor.walkable.push(rectangle(5.0, 1.4, 5.2, 2.6));
    let kind = LinkKind::Door { floors: [LOWER, LOWER], segment: Segment::new(p(5.1, 1.6), p(5.1, 2.4)), door };
    Place {
        floors: vec![floor],
        links: vec![Link { name: "door".into(), kind, source: String::new() }],
        ..Place::default()
    }
}

#[test]
fn opening_and_closing_a_door_changes_the_answer_without_a_rebuild() {
    let env = built(&two_rooms(Door::default())).environment;
    let mut doors = Doors::of(&env);
    let (left, right) = ((LOWER, p(1.0, 2.0)), (LOWER, p(9.0, 2.0)));
    let door = env.link("door").expect("a door");
    let start = env.locate(LOWER, left.1, None).expect("walkable");
    let open = World::new(&env, &doors);
    assert!(joined_now(open, left, right));
    assert!(open.sees(start, left.1, right.1));
    assert!(doors.set_door(&env, door, false));
    let shut = World::new(&env, &doors);
    assert!(!joined_now(shut, left, right));
    assert!(!shut.sees(start, left.1, right.1));
    assert_eq!(shut.widest(left, right), None);
    assert!(doors.set_door(&env, door, true));
    // The leaf was extended to both jambs.
    let open = World::new(&env, &doors);
    assert!((open.widest(left, right).expect("open") - 1.2).abs() < 1e-9);
}

#[test]
fn doors_are_state_beside_an_environment_that_never_changes() {
    let env = built(&two_rooms(Door { open: false, ..Door::default() })).environment;
    let door = env.link("door").expect("a door");
    let given = Doors::of(&env);
    let mut doors = given.clone();
    assert!(!doors.is_open(door) && doors.fits(&env));
    assert!(doors.set_door(&env, door, true));
    assert!(doors.is_open(door) && !given.is_open(door) && !env.as_given().is_open(door));
    // Setting it to what it is changes nothing.
    let opened = doors.clone();
    assert!(doors.set_door(&env, door, true));
    assert_eq!(doors, opened);
    assert!(Doors::all_open(&env).is_open(door));
}

#[test]
fn only_doors_and_lifts_can_be_shut() {
    let env = built(&house()).environment;
    let mut doors = Doors::of(&env);
    let foot = env.link("foot").expect("an opening");
    assert!(!doors.set_door(&env, foot, false) && doors.is_open(foot));
    assert!(!doors.set_door(&env, populace_env::LinkId(99), false), "there is no such link");
    assert_eq!(doors, Doors::of(&env));
    let other = built(&two_rooms(Door::default())).environment;
    assert!(!doors.fits(&other), "another place has another number of links");
}

#[test]
fn opening_hours_follow_the_time_of_day() {
    let door = Door { hours: vec![(8.0 * 3600.0, 18.0 * 3600.0)], ..Door::default() };
    let env = built(&two_rooms(door)).environment;
    let door = env.link("door").expect("a door");
    let mut doors = Doors::of(&env);
    doors.set_time_of_day(&env, 7.0 * 3600.0);
    assert!(!doors.is_open(door));
    doors.set_time_of_day(&env, 12.0 * 3600.0);
    assert!(doors.is_open(door));
}

#[test]
fn a_one_way_door_is_passed_from_its_left_to_its_right() {
    // The leaf points up (a → b is +y), so its left is the room at smaller x.
    let env = built(&two_rooms(Door { one_way: true, ..Door::default() })).environment;
    let (left, right) = ((LOWER, p(1.0, 2.0)), (LOWER, p(9.0, 2.0)));
    assert!(env.as_given().widest(left, right).is_some());
    assert_eq!(env.as_given().widest(right, left), None);
}

#[test]
fn a_lift_joins_its_stops() {
    let mut place = house();
    place.links = vec![Link {
        name: "lift".into(),
        kind: LinkKind::Lift { stops: vec![(LOWER, p(2.0, 2.0)), (UPPER, p(2.0, 2.0))], lift: Lift::default() },
        source: String::new(),
    }];
    let env = built(&place).environment;
    assert!(joined(&env, (LOWER, p(1.0, 1.0)), (UPPER, p(19.0, 9.0))));
    let wheelchair_too_wide = env.as_given().topology(1.0);
    let cell = |floor| env.locate(floor, p(1.0, 1.0), None).expect("walkable");
    assert!(!wheelchair_too_wide.connects(cell(LOWER), cell(UPPER)));
}

#[test]
fn a_lift_out_of_service_joins_nothing_until_it_is_back() {
    let mut place = house();
    let kind = LinkKind::Lift { stops: vec![(LOWER, p(2.0, 2.0)), (UPPER, p(2.0, 2.0))], lift: Lift::default() };
    place.links = vec![Link { name: "lift".into(), kind, source: String::new() }];
    let env = built(&place).environment;
    let mut doors = Doors::of(&env);
    let (below, above) = ((LOWER, p(1.0, 1.0)), (UPPER, p(19.0, 9.0)));
    let lift = env.link("lift").expect("a lift");
    assert!(doors.set_door(&env, lift, false) && !doors.is_open(lift));
    let out_of_service = World::new(&env, &doors);
    assert!(!joined_now(out_of_service, below, above));
    assert_eq!(out_of_service.widest(below, above), None);
    assert!(doors.set_door(&env, lift, true));
    assert!(joined_now(World::new(&env, &doors), below, above));
}

#[test]
fn a_door_leaf_along_a_wall_is_reported() {
    let mut place = two_rooms(Door::default());
    let kind = LinkKind::Door {
        floors: [LOWER, LOWER],
        segment: Segment::new(p(0.2, 0.0), p(4.8, 0.0)),
        door: Door::default(),
    };
    place.links[0].kind = kind;
    assert_eq!(built(&place).sanitised.unjoined.len(), 1);
}

#[test]
fn of_two_links_on_one_edge_the_second_is_reported_with_the_first() {
    let mut place = house();
    place.links.push(opening("again", [0, 2], p(8.0, 4.5), p(8.0, 5.5)));
    let built = built(&place);
    assert!(joined(&built.environment, (LOWER, p(1.0, 1.0)), (UPPER, p(19.0, 9.0))));
    assert_eq!(built.sanitised.unjoined.len(), 1);
    assert_eq!(built.sanitised.unjoined[0].taken_by, built.environment.link("foot"));
}

#[test]
fn crossing_doors_do_not_refuse_the_place() {
    let mut place = two_rooms(Door::default());
    for (name, a, b) in [("first", p(0.0, 1.0), p(5.0, 1.2)), ("second", p(2.0, 0.0), p(2.2, 4.0))] {
        let kind = LinkKind::Door { floors: [LOWER, LOWER], segment: Segment::new(a, b), door: Door::default() };
        place.links.push(Link { name: name.into(), kind, source: String::new() });
    }
    let built = built(&place);
    assert_eq!(built.sanitised.unjoined.len(), 1);
    assert_eq!(built.sanitised.unjoined[0].taken_by, built.environment.link("first"));
}

#[test]
fn a_shut_door_is_a_wall_for_clearance_too() {
    let env = built(&two_rooms(Door::default())).environment;
    let mut doors = Doors::of(&env);
    let at = p(4.8, 2.0);
    let open = env.as_given().nearest_wall(LOWER, at, 10.0).expect("walls").distance;
    let door = env.link("door").expect("a door");
    doors.set_door(&env, door, false);
    let shut = World::new(&env, &doors).nearest_wall(LOWER, at, 10.0).expect("walls").distance;
    assert!((open - 0.632).abs() < 0.01 && (shut - 0.3).abs() < 1e-9, "{open} {shut}");
}

#[test]
fn a_lift_stop_out_of_reach_is_reported() {
    let mut place = house();
    let stops = vec![(LOWER, p(2.0, 2.0)), (UPPER, p(50.0, 2.0))];
    place.links = vec![Link {
        name: "lift".into(),
        kind: LinkKind::Lift { stops, lift: Lift::default() },
        source: String::new(),
    }];
    let built = built(&place);
    assert_eq!(built.sanitised.unjoined.len(), 1);
    assert!((built.sanitised.unjoined[0].gap - 30.0).abs() < 1e-9);
}

#[test]
fn a_ray_does_not_fold_back_onto_a_floor_below() {
    let place = Place {
        floors: vec![
            level("below", 0.0, rectangle(0.0, 0.0, 10.0, 5.0)),
            level("above", 3.0, rectangle(5.0, 0.0, 10.0, 5.0)),
        ],
        links: vec![opening("fold", [0, 1], p(10.0, 1.0), p(10.0, 4.0))],
        ..Place::default()
    };
    let env = built(&place).environment;
    let start = env.locate(LOWER, p(2.0, 2.0), None).expect("walkable");
    let end = env.as_given().ray(start, p(2.0, 2.0), p(20.0, 2.0));
    assert!(end.wall.is_some());
    assert!((end.point.x - 10.0).abs() < 1e-9);
}
