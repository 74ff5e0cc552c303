//! Doors that open and shut: nobody walks through a shut one, nobody vanishes behind it, and other exits are found.

use crate::support::*;
use populace_env::{
    Area, AreaKind, BuildOptions, Door, Environment, Floor, FloorId, Link, LinkKind, Outline, Place, build,
};
use populace_geom::{Point, Segment};
use populace_mind::{ExitChoice, behaviours};
use populace_plan::Spot;
use populace_sim::{Arrivals, Command, Placed, Population, Simulation};
use populace_traj::{EventKind, NOBODY};

/// Returns a room between two others, with a door to each. Areas: room, west, east.
fn three_rooms() -> Environment {
    three_rooms_with(&[], rectangle(0.0, 0.0, 2.0, 8.0))
}

/// The same rooms with obstacles, and with another area in the west.
fn three_rooms_with(obstacles: &[Vec<Point>], west: Vec<Point>) -> Environment {
    let mut floor = Floor::level("ground", 0.0);
    floor.walkable.push(Outline::new(rectangle(0.0, 0.0, 30.0, 8.0), "rooms"));
    for x in [10.0, 20.0] {
        floor.obstacles.push(Outline::new(rectangle(x - 0.1, 0.0, x + 0.1, 3.0), "wall"));
        floor.obstacles.push(Outline::new(rectangle(x - 0.1, 4.5, x + 0.1, 8.0), "wall"));
    }
    floor.obstacles.extend(obstacles.iter().map(|o| Outline::new(o.clone(), "obstacle")));
    let area = |(name, ring): (&str, Vec<Point>)| Area {
        name: name.into(),
        kind: AreaKind::Region,
        floor: FloorId::new(0),
        outline: Outline::new(ring, "area"),
    };
    let door = |(name, x): (&str, f64)| Link {
        name: name.into(),
        kind: LinkKind::Door {
            floors: [FloorId::new(0); 2],
            segment: Segment::new(Point::new(x, 3.0), Point::new(x, 4.5)),
            door: Door::default(),
        },
        source: "door".into(),
    };
    let areas = [("room", rectangle(12.0, 1.0, 18.0, 7.0)), ("west", west), ("east", rectangle(28.0, 0.0, 30.0, 8.0))];
    let place = Place {
        floors: vec![floor],
        links: [("west door", 10.0), ("east door", 20.0)].map(door).into(),
        areas: areas.map(area).into(),
        ..Place::default()
    };
    build(&place, &BuildOptions::default()).expect("the rooms build").environment
}

#[test]
fn people_behind_a_shut_door_wait_until_it_opens_and_walk_out() {
    let env = three_rooms();
    let (west, east) = (env.link("west door").expect("a door"), env.link("east door").expect("a door"));
    let mut made = setup(env, vec![leaving(10, 0, 1)]);
    // Another door shuts meanwhile, which concerns nobody.
    made.commands = vec![(0.0, Command::Shut(west)), (5.0, Command::Shut(east)), (20.0, Command::Open(west))];
    let mut simulation = Simulation::new(made);
    while simulation.time() < 20.0 {
        simulation.step();
    }
    let census = simulation.census();
    assert_eq!((census.left, census.inside, census.by_reason), (0, 10, vec![("no way", 10)]));
    run(&mut simulation, 100.0);
    assert!(simulation.is_over() && simulation.time() > 27.0, "{:?} {}", simulation.census(), simulation.time());
}

#[test]
fn who_goes_to_an_exit_that_is_shut_goes_to_another() {
    let env = three_rooms();
    let east = env.link("east door").expect("a door");
    let mut population = leaving(10, 0, 2);
    population.journey = vec![behaviours::leave(vec![1, 2], ExitChoice::LeastTime)];
    let mut made = setup(env, vec![population]);
    made.commands = vec![(0.5, Command::Shut(east))];
    let mut simulation = Simulation::new(made);
    let mut left = Vec::new();
    while !simulation.is_over() && simulation.time() < 120.0 {
        let events = simulation.step().events;
        left.extend(events.iter().filter(|e| e.kind == EventKind::Left).map(|e| e.subject));
        assert!(events.iter().all(|e| e.kind != EventKind::NoWay && (e.pedestrian != NOBODY || e.subject == east.0)));
    }
    assert!(simulation.is_over(), "{:?}", simulation.census());
    assert_eq!(left, vec![1; 10]);
}

#[test]
fn pedestrians_who_wait_for_routes_while_a_door_shuts_have_a_way_through_the_other() {
    let env = three_rooms();
    let east = env.link("east door").expect("a door");
    let mut population = leaving(30, 0, 2);
    population.journey = vec![behaviours::leave(vec![1, 2], ExitChoice::Nearest)];
    let mut made = setup(env, vec![population]);
    // One route for each decision: most pedestrians still wait for theirs when the door shuts.
    made.routes_per_step = 1;
    made.commands = vec![(0.5, Command::Shut(east))];
    let mut simulation = Simulation::new(made);
    let mut left = Vec::new();
    let mut given_up = Vec::new();
    while !simulation.is_over() && simulation.time() < 120.0 {
        let events = simulation.step().events;
        left.extend(events.iter().filter(|e| e.kind == EventKind::Left).map(|e| e.subject));
        given_up.extend(events.iter().filter(|e| e.kind == EventKind::NoWay).map(|e| e.pedestrian));
    }
    assert_eq!(given_up, Vec::<u32>::new(), "they have a way through the west door");
    assert_eq!(left, vec![1; 30]);
}

