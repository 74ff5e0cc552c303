//! Stage 1, *sanitise*: from outlines as their author drew them to disjoint, noded polygons.
//!
//! Coordinates are snapped to whole millimetres. Every outline is cleaned on its own; then all outlines of a floor are
//! united and cut on integers (`i_overlay`), which is exact, independent of the order of the input and the same on
//! every machine. Footprints of flights are cut out of the levels that they join. Openings and doors are placed on the
//! borders. Every repair is reported with its coordinates.

mod border;
mod contacts;
mod joints;
mod overlay;
mod pairs;
mod prove;
mod repair;
mod rings;
mod straight;
mod weld;

use populace_geom::{Point, Segment, area};

pub use joints::{Leaf, Unjoined};
pub(crate) use prove::at;
pub use repair::{Repair, RepairKind};

use crate::{BuildError, BuildOptions, FloorId, FloorKind, LinkKind, Place};
use overlay::Ring;
use rings::CleanOutline;

/// The outcome of the stage.
#[derive(Clone, Debug, Default)]
pub struct Sanitised {
    /// The floors of the place, in the same order.
    pub floors: Vec<CleanFloor>,
    /// The repairs.
    pub repairs: Vec<Repair>,
    /// Links that could not be placed on the border of a floor.
    pub unjoined: Vec<Unjoined>,
}

/// The walkable area of a floor.
#[derive(Clone, Debug, Default)]
pub struct CleanFloor {
    /// Disjoint polygons; they may touch in points.
    pub shapes: Vec<Shape>,
    /// Pieces of the border that lead to another floor; this floor is on the left of a → b.
    pub openings: Vec<Leaf>,
    /// Door leaves inside the walkable area, from wall to wall.
    pub doors: Vec<Leaf>,
}

/// A polygon with holes: outer ring counter-clockwise, holes clockwise, so the walkable area is on the left.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    /// The outer ring.
    pub outer: Vec<Point>,
    /// The holes.
    pub holes: Vec<Vec<Point>>,
}

impl CleanFloor {
    /// Returns all rings; each has the walkable area on its left.
    pub fn rings(&self) -> impl Iterator<Item = &Vec<Point>> {
        self.shapes.iter().flat_map(|s| std::iter::once(&s.outer).chain(&s.holes))
    }
    /// Returns all rings, to be changed.
    pub(crate) fn rings_mut(&mut self) -> impl Iterator<Item = &mut Vec<Point>> {
        self.shapes.iter_mut().flat_map(|s| std::iter::once(&mut s.outer).chain(&mut s.holes))
    }
    /// Checks that border edges have a length, that openings are edges of the border, and that doors end at its
    /// corners.
    pub fn validate(&self) -> Result<(), String> {
        let edges = || self.rings().flat_map(|r| (0..r.len()).map(move |i| Segment::new(r[i], r[(i + 1) % r.len()])));
        if let Some(e) = edges().find(|e| e.length() == 0.0) {
            return Err(format!("an edge without length at ({}, {})", e.a.x, e.a.y));
        }
        for leaf in &self.openings {
            if !edges().any(|e| e.a == leaf.a && e.b == leaf.b) {
                return Err(format!("an opening at ({}, {}) is not on the border", leaf.a.x, leaf.a.y));
            }
        }
        let corners: Vec<Point> = self.rings().flatten().copied().collect();
        for leaf in &self.doors {
            if !corners.contains(&leaf.a) || !corners.contains(&leaf.b) {
                return Err(format!("a door at ({}, {}) does not end on the border", leaf.a.x, leaf.a.y));
            }
        }
        Ok(())
    }
    /// Returns the walkable area, m².
    pub fn area(&self) -> f64 {
        self.shapes.iter().map(|s| area(&s.outer) - s.holes.iter().map(|h| area(h)).sum::<f64>()).sum()
    }
}

/// Cleans every floor of the place and places its links.
pub fn sanitise(place: &Place, options: &BuildOptions) -> Result<Sanitised, BuildError> {
    prove::prove(place, options)?;
    let mut result = Sanitised::default();
    let outlines: Vec<FloorOutlines> =
        (0..place.floors.len()).map(|f| FloorOutlines::of(place, FloorId::new(f), &mut result.repairs)).collect();
    for f in 0..place.floors.len() {
        result.floors.push(clean_floor(place, f, &outlines, &[], &mut result.repairs));
    }
    let landings = joints::landings(place, &result.floors);
    for f in 0..place.floors.len() {
        let here: Vec<_> = landings.iter().filter(|l| l.floor.index() == f).collect();
        if here.is_empty() {
            continue;
        }
        let mut again = Vec::new();
        let rings: Vec<Ring> = here.iter().map(|l| l.ring.clone()).collect();
        result.floors[f] = clean_floor(place, f, &outlines, &rings, &mut again);
        result.repairs.extend(here.iter().map(|l| l.repair.clone()));
    }
    joints::join(place, &mut result);
    if result.floors.iter().all(|f| f.shapes.is_empty()) {
        return Err(BuildError::new(
            "",
            "the walkable area is empty",
            "check that obstacles do not cover everything, that the unit is metres and that the right reading was chosen",
        ));
    }
    Ok(result)
}

