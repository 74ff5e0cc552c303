//! Proves the measures of a scenario: the lines of the table of measures that it names, and where they measure.

use populace_env::FloorId;
use populace_geom::{Point, Segment};
use populace_ingest::key_path::KeyPath;
use populace_ingest::suggest::advice;
use populace_traj::{MeasureEntry as Line, Of};

use crate::error::{Blame, Problem};
use crate::finder::Finder;
use crate::limits::{COORDINATE, not_too_many, within};
use crate::prove::check_name;
use crate::registry::Registry;
use crate::written::MeasureEntry;

/// The measures of an area and of a line when the scenario names none.
const USUAL: [(Of, &[&str]); 2] = [(Of::Area, &["density", "area-speed"]), (Of::Line, &["flow"])];

/// A line, an area or all people, with the measures to take.
#[derive(Clone, Debug)]
pub struct Measure {
    /// Its name in reports.
    pub name: String,
    /// The measures: one or more lines of the table. Each of them can measure the subject `of`.
    pub what: Vec<&'static Line>,
    /// The subject: the area, the line or the people.
    pub of: Measured,
}

/// The subject of a measure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Measured {
    /// All people, everywhere.
    Everyone,
    /// An area, by its number in the environment.
    Area(usize),
    /// A line of a floor.
    Line(FloorId, Segment),
}

impl Measured {
    fn of(&self) -> Of {
        match self {
            Measured::Everyone => Of::Everyone,
            Measured::Area(_) => Of::Area,
            Measured::Line(..) => Of::Line,
        }
    }
}

/// Proves what a scenario measures.
pub(crate) fn measures(
    at: &KeyPath,
    entries: &[MeasureEntry],
    registry: &Registry,
    finder: &Finder,
) -> Result<Vec<Measure>, Problem> {
    not_too_many(at, "measures", entries.len())?;
    let mut measures: Vec<Measure> = Vec::new();
    for (i, entry) in entries.iter().enumerate() {
        let at = at.item(i);
        check_name(&at, &entry.name, measures.iter().map(|m| m.name.as_str()))?;
        let of = measured(&at, entry, finder)?;
        let what = what(&at.key("what"), &entry.what.0, of.of(), registry)?;
        measures.push(Measure { name: entry.name.clone(), what, of });
    }
    Ok(measures)
}

fn measured(at: &KeyPath, entry: &MeasureEntry, finder: &Finder) -> Result<Measured, Problem> {
    match (&entry.area, entry.line) {
        (Some(_), Some(_)) => {
            Err(at.key("line").problem("`area` and `line` are two measures", "write two [[measure]]"))
        }
        (Some(_), None) if entry.floor.is_some() => {
            Err(at.key("floor").problem("an area has its floor already", "leave `floor` out"))
        }
        (Some(area), None) => Ok(Measured::Area(finder.area(&at.key("area"), area)?)),
        (None, Some(line)) => {
            Ok(Measured::Line(finder.floor(at, entry.floor.as_ref())?, line_of(&at.key("line"), line)?))
        }
        (None, None) if entry.what.0.is_empty() => {
            let hint = "give `area` or `line`, or name a measure of everyone with `what`";
            Err(at.problem("nothing says where to measure", hint))
        }
        (None, None) if entry.floor.is_some() => {
            Err(at.key("floor").problem("everyone is measured on all floors", "leave `floor` out, or give `line`"))
        }
        (None, None) => Ok(Measured::Everyone),
    }
}

/// Returns the measures of these names; without names, the usual measures. Refuses a measure that does not measure
/// subjects of the kind `of`.
fn what(at: &KeyPath, names: &[String], of: Of, registry: &Registry) -> Result<Vec<&'static Line>, Problem> {
    let usual = USUAL.iter().find(|(usual, _)| *usual == of).map_or(&[][..], |(_, names)| names);
    if names.is_empty() {
        return Ok(usual.iter().filter_map(|name| registry.measures.get(name)).collect());
    }
    let mut lines: Vec<&'static Line> = Vec::new();
    for (i, name) in names.iter().enumerate() {
        let at = at.item(i);
        let line = registry.measures.get(name).ok_or_else(|| unknown(&at, name, registry))?;
        if line.of != of {
            return Err(unfit(&at, line, of, registry));
        }
        if lines.iter().any(|other| other.name == line.name) {
            return Err(at.problem(format!("{name:?} is named twice"), "name it once"));
        }
        lines.push(line);
    }
    Ok(lines)
}

/// Says that no measure has a name. The advice names the nearest name and all measures.
fn unknown(at: &KeyPath, name: &str, registry: &Registry) -> Problem {
    let (advice, all) = (advice(name, registry.measures.names()), registry.measures.names().collect::<Vec<_>>());
    let hint = match advice.starts_with("did you mean") {
        true => format!("{advice} There are: {}", all.join(", ")),
        false => advice,
    };
    at.problem(format!("no measure is called {name:?}"), hint)
}

/// Says that a measure does not fit what the entry measures: an area, a line or everyone.
fn unfit(at: &KeyPath, line: &Line, of: Of, registry: &Registry) -> Problem {
    let (needs, instead) = match line.of {
        Of::Everyone => ("is measured of everyone", "without `area` and `line`"),
        Of::Area => ("needs an area", "with `area`"),
        Of::Line => ("needs a line", "with `line`"),
    };
    let got = match of {
        Of::Everyone => "everyone",
        Of::Area => "an area",
        Of::Line => "a line",
    };
    let fit: Vec<_> = registry.measures.iter().filter(|other| other.of == of).map(|other| other.name).collect();
    let what = format!("{:?} {needs}, and this measures {got}", line.name);
    at.problem(what, format!("name it in a [[measure]] {instead}; measures of {got}: {}", fit.join(", ")))
}

fn line_of(at: &KeyPath, ends: [[f64; 2]; 2]) -> Result<Segment, Problem> {
    let point = |i: usize| {
        let at = at.item(i);
        let [x, y] = ends[i];
        Ok(Point::new(within(&at.item(0), COORDINATE, x)?, within(&at.item(1), COORDINATE, y)?))
    };
    let line = Segment::new(point(0)?, point(1)?);
    if line.length() < 1e-3 {
        return Err(at.problem("the line has no length", "give two different points"));
    }
    Ok(line)
}
