//! Small OpenStreetMap data in metres, and questions about the places read from it.
use std::path::Path;

use populace_env::{BuildOptions, Environment, LinkKind, Place, World, build};
use populace_geom::Point;
use populace_ingest::{FORMATS, Options, ReadError, Reading, Source, Units};

/// Reads bytes by the format called `name`.
pub fn read_as(name: &str, bytes: &[u8], options: &Options) -> Result<Place, ReadError> {
    let format = FORMATS.iter().find(|f| f.name == name).expect("a format of that name");
    (format.read)(&Source { path: Path::new("test.file"), bytes }, options)
}

/// Reads features, whose coordinates are metres.
pub fn place(reading: Reading, features: &[String]) -> Result<Place, ReadError> {
    let text = format!("{{\"type\":\"FeatureCollection\",\"features\":[{}]}}", features.join(","));
    let options = Options { units: Units::Metres, reading, ..Options::default() };
    read_as("geojson", text.as_bytes(), &options)
}

/// Reads features by their indoor tags.
pub fn indoor(features: &[String]) -> Place {
    place(Reading::Indoor, features).expect("a place")
}

fn feature(id: &str, kind: &str, coordinates: String, tags: &str) -> String {
    let properties: Vec<String> = tags
        .split(", ")
        .filter_map(|tag| tag.split_once('='))
        .map(|(key, value)| format!("\"{key}\":\"{value}\""))
        .collect();
    format!(
        "{{\"type\":\"Feature\",\"id\":\"{id}\",\"properties\":{{{}}},\
         \"geometry\":{{\"type\":\"{kind}\",\"coordinates\":{coordinates}}}}}",
        properties.join(",")
    )
}

fn list(points: &[(f64, f64)]) -> String {
    let points: Vec<String> = points.iter().map(|(x, y)| format!("[{x},{y}]")).collect();
    format!("[{}]", points.join(","))
}

/// Returns a way with tags such as `highway=footway, level=0`.
pub fn line(id: &str, points: &[(f64, f64)], tags: &str) -> String {
    feature(id, "LineString", list(points), tags)
}

/// Returns an area.
pub fn area(id: &str, points: &[(f64, f64)], tags: &str) -> String {
    let mut ring = points.to_vec();
    ring.extend(points.first());
    feature(id, "Polygon", format!("[{}]", list(&ring)), tags)
}

/// Returns a rectangle.
pub fn rectangle(id: &str, from: (f64, f64), to: (f64, f64), tags: &str) -> String {
    area(id, &[from, (to.0, from.1), to, (from.0, to.1)], tags)
}

/// Returns a node.
pub fn node(id: &str, at: (f64, f64), tags: &str) -> String {
    feature(id, "Point", format!("[{},{}]", at.0, at.1), tags)
}

/// Builds the environment.
pub fn environment(place: &Place) -> Environment {
    build(place, &BuildOptions::default()).expect("an environment").environment
}

/// Returns whether a person 0.5 m wide can walk between points of two floors, with the doors as the place gives them.
pub fn is_joined(env: &Environment, place: &Place, a: (&str, f64, f64), b: (&str, f64, f64)) -> bool {
    is_joined_now(env.as_given(), place, a, b)
}

/// Returns whether a person 0.5 m wide can walk between points of two floors, with the doors as they are now.
pub fn is_joined_now(env: World<'_>, place: &Place, a: (&str, f64, f64), b: (&str, f64, f64)) -> bool {
    let locate = |(floor, x, y): (&str, f64, f64)| {
        let id = place.floor(floor).unwrap_or_else(|| panic!("no floor {floor}"));
        env.locate(id, Point::new(x, y), None).unwrap_or_else(|| panic!("({x}, {y}) is not on {floor}"))
    };
    let topology = env.topology(0.5);
    topology.component(locate(a)) == topology.component(locate(b))
}

/// Returns the place without its lifts.
pub fn without_lifts(mut place: Place) -> Place {
    place.links.retain(|link| !matches!(link.kind, LinkKind::Lift { .. }));
    place
}

/// Returns whether a note about `source` says `text`.
pub fn has_note(place: &Place, source: &str, text: &str) -> bool {
    place.notes.iter().any(|note| note.source == source && note.text.contains(text))
}
