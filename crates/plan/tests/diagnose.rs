//! Where there is no route, the answer says why.

use crate::places::{Dice, built, change, door, level, link, p, places, random_spot, rectangle, tower};
use populace_env::{CellId, Doors, Environment, FloorId, Lift, LinkKind, Place, World};
use populace_geom::Point;
use populace_plan::{Atlas, Flat, Keys, Obstacles, PROFILES, Planner, Profile, Roadmap, Scratch, Spot, Why, why_not};

fn spot(env: &Environment, floor: u32, point: Point) -> Spot {
    let cell: CellId = env.locate(FloorId(floor), point, None).expect("walkable");
    Spot { cell, point }
}

fn ask(env: &Environment, profile: &str, from: (u32, Point), to: (u32, Point)) -> Obstacles {
    ask_now(env.as_given(), profile, from, to)
}

fn ask_now(world: World<'_>, profile: &str, from: (u32, Point), to: (u32, Point)) -> Obstacles {
    let map = Roadmap::of(world, &Profile::named(profile).expect("a profile"), Keys::default());
    why_not(Atlas { world, map: &map }, spot(&world, from.0, from.1), spot(&world, to.0, to.1))
}

/// Returns the doors as given, but for one that is shut.
fn shut(env: &Environment, name: &str) -> Doors {
    let mut doors = Doors::of(env);
    assert!(doors.set_door(env, env.link(name).expect("a door or lift"), false));
    doors
}

/// Builds two rooms of 5 m with a doorway of 1.2 m between them, a third behind a passage of 0.62 m, and a fourth apart
/// from all.
fn rooms() -> Environment {
    let outlines = vec![
        rectangle(0.0, 0.0, 5.0, 5.0),
        rectangle(5.0, 2.0, 5.2, 3.2),
        rectangle(5.2, 0.0, 10.2, 5.0),
        rectangle(10.2, 2.0, 11.2, 2.62),
        rectangle(11.2, 0.0, 16.2, 5.0),
        rectangle(20.0, 0.0, 25.0, 5.0),
    ];
    built(&Place {
        floors: vec![level("ground floor", 0.0, outlines)],
        links: vec![door("kitchen", 0, p(5.1, 2.0), p(5.1, 3.2), true)],
        ..Place::default()
    })
}

#[test]
fn a_shut_door_is_named() {
    let env = rooms();
    assert_eq!(ask(&env, "adult", (0, p(1.0, 1.0)), (0, p(9.0, 1.0))).list, []);
    let doors = shut(&env, "kitchen");
    let why = ask_now(World::new(&env, &doors), "adult", (0, p(1.0, 1.0)), (0, p(9.0, 1.0)));
    assert_eq!(why.to_string(), "door \"kitchen\" is shut");
}

#[test]
fn a_one_way_door_is_named() {
    let why = ask(&rooms(), "adult", (0, p(9.0, 1.0)), (0, p(1.0, 1.0)));
    assert_eq!(why.to_string(), "door \"kitchen\" may be passed the other way only");
}

/// The passage is 1 m long, with a narrow segment at either end. It is named once.
#[test]
fn a_narrow_passage_is_told_once_with_both_widths() {
    let why = ask(&rooms(), "wheelchair", (0, p(6.0, 1.0)), (0, p(15.0, 1.0)));
    assert_eq!(why.list.len(), 1, "{why}");
    let words = why.to_string();
    assert!(words.starts_with("the passage at (1") && words.contains(") on ground floor is 0.62 m wide"), "{words}");
    assert!(words.ends_with("the body needs more than 0.80 m"), "{words}");
}

#[test]
fn obstacles_come_in_the_order_of_the_way() {
    let env = rooms();
    let doors = shut(&env, "kitchen");
    let why = ask_now(World::new(&env, &doors), "wheelchair", (0, p(1.0, 1.0)), (0, p(15.0, 1.0)));
    assert!(
        matches!(why.list[..], [ref a, ref b] if a.why == Why::Shut && matches!(b.why, Why::Narrow { .. })),
        "{why}"
    );
}

#[test]
fn parts_that_nothing_joins_are_told_apart_with_their_gap() {
    let why = ask(&rooms(), "adult", (0, p(15.0, 1.0)), (0, p(21.0, 1.0)));
    let words = why.to_string();
    assert!(words.starts_with("nothing joins the two parts of ground floor; they come closest at (16.20, "), "{words}");
    assert!(words.ends_with("3.80 m apart in plan"), "{words}");
}

