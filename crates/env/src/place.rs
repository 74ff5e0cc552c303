//! A place as its author gave it: floors, links, areas and objects, in local metres.
//!
//! Importers produce a [`Place`]; [`build`](crate::build) proves it and turns it into an
//! [`Environment`](crate::Environment). A place may be messy: overlapping outlines, obstacles across the
//! border and wrong windings are repaired, and reported, by the sanitise stage.

use populace_geom::{Point, Segment};
use serde::Serialize;

populace_geom::typed_id! {
    /// A floor of a place and of the environment built from it.
    pub struct FloorId;
}
populace_geom::typed_id! {
    /// A link of a place and of the environment built from it.
    pub struct LinkId;
}

/// What an importer produces.
#[derive(Clone, Debug, Default)]
pub struct Place {
    /// What people call it.
    pub name: String,
    /// Where the local origin is on earth, when that is known.
    pub georeference: Option<GeoReference>,
    /// Walkable surfaces; a flight of stairs, a ramp, an escalator is a floor of its own.
    pub floors: Vec<Floor>,
    /// Where floors join, and doors within a floor.
    pub links: Vec<Link>,
    /// Named polygons on a floor.
    pub areas: Vec<Area>,
    /// Things pedestrians use.
    pub objects: Vec<Object>,
    /// What the importer assumed, ignored or repaired.
    pub notes: Vec<Note>,
}

/// The local origin on earth (WGS 84), degrees.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GeoReference {
    /// Longitude of the local origin, degrees east.
    pub longitude: f64,
    /// Latitude of the local origin, degrees north.
    pub latitude: f64,
}

/// One walkable surface, seen in plan.
#[derive(Clone, Debug)]
pub struct Floor {
    /// Unique within the place, e.g. `level 0` or `steps way/123`.
    pub name: String,
    /// Level, stairs, ramp, escalator, moving walkway.
    pub kind: FloorKind,
    /// Height above the place's zero.
    pub height: Height,
    /// Where one can walk: the union of these outlines …
    pub walkable: Vec<Outline>,
    /// … minus these …
    pub obstacles: Vec<Outline>,
    /// … minus these lines with their thickness.
    pub walls: Vec<Wall>,
}

/// What kind of surface a floor is. The axis of stairs, ramps and belts is the line of [`Height::Along`].
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub enum FloorKind {
    /// A storey, a platform, the ground.
    Level,
    /// A flight of stairs.
    Stairs(Stairs),
    /// A sloping surface without steps.
    Ramp,
    /// Moving stairs.
    Escalator(Belt),
    /// A flat or sloping moving walkway.
    Walkway(Belt),
}

/// A flight of stairs.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Stairs {
    /// Depth of a tread, m.
    pub going: f64,
    /// Height of a step, m.
    pub rise: f64,
    /// Horizontal speed going up, as a share of the speed on the flat.
    pub up_factor: f64,
    /// Horizontal speed going down, as a share of the speed on the flat.
    pub down_factor: f64,
}

impl Default for Stairs {
    /// 0.29 m goings and 0.17 m rises (the comfortable step of DIN 18065: 2 rises + going = 0.63 m); speeds of
    /// Fruin 1971 on such stairs, 0.50 m/s up and 0.67 m/s down, over his 1.34 m/s on the flat.
    fn default() -> Self {
        Stairs { going: 0.29, rise: 0.17, up_factor: 0.37, down_factor: 0.50 }
    }
}

/// A moving surface.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Belt {
    /// Speed along the floor's axis, m/s; negative when it runs from the end of the axis to its start, zero when it
    /// stands still.
    pub speed: f64,
}

/// Height of a floor above the place's zero, m.
#[derive(Clone, Debug)]
pub enum Height {
    /// The same everywhere.
    Flat(f64),
    /// Linear along a line of points: the height of the nearest point of the line.
    Along(Vec<(Point, f64)>),
    /// The height of the triangle above or below the point: corners with their heights.
    Surface(Vec<[(Point, f64); 3]>),
}

/// A polygon with holes, as its author wrote it: any winding, closed or not.
#[derive(Clone, Debug, Default)]
pub struct Outline {
    /// The outer ring.
    pub outer: Vec<Point>,
    /// Rings that are not part of it.
    pub holes: Vec<Vec<Point>>,
    /// What it is in the file, for messages: `feature 12 (way/34)`, `layer jps-obstacles, entity 5`.
    pub source: String,
}

/// A wall drawn as a line.
#[derive(Clone, Debug)]
pub struct Wall {
    /// The middle of the wall; closed when the last point repeats the first.
    pub line: Vec<Point>,
    /// Thickness, m.
    pub thickness: f64,
    /// What it is in the file, for messages.
    pub source: String,
}

/// Where two floors join, or a door within one floor.
#[derive(Clone, Debug)]
pub struct Link {
    /// Unique within the place.
    pub name: String,
    /// Opening, door or lift.
    pub kind: LinkKind,
    /// What it is in the file, for messages.
    pub source: String,
}

/// The three ways of joining.
#[derive(Clone, Debug, Serialize)]
pub enum LinkKind {
    /// Two floors share an edge (a stair head): the segment lies on the border of both. Where one of the floors is
    /// not a [`FloorKind::Level`] (a flight), its footprint is cut out of the level, so the segment may also
    /// lie inside the level's outline.
    Opening {
        /// The two floors.
        floors: [FloorId; 2],
        /// The shared edge.
        segment: Segment,
        /// Only from the first floor to the second.
        one_way: bool,
    },
    /// A door: across a passage of one floor (both ids equal) or on the shared edge of two.
    Door {
        /// The floor on either side; equal for a door within a floor.
        floors: [FloorId; 2],
        /// The door leaf, from jamb to jamb; its ends are extended to walls up to 0.5 m away.
        segment: Segment,
        /// Its state and rules.
        door: Door,
    },
    /// A lift that stops on several floors.
    Lift {
        /// Where people step in and out: a point on each floor it serves.
        stops: Vec<(FloorId, Point)>,
        /// Cabin, speed and times.
        lift: Lift,
    },
}

