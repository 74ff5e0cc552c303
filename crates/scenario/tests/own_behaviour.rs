//! The behaviour of the chapter on minds: one that another crate adds to the registry.

use std::path::Path;

use populace_scenario::{Prover, Registry};
use populace_sim::Simulation;
use populace_traj::EventKind;

// [in the book]
use std::sync::Arc;

use populace_mind::{
    Behaviour, BehaviourEntry, Goal, Holds, Intent, Key, Me, NONE, NameOf, Occasion, Places, Situation, Task,
};

/// Walks to and fro between two areas.
#[derive(Debug)]
struct Pace {
    areas: Vec<u32>,
    times: u32,
}

impl Behaviour for Pace {
    /// The choice of the goal counts the ways that are done.
    fn think(&self, goal: &mut Goal, me: &Me<'_>, _: &dyn Situation) -> Intent {
        let done = if goal.choice == NONE { 0 } else { goal.choice };
        let done = if me.why == Occasion::Arrived { done + 1 } else { done };
        goal.choice = done;
        if done == 2 * self.times {
            return Intent::Done;
        }
        Intent::GoInto { area: self.areas[done as usize % 2], draw: done }
    }
    fn words(&self, _: &Goal, names: &dyn NameOf) -> String {
        format!("pace between {}", names.areas(&self.areas))
    }
    fn places(&self) -> Places<'_> {
        Places::Areas(&self.areas)
    }
}

static PACE: BehaviourEntry = BehaviourEntry {
    name: "pace",
    about: "Walks to and fro between two areas.",
    source: "the example of the book",
    keys: &[
        Key { name: "pace", holds: Holds::Names, about: "Walk to and fro between these two areas." },
        Key { name: "times", holds: Holds::Count, about: "how often. Once when absent." },
    ],
    prove: |stage, prover| -> Result<Task, populace_mind::Wrong> {
        let areas = prover.areas("pace", &stage["pace"])?;
        if areas.len() != 2 {
            return Err(populace_mind::Wrong::new("pace", "people pace between two areas", "name two"));
        }
        let times = stage.get("times").map_or(Ok(1), |times| prover.count("times", times))?;
        Ok(Arc::new(Pace { areas, times }))
    },
};
// [end]

const SCENE: &str = r#"
version = 1
place = "lobby.place.toml"
until = 600

[[population]]
name = "restless people"
arrive = { count = 3, areas = "from the west" }
journey = [{ pace = ["to the trains", "to the south"], times = 2 }, { leave = "to the west" }]
"#;

fn here(path: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

#[test]
fn a_behaviour_of_another_crate_is_named_by_a_scenario_and_runs() {
    let mut registry = Registry::default();
    registry.behaviours.add(&PACE).unwrap_or_else(|e| panic!("{e}"));
    let path = here("../../scenes/behaviours/pace.scenario.toml");
    let read = |text: &str| Prover::new(&registry).from_text(text.as_bytes(), &path, None);
    let scenario = read(SCENE).unwrap_or_else(|e| panic!("{e}"));
    let mut simulation = Simulation::new(scenario.setup(None));
    let mut reached = 0;
    while !simulation.is_over() && simulation.time() < 600.0 {
        let report = simulation.step();
        reached += report.events.iter().filter(|event| event.kind == EventKind::Reached).count();
    }
    // Three people, twice there and back, and then the exit.
    assert_eq!((reached, simulation.census().inside), (3 * (2 * 2 + 1), 0));
    let error = read(&SCENE.replace(", \"to the south\"", "")).err().expect("one area is not enough").to_string();
    assert!(error.contains("people pace between two areas") && error.contains("line 9"), "{error}");
}

#[test]
fn the_book_shows_this_behaviour() {
    let file = std::fs::read_to_string(here("tests/own_behaviour.rs")).expect("this file");
    let shown = file.split("// [in the book]\n").nth(1).and_then(|rest| rest.split("// [end]").next()).expect("marks");
    let chapter = here("../../book/src/minds.md");
    let before = std::fs::read_to_string(&chapter).expect("the chapter");
    let (head, rest) = before.split_once("<!-- made from own_behaviour.rs -->\n").expect("a mark");
    let (_, tail) = rest.split_once("<!-- end -->").expect("an end");
    let after = format!("{head}<!-- made from own_behaviour.rs -->\n```rust\n{shown}```\n<!-- end -->{tail}");
    if before != after && std::env::var_os("POPULACE_WRITE").is_some() {
        std::fs::write(&chapter, &after).expect("the chapter can be written");
    } else {
        assert_eq!(before, after, "POPULACE_WRITE=1 cargo test -p populace-scenario --test all own_behaviour::");
    }
}
