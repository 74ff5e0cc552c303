//! Everything of a place that a scenario can name: floors, areas, doors, lifts and objects, with where they are.

use std::fmt::Write;

use populace_env::{Built, EnvObject, Environment, FloorId, LinkKind};
use populace_geom::{Bounds, Point};
use serde_json::{Map, Value, json};

use crate::printable;

/// The most names of each kind that are printed, unless the user asks for all.
const FIRST: usize = 6;
/// The most names of each kind in the JSON object, unless the user asks for all.
const FIRST_IN_JSON: usize = 50;

/// A thing with a name.
struct Named {
    name: String,
    floors: Vec<FloorId>,
    bounds: Bounds,
    /// A description of the thing.
    about: String,
    /// More about it, by key.
    more: Map<String, Value>,
}

/// The things of one kind: the key in `--json`, and the word above the list.
type Group = (&'static str, &'static str, Vec<Named>);

/// Writes the names as text; `all` of them, or the first few of each kind.
pub fn text(built: &Built, all: bool) -> String {
    let env = &built.environment;
    let mut out = String::from("\nnames that a scenario can use\n");
    let most = if all { usize::MAX } else { FIRST };
    for (_, heading, named) in groups(env).iter().filter(|group| !group.2.is_empty()) {
        let _ = writeln!(out, "{heading}: {}", named.len());
        for thing in named.iter().take(most) {
            let is_only_floor = env.floors().len() == 1 || *heading == "floors";
            let floors = thing.floors.iter().map(|f| printable::name(&env.floors()[f.index()].name));
            let floors: Vec<String> = if is_only_floor { Vec::new() } else { floors.collect() };
            let on = if floors.is_empty() { String::new() } else { format!(" on {}", floors.join(", ")) };
            let (name, place) = (printable::name(&thing.name), corners(&thing.bounds));
            let _ = writeln!(out, "  {name}: {}{on}, {place}", thing.about);
        }
        if named.len() > most {
            let _ = writeln!(out, "  … and {} more (--names lists them)", named.len() - most);
        }
    }
    out
}

/// Returns the names for `--json`, by kind, with the number of each kind.
pub fn json(built: &Built, all: bool) -> Value {
    let env = &built.environment;
    let most = if all { usize::MAX } else { FIRST_IN_JSON };
    let mut object = Map::new();
    for (key, _, named) in groups(env) {
        let list: Value = named.iter().take(most).map(|thing| thing.json(env)).collect();
        object.insert(key.into(), json!({ "count": named.len(), "list": list }));
    }
    Value::Object(object)
}

impl Named {
    fn json(&self, env: &Environment) -> Value {
        let Bounds { min, max } = self.bounds;
        let mut object = Map::new();
        object.insert("name".into(), json!(self.name));
        if let [floor] = self.floors[..] {
            object.insert("floor".into(), json!(env.floors()[floor.index()].name));
        } else {
            let names: Vec<_> = self.floors.iter().map(|f| &env.floors()[f.index()].name).collect();
            object.insert("floors".into(), json!(names));
        }
        object.insert("bounds".into(), json!([min.x, min.y, max.x, max.y]));
        object.extend(self.more.clone());
        Value::Object(object)
    }
}

fn groups(env: &Environment) -> Vec<Group> {
    vec![
        ("floors", "floors", floors(env)),
        ("areas", "areas", areas(env)),
        ("doors", "doors", links(env, |kind| matches!(kind, LinkKind::Door { .. }))),
        ("lifts", "lifts", links(env, |kind| matches!(kind, LinkKind::Lift { .. }))),
        ("objects", "objects", env.objects().iter().map(|object| self::object(env, object)).collect()),
    ]
}

fn floors(env: &Environment) -> Vec<Named> {
    let named = |(i, floor): (usize, &populace_env::EnvFloor)| Named {
        name: floor.name.clone(),
        floors: vec![FloorId::new(i)],
        bounds: floor.bounds,
        about: floor.kind.word().to_owned(),
        more: keys([("kind", json!(floor.kind.word()))]),
    };
    env.floors().iter().enumerate().map(named).collect()
}

fn areas(env: &Environment) -> Vec<Named> {
    let named = |area: &populace_env::EnvArea| {
        let (word, size) = (area.kind.word(), area.walkable_area());
        Named {
            name: area.name.clone(),
            floors: vec![area.floor],
            bounds: Bounds::of(area.ring.iter().copied()),
            about: format!("{word}, {size:.1} m² walkable"),
            more: keys([("kind", json!(word)), ("walkable_area_m2", json!(size))]),
        }
    };
    env.areas().iter().map(named).collect()
}

fn links(env: &Environment, is_wanted: impl Fn(&LinkKind) -> bool) -> Vec<Named> {
    let named = |link: &populace_env::Link| {
        let (floors, points, about, more): (Vec<FloorId>, Vec<Point>, String, Map<_, _>) = match &link.kind {
            LinkKind::Opening { floors, segment, .. } => {
                (floors.to_vec(), vec![segment.a, segment.b], "opening".into(), Map::new())
            }
            LinkKind::Door { floors, segment, door } => {
                let state = if door.open { "open" } else { "shut" };
                let width = segment.length();
                let more = keys([("open", json!(door.open)), ("width_m", json!(width))]);
                (floors.to_vec(), vec![segment.a, segment.b], format!("{width:.2} m wide, {state}"), more)
            }
            LinkKind::Lift { stops, lift } => {
                let more = keys([("stops", json!(stops.len())), ("capacity", json!(lift.capacity))]);
                let about = format!("{} stops, {} persons", stops.len(), lift.capacity);
                (stops.iter().map(|s| s.0).collect(), stops.iter().map(|s| s.1).collect(), about, more)
            }
        };
        let mut floors = floors;
        floors.dedup();
        Named { name: link.name.clone(), floors, bounds: Bounds::of(points), about, more }
    };
    env.links().iter().filter(|link| is_wanted(&link.kind)).map(named).collect()
}

fn object(env: &Environment, object: &EnvObject) -> Named {
    let queue = object.queue.map(|id| &env.objects()[id.index()].name);
    let mut about = object.kind.name.to_owned();
    if !object.slots.is_empty() {
        let _ = write!(about, ", {}", counted(object.slots.len(), "slot"));
    }
    match queue {
        Some(queue) => {
            let _ = write!(about, ", served from {}", printable::name(queue));
        }
        None if object.kind.has_line => {
            let _ = write!(about, ", {} in line", counted(object.line.len(), "place"));
        }
        None => {}
    }
    let standing = object.slots.iter().chain(&object.line).map(|slot| slot.point);
    Named {
        name: object.name.clone(),
        floors: vec![object.floor],
        bounds: Bounds::of(object.footprint.iter().copied().chain(standing)),
        about,
        more: keys([
            ("kind", json!(object.kind.name)),
            ("slots", json!(object.slots.len())),
            ("places", json!(object.line.len())),
            ("queue", json!(queue)),
            ("offers", json!(object.offers)),
        ]),
    }
}

fn counted(count: usize, word: &str) -> String {
    if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") }
}

fn keys<const N: usize>(pairs: [(&str, Value); N]) -> Map<String, Value> {
    pairs.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

/// Writes a box as its two corners.
fn corners(bounds: &Bounds) -> String {
    let Bounds { min, max } = bounds;
    if bounds.is_empty() {
        return "no ground".into();
    }
    format!("({:.1}, {:.1}) to ({:.1}, {:.1}) m", min.x, min.y, max.x, max.y)
}
