//! Small places and populations for the tests of the simulation.
#![allow(dead_code)] // The tests of the library use a part of it.
use populace_env::objects::object_kind;
use populace_env::{Area, AreaKind, BuildOptions, Environment, Floor, FloorId, Object, Outline, Place, build};
use populace_geom::Point;
use populace_mind::{Call, ExitChoice, Train, behaviours};
use populace_plan::Profile;
use populace_sim::{Arrivals, Body, Distribution, Mind, Perceiving, Population, Setup, Simulation};
use populace_steer::Steering;

pub fn ring(points: &[(f64, f64)]) -> Vec<Point> {
    points.iter().map(|&(x, y)| Point::new(x, y)).collect()
}

pub fn rectangle(x0: f64, y0: f64, x1: f64, y1: f64) -> Vec<Point> {
    ring(&[(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
}

/// Returns one floor with named areas.
pub fn place(outline: Vec<Point>, obstacles: &[Vec<Point>], areas: &[(&str, Vec<Point>)]) -> Environment {
    let mut floor = Floor::level("ground", 0.0);
    floor.walkable.push(Outline::new(outline, "walkable"));
    floor.obstacles.extend(obstacles.iter().map(|o| Outline::new(o.clone(), "obstacle")));
    let area = |(name, ring): &(&str, Vec<Point>)| Area {
        name: name.to_string(),
        kind: AreaKind::Region,
        floor: FloorId::new(0),
        outline: Outline::new(ring.clone(), "area"),
    };
    let place = Place { floors: vec![floor], areas: areas.iter().map(area).collect(), ..Place::default() };
    build(&place, &BuildOptions { body_width: 0.4, ..BuildOptions::default() }).expect("the place builds").environment
}

/// Returns people who are in one area at the start and leave through another.
pub fn leaving(count: u32, from: usize, to: usize) -> Population {
    Population {
        name: "walkers".into(),
        steering: steering(),
        planner: &populace_plan::PLANNERS[0],
        follower: &populace_sim::FOLLOWERS[0],
        profile: Profile { width: 0.4, ..Profile::default() },
        body: Body::default(),
        arrivals: vec![Arrivals::AtStart { count, areas: vec![from].into() }],
        journey: vec![behaviours::leave(vec![to as u32], ExitChoice::Nearest)],
        mind: Mind::default(),
    }
}

pub fn steering() -> Steering {
    steered(populace_steer::MODELS[0].name, serde_json::json!({}))
}

pub fn steered(model: &str, settings: serde_json::Value) -> Steering {
    let entry = populace_steer::model(model).expect("it is in the table");
    Steering::of(entry, settings).expect("they are within the limits")
}

pub fn setup(env: Environment, populations: Vec<Population>) -> Setup {
    Setup { seed: 7, routes_per_step: 4096, ..Setup::new(env, populations) }
}

/// Returns a setup in which everyone follows routes in another way.
pub fn following(mut setup: Setup, name: &str) -> Setup {
    let follower = populace_sim::follower(name).expect("it is in the table");
    setup.populations.iter_mut().for_each(|p| p.follower = follower);
    setup
}

/// Returns a corridor 3 m wide that turns left by a right angle, 12 m after its beginning; one pedestrian walks through
/// it.
pub fn corner() -> Setup {
    let outline = ring(&[(0.0, 0.0), (15.0, 0.0), (15.0, 15.0), (12.0, 15.0), (12.0, 3.0), (0.0, 3.0)]);
    let areas = [("in", rectangle(0.5, 0.5, 2.0, 2.5)), ("out", rectangle(12.0, 14.0, 15.0, 15.0))];
    setup(place(outline, &[], &areas), vec![leaving(1, 0, 1)])
}

/// Returns a platform with a track at which a train stops at 10 s, while people walk by.
pub fn halt() -> Setup {
    let mut floor = Floor::level("ground", 0.0);
    floor.walkable.push(Outline::new(rectangle(0.0, 0.0, 30.0, 6.0), "walkable"));
    let line = ring(&[(5.0, 0.0), (25.0, 0.0)]);
    let track = Object::new("track", object_kind("track").expect("a kind"), FloorId::new(0), line);
    let area = |name: &str, ring| Area {
        name: name.into(),
        kind: AreaKind::Region,
        floor: FloorId::new(0),
        outline: Outline::new(ring, "area"),
    };
    let areas = vec![area("west", rectangle(0.0, 0.0, 4.0, 6.0)), area("east", rectangle(26.0, 0.0, 30.0, 6.0))];
    let objects = vec![Object { is_line: true, ..track }];
    let place = Place { floors: vec![floor], areas, objects, ..Place::default() };
    let env = build(&place, &BuildOptions::default()).expect("the place builds").environment;
    let train = Train {
        name: "line".into(),
        track: 0,
        to: Vec::new(),
        cars: 1,
        car_length: 20.0,
        doors: 2,
        capacity: 6,
        aboard: 2,
        alighting: 1.0,
        boarding: 1.0,
        least_dwell: 20.0,
        delay: Distribution::Constant(0.0),
        calls: vec![Call { arrives: 10.0, departs: 40.0 }],
    };
    Setup { trains: vec![train], ..setup(env, vec![leaving(5, 0, 1)]) }
}

pub fn corridor(each: u32) -> Setup {
    let env = place(
        rectangle(0.0, 0.0, 40.0, 4.0),
        &[],
        &[
            ("west", rectangle(0.0, 0.0, 10.0, 4.0)),
            ("east", rectangle(30.0, 0.0, 40.0, 4.0)),
            ("west end", rectangle(0.0, 0.0, 1.0, 4.0)),
            ("east end", rectangle(39.0, 0.0, 40.0, 4.0)),
        ],
    );
    setup(env, vec![leaving(each, 0, 3), leaving(each, 1, 2)])
}

/// Returns a room of side 10 m with a door 1.2 m wide.
pub fn bottleneck(count: u32) -> Setup {
    let outline = ring(&[
        (0.0, 0.0),
        (10.0, 0.0),
        (10.0, 4.4),
        (10.4, 4.4),
        (10.4, 0.0),
        (16.0, 0.0),
        (16.0, 10.0),
        (10.4, 10.0),
        (10.4, 5.6),
        (10.0, 5.6),
        (10.0, 10.0),
        (0.0, 10.0),
    ]);
    let env =
        place(outline, &[], &[("room", rectangle(0.0, 0.0, 8.0, 10.0)), ("out", rectangle(14.0, 0.0, 16.0, 10.0))]);
    setup(env, vec![leaving(count, 0, 1)])
}

/// Returns two rooms joined by an alley of 0.7 m by 8 m, in which two bodies of 0.4 m cannot pass each other; people
/// are in both rooms.
pub fn alley(each: u32) -> Setup {
    let outline = ring(&[
        (0.0, 0.0),
        (10.0, 0.0),
        (10.0, 4.0),
        (18.0, 4.0),
        (18.0, 0.0),
        (28.0, 0.0),
        (28.0, 8.0),
        (18.0, 8.0),
        (18.0, 4.7),
        (10.0, 4.7),
        (10.0, 8.0),
        (0.0, 8.0),
    ]);
    let areas = [
        ("west", rectangle(3.0, 1.0, 9.0, 7.0)),
        ("east", rectangle(19.0, 1.0, 25.0, 7.0)),
        ("west end", rectangle(0.0, 0.0, 1.0, 8.0)),
        ("east end", rectangle(27.0, 0.0, 28.0, 8.0)),
    ];
    let mut populations = vec![leaving(each, 0, 3), leaving(each, 1, 2)];
    populations.iter_mut().for_each(|p| p.body.radius = constant(0.2));
    setup(place(outline, &[], &areas), populations)
}

/// Runs until everyone has left, or for a time, s.
pub fn run(simulation: &mut Simulation, seconds: f64) {
    while !simulation.is_over() && simulation.time() < seconds {
        simulation.step();
    }
}

/// Returns the perception `grid` with a fan of an angle, degrees.
pub fn fan(degrees: f64) -> Perceiving {
    perceiving("grid", serde_json::json!({ "range": 15, "most": 6, "fan_degrees": degrees }))
}

/// Returns the perception of a name with its settings.
pub fn perceiving(name: &str, settings: serde_json::Value) -> Perceiving {
    let entry = populace_sim::perception(name).expect("a line of the table");
    Perceiving::of(entry, settings).expect("within the limits")
}

pub fn constant(value: f64) -> Distribution {
    Distribution::Constant(value)
}

/// Returns streams that come in and cross, with waits and a choice of exits.
pub fn streams() -> Setup {
    let env = place(
        rectangle(0.0, 0.0, 20.0, 20.0),
        &[rectangle(9.0, 9.0, 11.0, 11.0)],
        &[
            ("west", rectangle(0.0, 8.0, 1.0, 12.0)),
            ("east", rectangle(19.0, 8.0, 20.0, 12.0)),
            ("south", rectangle(8.0, 0.0, 12.0, 1.0)),
            ("north", rectangle(8.0, 19.0, 12.0, 20.0)),
            ("corner", rectangle(15.0, 15.0, 19.0, 19.0)),
        ],
    );
    let rate =
        |area| Arrivals::Rate { per_second: 1.5, from: 0.0, until: 30.0, random: true, areas: vec![area].into() };
    let wait = behaviours::wait(Distribution::Uniform { least: 0.0, most: 3.0 });
    let shares = behaviours::leave(vec![1, 3], ExitChoice::Shares(vec![0.7, 0.3]));
    let least = behaviours::leave(vec![0, 1, 3], ExitChoice::LeastTime);
    let from_west =
        Population { arrivals: vec![rate(0)], journey: vec![behaviours::go_to(4), wait, shares], ..leaving(0, 0, 1) };
    let from_south = Population { arrivals: vec![rate(2)], journey: vec![least], ..leaving(0, 2, 3) };
    setup(env, vec![from_west, from_south])
}

/// Returns two rooms with a door between them and a way round; the door is shut after 10 s.
pub fn door_that_shuts() -> Setup {
    let mut floor = Floor::level("ground", 0.0);
    floor.walkable.push(Outline::new(rectangle(0.0, 0.0, 20.0, 12.0), "rooms"));
    floor.obstacles.push(Outline::new(rectangle(9.9, 0.0, 10.1, 3.0), "wall"));
    floor.obstacles.push(Outline::new(rectangle(9.9, 4.5, 10.1, 10.0), "wall"));
    let area = |name: &str, ring: Vec<Point>| Area {
        name: name.into(),
        kind: AreaKind::Region,
        floor: FloorId::new(0),
        outline: Outline::new(ring, "area"),
    };
    let door = populace_env::Link {
        name: "door".into(),
        kind: populace_env::LinkKind::Door {
            floors: [FloorId::new(0); 2],
            segment: populace_geom::Segment::new(Point::new(10.0, 3.0), Point::new(10.0, 4.5)),
            door: populace_env::Door::default(),
        },
        source: "door".into(),
    };
    let place = Place {
        floors: vec![floor],
        links: vec![door],
        areas: vec![area("room", rectangle(0.0, 0.0, 6.0, 8.0)), area("out", rectangle(18.0, 0.0, 20.0, 12.0))],
        ..Place::default()
    };
    let env = build(&place, &BuildOptions::default()).expect("the rooms build").environment;
    let link = env.link("door").expect("it has a door");
    let mut made = setup(env, vec![leaving(40, 0, 1)]);
    made.commands.push((8.0, populace_sim::Command::Shut(link)));
    made
}

/// Returns two storeys, 8 x 6 m each, with stairs along the east wall and a lift; people go up by both and down again.
pub fn tower(count: u32) -> Setup {
    let journey = vec![
        behaviours::go_to(1),
        behaviours::wait(Distribution::Uniform { least: 1.0, most: 5.0 }),
        behaviours::leave(vec![2], ExitChoice::Nearest),
    ];
    let on_foot = Profile { width: 0.4, lifts: false, name: "on foot", ..Profile::default() };
    let walkers = Population { profile: on_foot, journey: journey.clone(), ..leaving(count, 0, 2) };
    let profile = Profile { width: 0.4, stairs: false, name: "wheels", ..Profile::default() };
    let riders = Population { name: "riders".into(), profile, journey, ..leaving(count / 6, 0, 2) };
    setup(tower_place(&[]), vec![walkers, riders])
}

/// Returns the place of the tower with an obstacle on both storeys.
pub fn tower_with(obstacle: Vec<Point>) -> Environment {
    tower_place(&[obstacle])
}

fn tower_place(obstacles: &[Vec<Point>]) -> Environment {
    use populace_env::{FloorKind, Height, Lift, Link, LinkKind, Stairs};
    use populace_geom::Segment;
    let level = |name: &str, z: f64| {
        let mut floor = Floor::level(name, z);
        floor.walkable.push(Outline::new(rectangle(0.0, 0.0, 12.0, 8.0), "level"));
        floor.obstacles.extend(obstacles.iter().map(|o| Outline::new(o.clone(), "obstacle")));
        floor
    };
    let mut stairs = Floor::level("stairs", 0.0);
    stairs.kind = FloorKind::Stairs(Stairs::default());
    stairs.height = Height::Along(vec![(Point::new(9.0, 2.0), 0.0), (Point::new(9.0, 7.0), 3.0)]);
    stairs.walkable.push(Outline::new(rectangle(8.0, 2.0, 10.0, 7.0), "stairs"));
    let (ground, upper, flight) = (FloorId::new(0), FloorId::new(1), FloorId::new(2));
    let opening = |name: &str, floor, y: f64| Link {
        name: name.into(),
        kind: LinkKind::Opening {
            floors: [floor, flight],
            segment: Segment::new(Point::new(8.0, y), Point::new(10.0, y)),
            one_way: false,
        },
        source: "opening".into(),
    };
    let lift = Link {
        name: "lift".into(),
        kind: LinkKind::Lift {
            stops: vec![(ground, Point::new(1.0, 4.0)), (upper, Point::new(1.0, 4.0))],
            lift: Lift { capacity: 4, ..Lift::default() },
        },
        source: "lift".into(),
    };
    let area = |name: &str, floor, ring: Vec<Point>| Area {
        name: name.into(),
        kind: AreaKind::Region,
        floor,
        outline: Outline::new(ring, "area"),
    };
    let place = Place {
        floors: vec![level("ground", 0.0), level("upper", 3.0), stairs],
        links: vec![opening("foot", ground, 2.0), opening("head", upper, 7.0), lift],
        areas: vec![
            area("hall", ground, rectangle(2.0, 0.5, 7.0, 7.5)),
            area("office", upper, rectangle(2.0, 0.5, 7.0, 6.0)),
            area("exit", ground, rectangle(11.0, 0.0, 12.0, 8.0)),
        ],
        ..Place::default()
    };
    let options = BuildOptions { body_width: 0.4, ..BuildOptions::default() };
    build(&place, &options).expect("the tower builds").environment
}

/// Returns a concourse of two storeys, 60 x 50 m each, with pillars, two flights of stairs, two lifts, and a wall with
/// a door on the ground floor. People of both storeys go to the exit on the ground floor, and some people on wheels go
/// up by lift. The door shuts after 1 s. Everyone steers by `model`; each follower of the table has its own
/// populations.
pub fn concourse(model: &str, count: u32) -> Setup {
    let followers = populace_sim::FOLLOWERS;
    let each = count / (2 * followers.len() as u32) - 5;
    let mut populations = Vec::new();
    for follower in followers {
        let steering = steered(model, serde_json::json!({}));
        let walkers = |from| Population { follower, steering: steering.clone(), ..leaving(each, from, 3) };
        let profile = Profile { width: 0.4, stairs: false, name: "wheels", ..Profile::default() };
        let journey = vec![behaviours::go_to(1)];
        let arrivals = vec![Arrivals::AtStart { count: 10, areas: vec![2].into() }];
        populations.extend([walkers(0), walkers(1), Population { profile, journey, arrivals, ..walkers(2) }]);
    }
    let env = concourse_place();
    let door = env.link("door").expect("it has a door");
    let mut made = setup(env, populations);
    made.commands.push((1.0, populace_sim::Command::Shut(door)));
    made
}

fn concourse_place() -> Environment {
    use populace_env::{FloorKind, Height, Lift, Link, LinkKind, Stairs};
    use populace_geom::Segment;
    let (ground, upper) = (FloorId::new(0), FloorId::new(1));
    let pillars = (0..6).flat_map(|i| (0..5).map(move |k| (5.0 + 8.0 * f64::from(i), 5.0 + 10.0 * f64::from(k))));
    let pillars: Vec<_> = pillars.map(|(x, y)| Outline::new(rectangle(x, y, x + 0.6, y + 0.6), "pillar")).collect();
    let level = |name: &str, z: f64| {
        let mut floor = Floor::level(name, z);
        floor.walkable.push(Outline::new(rectangle(0.0, 0.0, 60.0, 50.0), "level"));
        floor.obstacles.extend(pillars.iter().cloned());
        floor
    };
    let mut floors = vec![level("ground", 0.0), level("upper", 4.0)];
    floors[0].obstacles.push(Outline::new(rectangle(55.0, 0.0, 55.3, 24.0), "wall"));
    floors[0].obstacles.push(Outline::new(rectangle(55.0, 26.0, 55.3, 40.0), "wall"));
    let link = |name: &str, kind| Link { name: name.into(), kind, source: "test".into() };
    let door = LinkKind::Door {
        floors: [ground; 2],
        segment: Segment::new(Point::new(55.1, 24.0), Point::new(55.1, 26.0)),
        door: populace_env::Door::default(),
    };
    let mut links = vec![link("door", door)];
    for (i, y) in [12.0, 32.0].into_iter().enumerate() {
        let mut stairs = Floor::level(format!("stairs {i}"), 0.0);
        stairs.kind = FloorKind::Stairs(Stairs::default());
        stairs.height = Height::Along(vec![(Point::new(53.0, y), 0.0), (Point::new(47.0, y), 4.0)]);
        stairs.walkable.push(Outline::new(rectangle(47.0, y - 1.5, 53.0, y + 1.5), "stairs"));
        let flight = FloorId::new(floors.len());
        floors.push(stairs);
        let opening = |floor, x: f64| LinkKind::Opening {
            floors: [floor, flight],
            segment: Segment::new(Point::new(x, y - 1.5), Point::new(x, y + 1.5)),
            one_way: false,
        };
        links.push(link(&format!("foot {i}"), opening(ground, 53.0)));
        links.push(link(&format!("head {i}"), opening(upper, 47.0)));
        let stop = Point::new(57.0, 10.0 + 30.0 * i as f64);
        let lift = Lift { capacity: 4, dwell: 1.0, ..Lift::default() };
        links.push(link(&format!("lift {i}"), LinkKind::Lift { stops: vec![(ground, stop), (upper, stop)], lift }));
    }
    let area = |name: &str, floor, ring: Vec<Point>| Area {
        name: name.into(),
        kind: AreaKind::Region,
        floor,
        outline: Outline::new(ring, "area"),
    };
    let areas = vec![
        area("hall", ground, rectangle(1.0, 1.0, 53.0, 49.0)),
        area("gallery", upper, rectangle(1.0, 1.0, 46.0, 49.0)),
        area("lobby", ground, rectangle(55.5, 6.0, 58.0, 14.0)),
        area("exit", ground, rectangle(58.0, 0.0, 60.0, 50.0)),
    ];
    let place = Place { floors, links, areas, ..Place::default() };
    let options = BuildOptions { body_width: 0.4, ..BuildOptions::default() };
    build(&place, &options).expect("the concourse builds").environment
}
