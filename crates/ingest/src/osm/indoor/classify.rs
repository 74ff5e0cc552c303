//! Finds what each tagged shape means for walking.

use populace_geom::{Bounds, Point};

use super::levels::{self, Level};
use crate::osm::model::{Osm, Rings, Shape, Tags};

/// Widths of ways without `width` or `est_width`, m.
pub const DEFAULT_WIDTHS: [(&str, f64); 7] = [
    ("footway", 2.0),
    ("corridor", 2.0),
    ("path", 1.5),
    ("pedestrian", 3.0),
    ("steps", 2.0),
    ("cycleway", 2.0),
    ("platform", 3.0),
];
/// Width of an escalator or moving walkway without `width`, m.
pub const BELT_WIDTH: f64 = 1.0;

/// A walkable area.
pub struct WalkArea {
    /// The item of the file that the area was made from.
    pub source: String,
    /// The row of the area in [`Osm::shapes`].
    pub shape: usize,
    /// Its polygons.
    pub polygons: Vec<Rings>,
    /// The box around them.
    pub bounds: Bounds,
    /// The levels that the area is on; the ground when it has no tag.
    pub levels: Vec<Level>,
    /// The role of the area.
    pub role: AreaRole,
}

/// The role of a walkable area.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AreaRole {
    /// A room, which has walls around it.
    Room,
    /// A platform, where people wait for trains or buses.
    Platform,
    /// Any other area.
    Plain,
}

/// A walkable line.
#[derive(Clone)]
pub struct WalkLine {
    /// The item of the file that the line was made from.
    pub source: String,
    /// The row of the line in [`Osm::shapes`].
    pub shape: usize,
    /// Its nodes.
    pub nodes: Vec<u32>,
    /// The positions of its nodes; fewer once an end has become a ramp.
    pub points: Vec<Point>,
    /// The levels of its tags; empty when it has none.
    pub levels: Vec<Level>,
    /// Width, m.
    pub width: f64,
    /// The kind of the line.
    pub kind: LineKind,
}

/// The kind of a walkable line.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum LineKind {
    /// A footway, path or corridor.
    Plain,
    /// A platform drawn as a line.
    Platform,
    /// A flight of steps.
    Steps,
    /// A moving walkway or escalator.
    Belt {
        /// Whether it has steps.
        is_escalator: bool,
        /// Whether it runs along the way, not against it.
        is_forward: bool,
        /// Whether the direction is tagged.
        is_certain: bool,
    },
}

/// The meaning of a shape for walking.
pub enum Meaning {
    /// Nothing that matters here.
    Nothing,
    /// A walkable area.
    Area(WalkArea),
    /// A walkable line.
    Line(WalkLine),
    /// A wall along the line.
    Wall {
        /// Its levels.
        levels: Vec<Level>,
        /// Thickness, m.
        thickness: f64,
    },
    /// An obstacle, such as a column.
    Obstacle {
        /// Its levels.
        levels: Vec<Level>,
    },
    /// The shaft of a lift.
    LiftShaft,
    /// Walkable by its tags, but not for the public.
    Private,
}

/// Returns the levels of the tags `level` and `repeat_on`, and whether a part of them cannot be read.
pub fn levels_of(tags: &Tags) -> (Vec<Level>, bool) {
    let (mut found, mut is_odd) = tags.get("level").map(levels::parse).unwrap_or_default();
    if let Some((repeated, odd)) = tags.get("repeat_on").map(levels::parse) {
        found.extend(repeated);
        found.sort_unstable();
        found.dedup();
        is_odd |= odd;
    }
    (found, is_odd)
}

/// Returns the levels, or the ground when there are none.
fn or_ground(levels: Vec<Level>) -> Vec<Level> {
    if levels.is_empty() { vec![Level::GROUND] } else { levels }
}

/// Returns whether the tags are about the inside of buildings, or about ways or platforms with levels.
pub fn is_indoor(tags: &Tags) -> bool {
    tags.is("indoor", &["area", "corridor", "room", "wall", "column", "level"])
        || (tags.has("level") && (is_platform(tags) || way_word(tags).is_some()))
}

/// Returns whether the public may walk there.
fn is_public(tags: &Tags) -> bool {
    let closed = ["no", "private"];
    if tags.has("foot") { !tags.is("foot", &closed) } else { !tags.is("access", &closed) }
}