#[test]
fn stairs_escalators_and_lifts_are_told_by_profile() {
    let mut place = tower();
    place.links.retain(|l| l.name != "lift");
    let env = built(&place);
    let (ground, first, second) = ((0, p(19.0, 7.0)), (1, p(19.0, 7.0)), (2, p(19.0, 7.0)));
    assert_eq!(ask(&env, "wheelchair", ground, first).to_string(), "stairs \"stairs 1\" are not for wheelchair");
    assert_eq!(ask(&env, "adult", first, second).list, []);
    let mut only_escalator = place.clone();
    only_escalator.links.retain(|l| !l.name.ends_with(" 2"));
    let env = built(&only_escalator);
    assert_eq!(ask(&env, "luggage", first, second).to_string(), "escalator \"escalator\" is not for luggage");
    assert_eq!(ask(&env, "adult", second, first).to_string(), "escalator \"escalator\" runs the other way");
}

/// The stairs are in the way of a wheelchair as well, but only the lift can be put back into service.
#[test]
fn a_lift_out_of_service_goes_before_stairs() {
    let env = built(&tower());
    let (ground, first) = ((0, p(19.0, 7.0)), (1, p(19.0, 7.0)));
    assert_eq!(ask(&env, "wheelchair", ground, first).list, []);
    let doors = shut(&env, "lift");
    assert_eq!(
        ask_now(World::new(&env, &doors), "wheelchair", ground, first).to_string(),
        "lift \"lift\" is out of service"
    );
}

#[test]
fn a_lift_is_told_by_profile_and_by_width() {
    let floors = vec![
        level("low", 0.0, vec![rectangle(0.0, 0.0, 5.0, 5.0)]),
        level("high", 3.0, vec![rectangle(0.0, 0.0, 5.0, 5.0)]),
    ];
    let stops = vec![(FloorId(0), p(1.0, 1.0)), (FloorId(1), p(1.0, 1.0))];
    let with_doors = |door_width: f64| {
        let kind = LinkKind::Lift { stops: stops.clone(), lift: Lift { door_width, ..Lift::default() } };
        built(&Place { floors: floors.clone(), links: vec![link("lift", kind)], ..Place::default() })
    };
    let (low, high) = ((0, p(4.0, 4.0)), (1, p(4.0, 4.0)));
    assert_eq!(ask(&with_doors(0.9), "evacuee", low, high).to_string(), "lift \"lift\" is not for evacuee");
    let why = ask(&with_doors(0.7), "wheelchair", low, high);
    assert_eq!(why.to_string(), "lift \"lift\" is 0.70 m wide, the body needs more than 0.80 m");
}

/// Something is in the way exactly where flat search finds no route. Where only shut doors are in the way, opening them
/// gives a route.
#[test]
fn obstacles_are_told_exactly_where_there_is_no_route() {
    let (mut none, mut opened) = (0, 0);
    for (name, env) in places(700..900) {
        let mut doors = Doors::of(&env);
        let mut dice = Dice::new(3 + env.cell_count() as u64);
        for profile in PROFILES {
            let mut map = Roadmap::of(World::new(&env, &doors), profile, Keys::default());
            change(&env, &mut doors, &mut map, &mut dice);
            for _ in 0..20 {
                let (from, to) = (random_spot(&env, &mut dice), random_spot(&env, &mut dice));
                let atlas = Atlas { world: World::new(&env, &doors), map: &map };
                let found = Flat.plan(atlas, from, to, &mut Scratch::default());
                let why = why_not(atlas, from, to);
                assert_eq!(found.is_some(), why.list.is_empty(), "{name}, {}: {from:?} to {to:?}: {why}", profile.name);
                none += usize::from(found.is_none());
                if found.is_none() && why.list.iter().all(|o| o.why == Why::Shut) {
                    let mut doors = doors.clone();
                    for link in why.list.iter().filter_map(|o| env.link(o.name.as_deref()?)) {
                        doors.set_door(&env, link, true);
                    }
                    let map = Roadmap::of(World::new(&env, &doors), profile, Keys::default());
                    let atlas = Atlas { world: World::new(&env, &doors), map: &map };
                    assert!(Flat.plan(atlas, from, to, &mut Scratch::default()).is_some(), "{name}: {why}");
                    opened += 1;
                }
            }
        }
    }
    assert!(none > 1000 && opened > 50, "{none} without a route, {opened} opened");
}
