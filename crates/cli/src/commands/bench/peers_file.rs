//! Scenario files of the harness that compares libraries: one JSON object each, metres.

use std::io::Read;
use std::path::Path;

use populace_env::{Floor, Outline, Place};
use populace_geom::Point;
use populace_ingest::limits::MAX_COORDINATE;
use serde_json::Value;

use crate::failure::Failure;

/// Largest file that is read, bytes; the largest of the harness has 8 MB.
const MOST_BYTES: u64 = 1 << 28;

/// A city and the pairs to be routed in it.
#[derive(Debug)]
pub struct City {
    pub name: String,
    pub place: Place,
    /// Radius of the body, m.
    pub radius: f64,
    pub queries: Vec<[Point; 2]>,
}

/// Reads the file of a city; crowds and other kinds are refused.
pub fn read(path: &Path) -> Result<City, Failure> {
    let mut bytes = Vec::new();
    let opened = std::fs::File::open(path).and_then(|f| f.take(MOST_BYTES + 1).read_to_end(&mut bytes));
    opened.map_err(|e| Failure::new(format!("{}: cannot be read: {e}", path.display())))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(wrong(path, format!("is larger than {} MB", MOST_BYTES >> 20)));
    }
    let value: Value = serde_json::from_slice(&bytes).map_err(|e| wrong(path, format!("is not JSON: {e}")))?;
    city(&value).map_err(|what| wrong(path, what))
}

fn wrong(path: &Path, what: String) -> Failure {
    Failure::new(format!("{}: {what}", path.display()))
        .hint("give a scenario of the harness, such as s4_city.json: walkable, holes, queries and radius in metres")
}

fn city(value: &Value) -> Result<City, String> {
    if value["agents"].as_array().is_some_and(|agents| !agents.is_empty()) {
        return Err("is a crowd scenario; walking crowds come with the engine, only cities can be routed yet".into());
    }
    if value["kind"] != "city" {
        return Err(format!("kind: is {}, not \"city\"", value["kind"]));
    }
    let walkable = ring(&value["walkable"]).map_err(|e| format!("walkable{e}"))?;
    let holes = list(&value["holes"])?.iter().enumerate();
    let holes = holes.map(|(i, h)| ring(h).map_err(|e| format!("holes[{i}]{e}"))).collect::<Result<Vec<_>, _>>()?;
    let queries = list(&value["queries"])?.iter().enumerate();
    let queries = queries.map(|(i, q)| pair(q).ok_or(format!("queries[{i}]: is not four numbers x, y, x, y")));
    let radius = value["radius"].as_f64().filter(|r| (0.005..=5.0).contains(r));
    let mut floor = Floor::level("ground", 0.0);
    floor.walkable.push(Outline::new(walkable, "walkable"));
    floor.obstacles = holes.into_iter().enumerate().map(|(i, h)| Outline::new(h, format!("holes[{i}]"))).collect();
    let name = value["name"].as_str().unwrap_or("city").to_string();
    Ok(City {
        place: Place { name: name.clone(), floors: vec![floor], ..Place::default() },
        name,
        radius: radius.ok_or_else(|| format!("radius: is {}, not 0.005 to 5 m", value["radius"]))?,
        queries: queries.collect::<Result<_, _>>()?,
    })
}

fn list(value: &Value) -> Result<&[Value], String> {
    value.as_array().map(Vec::as_slice).ok_or_else(|| "walkable, holes and queries must be lists".into())
}

fn ring(value: &Value) -> Result<Vec<Point>, String> {
    let points = value.as_array().ok_or(": is not a list of points")?.iter().enumerate();
    points.map(|(i, p)| point(p).ok_or(format!("[{i}]: is not a point x, y within 1,000 km"))).collect()
}

fn point(value: &Value) -> Option<Point> {
    match numbers(value)?[..] {
        [x, y] => Some(Point::new(x, y)),
        _ => None,
    }
}

fn pair(value: &Value) -> Option<[Point; 2]> {
    match numbers(value)?[..] {
        [x, y, to_x, to_y] => Some([Point::new(x, y), Point::new(to_x, to_y)]),
        _ => None,
    }
}

/// A list of numbers that can all be coordinates.
fn numbers(value: &Value) -> Option<Vec<f64>> {
    let number = |v: &Value| v.as_f64().filter(|v| v.abs() <= MAX_COORDINATE);
    value.as_array()?.iter().map(number).collect()
}
