//! The subjects of a measurement: areas and lines by their points, or by their names in the scenario and the place.

use populace_env::EnvArea;
use populace_geom::{Bounds, Point, Segment};
use populace_ingest::limits::MAX_COORDINATE;
use populace_traj::{MeasurementArea, Of, Settings, Subject};

use super::Source;
use crate::failure::Failure;
use populace_run::measured;

/// An area, a line or all people, with a name.
#[derive(Clone, Debug)]
pub struct Named {
    /// The name; `None` for all people.
    pub name: Option<String>,
    pub of: Of,
    pub subject: Subject,
}

impl Named {
    /// Returns an area of the place, in which people are counted on its walkable ground; `None` when it has no such ground.
    pub fn of_area(area: &EnvArea) -> Option<Self> {
        let subject = Subject { area: Some(measured(area)?), ..Subject::default() };
        Some(Named { name: Some(area.name.clone()), of: Of::Area, subject })
    }
    /// Returns a line as a subject.
    pub fn of_line(name: &str, line: Segment, floor: Option<u16>) -> Self {
        let subject = Subject { line: Some((line, floor)), ..Subject::default() };
        Named { name: Some(name.to_owned()), of: Of::Line, subject }
    }
    /// Returns the same subject by another name.
    pub fn called(self, name: &str) -> Self {
        Named { name: Some(name.to_owned()), ..self }
    }
}

/// Returns all people, and the areas and lines that the user asked for. When the user asked for none, returns the
/// areas and lines that the scenario measures.
pub fn chosen(
    source: &Source,
    areas: &[String],
    lines: &[String],
    floor: Option<&str>,
    settings: Settings,
) -> Result<Vec<Named>, Failure> {
    let floor = floor.map(|name| floor_of(source, name)).transpose()?;
    let mut named = vec![Named { name: None, of: Of::Everyone, subject: Subject::default() }];
    if areas.is_empty() && lines.is_empty() {
        named.extend_from_slice(&source.named[..source.measured]);
    }
    for (i, text) in areas.iter().enumerate() {
        named.push(area(source, text, i + 1, floor)?);
    }
    for (i, text) in lines.iter().enumerate() {
        named.push(line(source, text, i + 1, floor)?);
    }
    for one in &mut named {
        let on = one.subject.area.as_ref().and_then(MeasurementArea::floor);
        one.subject.ground = source.ground(on).cloned();
        one.subject.frame_rate = source.frame_rate();
        one.subject.step_time = source.step_time();
        one.subject.settings = settings;
    }
    Ok(named)
}

fn floor_of(source: &Source, name: &str) -> Result<u16, Failure> {
    let number = source.floors.iter().position(|floor| floor == name).and_then(|i| u16::try_from(i).ok());
    number.ok_or_else(|| {
        let names: Vec<_> = source.floors.iter().take(20).map(|floor| format!("{floor:?}")).collect();
        Failure::new(format!("--floor {name}: no floor is called that"))
            .hint(format!("use one of: {}", names.join(", ")))
    })
}

/// Returns an area by name, or the ring of at least three typed points.
fn area(source: &Source, text: &str, number: usize, floor: Option<u16>) -> Result<Named, Failure> {
    if let Some(known) = by_name(source, text, Of::Area) {
        return Ok(known);
    }
    let Some((name, points)) = typed(text).filter(|(_, points)| points.len() >= 3) else {
        return Err(unknown(source, "--area", text, Of::Area, "\"0,0 4,0 4,2 0,2\""));
    };
    let floor = floor_for(source, "--area", text, floor)?;
    let measured = MeasurementArea::new(points.clone(), floor).ok_or_else(|| {
        Failure::new(format!("--area {text}: has no size")).hint("give its corners in order around it")
    })?;
    let size = match source.ground(floor) {
        Some(ground) => ground.size_of(&points),
        None if source.bounds().overlaps(&Bounds::of(points)) => measured.size(),
        None => 0.0,
    };
    let measured = measured.on_ground(Vec::new(), size).filter(|_| size > 1e-6);
    let measured = measured.ok_or_else(|| outside(source, "--area", text))?;
    let subject = Subject { area: Some(measured), ..Subject::default() };
    Ok(Named { name: Some(name.unwrap_or_else(|| format!("area {number}"))), of: Of::Area, subject })
}

