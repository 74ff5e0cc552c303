//! The JSON Schema of scenario files, generated from the types that read them and the table of models.

use populace_steer::MODELS;
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

use crate::written::ScenarioFile;

/// The schema of scenario files (`*.scenario.toml`).
pub fn schema() -> Value {
    let mut schema = SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<ScenarioFile>().to_value();
    let Some(population) = schema.pointer_mut("/$defs/PopulationEntry").and_then(Value::as_object_mut) else {
        return schema;
    };
    let names: Vec<&str> = MODELS.iter().map(|m| m.name).collect();
    let profiles: Vec<&str> = populace_plan::PROFILES.iter().map(|p| p.name).collect();
    if let Some(properties) = population.get_mut("properties").and_then(Value::as_object_mut) {
        for (key, words) in [("model", names), ("profile", profiles)] {
            if let Some(property) = properties.get_mut(key).and_then(Value::as_object_mut) {
                property.insert("enum".into(), json!(words));
                property.insert("type".into(), json!("string"));
            }
        }
    }
    // The parameters are those of the model; of the first when none is named.
    let with = |i: usize| {
        let model = &MODELS[i];
        let named = json!({ "properties": { "model": { "const": model.name } }, "required": ["model"] });
        let default = json!({ "not": { "required": ["model"] } });
        let condition = if i == 0 { json!({ "anyOf": [named, default] }) } else { named };
        json!({ "if": condition, "then": { "properties": { "parameters": (model.schema)() } } })
    };
    population.insert("allOf".into(), (0..MODELS.len()).map(with).collect());
    schema
}
