//! The JSON Schemas of place files, generated from the types that read them.

use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::entries::{
    AreaEntry, FlightEntry, FloorEntry, LinkEntry, ObjectEntry, ObstacleEntry, PlaceFile, WallOnFloorEntry,
};
use crate::geojson_own::KINDS;

/// Returns the schema of place files (`*.place.toml`).
pub fn place_toml() -> Value {
    generator().into_root_schema_for::<PlaceFile>().to_value()
}

/// Returns the schema of GeoJSON files with Populace's own properties.
pub fn place_geojson() -> Value {
    let mut generator = generator();
    let entries = [
        ("floor", generator.subschema_for::<FloorEntry>()),
        ("obstacle", generator.subschema_for::<ObstacleEntry>()),
        ("wall", generator.subschema_for::<WallOnFloorEntry>()),
        ("stairs", generator.subschema_for::<FlightEntry>()),
        ("link", generator.subschema_for::<LinkEntry>()),
        ("area", generator.subschema_for::<AreaEntry>()),
        ("object", generator.subschema_for::<ObjectEntry>()),
    ];
    let mut definitions = generator.take_definitions(true);
    let mut choices = Vec::new();
    for (kind, reference) in entries {
        let reference = reference.to_value();
        let path = reference.get("$ref").and_then(Value::as_str).unwrap_or_default();
        if let Some(schema) = path.rsplit('/').next().and_then(|name| definitions.get_mut(name)) {
            turn_into_properties(schema, kind);
        }
        choices.push(reference);
    }
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Populace place as GeoJSON",
        "description": "A GeoJSON FeatureCollection whose features carry the property `populace`.",
        "type": "object",
        "required": ["type", "features"],
        "properties": {
            "type": { "const": "FeatureCollection" },
            "name": { "description": "What people call the place.", "type": "string" },
            "features": { "type": "array", "items": {
                "type": "object",
                "required": ["type", "geometry", "properties"],
                "properties": {
                    "type": { "const": "Feature" },
                    "geometry": { "type": ["object", "null"] },
                    "properties": { "if": { "required": ["populace"] }, "then": { "oneOf": choices } },
                },
            }},
        },
        "$defs": definitions,
    })
}

/// Takes out the fields that the geometry gives, and adds the property that says what the feature is.
fn turn_into_properties(schema: &mut Value, kind: &str) {
    let drawn = KINDS.iter().find(|(word, _)| *word == kind).map_or(&[][..], |(_, fields)| fields);
    if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        properties.retain(|name, _| !drawn.contains(&name.as_str()));
        properties.insert("populace".into(), json!({ "const": kind }));
        properties.insert("id".into(), Value::Object(Map::new()));
    }
    let Some(schema) = schema.as_object_mut() else { return };
    // Properties of other programs.
    schema.insert("patternProperties".into(), json!({ "^[_@]": {} }));
    match schema.get_mut("required").and_then(Value::as_array_mut) {
        Some(required) => required.push("populace".into()),
        None => {
            schema.insert("required".into(), json!(["populace"]));
        }
    }
}

/// Returns a generator of schemas.
fn generator() -> SchemaGenerator {
    SchemaSettings::draft2020_12().into_generator()
}