/// Returns a line by name, or between two typed points.
fn line(source: &Source, text: &str, number: usize, floor: Option<u16>) -> Result<Named, Failure> {
    if let Some(known) = by_name(source, text, Of::Line) {
        return Ok(known);
    }
    let Some((name, &[a, b])) = typed(text)
        .as_ref()
        .and_then(|(name, points)| Some((name.clone(), <&[Point; 2]>::try_from(&points[..]).ok()?)))
    else {
        return Err(unknown(source, "--line", text, Of::Line, "\"0,0 0,2.5\""));
    };
    let floor = floor_for(source, "--line", text, floor)?;
    let segment = Segment::new(a, b);
    if segment.length() == 0.0 {
        return Err(Failure::new(format!("--line {text}: has no length")).hint("give two different ends"));
    }
    let is_inside = match source.ground(floor) {
        Some(ground) => ground.length_on(&segment) > 1e-6,
        None => source.bounds().overlaps(&Bounds::of([a, b])),
    };
    if !is_inside {
        return Err(outside(source, "--line", text));
    }
    Ok(Named::of_line(&name.unwrap_or_else(|| format!("line {number}")), segment, floor))
}

fn by_name(source: &Source, text: &str, of: Of) -> Option<Named> {
    source.named.iter().find(|one| one.of == of && one.name.as_deref() == Some(text)).cloned()
}

/// Returns the floor of a typed area or line: the named floor, or the only one.
fn floor_for(source: &Source, option: &str, text: &str, floor: Option<u16>) -> Result<Option<u16>, Failure> {
    match (floor, source.floors.len()) {
        (Some(floor), _) => Ok(Some(floor)),
        (None, 0 | 1) => Ok(Some(0)),
        (None, _) => Err(Failure::new(format!("{option} {text}: the place has several floors"))
            .hint(format!("say on which it lies with --floor: {}", source.floors.join(", ")))),
    }
}

/// Reads `x,y x,y …`, with or without `name=` before it.
fn typed(text: &str) -> Option<(Option<String>, Vec<Point>)> {
    let (name, points) = match text.rsplit_once('=') {
        Some((name, points)) => (Some(name.trim().to_owned()).filter(|name| !name.is_empty()), points),
        None => (None, text),
    };
    let number = |word: &str| word.parse::<f64>().ok().filter(|v| v.abs() <= MAX_COORDINATE);
    let point = |word: &str| {
        let (x, y) = word.split_once(',')?;
        Some(Point::new(number(x)?, number(y)?))
    };
    Some((name, points.split_whitespace().map(point).collect::<Option<Vec<Point>>>()?))
}

fn unknown(source: &Source, option: &str, text: &str, of: Of, example: &str) -> Failure {
    let names: Vec<_> =
        source.named.iter().filter(|one| one.of == of).filter_map(|one| one.name.clone()).take(20).collect();
    let or = if names.is_empty() { String::new() } else { format!(", or a name: {}", names.join(", ")) };
    Failure::new(format!("{option} {text}: is neither a known name nor points"))
        .hint(format!("give points in metres, e.g. {example}{or}"))
}

fn outside(source: &Source, option: &str, text: &str) -> Failure {
    let (low, high) = (source.bounds().min, source.bounds().max);
    let of = if source.has_place() { "the place" } else { "all trajectories" };
    Failure::new(format!("{option} {text}: lies outside of {of}")).hint(
        format!("{of} reach from {:.2},{:.2} to {:.2},{:.2}", low.x, low.y, high.x, high.y)
            .replace("the place reach", "the place reaches"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_typed_with_or_without_a_name() {
        let points = vec![Point::new(-0.25, 0.0), Point::new(0.25, 0.0)];
        assert_eq!(typed("-0.25,0 0.25,0"), Some((None, points.clone())));
        assert_eq!(typed("the door = -0.25,0 0.25,0"), Some((Some("the door".into()), points)));
        for bad in ["0,0 1", "0,0 NaN,1", "0,0 1,1e300", "door"] {
            assert_eq!(typed(bad), None, "{bad}");
        }
    }
}
