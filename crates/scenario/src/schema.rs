//! The JSON Schema of scenario files, generated from the types that read them and from the tables of models and perceptions.

use populace_mind::{BEHAVIOURS, BehaviourEntry, Holds};
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
    let has_spread = schema.pointer("/$defs/Spread").is_some();
    debug_assert!(has_spread, "stages refer to it");
    if let Some(entry) = schema.pointer_mut("/$defs/StageEntry").and_then(Value::as_object_mut) {
        stages(entry);
    }
    if let Some(all) = schema.get_mut("$defs").and_then(Value::as_object_mut) {
        all.extend(definitions);
    }
    schema
}

/// Describes the keys of the stages of journeys in `entry`: exactly one behaviour, and the keys that go with it.
fn stages(entry: &mut serde_json::Map<String, Value>) {
    let mut properties = serde_json::Map::new();
    for key in BEHAVIOURS.iter().flat_map(|behaviour| behaviour.keys) {
        let mut form = match key.holds {
            Holds::Name => json!({ "type": "string" }),
            Holds::Names => {
                json!({ "anyOf": [{ "type": "string" }, { "type": "array", "items": { "type": "string" } }] })
            }
            Holds::Point => json!({ "type": "array", "items": { "type": "number" }, "minItems": 2, "maxItems": 2 }),
            Holds::Spread => json!({ "$ref": "#/$defs/Spread" }),
            Holds::Numbers => json!({ "type": "array", "items": { "type": "number" } }),
            Holds::Count => json!({ "type": "integer", "minimum": 1 }),
            Holds::Stages => json!({ "type": "array", "items": { "$ref": "#/$defs/StageEntry" }, "minItems": 1 }),
            Holds::Word(words) => json!({ "type": "string", "enum": words }),
        };
        form["description"] = json!(about(key.name));
        properties.insert(key.name.to_owned(), form);
    }
    let one = |behaviour: &populace_mind::BehaviourEntry| {
        let keys: Vec<&str> = behaviour.keys.iter().map(|key| key.name).collect();
        json!({ "required": [behaviour.key()], "propertyNames": { "enum": keys } })
    };
    entry.insert("properties".into(), Value::Object(properties));
    entry.insert("additionalProperties".into(), json!(false));
    entry.insert("oneOf".into(), BEHAVIOURS.iter().filter(|b| b.key().is_some()).map(one).collect());
}

/// Returns what a key means with every behaviour that takes it. Behaviours with which it means the same are named together.
fn about(key: &str) -> String {
    let keys = |behaviour: &'static BehaviourEntry| {
        let known = behaviour.keys.iter().filter(move |known| known.name == key);
        known.map(move |known| (behaviour.key().filter(|first| *first != key), known.about))
    };
    let mut meanings: Vec<(Vec<String>, &str)> = Vec::new();
    for (whom, what) in BEHAVIOURS.iter().flat_map(keys) {
        let whom = whom.map(|first| format!("`{first}`"));
        match meanings.iter_mut().find(|(_, same)| *same == what) {
            Some((all, _)) => all.extend(whom),
            None => meanings.push((whom.into_iter().collect(), what)),
        }
    }
    let text = |(whom, what): &(Vec<String>, &str)| match whom.is_empty() {
        true => (*what).to_owned(),
        false => format!("With {}: {what}", whom.join(", ")),
    };
    meanings.iter().map(text).collect::<Vec<_>>().join(" ")
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
