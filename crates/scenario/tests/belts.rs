//! Belts: a pedestrian is on a belt only when its way leads over the belt.

use populace_scenario::Scenario;
use populace_sim::Simulation;
use populace_steer::MODELS;
use populace_traj::EventKind;

/// Two levels and two escalators between them. The way from the upper level to the exit leads down the one escalator,
/// and then past the foot of the other, around the corner beside it.
const ESCALATORS: &str = r#"
version = 1
[[floor]]
name = "up"
elevation = 4.5
outline = [[0, 0], [12, 0], [12, 6], [0, 6]]
[[floor]]
name = "down"
outlines = [[[20, 0], [32, 0], [32, 6], [20, 6]], [[14, 4.5], [20, 4.5], [20, 6], [14, 6]]]
[[stairs]]
name = "downwards"
kind = "escalator"
from = { floor = "up", at = [12, 1.5] }
to = { floor = "down", at = [20, 1.5] }
width = 1
[[stairs]]
name = "upwards"
kind = "escalator"
from = { floor = "down", at = [20, 4] }
to = { floor = "up", at = [12, 4] }
width = 1
[[area]]
name = "west"
floor = "up"
outline = [[0, 0], [3, 0], [3, 6], [0, 6]]
[[area]]
name = "on the way up"
floor = "upwards"
outline = [[15, 3.6], [18, 3.6], [18, 4.4], [15, 4.4]]
[[area]]
name = "out"
floor = "down"
outline = [[14, 4.5], [18, 4.5], [18, 6], [14, 6]]
"#;

/// The time until which people arrive, and the time by which all of them must be gone, s.
const UNTIL: f64 = 1500.0;
const GONE: f64 = 1700.0;

fn scenario(model: &str, arrive: &str) -> Scenario {
    let text = format!(
        r#"
version = 1
place = "test.place.toml"
until = {GONE}
[[population]]
name = "people"
arrive = [{arrive}]
journey = [{{ leave = "out" }}]
model = "{model}"
"#
    );
    let file = |name: &str, text: &str| (name.to_owned(), text.as_bytes().to_vec());
    let sources = [file("test.scenario.toml", &text), file("test.place.toml", ESCALATORS)];
    Scenario::from_sources(&sources).unwrap_or_else(|e| panic!("{e}"))
}

/// Escalators used to catch people who walked past them: 6 of 449 with the default model, 47 with `orca`. Some rode in
/// circles for ever.
fn walk_past(model: &str) {
    let arrive = format!(r#"{{ rate = 0.3, until = {UNTIL}, areas = "west" }}"#);
    let setup = scenario(model, &arrive).setup(Some(1));
    let env = setup.env.clone();
    let upwards = env.floor("upwards").expect("the place has it");
    let mut simulation = Simulation::new(setup);
    while !simulation.is_over() && simulation.time() < GONE {
        let events = simulation.step().events;
        let stuck = events.iter().find(|e| matches!(e.kind, EventKind::Stuck | EventKind::NoWay));
        assert!(stuck.is_none(), "{model}: {stuck:?}");
        let people = simulation.people();
        let caught = (0..people.len()).find(|&row| env.cell_floor(people.cell[row]) == upwards);
        let caught = caught.map(|row| (people.id[row], people.position[row]));
        assert!(caught.is_none(), "{model} at {} s: {caught:?} rides up", simulation.time());
    }
    assert!(simulation.is_over(), "{model}: {:?}", simulation.census());
}

#[test]
fn escalators_take_only_the_people_whose_way_leads_over_them() {
    MODELS.iter().for_each(|model| walk_past(model.name));
}

/// People begin on the belt upwards, and their way leads down again. The edges of the belt neither keep them on it nor
/// off it.
#[test]
fn people_who_are_on_a_belt_ride_to_its_end_and_go_on_from_there() {
    for model in MODELS {
        let arrive = r#"{ count = 3, areas = "on the way up" }"#;
        let mut simulation = Simulation::new(scenario(model.name, arrive).setup(Some(1)));
        while !simulation.is_over() && simulation.time() < 120.0 {
            let stuck = simulation.step().events.iter().any(|e| matches!(e.kind, EventKind::Stuck | EventKind::NoWay));
            assert!(!stuck, "{}: {:?}", model.name, simulation.census());
        }
        assert_eq!(simulation.counts().left, 3, "{}: {:?}", model.name, simulation.census());
    }
}
