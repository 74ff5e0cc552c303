//! Proves the objects of a place file. Whether people can use them is proven when the place is built.

use populace_env::objects::{MOST_OBJECTS, ObjectKind as Kind, object_kind, object_words};
use populace_env::{Facing, Object};
use populace_geom::{Distribution, Point, maths};

use crate::Range;
use crate::assemble::{Assembly, Fault, Named, in_range};
use crate::entries::{FacingEntry, ObjectEntry, TimeEntry};
use crate::key_path::KeyPath;
use crate::problem::Problem;
use crate::spread::Spread;
use crate::suggest::advice;

/// The most things that one object offers.
const MOST_OFFERS: usize = 20;
/// The limits of the time of one use.
const SERVICE: Range = Range { name: "service time", low: 0.0, high: 86_400.0, unit: "s" };

impl Assembly {
    /// Adds an object.
    pub(crate) fn add_object(&mut self, entry: &ObjectEntry, source: &str) -> Result<(), Fault> {
        let kind = object_kind(&entry.kind).ok_or_else(|| {
            let what = format!("no kind of object is called {:?}", entry.kind);
            Fault::new("kind", what, advice(&entry.kind, object_words()))
        })?;
        check_keys(kind, entry)?;
        if self.place.objects.len() >= MOST_OBJECTS {
            let what = format!("the place has more than {MOST_OBJECTS} objects");
            return Err(Fault::new("", what, "leave out what no scenario uses"));
        }
        let name = self.take_name(Named::Object, entry.name.as_deref(), &entry.kind)?;
        let floor = self.floor_or_only(entry.floor.as_deref(), "floor")?;
        let footprint = self.footprint(kind, entry)?;
        let mut object = Object::new(name, kind, floor, footprint);
        object.is_line = entry.line.is_some();
        object.facing = entry.facing.map(|facing| self.facing(facing, &object.footprint)).transpose()?;
        object.seats =
            entry.seats.map(|n| in_range("seats", f64::from(n), 1.0, 100_000.0)).transpose()?.map(|n| n as u32);
        object.radius = entry.radius.map(|radius| in_range("radius", radius, 0.1, 100.0)).transpose()?;
        object.queue.clone_from(&entry.queue);
        object.service = service(entry)?;
        object.offers = entry.offers.as_deref().map(|words| written("offers", words)).transpose()?;
        object.shows = entry.shows.as_deref().map(|words| written("shows", words)).transpose()?;
        source.clone_into(&mut object.source);
        self.place.objects.push(object);
        Ok(())
    }

    /// Returns the footprint of an object: its point, its outline or its line.
    fn footprint(&self, kind: &Kind, entry: &ObjectEntry) -> Result<Vec<Point>, Fault> {
        let footprint = match (&entry.outline, entry.at, &entry.line) {
            (Some(ring), None, None) => (self.line(ring, "outline")?, "outline"),
            (None, Some(at), None) => (vec![self.point(at, "at")?], "at"),
            (None, None, Some(line)) => (self.line(line, "line")?, "line"),
            _ if kind.is_track() => {
                let hint = "draw it along the edge of the platform: line = [[x, y], [x, y]]";
                return Err(Fault::new("kind", "a track has a line", hint));
            }
            _ if kind.takes("line") => {
                let hint = "give `at = [x, y]`, `line = [[x, y], …]` or `outline = [[x, y], …]`";
                return Err(Fault::new("kind", "a queue has either a point, a line or an outline", hint));
            }
            _ => {
                let hint = "give `at = [x, y]` or `outline = [[x, y], …]`";
                return Err(Fault::new("kind", "an object has either a point or an outline", hint));
            }
        };
        let (mut points, field) = footprint;
        // A ring that repeats its first point is closed without it.
        if field == "outline" && points.len() > 1 && points.first() == points.last() {
            points.pop();
        }
        points.dedup();
        if points.is_empty() {
            return Err(Fault::new(field, format!("the {field} has no points"), "give at least one point"));
        }
        if field == "line" && points.len() < 2 {
            return Err(Fault::new(
                field,
                format!("the line of a {} needs two points", kind.name),
                "give both of its ends",
            ));
        }
        if points.len() > 1000 {
            let what = format!("the {field} has {} points; an object has at most 1000", points.len());
            return Err(Fault::new(field, what, "draw it with fewer points"));
        }
        Ok(points)
    }

    /// Returns where the front of an object looks.
    fn facing(&self, written: FacingEntry, footprint: &[Point]) -> Result<Facing, Fault> {
        match written {
            FacingEntry::Degrees(degrees) => {
                let (sin, cos) = maths::sin_cos(in_range("facing", degrees, -360.0, 360.0)?.to_radians());
                Ok(Facing::Along(Point::new(cos, sin)))
            }
            FacingEntry::Point(at) => {
                let target = self.point(at, "facing")?;
                if footprint == [target] {
                    return Err(Fault::new(
                        "facing",
                        "it faces the point where it is",
                        "give another point, or degrees",
                    ));
                }
                Ok(Facing::Towards(target))
            }
        }
    }

