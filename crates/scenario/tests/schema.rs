//! The committed schema is generated from the types that read scenarios, and the chapter of the book from the schema.

use std::path::{Path, PathBuf};

use populace_perceive::{PERCEPTIONS, PerceptionEntry};
use populace_scenario::{
    LIMITS, MAX_BLOCKS, MAX_BYTES, MAX_CORNERS, MAX_ENTRIES, MAX_NAME, MAX_PEOPLE, Scenario, schema,
};
use populace_sim::Simulation;
use populace_steer::MODELS;
use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn the_committed_schema_is_fresh() {
    let path = root().join("schemas/scenario.toml.schema.json");
    let schema = schema();
    if std::env::var_os("POPULACE_WRITE").is_some() {
        std::fs::write(&path, serde_json::to_string_pretty(&schema).unwrap() + "\n").unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    let committed: Value = serde_json::from_str(&committed).unwrap_or_default();
    assert!(committed == schema, "the schema is stale: run this test with POPULACE_WRITE=1 and commit the file");
}

#[test]
fn the_schema_knows_the_parameters_of_every_model() {
    let schema = schema();
    let population = &schema["$defs"]["PopulationEntry"];
    for (i, model) in MODELS.iter().enumerate() {
        assert_eq!(population["properties"]["model"]["enum"][i], model.name);
        let parameters = &population["allOf"][i]["then"]["properties"]["parameters"]["properties"];
        for parameter in (model.parameters)() {
            assert!(parameters[parameter.name].is_object(), "{}", parameter.name);
        }
    }
}

fn chapter() -> String {
    std::fs::read_to_string(root().join("book/src/scenarios.md")).unwrap()
}

/// The tables of a scenario: the heading in the chapter, and the definition in the schema.
const TABLES: &[(&str, &str)] = &[
    ("The top of the file", ""),
    ("`[timing]`", "TimingEntry"),
    ("`[perception]`", "PerceptionEntry"),
    ("`[[population]]`", "PopulationEntry"),
    ("`[[acquaintance]]`", "AcquaintanceEntry"),
    ("A distribution", "SpreadTable"),
    ("`arrive`", "ArrivalEntry"),
    ("`circle`", "CircleEntry"),
    ("A stage of `journey`", "StageEntry"),
    ("`[[event]]`", "EventEntry"),
    ("`add`", "AddEntry"),
    ("`block`", "BlockEntry"),
    ("`set`", "SetEntry"),
    ("`send`", "SendEntry"),
    ("`delay`", "DelayEntry"),
    ("`[[kind]]`", "KindEntry"),
    ("`needs` and `[[need]]`", "NeedEntry"),
    ("`[[train]]`", "TrainEntry"),
    ("`[record]`", "RecordEntry"),
    ("`[[measure]]`", "MeasureEntry"),
];

/// Returns the tables of a scenario, those of the perceptions included: the heading, and the definition in the schema.
fn tables() -> Vec<(String, String)> {
    let mut all: Vec<_> = TABLES.iter().map(|(heading, name)| (heading.to_string(), name.to_string())).collect();
    let at = TABLES.iter().position(|t| t.1 == "PerceptionEntry").unwrap() + 1;
    let perception = |p: &PerceptionEntry| (format!("`[perception.{}]`", p.name), format!("perception.{}", p.name));
    all.splice(at..at, PERCEPTIONS.iter().map(perception));
    all
}

/// Returns the part of the chapter that is generated from the schema and the limits.
fn reference() -> String {
    let schema = schema();
    let mut text = String::new();
    for (heading, name) in tables() {
        let table = if name.is_empty() { &schema } else { &schema["$defs"][&name] };
        text += &format!(
            "### {heading}\n\n{}\n\n| key | what it is |\n|---|---|\n",
            table["description"].as_str().unwrap()
        );
        let required = table["required"].as_array().cloned().unwrap_or_default();
        for (key, property) in table["properties"].as_object().unwrap() {
            let must = if required.contains(&Value::from(key.as_str())) { " Required." } else { "" };
            let default = match &property["default"] {
                Value::Number(default) => format!(" {} when absent.", default.as_f64().unwrap()),
                _ => String::new(),
            };
            let about = property["description"].as_str().unwrap().replace('\n', " ");
            text += &format!("| `{key}` | {about}{default}{must} |\n");
        }
        text += "\n";
    }
    text += "### Limits\n\n| number | least | most | unit |\n|---|---|---|---|\n";
    for limit in LIMITS {
        text += &format!("| {} | {} | {} | {} |\n", limit.name, limit.low, limit.high, limit.unit);
    }
    text + &format!(
        "\nA run has at most {MAX_PEOPLE} people; a file at most {MAX_BYTES} bytes and {MAX_ENTRIES} populations; at most {MAX_BLOCKS} obstacles appear in it, of at most {MAX_CORNERS} corners each; names have at most {MAX_NAME} characters.\n"
    )
}

#[test]
fn the_chapter_has_every_table_key_and_limit() {
    let chapter = chapter();
    let (before, rest) = chapter.split_once("<!-- made from the schema -->\n").unwrap();
    let (made, after) = rest.split_once("<!-- end -->").unwrap();
    let reference = reference();
    if std::env::var_os("POPULACE_WRITE").is_some() {
        let whole = format!("{before}<!-- made from the schema -->\n{reference}<!-- end -->{after}");
        std::fs::write(root().join("book/src/scenarios.md"), whole).unwrap();
        return;
    }
    assert!(made == reference, "the chapter is stale: run this test with POPULACE_WRITE=1 and commit the file");
}

#[test]
fn no_table_of_the_schema_is_left_out() {
    // The chapter on formats describes how a place is imported. Definitions of words have no keys.
    for (name, table) in schema()["$defs"].as_object().unwrap() {
        let listed = name == "ImportTable" || name.contains('.') || TABLES.iter().any(|t| t.1 == name);
        assert!(listed || table["properties"].is_null(), "{name}");
    }
}

#[test]
fn every_reference_of_the_schema_leads_somewhere() {
    let schema = schema();
    let text = schema.to_string();
    for name in text.split("\"#/$defs/").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(schema["$defs"][name].is_object(), "{name}");
    }
}

/// Reads the example of the chapter.
fn example() -> Scenario {
    let chapter = chapter();
    let example = chapter.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let path = root().join("scenes/example.scenario.toml");
    Scenario::from_text(example.as_bytes(), &path, None).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn the_example_of_the_chapter_is_a_scenario() {
    assert_eq!(example().name(), "evening");
}

/// The last event used to come after everybody had left.
#[test]
fn every_event_of_the_example_happens() {
    let scenario = example();
    let mut simulation = Simulation::new(scenario.setup(None));
    while !simulation.is_over() && simulation.time() < scenario.until().time {
        simulation.step();
    }
    for event in &scenario.file().event {
        assert!(event.at < simulation.time(), "{} s comes after the end at {} s", event.at, simulation.time());
    }
}
