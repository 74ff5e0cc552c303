//! Reads building footprints as obstacles on open ground.
//!
//! | tags                                              | become                                                   |
//! |---------------------------------------------------|----------------------------------------------------------|
//! | `building=*` on a closed way, multipolygon        | an obstacle; courtyards (inner rings) stay walkable      |
//! | `building=roof\|carport\|no`, `layer` < 0, `location=underground`, `building:part` | nothing                           |
//! | `barrier=wall\|city_wall\|retaining_wall\|fence\|hedge\|guard_rail` | a wall, 0.3, 1, 0.5, 0.1, 0.5, 0.1 m thick or `width` |
//! | a node `barrier=gate\|…`, `entrance`, `door` on a barrier | a gap of 1.5 m or `width`                         |
//!
//! The ground is the rectangle around the footprints, or the rectangle that the file states, and `margin` metres around
//! it.

use std::collections::BTreeMap;

use populace_env::{Floor, Note, Outline, Place, Wall};
use populace_geom::{Bounds, Point};

use super::model::{Osm, Shape, Tags};
use super::strip::cut_gaps;
use crate::{Options, ReadError, Source, words};

/// Barriers that cannot be stepped over, and their thickness, m.
const BARRIERS: [(&str, f64); 6] =
    [("wall", 0.3), ("city_wall", 1.0), ("retaining_wall", 0.5), ("fence", 0.1), ("hedge", 0.5), ("guard_rail", 0.1)];
/// The kinds of nodes at which a barrier can be passed.
const PASSAGES: [&str; 9] = [
    "gate",
    "entrance",
    "kissing_gate",
    "stile",
    "turnstile",
    "full-height_turnstile",
    "lift_gate",
    "swing_gate",
    "bollard",
];
/// Width of the gap at a passage without `width`, m.
const GATE_WIDTH: f64 = 1.5;

/// Returns whether there is a building.
pub fn is_present(osm: &Osm) -> bool {
    osm.shapes.iter().any(|shape| shape.tags.has("building"))
}

/// Reads the buildings and barriers.
pub fn read(osm: Osm, source: &Source, options: &Options) -> Result<Place, ReadError> {
    let mut floor = Floor::level("level 0", 0.0);
    let mut counts: BTreeMap<&'static str, usize> = BTreeMap::new();
    let mut notes = Vec::new();
    for shape in osm.shapes.iter().filter(|s| s.tags.has("building")) {
        match why_skipped(&shape.tags) {
            Some(why) => *counts.entry(why).or_default() += 1,
            None => add_building(shape, &osm, &mut floor.obstacles, &mut notes),
        }
    }
    if floor.obstacles.is_empty() {
        return Err(ReadError::new(source.path, "holds no building footprint")
            .hint("use --reading indoor for footways and indoor areas, or extract an area with buildings"));
    }
    let buildings = floor.obstacles.len();
    let barriers = add_barriers(&osm, &mut floor);
    let mut place =
        Place { name: osm.name.clone(), georeference: osm.georeference, notes: osm.notes, ..Place::default() };
    let footprints = floor.obstacles.iter().flat_map(|o| o.outer.iter().copied());
    let ground = osm.bounds.unwrap_or_else(|| Bounds::of(footprints)).expanded(options.margin.max(0.0));
    floor.walkable.push(Outline::new(ground.corners().to_vec(), "ground"));
    place.note(format!("{} read as obstacles on open ground", words::count(buildings, "building footprint")));
    for (why, count) in counts {
        place.note(format!("{} not read as obstacles: {why}", words::count(count, "footprint")));
    }
    if barriers.lines > 0 {
        let (lines, gaps) = (words::count(barriers.lines, "barrier"), words::count(barriers.gaps, "gap"));
        place.note(format!("{lines} read as walls, with {gaps} at gates"));
    }
    place.notes.extend(notes);
    place.floors.push(floor);
    Ok(place)
}

/// Returns why a building is not an obstacle; `None` when it is one.
fn why_skipped(tags: &Tags) -> Option<&'static str> {
    let is_below = tags.get("layer").and_then(|l| l.trim().parse::<f64>().ok()).is_some_and(|layer| layer < 0.0);
    if tags.is("building", &["no"]) {
        Some("building=no")
    } else if tags.is("building", &["roof", "carport"]) {
        Some("roofs, which people walk under")
    } else if is_below || tags.is("location", &["underground"]) {
        Some("underground")
    } else {
        None
    }
}

/// Adds the footprint of a building, and notes what is odd about it.
fn add_building(shape: &Shape, osm: &Osm, obstacles: &mut Vec<Outline>, notes: &mut Vec<Note>) {
    let polygons = shape.polygons();
    let mut note = |text: &str| {
        notes.push(Note { text: text.to_owned(), at: shape.first().map(|n| osm.at(n)), source: shape.source.clone() });
    };
    if polygons.is_empty() {
        note("a building of fewer than three points is left out");
    } else if !shape.is_closed() {
        note("the outline of this building is not closed; its ends are joined");
    }
    obstacles.extend(polygons.iter().map(|rings| osm.outline(rings, &shape.source)));
}

/// The number of barriers that were read, and of gaps in them.
struct Barriers {
    lines: usize,
    gaps: usize,
}

/// Adds barriers as walls, with gaps at gates.
fn add_barriers(osm: &Osm, floor: &mut Floor) -> Barriers {
    let gates: BTreeMap<u32, f64> = osm
        .points
        .iter()
        .filter(|p| p.tags.is("barrier", &PASSAGES) || p.tags.has("entrance") || p.tags.has("door"))
        .map(|p| (p.node, p.tags.metres("width").unwrap_or(GATE_WIDTH).clamp(0.5, 20.0)))
        .collect();
    let mut count = Barriers { lines: 0, gaps: 0 };
    for shape in &osm.shapes {
        let Some(line) = shape.line() else { continue };
        let known = BARRIERS.iter().find(|(word, _)| shape.tags.is("barrier", &[word]));
        let Some(&(_, thickness)) = known.filter(|_| !shape.tags.has("building")) else { continue };
        let thickness = shape.tags.metres("width").unwrap_or(thickness).clamp(0.05, 5.0);
        let gaps: Vec<(Point, f64)> =
            line.iter().filter_map(|n| gates.get(n).map(|width| (osm.at(*n), 0.5 * width))).collect();
        count.lines += 1;
        count.gaps += gaps.len();
        for line in cut_gaps(&osm.points_of(line), &gaps) {
            floor.walls.push(Wall { line, thickness, source: shape.source.clone() });
        }
    }
    count
}
