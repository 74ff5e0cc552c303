//! Facts about Populace's own GeoJSON properties, and about the schemas.

use crate::shared;

use crate::shared::{refuse, take};
use populace_env::{FloorKind, LinkKind};
use populace_geom::Point;
use populace_ingest::schema;
use serde_json::{Value, json};

fn feature(properties: Value, geometry: &str, coordinates: Value) -> Value {
    json!({ "type": "Feature", "properties": properties, "geometry": { "type": geometry, "coordinates": coordinates } })
}

fn collection(more: Vec<Value>) -> String {
    let square = |x: f64| json!([[[x, 0], [x + 20.0, 0], [x + 20.0, 10], [x, 10], [x, 0]]]);
    let mut features = vec![
        feature(json!({ "populace": "floor", "name": "ground", "_colour": "red" }), "Polygon", square(0.0)),
        feature(json!({ "populace": "floor", "name": "upper", "elevation": 4 }), "Polygon", square(25.0)),
    ];
    features.extend(more);
    json!({ "type": "FeatureCollection", "name": "two levels", "features": features }).to_string()
}

#[test]
fn every_kind_of_entry_is_read() {
    let ring = json!([[[2, 2], [6, 2], [6, 6], [2, 6], [2, 2]], [[3, 3], [4, 3], [4, 4], [3, 3]]]);
    let place = take(
        "a.geojson",
        &collection(vec![
            feature(json!({ "populace": "obstacle", "floor": "ground" }), "Polygon", ring.clone()),
            feature(
                json!({ "populace": "wall", "floor": "ground", "thickness": 0.3 }),
                "LineString",
                json!([[9, 0], [9, 5]]),
            ),
            feature(
                json!({ "populace": "stairs", "from": "ground", "to": "upper", "width": 3, "up_factor": 0.4 }),
                "LineString",
                json!([[18, 5], [27, 5]]),
            ),
            feature(
                json!({ "populace": "link", "kind": "door", "floor": "ground" }),
                "LineString",
                json!([[9, 5], [9, 10]]),
            ),
            feature(
                json!({ "populace": "link", "kind": "lift", "stops": ["ground", "upper"] }),
                "Point",
                json!([12, 8]),
            ),
            feature(json!({ "populace": "area", "kind": "exit", "floor": "upper", "name": "out" }), "Polygon", ring),
            feature(json!({ "populace": "object", "kind": "seat", "floor": "ground" }), "Point", json!([12, 2])),
            feature(json!({ "shop": "yes" }), "Point", json!([12, 2])),
        ]),
    );
    assert_eq!((place.name.as_str(), place.floors.len()), ("two levels", 3));
    assert_eq!((place.floors[0].obstacles[0].holes.len(), place.floors[0].walls[0].thickness), (1, 0.3));
    assert!(matches!(place.floors[2].kind, FloorKind::Stairs(s) if s.up_factor == 0.4));
    assert_eq!(place.links.len(), 4);
    let LinkKind::Lift { stops, .. } = &place.links[3].kind else { panic!() };
    assert_eq!(stops[1].1, Point::new(12.0, 8.0));
    assert_eq!((place.areas.len(), place.objects.len()), (1, 1));
    assert!(place.notes.iter().any(|n| n.text.contains("ignored 1 feature without")));
}

#[test]
fn wrong_features_are_named_and_corrected() {
    let line = json!([[1, 1], [2, 2]]);
    let cases = [
        (json!({ "populace": "flor", "name": "x" }), "no entry is called", "did you mean \"floor\"?"),
        (json!({ "populace": "wall", "flor": "ground" }), "unknown field `flor`", "did you mean \"floor\"?"),
        (json!({ "populace": "wall", "floor": "grund" }), "no floor is called", "did you mean \"ground\"?"),
        (json!({ "populace": "wall", "line": [[0, 0]] }), "given by its geometry", "leave the property out"),
        (json!({ "populace": "area", "name": "x" }), "does not fit \"area\"", "Polygon"),
        (json!({ "populace": "object" }), "missing field `kind`", ""),
        (json!({ "populace": "floor", "name": "x" }), "needs heights", "polygon"),
        (json!({ "populace": "stairs", "to": "upper" }), "`from` is missing", "from"),
    ];
    for (properties, what, hint) in cases {
        let error = refuse("a.geojson", &collection(vec![feature(properties, "LineString", line.clone())]));
        assert!(error.what.contains(what) && error.hint.contains(hint), "{error}");
        assert!(error.location.starts_with("feature 2"), "{error}");
    }
}

#[test]
fn rings_that_are_not_closed_are_noted() {
    let open = feature(
        json!({ "populace": "obstacle", "floor": "ground" }),
        "MultiPolygon",
        json!([[[[2, 2], [6, 2], [6, 6], [2, 2]]], [[[8, 2], [9, 2], [9, 6]]]]),
    );
    let place = take("a.geojson", &collection(vec![open]));
    let note = place.notes.iter().find(|note| note.source == "feature 2").unwrap();
    assert!(note.text.contains("ring 2 is not closed") && note.text.contains("(9, 6)"), "{}", note.text);
    assert_eq!(place.notes.iter().filter(|note| note.text.contains("not closed")).count(), 1);
}

#[test]
fn a_missing_geometry_is_called_that() {
    let floor = json!({ "type": "Feature", "properties": { "populace": "floor", "name": "x" }, "geometry": null });
    let error = refuse("a.geojson", &collection(vec![floor]));
    assert!(error.what.contains("no geometry (null)") && error.hint.contains("Polygon"), "{error}");
}

#[test]
fn degrees_are_projected_together() {
    let square = |x: f64| json!([[[x, 48.0], [x + 0.001, 48.0], [x + 0.001, 48.001], [x, 48.0]]]);
    let floor = feature(json!({ "populace": "floor", "name": "a" }), "Polygon", square(2.0));
    let text = json!({ "type": "FeatureCollection", "features": [floor] }).to_string();
    let place = take("a.geojson", &text);
    assert!(place.georeference.is_some());
    let ring = &place.floors[0].walkable[0].outer;
    // 0.001° of longitude at 48° north.
    assert!((ring[0].distance(ring[1]) - 74.6).abs() < 0.1, "{ring:?}");
}

#[test]
fn committed_schemas_are_fresh() {
    for (name, schema) in
        [("place.toml.schema.json", schema::place_toml()), ("place.geojson.schema.json", schema::place_geojson())]
    {
        let path = shared::root().join("schemas").join(name);
        let text = serde_json::to_string_pretty(&schema).unwrap() + "\n";
        if std::env::var_os("POPULACE_WRITE").is_some() {
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, &text).unwrap();
        }
        let committed = std::fs::read_to_string(&path).unwrap_or_default();
        let committed: Value = serde_json::from_str(&committed).unwrap_or_default();
        assert!(committed == schema, "schemas/{name} is stale: run the test with POPULACE_WRITE=1 and commit the file");
    }
}

#[test]
fn the_geojson_schema_has_no_drawn_fields() {
    let schema = schema::place_geojson();
    let floor = &schema["$defs"]["FloorEntry"]["properties"];
    assert!(floor["elevation"].is_object() && floor["outline"].is_null(), "{floor}");
    assert_eq!(floor["populace"]["const"], "floor");
    assert_eq!(schema["$defs"]["AreaEntry"]["properties"]["kind"]["enum"][1], "entrance");
}
