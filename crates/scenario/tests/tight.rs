//! Tight places: nobody gives up in them while there is a way out, and nobody is pushed into them.

use populace_scenario::Scenario;
use populace_sim::Simulation;
use populace_traj::EventKind;

/// A hall, and an escalator 1 m wide that begins 0.6 m before its end wall: on both sides of its foot there is a recess
/// of 0.6 x 0.5 m, wide enough for a body of 0.4 m, but not for the body for which routes are planned.
const ESCALATOR: &str = r#"
version = 1
[[floor]]
name = "low"
outline = [[0, 0], [20.6, 0], [20.6, 2], [0, 2]]
[[floor]]
name = "high"
elevation = 5
outline = [[30, 0], [40, 0], [40, 2], [30, 2]]
[[stairs]]
kind = "escalator"
from = { floor = "low", at = [20, 1] }
to = { floor = "high", at = [30, 1] }
width = 1
[[area]]
name = "hall"
floor = "low"
outline = [[0, 0], [12, 0], [12, 2], [0, 2]]
[[area]]
name = "out"
floor = "high"
outline = [[36, 0], [40, 0], [40, 2], [36, 2]]
"#;

fn scenario(model: &str) -> Scenario {
    let text = format!(
        r#"
version = 1
place = "test.place.toml"
until = 600
[[population]]
name = "people"
arrive = [{{ count = 60, areas = "hall" }}, {{ rate = 1, until = 100, areas = "hall" }}]
journey = [{{ leave = "out" }}]
model = "{model}"
"#
    );
    let file = |name: &str, text: &str| (name.to_owned(), text.as_bytes().to_vec());
    let sources = [file("test.scenario.toml", &text), file("test.place.toml", ESCALATOR)];
    Scenario::from_sources(&sources).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn nobody_gives_up_or_stays_in_a_recess_beside_the_foot_of_an_escalator() {
    for model in populace_steer::MODELS.iter().map(|entry| entry.name) {
        let scenario = scenario(model);
        for seed in 1..6 {
            let mut simulation = Simulation::new(scenario.setup(Some(seed)));
            while !simulation.is_over() && simulation.time() < 600.0 {
                let events = simulation.step().events;
                let given_up = events.iter().find(|e| e.kind == EventKind::NoWay);
                assert!(given_up.is_none(), "{model}, seed {seed}: {given_up:?}");
            }
            // Some people were pushed into the recesses, and did not come out again.
            assert!(simulation.is_over(), "{model}, seed {seed}: {:?}", simulation.census());
        }
    }
}
