//! The JSON Schema of scenario files, generated from the types that read them and from the tables of models and perceptions.

use populace_perceive::PERCEPTIONS;
use populace_steer::MODELS;
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

use crate::written::ScenarioFile;

/// Returns the schema of scenario files (`*.scenario.toml`).
pub fn schema() -> Value {
    let mut schema = SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<ScenarioFile>().to_value();
    let Some(population) = schema.pointer_mut("/$defs/PopulationEntry").and_then(Value::as_object_mut) else {
        return schema;
    };
    let names: Vec<&str> = MODELS.iter().map(|m| m.name).collect();
    let profiles: Vec<&str> = populace_plan::PROFILES.iter().map(|p| p.name).collect();
    let followers: Vec<&str> = populace_sim::FOLLOWERS.iter().map(|f| f.name).collect();
    let planners: Vec<&str> = populace_plan::PLANNERS.iter().map(|p| p.name).collect();
    if let Some(properties) = population.get_mut("properties").and_then(Value::as_object_mut) {
        for (key, words) in [("model", names), ("planner", planners), ("follow", followers), ("profile", profiles)] {
            if let Some(property) = properties.get_mut(key).and_then(Value::as_object_mut) {
                property.insert("enum".into(), json!(words));
                property.insert("type".into(), json!("string"));
            }
        }
    }
    // The parameters are those of the named model, or those of the first model when none is named.
    let mut definitions = Vec::new();
    let mut with = |i: usize| {
        let model = &MODELS[i];
        let mut parameters = (model.schema)();
        definitions.extend(take_definitions(&mut parameters, model.name));
        let named = json!({ "properties": { "model": { "const": model.name } }, "required": ["model"] });
        let default = json!({ "not": { "required": ["model"] } });
        let condition = if i == 0 { json!({ "anyOf": [named, default] }) } else { named };
        json!({ "if": condition, "then": { "properties": { "parameters": parameters } } })
    };
    let cases = (0..MODELS.len()).map(&mut with).collect();
    population.insert("allOf".into(), cases);
    if let Some(entry) = schema.pointer_mut("/$defs/PerceptionEntry").and_then(Value::as_object_mut) {
        definitions.extend(perceptions(entry));
    }
    if let Some(all) = schema.get_mut("$defs").and_then(Value::as_object_mut) {
        all.extend(definitions);
    }
    schema
}

/// Describes the tables of the perceptions in `entry`, and returns their definitions.
fn perceptions(entry: &mut serde_json::Map<String, Value>) -> Vec<(String, Value)> {
    let mut definitions = Vec::new();
    let mut properties = serde_json::Map::new();
    for line in PERCEPTIONS {
        let owner = format!("perception.{}", line.name);
        let mut settings = (line.schema)();
        definitions.extend(take_definitions(&mut settings, &owner));
        let mut about: String = line.about.to_owned();
        about.replace_range(..1, &about[..1].to_uppercase());
        settings["description"] = json!(format!("{about} ({}).", line.paper));
        properties.insert(
            line.name.to_owned(),
            json!({ "$ref": format!("#/$defs/{owner}"), "description": settings["description"] }),
        );
        definitions.push((owner, settings));
    }
    entry.insert("properties".into(), Value::Object(properties));
    entry.insert("additionalProperties".into(), json!(false));
    entry.insert("maxProperties".into(), json!(1));
    definitions
}

/// Takes the definitions out of a schema that becomes a part of another schema. Their new names begin with `owner`.
fn take_definitions(schema: &mut Value, owner: &str) -> Vec<(String, Value)> {
    let own = match schema.as_object_mut() {
        Some(table) => {
            table.remove("$schema");
            table.remove("$defs")
        }
        None => None,
    };
    rename_references(schema, owner);
    let own = own.and_then(|own| own.as_object().cloned()).unwrap_or_default();
    let renamed = own.into_iter().map(|(name, mut definition)| {
        rename_references(&mut definition, owner);
        (format!("{owner}.{name}"), definition)
    });
    renamed.collect()
}

fn rename_references(schema: &mut Value, owner: &str) {
    match schema {
        Value::Object(table) => {
            if let Some(Value::String(reference)) = table.get_mut("$ref") {
                *reference = reference.replace("#/$defs/", &format!("#/$defs/{owner}."));
            }
            table.values_mut().for_each(|value| rename_references(value, owner));
        }
        Value::Array(list) => list.iter_mut().for_each(|value| rename_references(value, owner)),
        _ => {}
    }
}
