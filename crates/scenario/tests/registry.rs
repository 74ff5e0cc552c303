//! Parts of other crates: a scenario names a model, a planner and a perception that no table of the workspace has, and runs with them.

mod support;

use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use populace_env::{CellId, World};
use populace_geom::Point;
use populace_perceive::{Bodies, Neighbours, Parameter, Perception, PerceptionEntry, SettingError};
use populace_plan::{Atlas, Flat, Found, Planner, PlannerEntry, Scratch, Spot};
use populace_scenario::{Prover, Registry, Scenario};
use populace_sim::Simulation;
use populace_steer::{Crowd, Model, ModelEntry};
use support::{PLACE, going};

/// Everyone walks as the route says, whoever is in the way.
struct Straight;

impl Model for Straight {
    fn steer(&self, crowd: &Crowd<'_>, rows: &[u32], velocity: &mut [Point], _: &mut populace_steer::Scratch) {
        for (&row, velocity) in rows.iter().zip(velocity) {
            *velocity = crowd.preferred[row as usize];
        }
    }
}

static STRAIGHT: ModelEntry = ModelEntry {
    name: "straight",
    about: "walks as the route says",
    paper: "none",
    parameters: Vec::new,
    schema: || serde_json::json!({ "type": "object" }),
    make: |_| Ok(Box::new(Straight)),
};

static ASKED: AtomicU32 = AtomicU32::new(0);

struct Counting;

impl Planner for Counting {
    fn plan(&self, atlas: Atlas<'_>, from: Spot, to: Spot, scratch: &mut Scratch) -> Option<Found> {
        ASKED.fetch_add(1, Ordering::Relaxed);
        Flat.plan(atlas, from, to, scratch)
    }
    fn refresh(&mut self, atlas: Atlas<'_>, changed: &[CellId]) {
        Flat.refresh(atlas, changed);
    }
    fn bytes(&self) -> usize {
        0
    }
}

static COUNTING: PlannerEntry = PlannerEntry {
    name: "counting",
    about: "counts how often it is asked",
    is_least_cost: true,
    prepare: |_| Box::new(Counting),
};

/// Everyone perceives the rows before and after its own, wherever they are.
struct Adjacent {
    most: usize,
}

static PERCEIVED: AtomicU32 = AtomicU32::new(0);

impl Perception for Adjacent {
    fn perceive(&mut self, _world: World<'_>, bodies: Bodies<'_>, out: &mut Neighbours) {
        PERCEIVED.fetch_add(1, Ordering::Relaxed);
        out.clear();
        out.start.push(0);
        let count = bodies.position.len();
        for row in 0..count {
            let adjacent = [row.checked_sub(1), Some(row + 1).filter(|&next| next < count)];
            out.rows.extend(adjacent.into_iter().flatten().take(self.most).map(|row| row as u32));
            out.start.push(out.rows.len() as u32);
        }
    }
}

static ADJACENT: PerceptionEntry = PerceptionEntry {
    name: "adjacent",
    about: "the rows before and after",
    paper: "none",
    parameters: || {
        let about = "The most people that a pedestrian perceives";
        vec![Parameter { name: "most", about, unit: "", default: 2.0, least: 1.0, most: 2.0, source: "none" }]
    },
    schema: || serde_json::json!({ "type": "object" }),
    make: |written| match written["most"].as_u64().unwrap_or(2) {
        most @ 1..=2 => Ok(Box::new(Adjacent { most: most as usize })),
        most => Err(SettingError { path: "most".into(), what: format!("{most} is not in 1 … 2") }),
    },
};

fn registry() -> Registry {
    let mut registry = Registry::default();
    registry.models.add(&STRAIGHT).unwrap_or_else(|e| panic!("{e}"));
    registry.planners.add(&COUNTING).unwrap_or_else(|e| panic!("{e}"));
    registry.perceptions.add(&ADJACENT).unwrap_or_else(|e| panic!("{e}"));
    registry
}

fn sources() -> [(String, Vec<u8>); 2] {
    let text = going("[{ go_to = \"west\" }, { leave = \"east\" }]") + "model = \"straight\"\nplanner = \"counting\"\n";
    [("test.scenario.toml".to_owned(), text.into_bytes()), ("test.place.toml".to_owned(), PLACE.as_bytes().to_vec())]
}

#[test]
fn a_scenario_names_parts_of_another_crate_and_runs_with_them() {
    let registry = registry();
    let scenario = Prover::new(&registry).from_sources(&sources()).unwrap_or_else(|e| panic!("{e}"));
    let population = &scenario.given().populations[0];
    assert_eq!((population.steering.entry().name, population.planner.name), ("straight", "counting"));
    let mut simulation = Simulation::new(scenario.setup(None));
    for _ in 0..200 {
        simulation.step();
    }
    assert!(ASKED.load(Ordering::Relaxed) >= 10, "ten people go to an area");
}

#[test]
fn a_scenario_names_a_perception_of_another_crate_and_runs_with_it() {
    let registry = registry();
    let prove = |most: u32| {
        let text = going("[{ leave = \"east\" }]") + &format!("[perception.adjacent]\nmost = {most}\n");
        let place = ("test.place.toml".to_owned(), PLACE.as_bytes().to_vec());
        Prover::new(&registry).from_sources(&[("test.scenario.toml".to_owned(), text.into_bytes()), place])
    };
    let scenario = prove(1).unwrap_or_else(|e| panic!("{e}"));
    let perception = &scenario.given().perception;
    assert_eq!((perception.entry().name, &perception.in_force()["most"]), ("adjacent", &serde_json::json!(1.0)));
    let mut simulation = Simulation::new(scenario.setup(None));
    for _ in 0..100 {
        simulation.step();
    }
    assert!(PERCEIVED.load(Ordering::Relaxed) >= 50, "people decide in every second step");
    let error = prove(3).err().unwrap();
    assert!(error.what.contains("most: 3 is not in 1 … 2") && error.position.is_some(), "{error}");
}

#[test]
fn a_part_that_was_not_added_is_refused_with_the_names_that_are_known() {
    let error = Scenario::from_sources(&sources()).err().unwrap();
    assert!(error.what.contains("no steering model is called \"straight\""), "{error}");
    assert!(error.position.is_some() && error.path == Path::new("test.scenario.toml"), "{error}");
}

#[test]
fn names_are_unique_among_the_lines_of_a_table() {
    let mut registry = registry();
    let taken = registry.models.add(&STRAIGHT).unwrap_err();
    assert!(taken.to_string().contains("a steering model is called \"straight\" already"), "{taken}");
    let built_in = Registry::default();
    assert!(registry.models.add(built_in.models.first()).is_err());
    assert!(registry.planners.add(built_in.planners.first()).is_err());
    assert!(registry.followers.add(built_in.followers.first()).is_err());
    assert!(registry.perceptions.add(built_in.perceptions.first()).is_err());
    assert!(registry.measures.add(built_in.measures.first()).is_err());
    assert_eq!(registry.models.names().last(), Some("straight"), "built-in lines come first");
}
