//! Lines in crowded places: they close up, are served in order, and let everyone pass, whatever the steering model.

use std::collections::BTreeMap;
use std::path::Path;

use populace_scenario::Scenario;
use populace_scenario::written::ScenarioFile;
use populace_sim::{NONE, Simulation};
use populace_steer::MODELS;
use populace_traj::{Event, EventKind};

fn read(name: &str) -> Scenario {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/lines/{name}.scenario.toml"));
    Scenario::read(&path).unwrap_or_else(|e| panic!("{e}"))
}

/// Returns a scenario in which everyone follows a model.
fn with_model(scenario: &Scenario, model: &str) -> Scenario {
    let source = |(name, bytes): (String, Vec<u8>)| {
        if !name.ends_with(".scenario.toml") {
            return (name, bytes);
        }
        let text = std::str::from_utf8(&bytes).expect("sources are texts");
        let mut file = ScenarioFile::from_toml(text).unwrap_or_else(|e| panic!("{name}: {e}"));
        file.population.iter_mut().for_each(|people| people.model = Some(model.into()));
        (name, file.to_text().unwrap_or_else(|e| panic!("{e}")).into_bytes())
    };
    let sources: Vec<_> = scenario.sources().into_iter().map(source).collect();
    Scenario::from_sources(&sources).unwrap_or_else(|e| panic!("{model}: {e}"))
}

/// Runs a scenario to its end and returns all events with their times, s.
fn run(scenario: &Scenario, seed: u64) -> (Simulation, Vec<(f64, Event)>) {
    let mut simulation = Simulation::new(scenario.setup(Some(seed)));
    let mut told = Vec::new();
    while !simulation.is_over() && simulation.time() < scenario.until().time {
        let report = simulation.step();
        told.extend(report.events.iter().map(|event| (report.time, *event)));
    }
    (simulation, told)
}

/// Checks that everyone has left, that every claim is released, and that people were called in the order in which they joined each line.
/// `served_by` says from whose line an object is served.
fn check(label: &str, simulation: &Simulation, told: &[(f64, Event)]) {
    assert!(simulation.is_over(), "{label}: somebody is still inside: {:?}", simulation.census());
    let is_free = |usage: &populace_mind::Usage| usage.line.is_empty() && usage.users.iter().all(|&user| user == NONE);
    assert!(simulation.usages().iter().all(is_free), "{label}: somebody still has a claim");
    let objects = simulation.env().objects();
    let line_of = |object: u32| objects[object as usize].queue.map_or(object, |queue| queue.0);
    let mut lines: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (time, event) in told {
        if !matches!(event.kind, EventKind::Joined | EventKind::GaveUp | EventKind::Called) {
            continue;
        }
        let line = lines.entry(line_of(event.subject)).or_default();
        match event.kind {
            EventKind::Joined => line.push(event.pedestrian),
            EventKind::GaveUp => line.retain(|&one| one != event.pedestrian),
            EventKind::Called => {
                // Events of one step are told by pedestrian.
                let place = line.iter().position(|&one| one == event.pedestrian).unwrap_or(usize::MAX);
                assert!(place <= 3, "{label}: {} is called {place} places too early at {time} s", event.pedestrian);
                let is_alone_in_step =
                    told.iter().filter(|(at, other)| at == time && other.kind == EventKind::Called).count() == 1;
                assert!(place == 0 || !is_alone_in_step, "{label}: first come, first served at {time} s");
                line.retain(|&one| one != event.pedestrian);
            }
            _ => {}
        }
    }
}

fn check_scene(name: &str, seeds: u64) {
    for model in MODELS {
        let scenario = with_model(&read(name), model.name);
        for seed in 1..=seeds {
            let (simulation, told) = run(&scenario, seed);
            check(&format!("{name}, {}, seed {seed}", model.name), &simulation, &told);
        }
    }
}

/// More people come than the line has places.
#[test]
fn an_overloaded_line_of_four_tills_is_served_whatever_the_model() {
    check_scene("lobby", 2);
}

/// People in line stood in the way of whoever had paid: 15 people stood in the shop for good.
#[test]
fn whoever_has_paid_in_a_narrow_shop_gets_out_past_the_line_whatever_the_model() {
    check_scene("shop", 2);
}

/// The next in line stood at the head of the line while the pedestrian that was called before it was still beside it, between the line and
/// the cabinet of the gate: they held each other up for good.
#[test]
fn everyone_gets_through_the_gates_whatever_the_model() {
    check_scene("gates", 2);
}
