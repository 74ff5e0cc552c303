//! Small places and populations for the tests of the simulation.
#![allow(dead_code)]

use std::sync::Arc;

use populace_env::{Area, AreaKind, BuildOptions, Environment, Floor, FloorId, Outline, Place, build};
use populace_geom::Point;
use populace_plan::Profile;
use populace_sim::{
    Arrivals, Body, Distribution, ExitChoice, Perception, Population, Setup, Simulation, Stage, Timing,
};

pub fn ring(points: &[(f64, f64)]) -> Vec<Point> {
    points.iter().map(|&(x, y)| Point::new(x, y)).collect()
}

pub fn rectangle(x0: f64, y0: f64, x1: f64, y1: f64) -> Vec<Point> {
    ring(&[(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
}

/// One floor with named areas.
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

/// People who are in one area at the start and leave through another.
pub fn leaving(count: u32, from: usize, to: usize) -> Population {
    Population {
        name: "walkers".into(),
        model: model(),
        profile: Profile { width: 0.4, ..Profile::default() },
        body: Body::default(),
        arrivals: vec![Arrivals::AtStart { count, areas: vec![from] }],
        journey: vec![Stage::Leave { exits: vec![to], by: ExitChoice::Nearest }],
    }
}

pub fn model() -> Arc<dyn populace_steer::Model> {
    let entry = &populace_steer::MODELS[0];
    Arc::from((entry.make)(&serde_json::json!({})).expect("defaults are fine"))
}

pub fn setup(env: Environment, populations: Vec<Population>) -> Setup {
    Setup {
        env,
        seed: 7,
        timing: Timing::default(),
        perception: Perception::default(),
        populations,
        commands: Vec::new(),
        routes_per_step: 4096,
        stuck_after: 60.0,
    }
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

/// A room of side 10 m with a door 1.2 m wide.
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

/// Runs until everyone has left, or for so many seconds.
pub fn run(simulation: &mut Simulation, seconds: f64) {
    while !simulation.is_over() && simulation.time() < seconds {
        simulation.step();
    }
}

pub fn constant(value: f64) -> Distribution {
    Distribution::Constant(value)
}
