//! Every bundled scene is run to its end: nobody is in a wall, nobody is in somebody else, nobody is lost, nobody is stuck without
//! a cause. Each ends in the state of its golden hash.
//!
//! The tests compare bodies with walls and with each other by other means than the simulation does.

use crate::golden;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::golden::Ran;
use populace_geom::Point;
use populace_plan::Profile;
use populace_scenario::Scenario;
use populace_sim::{Setup, Simulation, Status};
use populace_traj::{Cause, EventKind};

/// The bundled scenes. A scene that is missing here, or a name without a scene, fails [`every_scene_is_run`].
const NAMES: [&str; 15] = [
    "bottleneck",
    "circle",
    "corner",
    "corridor",
    "counter_flow",
    "crossing",
    "hall",
    "kinds",
    "passing_driving_rule",
    "passing_minimal",
    "platform",
    "station",
    "three_floors",
    "town_square",
    "two_models",
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes")
}

#[test]
fn every_scene_is_run() {
    let entries = std::fs::read_dir(folder()).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = entries.filter_map(|n| n.strip_suffix(".scenario.toml").map(str::to_owned)).collect();
    names.sort();
    assert_eq!(names, NAMES);
    golden::check_names(&NAMES);
}

#[test]
fn bottleneck() {
    assert_eq!(run("bottleneck").stuck, 0);
}

#[test]
fn circle() {
    assert_eq!(run("circle").stuck, 0);
}

#[test]
fn corner() {
    let told = run("corner");
    assert_eq!((told.entered, told.stuck), (12, 0));
}

/// People use one object of every kind, and everyone gets what it came for.
#[test]
fn hall() {
    let told = run("hall");
    assert_eq!(told.stuck, 0);
}

/// People of several kinds meet their needs on the way, and everyone gets on.
#[test]
fn kinds() {
    let told = run("kinds");
    assert_eq!(told.stuck, 0);
}

/// Trains come and go on both sides of a platform, and a bus at the street.
#[test]
fn platform() {
    let told = run("platform");
    assert_eq!(told.stuck, 0);
}

#[test]
fn corridor() {
    assert_eq!(run("corridor").stuck, 0);
}

#[test]
fn counter_flow() {
    assert_eq!(run("counter_flow").stuck, 0);
}

#[test]
fn crossing() {
    assert_eq!(run("crossing").stuck, 0);
}

#[test]
fn passing() {
    assert_eq!(run("passing_driving_rule").stuck, 0);
    assert_eq!(run("passing_minimal").stuck, 0);
}

#[test]
fn station() {
    let told = run("station");
    assert_eq!(told.entered, 1000);
}

#[test]
fn three_floors() {
    run("three_floors");
}

#[test]
fn town_square() {
    assert_eq!(run("town_square").stuck, 0);
}

#[test]
fn two_models() {
    assert_eq!(run("two_models").stuck, 0);
}

#[test]
fn both_models_cross_in_both_directions() {
    let path = folder().join("two_models.scenario.toml");
    let scenario = Scenario::read(&path).unwrap_or_else(|e| panic!("{e}"));
    let models: Vec<_> = scenario.given().populations.iter().map(|p| p.steering.entry().name).collect();
    assert_ne!(models[0], models[1]);
    let mut simulation = Simulation::new(scenario.setup(None));
    // The pedestrians that were seen in the western and in the eastern fifth of the 40 m, by population.
    let mut seen = [[BTreeSet::new(), BTreeSet::new()], [BTreeSet::new(), BTreeSet::new()]];
    while !simulation.is_over() && simulation.time() < scenario.until().time {
        simulation.step();
        let people = simulation.people();
        for row in 0..people.len() {
            let (theirs, x) = (&mut seen[usize::from(people.population[row])], people.position[row].x);
            for (end, is_there) in [(0, x < 8.0), (1, x > 32.0)] {
                if is_there {
                    theirs[end].insert(people.id[row]);
                }
            }
        }
    }
    for (model, [west, east]) in models.iter().zip(&seen) {
        assert!(west.len() > 40, "{model}: {} came", west.len());
        assert_eq!(west, east, "{model}: whoever is seen at one end is seen at the other");
    }
}

/// The scenes of the default follower are run with the other follower: nobody is in a wall, nobody is lost.
#[test]
fn every_scene_by_platter_lift() {
    for name in NAMES {
        let path = folder().join(format!("{name}.scenario.toml"));
        let scenario = Scenario::read(&path).unwrap_or_else(|e| panic!("{e}"));
        let mut setup = scenario.setup(None);
        let lift = populace_sim::follower("platter-lift").expect("it is in the table");
        setup.populations.iter_mut().for_each(|p| p.follower = lift);
        run_to_the_end(name, setup, scenario.until().time);
    }
}

/// The reports of a run.
struct Told {
    ran: Ran,
    entered: u64,
    /// The number of times that a pedestrian was reported as stuck.
    stuck: u64,
}

/// Runs a scene until all people have left, and compares its end with the golden hash.
fn run(name: &str) -> Told {
    let path = folder().join(format!("{name}.scenario.toml"));
    let scenario = Scenario::read(&path).unwrap_or_else(|e| panic!("{e}"));
    let told = run_to_the_end(name, scenario.setup(None), scenario.until().time);
    golden::check(name, &told.ran);
    told
}

