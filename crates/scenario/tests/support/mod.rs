//! A small place, and scenarios in it.
use populace_scenario::{Scenario, ScenarioError};

/// A hall with a pillar, a vault behind a shut door, a yard that is joined to nothing, and a loft above some stairs.
pub const PLACE: &str = r#"
version = 1
[[floor]]
name = "hall"
outline = [[0, 0], [20, 0], [20, 10], [0, 10]]
obstacles = [[[9, 4], [11, 4], [11, 6], [9, 6]]]
walls = [{ line = [[15, 0], [15, 4]] }, { line = [[15, 6], [15, 10]] }]
[[floor]]
name = "yard"
outline = [[30, 0], [40, 0], [40, 10], [30, 10]]
[[floor]]
name = "loft"
elevation = 3
outline = [[-8, 0], [-5, 0], [-5, 10], [-8, 10]]
[[stairs]]
name = "ladder"
from = { floor = "hall", at = [0, 5] }
to = { floor = "loft", at = [-5, 5] }
width = 1.2
[[link]]
name = "vault door"
kind = "door"
floor = "hall"
segment = [[15, 4], [15, 6]]
open = false
[[area]]
name = "west"
floor = "hall"
outline = [[0, 0], [4, 0], [4, 4], [0, 4]]
[[area]]
name = "east"
floor = "hall"
outline = [[11.5, 0], [14.5, 0], [14.5, 10], [11.5, 10]]
[[area]]
name = "pillar"
floor = "hall"
outline = [[9.2, 4.2], [10.8, 4.2], [10.8, 5.8], [9.2, 5.8]]
[[area]]
name = "crack"
floor = "hall"
outline = [[8, 0], [9, 0], [9, 0.1], [8, 0.1]]
[[area]]
name = "vault"
floor = "hall"
outline = [[16, 0], [20, 0], [20, 10], [16, 10]]
[[area]]
name = "yard"
floor = "yard"
outline = [[30, 0], [40, 0], [40, 10], [30, 10]]
[[area]]
name = "loft"
floor = "loft"
outline = [[-8, 0], [-6, 0], [-6, 10], [-8, 10]]
"#;

/// Proves a scenario in that place.
pub fn attempt(text: &str) -> Result<Scenario, ScenarioError> {
    let file = |name: &str, text: &str| (name.to_owned(), text.as_bytes().to_vec());
    Scenario::from_sources(&[file("test.scenario.toml", text), file("test.place.toml", PLACE)])
}

/// The lines that every scenario has.
pub const HEAD: &str = "version = 1\nplace = \"test.place.toml\"\nuntil = 100\n";

/// Returns a scenario with ten people who walk from west to east, and some more lines.
pub fn ten(lines: &str) -> String {
    format!(
        "{HEAD}[[population]]\nname = \"ten\"\narrive = {{ count = 10, areas = \"west\" }}\njourney = [{{ leave = \"east\" }}]\n{lines}"
    )
}

/// Returns a scenario whose people arrive in this way.
pub fn arriving(arrive: &str) -> String {
    format!("{HEAD}[[population]]\nname = \"them\"\njourney = [{{ leave = \"east\" }}]\narrive = {arrive}\n")
}

/// Returns a scenario with ten people and this journey.
pub fn going(journey: &str) -> String {
    format!("{HEAD}[[population]]\nname = \"them\"\narrive = {{ count = 10, areas = \"west\" }}\njourney = {journey}\n")
}

/// Proves the scenario in a text.
pub fn take(text: &str) -> Scenario {
    attempt(text).unwrap_or_else(|e| panic!("{e}"))
}

/// Checks that a text is refused at a line. `what` and `hint` are parts of the message and of the advice.
#[track_caller]
pub fn refuse(text: &str, line: usize, what: &str, hint: &str) {
    let error = match attempt(text) {
        Ok(_) => panic!("accepted: {text}"),
        Err(error) => error,
    };
    let said = error.to_string();
    assert!(error.what.contains(what) && error.hint.contains(hint), "{said}");
    assert_eq!(error.position.map(|p| p.line), Some(line), "{said}");
    assert!(said.contains(&format!("\n  {line} | ")) && said.contains('^'), "the line is shown: {said}");
    assert!(said.starts_with("test.scenario.toml: line"), "{said}");
}