    /// Refuses an object whose queue is not a queue of its floor.
    pub(crate) fn check_queue(&self, entry: &ObjectEntry) -> Result<(), Fault> {
        let Some(wanted) = &entry.queue else { return Ok(()) };
        let queues = || self.place.objects.iter().filter(|o| o.kind.name == "queue");
        let Some(queue) = self.place.objects.iter().find(|o| o.name == *wanted) else {
            let names: Vec<&str> = queues().map(|o| o.name.as_str()).collect();
            let hint = match names.is_empty() {
                true => "add an object of kind \"queue\", or leave `queue` out: then a line forms by itself".to_owned(),
                false => advice(wanted, names),
            };
            return Err(Fault::new("queue", format!("no queue is called {wanted:?}"), hint));
        };
        if queue.kind.name != "queue" {
            let what = format!("{wanted:?} is a {}, not a queue", queue.kind.name);
            return Err(Fault::new("queue", what, "name an object of kind \"queue\""));
        }
        let floor = self.floor_or_only(entry.floor.as_deref(), "floor")?;
        if queue.floor != floor {
            let name = |f: populace_env::FloorId| self.place.floors.get(f.index()).map_or("", |f| &f.name);
            let what = format!("queue {wanted:?} is on floor {:?}, not on {:?}", name(queue.floor), name(floor));
            return Err(Fault::new("queue", what, "an object is served from a queue on its own floor"));
        }
        Ok(())
    }
}

impl Assembly {
    /// Refuses a sign that shows the way to what no object is called or offers.
    pub(crate) fn check_shows(&self, entry: &ObjectEntry) -> Result<(), Fault> {
        let objects = &self.place.objects;
        let is_there =
            |word: &String| objects.iter().any(|o| o.name == *word || o.offered().any(|offer| offer == word));
        let Some(word) = entry.shows.iter().flatten().find(|word| !is_there(word)) else { return Ok(()) };
        let words = objects.iter().map(|o| o.name.as_str()).chain(objects.iter().flat_map(Object::offered));
        Err(Fault::new("shows", format!("no object is called {word:?} or offers it"), advice(word, words)))
    }
}

/// Refuses keys that the kind of an object does not take.
fn check_keys(kind: &Kind, entry: &ObjectEntry) -> Result<(), Fault> {
    let given = [
        ("line", entry.line.is_some()),
        ("facing", entry.facing.is_some()),
        ("seats", entry.seats.is_some()),
        ("radius", entry.radius.is_some()),
        ("queue", entry.queue.is_some()),
        ("service", entry.service.is_some()),
        ("rate", entry.rate.is_some()),
        ("offers", entry.offers.is_some()),
        ("shows", entry.shows.is_some()),
    ];
    match given.into_iter().find(|(key, is_given)| *is_given && !kind.takes(key)) {
        None => Ok(()),
        Some((key, _)) => {
            let takes = if kind.takes.is_empty() {
                "nothing else".to_owned()
            } else {
                format!("`{}`", kind.takes.join("`, `"))
            };
            let hint = format!("leave it out; beside its place, a {} takes {takes}", kind.name);
            Err(Fault::new(key, format!("a {} takes no `{key}`", kind.name), hint))
        }
    }
}

/// Returns the time of one use of an object.
fn service(entry: &ObjectEntry) -> Result<Option<Distribution>, Fault> {
    if entry.service.is_some() && entry.rate.is_some() {
        return Err(Fault::new("rate", "a gate has either a rate or a service time", "leave one of them out"));
    }
    if let Some(rate) = entry.rate {
        return Ok(Some(Distribution::Constant(60.0 / in_range("rate", rate, 0.01, 600.0)?)));
    }
    let Some(written) = &entry.service else { return Ok(None) };
    let spread = match written {
        TimeEntry::Spread(spread) => spread.clone(),
        TimeEntry::Range([least, most]) => Spread::uniform(*least, *most),
    };
    let at = KeyPath::file().key("service");
    let proven = spread.prove(&at, SERVICE, 1.0);
    // The place in the distribution is told, since the fault itself names the key alone.
    let fault = |problem: Problem| Fault::new("service", format!("{}: {}", problem.at, problem.what), problem.hint);
    proven.map(Some).map_err(fault)
}

/// Returns what an object offers or shows, as written under a key.
fn written(key: &'static str, words: &[String]) -> Result<Vec<String>, Fault> {
    if words.len() > MOST_OFFERS {
        let what = format!("it {key} {} things; an object {key} at most {MOST_OFFERS}", words.len());
        return Err(Fault::new(key, what, "make several objects of it"));
    }
    match words.iter().any(|word| word.trim().is_empty()) {
        true => Err(Fault::new(key, "a word of it is empty", "write words such as \"ticket\"")),
        false => Ok(words.to_vec()),
    }
}