#[test]
fn pedestrians_who_drew_an_exit_without_a_way_draw_another() {
    let env = three_rooms();
    let east = env.link("east door").expect("a door");
    let mut population = leaving(10, 0, 2);
    population.journey = vec![behaviours::leave(vec![1, 2], ExitChoice::Shares(vec![0.5, 0.5]))];
    let mut made = setup(env, vec![population]);
    made.commands = vec![(0.0, Command::Shut(east))];
    let mut simulation = Simulation::new(made);
    run(&mut simulation, 120.0);
    assert!(simulation.is_over(), "{:?}", simulation.census());
}

/// Returns two rooms with a door 1.2 m wide between them: 60 people of the west room leave at the east end, until the
/// door shuts.
fn shut_on_a_crowd(model: &str, time: f64) -> Simulation {
    let mut floor = Floor::level("ground", 0.0);
    floor.walkable.push(Outline::new(rectangle(0.0, 0.0, 20.0, 6.0), "rooms"));
    floor.obstacles.push(Outline::new(rectangle(9.9, 0.0, 10.1, 2.4), "wall"));
    floor.obstacles.push(Outline::new(rectangle(9.9, 3.6, 10.1, 6.0), "wall"));
    let area = |(name, ring): (&str, Vec<Point>)| Area {
        name: name.into(),
        kind: AreaKind::Region,
        floor: FloorId::new(0),
        outline: Outline::new(ring, "area"),
    };
    let door = LinkKind::Door {
        floors: [FloorId::new(0); 2],
        segment: Segment::new(Point::new(10.0, 2.4), Point::new(10.0, 3.6)),
        door: Door::default(),
    };
    let place = Place {
        floors: vec![floor],
        links: vec![Link { name: "door".into(), kind: door, source: "door".into() }],
        areas: [("room", rectangle(0.0, 0.0, 8.0, 6.0)), ("out", rectangle(18.0, 0.0, 20.0, 6.0))].map(area).into(),
        ..Place::default()
    };
    let env = build(&place, &BuildOptions::default()).expect("the rooms build").environment;
    let door = env.link("door").expect("it has a door");
    let population = Population { steering: steered(model, serde_json::json!({})), ..leaving(60, 0, 1) };
    let mut made = setup(env, vec![population]);
    made.commands = vec![(time, Command::Shut(door))];
    Simulation::new(made)
}

#[test]
fn nobody_stands_in_the_leaf_of_a_door_that_shut() {
    let mut put_aside = 0;
    for model in populace_steer::MODELS.iter().map(|entry| entry.name) {
        for i in 0..60 {
            let time = 4.0 + 0.143 * f64::from(i);
            let mut simulation = shut_on_a_crowd(model, time);
            let mut sides = Vec::new();
            while simulation.time() < time + 3.0 {
                let people = simulation.people();
                let before: Vec<(u32, f64)> =
                    people.id.iter().copied().zip(people.position.iter().map(|p| p.x)).collect();
                let events = simulation.step().events;
                let has_shut = events.iter().any(|e| e.kind == EventKind::Shut);
                let moved: Vec<u32> =
                    events.iter().filter(|e| e.kind == EventKind::MovedAside).map(|e| e.pedestrian).collect();
                put_aside += moved.len();
                assert!(has_shut || moved.is_empty(), "they are put aside when the door shuts");
                if has_shut {
                    sides = before.iter().map(|&(id, x)| (id, x < 10.0)).collect();
                }
            }
            assert_eq!(simulation.counts().in_wall, 0, "{model}, shut at {time} s");
            for (id, is_west) in sides {
                let at = simulation.row(id).map(|row| simulation.people().position[row].x);
                assert!(
                    at.is_none_or(|x| (x < 10.0) == is_west),
                    "{model}, shut at {time} s: pedestrian {id} changed sides"
                );
            }
        }
    }
    assert!(put_aside > 20, "{put_aside} pedestrians stood in the door");
}

/// The tree of an exit used to have the spots that were free with the doors of the moment at which it was made: an obstacle made it
/// while the door was shut, and a resumed run made it while the door was open.
#[test]
fn a_run_goes_on_to_the_same_bits_after_an_obstacle_that_appeared_while_a_door_in_the_exit_was_shut() {
    // The exit reaches 15 cm through the doorway to the west: with the door shut, no body has room there.
    let exit = || rectangle(9.85, 3.3, 11.5, 4.2);
    let env = three_rooms_with(&[], exit());
    let west = env.link("west door").expect("a door");
    let blocked = three_rooms_with(&[rectangle(24.0, 1.0, 25.0, 2.0)], exit());
    let block = Command::Block { env: std::sync::Arc::new(blocked), floor: FloorId::new(0) };
    // They come from the west when the door is open again.
    let at = |y: f64| {
        let point = Point::new(4.0, y);
        let cell = env.locate(FloorId::new(0), point, None).expect("walkable");
        Placed { at: Spot { cell, point }, speed: None, goal: None }
    };
    let arrivals = vec![Arrivals::Placed([2.0, 4.0, 6.0].map(at).into())];
    let journey = vec![behaviours::wait(constant(5.0)), behaviours::leave(vec![1], ExitChoice::Nearest)];
    let mut made = setup(env, vec![Population { arrivals, journey, ..leaving(0, 0, 1) }]);
    made.commands = vec![(1.0, Command::Shut(west)), (2.0, block), (3.0, Command::Open(west))];
    let mut whole = Simulation::new(made.clone());
    while whole.time() < 4.0 {
        whole.step();
    }
    let mut resumed = Simulation::new(made);
    resumed.restore(&whole.snapshot()).expect("a snapshot of this setup");
    while !whole.is_over() && whole.time() < 30.0 {
        let (one, other) = (whole.step().hash, resumed.step().hash);
        assert_eq!(one, other, "at {} s", whole.time());
    }
    assert!(whole.is_over(), "{:?}", whole.census());
}