/// Rules and first state of a door.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Door {
    /// Open at the start.
    pub open: bool,
    /// Only from left to right of the segment a → b (within a floor), or from the first floor to the second.
    pub one_way: bool,
    /// Times of day when it is open, seconds since midnight (from, to); empty for always. They apply when the time of
    /// day is set; until then `open` does.
    pub hours: Vec<(f64, f64)>,
}

impl Default for Door {
    fn default() -> Self {
        Door { open: true, one_way: false, hours: Vec::new() }
    }
}

/// A lift.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Lift {
    /// Persons.
    pub capacity: u32,
    /// Travel speed, m/s.
    pub speed: f64,
    /// Time with open doors at a stop, s.
    pub dwell: f64,
    /// Clear width of its doors, m.
    pub door_width: f64,
}

impl Default for Lift {
    /// A common passenger lift: 8 persons (630 kg) and 0.9 m doors (EN 81-70 type 2), 1 m/s, 5 s at a stop.
    fn default() -> Self {
        Lift { capacity: 8, speed: 1.0, dwell: 5.0, door_width: 0.9 }
    }
}

/// A named polygon on a floor.
#[derive(Clone, Debug)]
pub struct Area {
    /// Unique within the place.
    pub name: String,
    /// What it is for.
    pub kind: AreaKind,
    /// The floor it lies on.
    pub floor: FloorId,
    /// Its shape.
    pub outline: Outline,
}

/// What an area is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum AreaKind {
    /// A part of the place with a name.
    Region,
    /// Where people come in.
    Entrance,
    /// Where people leave.
    Exit,
    /// Where people wait, e.g. a platform.
    Waiting,
    /// Where something is measured.
    Measurement,
}

impl AreaKind {
    /// The words used in files, one per kind.
    pub const WORDS: [(&'static str, AreaKind); 5] = [
        ("region", AreaKind::Region),
        ("entrance", AreaKind::Entrance),
        ("exit", AreaKind::Exit),
        ("waiting", AreaKind::Waiting),
        ("measurement", AreaKind::Measurement),
    ];
}

/// A thing pedestrians use.
#[derive(Clone, Debug)]
pub struct Object {
    /// Unique within the place.
    pub name: String,
    /// What it is.
    pub kind: ObjectKind,
    /// The floor it stands on.
    pub floor: FloorId,
    /// Its footprint; one point for a thing without extent.
    pub footprint: Vec<Point>,
}

/// What an object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObjectKind {
    /// A place to wait in line.
    Queue,
    /// A till, a ticket machine, a vending machine.
    Purchase,
    /// A chair, a bench.
    Seat,
    /// A place to watch performers.
    Performance,
    /// The call point of a lift.
    Lift,
}

impl ObjectKind {
    /// The words used in files, one per kind.
    pub const WORDS: [(&'static str, ObjectKind); 5] = [
        ("queue", ObjectKind::Queue),
        ("purchase", ObjectKind::Purchase),
        ("seat", ObjectKind::Seat),
        ("performance", ObjectKind::Performance),
        ("lift", ObjectKind::Lift),
    ];
}

/// Something the importer wants its reader to know.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// What happened.
    pub text: String,
    /// Where, in local metres.
    pub at: Option<Point>,
    /// Which item of the file; empty when it concerns the whole file.
    pub source: String,
}

impl Place {
    /// The floor called `name`.
    pub fn floor(&self, name: &str) -> Option<FloorId> {
        self.floors.iter().position(|f| f.name == name).map(FloorId::new)
    }
    /// Number of points in all outlines, walls, areas, objects and height functions.
    pub fn vertex_count(&self) -> usize {
        let outline = |o: &Outline| o.outer.len() + o.holes.iter().map(Vec::len).sum::<usize>();
        let floor = |f: &Floor| {
            let height = match &f.height {
                Height::Flat(_) => 0,
                Height::Along(line) => line.len(),
                Height::Surface(triangles) => 3 * triangles.len(),
            };
            f.walkable.iter().chain(&f.obstacles).map(outline).sum::<usize>()
                + f.walls.iter().map(|w| w.line.len()).sum::<usize>()
                + height
        };
        self.floors.iter().map(floor).sum::<usize>()
            + self.areas.iter().map(|a| outline(&a.outline)).sum::<usize>()
            + self.objects.iter().map(|o| o.footprint.len()).sum::<usize>()
    }
    /// Adds a note about the whole file.
    pub fn note(&mut self, text: impl Into<String>) {
        self.notes.push(Note { text: text.into(), at: None, source: String::new() });
    }
}

impl Outline {
    /// An outline without holes.
    pub fn new(outer: Vec<Point>, source: impl Into<String>) -> Self {
        Outline { outer, holes: Vec::new(), source: source.into() }
    }
}

impl Floor {
    /// An empty level at height `z`.
    pub fn level(name: impl Into<String>, z: f64) -> Self {
        Floor {
            name: name.into(),
            kind: FloorKind::Level,
            height: Height::Flat(z),
            walkable: Vec::new(),
            obstacles: Vec::new(),
            walls: Vec::new(),
        }
    }
}