/// Returns whether the tags are those of a platform.
fn is_platform(tags: &Tags) -> bool {
    tags.is("railway", &["platform"]) || tags.is("public_transport", &["platform"]) || tags.is("highway", &["platform"])
}

/// Returns the kind of a way that people walk on, a word of [`DEFAULT_WIDTHS`].
fn way_word(tags: &Tags) -> Option<&'static str> {
    let highway = tags.get("highway")?;
    let word = DEFAULT_WIDTHS.iter().map(|(word, _)| *word).find(|word| *word == highway)?;
    let is_shared = tags.is("foot", &["yes", "designated", "permissive"]);
    (word != "cycleway" || is_shared).then_some(word)
}

/// Returns what a shape means for walking.
pub fn classify(osm: &Osm, row: usize) -> Meaning {
    let Some(shape) = osm.shapes.get(row) else { return Meaning::Nothing };
    let tags = &shape.tags;
    let levels = levels_of(tags).0;
    if tags.is("highway", &["elevator"]) || tags.is("room", &["elevator"]) || tags.is("indoor", &["elevator"]) {
        return if shape.is_closed() { Meaning::LiftShaft } else { Meaning::Nothing };
    }
    if tags.is("indoor", &["column"]) {
        return Meaning::Obstacle { levels: or_ground(levels) };
    }
    if tags.is("indoor", &["wall"]) {
        return Meaning::Wall {
            levels: or_ground(levels),
            thickness: tags.metres("width").unwrap_or(super::WALL_THICKNESS).clamp(0.02, 2.0),
        };
    }
    match area_role(shape) {
        Some(_) if !is_public(tags) && !tags.has("indoor") => Meaning::Private,
        Some(role) => {
            let (source, polygons) = (shape.source.clone(), shape.polygons());
            let bounds = Bounds::of(polygons.iter().flat_map(|p| &p.outer).map(|&n| osm.at(n)));
            Meaning::Area(WalkArea { source, shape: row, polygons, bounds, levels: or_ground(levels), role })
        }
        None => line(osm, shape, row, levels),
    }
}

/// Returns the role of a shape that is a walkable area; `None` when it is not.
fn area_role(shape: &Shape) -> Option<AreaRole> {
    let tags = &shape.tags;
    if !shape.is_closed() || tags.is("area", &["no"]) {
        return None;
    }
    let is_area = shape.line().is_none() || tags.is("area", &["yes"]);
    if is_platform(tags) {
        Some(AreaRole::Platform)
    } else if tags.is("indoor", &["room"]) || (tags.has("room") && !tags.is("indoor", &["area", "corridor"])) {
        Some(AreaRole::Room)
    } else {
        let is_ground = tags.is("indoor", &["area", "corridor"]);
        let is_square = way_word(tags).is_some() && (is_area || tags.is("indoor", &["yes"]));
        (is_ground || is_square).then_some(AreaRole::Plain)
    }
}

/// Returns what a shape that is not an area means: a walkable line, or nothing.
fn line(osm: &Osm, shape: &Shape, row: usize, levels: Vec<Level>) -> Meaning {
    let tags = &shape.tags;
    let word = match (is_platform(tags), way_word(tags)) {
        (true, _) => "platform",
        (false, Some(word)) => word,
        (false, None) => return Meaning::Nothing,
    };
    let Some(nodes) = shape.line() else { return Meaning::Nothing };
    if !is_public(tags) {
        return Meaning::Private;
    }
    let belt = tags.get("conveying").filter(|value| *value != "no");
    let kind = match (word, belt) {
        (_, Some(value)) => LineKind::Belt {
            is_escalator: word == "steps",
            is_forward: value != "backward",
            is_certain: matches!(value, "forward" | "backward") || tags.is("oneway", &["yes"]),
        },
        ("steps", None) => LineKind::Steps,
        ("platform", None) => LineKind::Platform,
        _ => LineKind::Plain,
    };
    let usual = match kind {
        LineKind::Belt { .. } => BELT_WIDTH,
        _ => DEFAULT_WIDTHS.iter().find(|(w, _)| *w == word).map_or(2.0, |(_, width)| *width),
    };
    let width = tags.metres("width").or(tags.metres("est_width")).unwrap_or(usual).clamp(0.5, 100.0);
    let (nodes, points) = (nodes.to_vec(), osm.points_of(nodes));
    Meaning::Line(WalkLine { source: shape.source.clone(), shape: row, nodes, points, levels, width, kind })
}
