//! Ten thousand people in the old town of Barcelona, ten minutes of simulated time: nobody in a wall, nobody in anybody, nobody lost.
//!
//! The checks do not use what the simulation says of itself: bodies against walls by `has_room`, against each other by a grid.

use std::collections::BTreeMap;
use std::sync::Arc;

use populace_env::{BuildOptions, CellId, Environment, build};
use populace_geom::{Draws, Point, point_in_triangle_fan};
use populace_plan::{Profile, Spot};
use populace_sim::{Arrivals, Body, Distribution, Perception, Placed, Population, Setup, Simulation, Timing};
use populace_traj::EventKind;

const PEOPLE: u64 = 10_000;
const RADIUS: f64 = 0.2;
const SECONDS: f64 = 600.0;

#[test]
fn ten_thousand_people_walk_through_barcelona_for_ten_minutes() {
    let Some(data) = city() else {
        println!("skipped: no data folder (POPULACE_DATA)");
        return;
    };
    let place = populace_ingest::read(&data, &populace_ingest::Options::default()).expect("the city is read");
    let options = BuildOptions { body_width: 2.0 * RADIUS, ..BuildOptions::default() };
    let env = build(&place, &options).expect("the city is built").environment;
    let mut simulation = Simulation::new(setup(env));
    let (mut stuck, mut no_way) = (0, 0);
    while simulation.time() < SECONDS {
        let report = simulation.step();
        for event in report.events {
            stuck += u64::from(event.kind == EventKind::Stuck);
            no_way += u64::from(event.kind == EventKind::NoWay);
        }
        assert_eq!(report.counts.contained, 0, "something was not finite");
        if report.step.is_multiple_of(200) {
            check(&simulation);
        }
    }
    let (census, counts) = (simulation.census(), simulation.counts());
    println!("{census:?}\n{counts:?}");
    assert_eq!(census.entered, PEOPLE);
    assert_eq!(census.entered, census.left + census.inside, "nobody is lost");
    assert_eq!(census.by_reason.iter().map(|r| r.1).sum::<u64>(), census.inside, "everyone inside has a reason");
    assert_eq!((counts.in_wall, no_way), (0, 0));
    assert!(counts.overlapping * 1000 < counts.pedestrian_steps, "{} overlaps", counts.overlapping);
    // Alleys as narrow as 0.6 m hold up whoever meets someone there, and who queues behind them; each is reported with its cause. Who is
    // pushed to and fro counts, since getting on is measured along the way.
    assert_eq!(stuck, counts.stuck);
    assert!(stuck < PEOPLE / 100, "{stuck} times someone was stuck for a minute");
    let stuck_now: u64 = census.by_reason.iter().filter(|r| r.0.starts_with("stuck")).map(|r| r.1).sum();
    assert!(stuck_now < PEOPLE / 200, "{stuck_now} are stuck at the end");
    assert!(census.left > PEOPLE / 4, "people arrive");
}

fn city() -> Option<std::path::PathBuf> {
    let beside = || std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = std::env::var_os("POPULACE_DATA").map_or_else(beside, std::path::PathBuf::from);
    Some(folder.join("city/barcelona_oldtown_1400m_buildings_m.geojson")).filter(|file| file.exists())
}

fn check(simulation: &Simulation) {
    let (env, people) = (simulation.env(), simulation.people());
    for row in 0..people.len() {
        let (cell, at) = (people.cell[row], people.position[row]);
        assert!(at.is_finite() && people.velocity[row].is_finite());
        assert!(env.cell_contains(cell, at) || env.locate(env.cell_floor(cell), at, Some(cell)).is_some());
        assert!(env.has_room(cell, at, RADIUS - 0.001), "{} is in a wall at {at:?}", people.id[row]);
    }
    let deep = deep_overlaps(&people.position);
    assert!(deep * 1000 < people.len(), "{deep} bodies are more than 5 cm in another");
}

/// Bodies that are more than 5 cm in another.
fn deep_overlaps(position: &[Point]) -> usize {
    let tile = |p: Point| ((p.x / 0.4).floor() as i64, (p.y / 0.4).floor() as i64);
    let mut tiles: BTreeMap<(i64, i64), Vec<usize>> = BTreeMap::new();
    position.iter().enumerate().for_each(|(i, &p)| tiles.entry(tile(p)).or_default().push(i));
    let limit = 2.0 * RADIUS - 0.05;
    let is_deep = |i: usize| {
        let (x, y) = tile(position[i]);
        (x - 1..=x + 1).flat_map(|x| (y - 1..=y + 1).map(move |y| (x, y))).any(|key| {
            let others = tiles.get(&key).map(Vec::as_slice).unwrap_or_default();
            others.iter().any(|&other| other != i && position[other].distance(position[i]) < limit)
        })
    };
    (0..position.len()).filter(|&i| is_deep(i)).count()
}

fn setup(env: Environment) -> Setup {
    let people = (0..PEOPLE).map(|i| Placed { at: spot(&env, 2 * i), speed: None, goal: Some(spot(&env, 2 * i + 1)) });
    let model = (populace_steer::MODELS[0].make)(&serde_json::json!({})).expect("defaults are fine");
    let population = Population {
        name: "walkers".into(),
        model: Arc::from(model),
        follower: &populace_sim::FOLLOWERS[0],
        profile: Profile { width: 2.0 * RADIUS, ..Profile::default() },
        body: Body { radius: Distribution::Constant(RADIUS), ..Body::default() },
        arrivals: vec![Arrivals::Placed(people.collect())],
        journey: Vec::new(),
    };
    Setup {
        env,
        seed: 1,
        timing: Timing::default(),
        perception: Perception::default(),
        populations: vec![population],
        acquaintance: Vec::new(),
        commands: Vec::new(),
        routes_per_step: 4096,
        stuck_after: 60.0,
    }
}

/// A spot of the largest part where a body fits, uniform over its cells.
fn spot(env: &Environment, number: u64) -> Spot {
    thread_local! { static CELLS: std::cell::RefCell<Vec<CellId>> = const { std::cell::RefCell::new(Vec::new()) } }
    CELLS.with_borrow_mut(|cells| {
        if cells.is_empty() {
            let topology = env.topology(2.0 * RADIUS);
            *cells = topology.components().iter().max_by_key(|c| c.len()).cloned().unwrap_or_default();
        }
        let draws = Draws::new(5);
        (0u64..)
            .map(|attempt| {
                let unit = |purpose| draws.unit(number, attempt, purpose);
                let cell = cells[(unit(0) * cells.len() as f64) as usize];
                Spot { cell, point: point_in_triangle_fan(&env.cell_points(cell), unit(1), unit(2)) }
            })
            .find(|s| env.cell_contains(s.cell, s.point) && env.has_room(s.cell, s.point, RADIUS))
            .expect("there is room somewhere")
    })
}
