//! The committed schema is the one of the types that read scenarios, and the chapter of the book says what they do.

use std::path::{Path, PathBuf};

use populace_scenario::{LIMITS, MAX_PEOPLE, Scenario, schema};
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

#[test]
fn the_chapter_has_every_key_of_the_schema() {
    let (schema, chapter) = (schema(), chapter());
    let mut tables = vec![("the file", &schema)];
    for (name, table) in schema["$defs"].as_object().unwrap() {
        // How a place is read is the matter of the chapter on formats.
        if name != "ImportTable" {
            tables.push((name, table));
        }
    }
    let mut keys = 0;
    for (name, table) in tables {
        for key in table["properties"].as_object().into_iter().flatten().map(|(key, _)| key) {
            assert!(chapter.contains(&format!("| `{key}` |")), "`{key}` of {name} is missing");
            keys += 1;
        }
    }
    assert!(keys > 50, "{keys} keys");
}

#[test]
fn the_chapter_has_every_limit() {
    let chapter = chapter();
    for limit in LIMITS {
        let row = format!("| {} | {} | {} | {} |", limit.name, limit.low, limit.high, limit.unit);
        assert!(chapter.contains(&row), "{row} is missing");
    }
    assert!(chapter.contains(&MAX_PEOPLE.to_string()));
}

#[test]
fn the_example_of_the_chapter_is_a_scenario() {
    let chapter = chapter();
    let example = chapter.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let path = root().join("scenes/example.scenario.toml");
    let scenario = Scenario::from_text(example.as_bytes(), &path, None).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(scenario.name(), "evening");
}