/// The cleaned outlines of one floor.
struct FloorOutlines {
    walkable: Vec<CleanOutline>,
    obstacles: Vec<CleanOutline>,
    walls: Vec<CleanOutline>,
}

impl FloorOutlines {
    /// Cleans every outline of a floor on its own.
    fn of(place: &Place, id: FloorId, repairs: &mut Vec<Repair>) -> Self {
        let floor = &place.floors[id.index()];
        let mut clean = rings::Cleaner::new(id, repairs);
        let walkable: Vec<_> = floor.walkable.iter().filter_map(|o| clean.clean_outline(o)).collect();
        let obstacles: Vec<_> = floor.obstacles.iter().filter_map(|o| clean.clean_outline(o)).collect();
        let walls = floor.walls.iter().flat_map(|w| clean.clean_wall(w)).collect();
        contacts::report(id, &walkable, &obstacles, repairs);
        FloorOutlines { walkable, obstacles, walls }
    }
}

/// Cuts obstacles, walls and the flights that join this level out of the union of the walkable outlines and the rings
/// of `extra`.
fn clean_floor(
    place: &Place,
    f: usize,
    all: &[FloorOutlines],
    extra: &[Ring],
    repairs: &mut Vec<Repair>,
) -> CleanFloor {
    let rings =
        |outlines: &[CleanOutline]| -> Vec<Ring> { outlines.iter().flat_map(|o| o.rings.iter().cloned()).collect() };
    let mut subject = rings(&all[f].walkable);
    subject.extend_from_slice(extra);
    let mut clip = rings(&all[f].obstacles);
    clip.extend(rings(&all[f].walls));
    for flight in flights_joining(place, FloorId::new(f)) {
        clip.extend(rings(&all[flight.index()].walkable));
    }
    // Unite first, then cut. Done at once, the inner edges of overlapping outlines would split the edges of what is cut
    // out, and rounding these splits to millimetres would leave corners on openings.
    let united: Vec<Ring> = overlay::difference(&subject, &[]).into_iter().flatten().collect();
    let shapes = overlay::difference(&united, &clip);
    let mut shapes = rings::drop_slivers(FloorId::new(f), shapes, repairs);
    overlay::node(&mut shapes);
    CleanFloor { shapes: shapes.iter().map(|s| shape(s)).collect(), ..CleanFloor::default() }
}

/// Returns the flights (stairs, ramps, belts) that an opening or a door joins to level `f`; none when `f` is a flight.
fn flights_joining(place: &Place, f: FloorId) -> Vec<FloorId> {
    let is_level = |f: FloorId| place.floors[f.index()].kind == FloorKind::Level;
    if !is_level(f) {
        return Vec::new();
    }
    let mut flights: Vec<FloorId> = place
        .links
        .iter()
        .filter_map(|link| joined_floors(&link.kind))
        .filter(|floors| floors.contains(&f))
        .flatten()
        .filter(|&g| g != f && !is_level(g))
        .collect();
    flights.sort_unstable();
    flights.dedup();
    flights
}

/// Returns the two floors of an opening or door.
fn joined_floors(kind: &LinkKind) -> Option<[FloorId; 2]> {
    match kind {
        LinkKind::Opening { floors, .. } | LinkKind::Door { floors, .. } => Some(*floors),
        LinkKind::Lift { .. } => None,
    }
}

/// Returns the whole millimetre nearest to a point, in metres. Points that differ in their last bits become one.
pub(crate) fn to_millimetre(p: Point) -> Point {
    overlay::metres(overlay::snap(p))
}

/// Returns the outline of an area as disjoint polygons.
pub(crate) fn clean_area(area: &crate::Area) -> CleanFloor {
    let mut ignored = Vec::new();
    let clean = rings::Cleaner::new(area.floor, &mut ignored).clean_outline(&area.outline);
    let mut shapes = overlay::difference(&clean.map_or_else(Vec::new, |o| o.rings), &[]);
    overlay::node(&mut shapes);
    CleanFloor { shapes: shapes.iter().map(|s| shape(s)).collect(), ..CleanFloor::default() }
}

/// Returns a polygon in metres: the first ring is its outline, the others are its holes.
fn shape(rings: &[Ring]) -> Shape {
    let to_points = |ring: &Ring| ring.iter().map(|p| overlay::metres(*p)).collect::<Vec<_>>();
    Shape { outer: to_points(&rings[0]), holes: rings[1..].iter().map(to_points).collect() }
}
