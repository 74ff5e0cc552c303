//! Scenario files of the harness that compares libraries: one JSON object each, metres and seconds.

use std::io::Read;
use std::path::Path;

use populace_env::{Floor, Outline, Place};
use populace_geom::Point;
use populace_ingest::limits::MAX_COORDINATE;
use serde_json::Value;

use crate::failure::Failure;

/// Largest file that is read, bytes; the largest of the harness has 8 MB.
const MOST_BYTES: u64 = 1 << 28;

/// A place, and the task in it: pairs that are routed, or a crowd that walks.
#[derive(Debug)]
pub struct Task {
    pub name: String,
    pub place: Place,
    /// Radius of the body, m.
    pub radius: f64,
    pub queries: Vec<[Point; 2]>,
    /// The people of the crowd; empty in a city that is only routed.
    pub walkers: Vec<Walker>,
    /// Time of a step, s.
    pub dt: f64,
    pub steps: u64,
    /// A pedestrian further east than this has left, m.
    pub exit_x: Option<f64>,
}

/// A pedestrian of the crowd.
#[derive(Clone, Copy, Debug)]
pub struct Walker {
    pub at: Point,
    pub goal: Point,
    /// Desired speed, m/s.
    pub speed: f64,
}

/// The most steps of a crowd.
const MOST_STEPS: u64 = 10_000_000;

/// Reads a scenario of the harness.
pub fn read(path: &Path) -> Result<Task, Failure> {
    let mut bytes = Vec::new();
    let opened = std::fs::File::open(path).and_then(|f| f.take(MOST_BYTES + 1).read_to_end(&mut bytes));
    opened.map_err(|e| Failure::new(format!("{}: cannot be read: {e}", path.display())))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(wrong(path, format!("is larger than {} MB", MOST_BYTES >> 20)));
    }
    let value: Value = serde_json::from_slice(&bytes).map_err(|e| wrong(path, format!("is not JSON: {e}")))?;
    task(&value).map_err(|what| wrong(path, what))
}

fn wrong(path: &Path, what: String) -> Failure {
    Failure::new(format!("{}: {what}", path.display()))
        .hint("give a scenario of the harness, such as s1_1000.json or s4_city.json: walkable, holes, agents and radius in metres")
}

fn task(value: &Value) -> Result<Task, String> {
    if !value.is_object() {
        return Err("is not a JSON object".into());
    }
    let walkable = ring(&value["walkable"]).map_err(|e| format!("walkable{e}"))?;
    let holes = list(&value["holes"])?.iter().enumerate();
    let holes = holes.map(|(i, h)| ring(h).map_err(|e| format!("holes[{i}]{e}"))).collect::<Result<Vec<_>, _>>()?;
    let queries = value["queries"].as_array().map(Vec::as_slice).unwrap_or_default().iter().enumerate();
    let queries = queries.map(|(i, q)| pair(q).ok_or(format!("queries[{i}]: is not four numbers x, y, x, y")));
    let radius = value["radius"].as_f64().filter(|r| (0.005..=5.0).contains(r));
    let mut floor = Floor::level("ground", 0.0);
    floor.walkable.push(Outline::new(walkable, "walkable"));
    floor.obstacles = holes.into_iter().enumerate().map(|(i, h)| Outline::new(h, format!("holes[{i}]"))).collect();
    let name = value["name"].as_str().unwrap_or("unnamed").to_string();
    let walkers = list(&value["agents"])?.iter().enumerate();
    let walkers = walkers.map(|(i, a)| walker(a).ok_or(format!("agents[{i}]: is not x, y, gx, gy in m and v0 in m/s")));
    let walkers = walkers.collect::<Result<Vec<_>, _>>()?;
    // A city that is only routed has no steps.
    let none = walkers.is_empty().then_some(0u8);
    let dt = value["dt"].as_f64().filter(|dt| (0.001..=0.5).contains(dt)).or(none.map(f64::from));
    let steps = value["steps"].as_u64().filter(|steps| *steps <= MOST_STEPS).or(none.map(u64::from));
    Ok(Task {
        walkers,
        dt: dt.ok_or_else(|| format!("dt: is {}, not 0.001 to 0.5 s", value["dt"]))?,
        steps: steps.ok_or_else(|| format!("steps: is {}, not 0 to {MOST_STEPS}", value["steps"]))?,
        exit_x: value["exit_x"].as_f64(),
        place: Place { name: name.clone(), floors: vec![floor], ..Place::default() },
        name,
        radius: radius.ok_or_else(|| format!("radius: is {}, not 0.005 to 5 m", value["radius"]))?,
        queries: queries.collect::<Result<_, _>>()?,
    })
}

fn walker(value: &Value) -> Option<Walker> {
    let number = |key: &str| value[key].as_f64().filter(|v| v.abs() <= MAX_COORDINATE);
    let speed = number("v0").filter(|v| (0.0..=20.0).contains(v))?;
    Some(Walker { at: Point::new(number("x")?, number("y")?), goal: Point::new(number("gx")?, number("gy")?), speed })
}

fn list(value: &Value) -> Result<&[Value], String> {
    value.as_array().map(Vec::as_slice).ok_or_else(|| "walkable, holes and agents must be lists".into())
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

/// Returns a list of numbers that can all be coordinates.
fn numbers(value: &Value) -> Option<Vec<f64>> {
    let number = |v: &Value| v.as_f64().filter(|v| v.abs() <= MAX_COORDINATE);
    value.as_array()?.iter().map(number).collect()
}
