//! Ten thousand people walk in the old town of Barcelona for ten minutes of simulated time: nobody is in a wall, nobody is in
//! somebody else, nobody is lost.
//!
//! The checks do not use the counts of the simulation: they compare bodies with walls by `has_room`, and with each other by a grid.

use std::sync::Arc;

use populace_env::{BuildOptions, CellId, Doors, Environment, build};
use populace_geom::{Bounds, Draws, Point, Tiles, Tiling, point_in_triangle_fan};
use populace_plan::{Profile, Spot};
use populace_sim::{Arrivals, Body, Distribution, Mind, Perceiving, Placed, Population, Setup, Simulation, Timing};
use populace_steer::Steering;
use populace_traj::EventKind;

const PEOPLE: u64 = 10_000;
const RADIUS: f64 = 0.2;
const SECONDS: f64 = 600.0;

#[test]
fn ten_thousand_people_walk_through_barcelona_for_ten_minutes() {
    let Some(data) = populace_harness::data("city/barcelona_oldtown_1400m_buildings_m.geojson") else { return };
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
    // Two people who meet in an alley as narrow as 0.6 m hold each other up, and the people who queue behind them. Each is reported
    // with its cause. A pedestrian that is pushed to and fro counts, because progress is measured along the way.
    assert_eq!(stuck, counts.stuck);
    assert!(stuck < PEOPLE / 100, "{stuck} times someone was stuck for a minute");
    let stuck_now: u64 = census.by_reason.iter().filter(|r| r.0.starts_with("stuck")).map(|r| r.1).sum();
    assert!(stuck_now < PEOPLE / 200, "{stuck_now} are stuck at the end");
    assert!(census.left > PEOPLE / 4, "people arrive");
}

fn check(simulation: &Simulation) {
    let (env, people) = (simulation.world(), simulation.people());
    for row in 0..people.len() {
        let (cell, at) = (people.cell[row], people.position[row]);
        assert!(at.is_finite() && people.velocity[row].is_finite());
        assert!(env.cell_contains(cell, at) || env.locate(env.cell_floor(cell), at, Some(cell)).is_some());
        assert!(env.has_room(cell, at, RADIUS - 0.001), "{} is in a wall at {at:?}", people.id[row]);
    }
    let deep = deep_overlaps(&people.position);
    assert!(deep * 1000 < people.len(), "{deep} bodies are more than 5 cm in another");
}

/// Counts the bodies that are more than 5 cm inside another body.
fn deep_overlaps(position: &[Point]) -> usize {
    let rows: Vec<u32> = (0..position.len() as u32).collect();
    let at = |row: u32| position[row as usize];
    let mut tiles = Tiles::default();
    tiles.fill(Tiling::limited(Bounds::of(position.iter().copied()), 0.4, 1e7), &rows, at);
    let limit = 2.0 * RADIUS - 0.05;
    let is_deep = |&row: &u32| {
        let near = Bounds::of([at(row)]).expanded(limit);
        tiles.lists_within(&near).flatten().any(|&other| other != row && at(other).distance(at(row)) < limit)
    };
    rows.iter().filter(|row| is_deep(row)).count()
}

fn setup(env: Environment) -> Setup {
    let env = Arc::new(env);
    let people = (0..PEOPLE).map(|i| Placed { at: spot(&env, 2 * i), speed: None, goal: Some(spot(&env, 2 * i + 1)) });
    let usual = Steering::of(&populace_steer::MODELS[0], serde_json::json!({}));
    let population = Population {
        name: "walkers".into(),
        steering: usual.expect("defaults are fine"),
        planner: &populace_plan::PLANNERS[0],
        follower: &populace_sim::FOLLOWERS[0],
        profile: Profile { width: 2.0 * RADIUS, ..Profile::default() },
        body: Body { radius: Distribution::Constant(RADIUS), ..Body::default() },
        arrivals: vec![Arrivals::Placed(people.collect())],
        journey: Vec::new(),
        mind: Mind::default(),
    };
    Setup {
        doors: Doors::of(&env),
        env,
        seed: 1,
        timing: Timing::default(),
        perception: Perceiving::default(),
        populations: vec![population],
        acquaintance: Vec::new(),
        trains: Vec::new(),
        commands: Vec::new(),
        routes_per_step: 4096,
        stuck_after: 60.0,
    }
}

/// Returns a spot of the largest part where a body fits, uniform over its cells.
fn spot(env: &Environment, number: u64) -> Spot {
    thread_local! { static CELLS: std::cell::RefCell<Vec<CellId>> = const { std::cell::RefCell::new(Vec::new()) } }
    CELLS.with_borrow_mut(|cells| {
        if cells.is_empty() {
            let topology = env.as_given().topology(2.0 * RADIUS);
            *cells = topology.components().iter().max_by_key(|c| c.len()).cloned().unwrap_or_default();
        }
        let draws = Draws::new(5);
        (0u64..)
            .map(|attempt| {
                let unit = |purpose| draws.unit(number, attempt, purpose);
                let cell = cells[(unit(0) * cells.len() as f64) as usize];
                Spot { cell, point: point_in_triangle_fan(&env.cell_points(cell), unit(1), unit(2)) }
            })
            .find(|s| env.cell_contains(s.cell, s.point) && env.as_given().has_room(s.cell, s.point, RADIUS))
            .expect("there is room somewhere")
    })
}