fn run_to_the_end(name: &str, setup: Setup, until: f64) -> Told {
    let profiles = setup.populations.iter().map(|p| p.profile.clone()).collect();
    let mut simulation = Simulation::new(setup);
    let (mut seen, mut hash) = (Watched { profiles, ..Watched::default() }, 0);
    while !simulation.is_over() && simulation.time() < until {
        let (step, mut stuck) = (simulation.steps(), 0);
        let report = simulation.step();
        hash = report.hash;
        for event in report.events {
            assert!(event.step == step, "{name}: an event of step {} in step {step}", event.step);
            assert!(event.kind != EventKind::NoWay, "{name}: {event:?}");
            if event.kind == EventKind::Stuck {
                assert!((event.subject as usize) < Cause::ALL.len(), "{name}: {event:?}");
                stuck += 1;
            }
        }
        seen.stuck += stuck;
        if simulation.steps().is_multiple_of(10) {
            seen.look(&simulation);
        }
        if simulation.steps().is_multiple_of(200) {
            check_census(name, &simulation);
        }
    }
    check_census(name, &simulation);
    let (census, counts) = (simulation.census(), simulation.counts());
    println!("{name}: {census:?}\n{counts:?}");
    assert!(simulation.is_over(), "{name}: someone is still inside: {census:?}");
    assert_eq!((census.entered, census.left, census.delayed), (census.expected, census.expected, 0), "{name}");
    assert_eq!((counts.in_wall, counts.contained), (0, 0), "{name}");
    assert!(counts.overlapping * 1000 < counts.pedestrian_steps, "{name}: {} overlaps", counts.overlapping);
    assert!(
        seen.deep * 1000 < seen.bodies,
        "{name}: {} of {} bodies more than 5 cm in another",
        seen.deep,
        seen.bodies
    );
    assert_eq!(counts.stuck, seen.stuck, "{name}: every time someone was stuck is an event");
    let ran = Ran { steps: simulation.steps(), hash, left: census.left };
    Told { ran, entered: census.entered, stuck: seen.stuck }
}

/// Checks that every pedestrian that came in has left or is inside, and that each pedestrian inside has a reason.
fn check_census(name: &str, simulation: &Simulation) {
    let census = simulation.census();
    assert_eq!(census.entered, census.left + census.inside, "{name}");
    assert_eq!(census.by_reason.iter().map(|r| r.1).sum::<u64>(), census.inside, "{name}");
}

/// The bodies that the test saw.
#[derive(Default)]
struct Watched {
    bodies: usize,
    /// The number of these that are more than 5 cm inside another body.
    deep: usize,
    stuck: u64,
    /// For each pedestrian that walks: the point from which it has moved at most a quarter of a metre, and since when. Within such a
    /// circle it gets half a metre farther at most once, so it is reported as stuck after twice 60 s at the latest.
    standing: BTreeMap<u32, (Point, f64)>,
    /// The profiles, by population.
    profiles: Vec<Profile>,
}

impl Watched {
    fn look(&mut self, simulation: &Simulation) {
        let (env, people) = (simulation.world(), simulation.people());
        let mut standing = BTreeMap::new();
        for row in 0..people.len() {
            let (id, cell, at) = (people.id[row], people.cell[row], people.position[row]);
            assert!(at.is_finite() && people.velocity[row].is_finite(), "{id} is nowhere");
            assert!(env.cell_contains(cell, at) || env.locate(env.cell_floor(cell), at, Some(cell)).is_some());
            assert!(env.has_room(cell, at, people.radius[row] - 0.001), "{id} is in a wall at {at:?}");
            let kind = &env.floors()[env.cell_floor(cell).index()].kind;
            let may_be_here = self.profiles[usize::from(people.population[row])].may_walk_on(kind);
            assert!(may_be_here, "{id} is on a floor that its profile does not walk on");
            if people.status[row] != Status::Walking {
                continue;
            }
            // Decisions are 0.1 s apart.
            let (now, track) = (simulation.time(), &people.track[row]);
            let is_told = track.stuck.is_some() || now - track.anchored <= 60.2;
            assert!(is_told, "{id} has not got on since {} s, without a cause", track.anchored);
            let here = (at, now);
            let (from, since) = self.standing.get(&id).copied().filter(|s| s.0.distance(at) <= 0.25).unwrap_or(here);
            // The time counts from the last report. A pedestrian that gets half a metre farther late is reported again 60 s after
            // that.
            let since = if track.stuck.is_some() { now } else { since };
            let is_told = now - since <= 121.0;
            assert!(is_told, "{id} has stood at {at:?} since {since} s, without a cause");
            standing.insert(id, (from, since));
        }
        self.standing = standing;
        self.bodies += people.len();
        self.deep += deep_overlaps(simulation);
    }
}

/// Counts the bodies that are more than 5 cm inside another body on their floor.
fn deep_overlaps(simulation: &Simulation) -> usize {
    let (env, people) = (simulation.world(), simulation.people());
    let mut rows: Vec<usize> = (0..people.len()).collect();
    rows.sort_by(|&a, &b| people.position[a].x.total_cmp(&people.position[b].x));
    let widest = people.radius.iter().copied().fold(0.0, f64::max);
    let floor = |row: usize| env.cell_floor(people.cell[row]);
    let is_deep = |a: usize, b: usize| {
        let limit = people.radius[a] + people.radius[b] - 0.05;
        floor(a) == floor(b) && people.position[a].distance(people.position[b]) < limit
    };
    let mut deep = vec![false; people.len()];
    for (i, &a) in rows.iter().enumerate() {
        let near = |b: &&usize| people.position[**b].x - people.position[a].x < 2.0 * widest;
        for &b in rows[i + 1..].iter().take_while(near) {
            if is_deep(a, b) {
                (deep[a], deep[b]) = (true, true);
            }
        }
    }
    deep.into_iter().filter(|&d| d).count()
}
