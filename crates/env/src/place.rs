//! A place as its author gave it: floors, links, areas and objects, in local metres.
//!
//! Importers produce a [`Place`]; [`build`](crate::build()) proves it and turns it into an
//! [`Environment`](crate::Environment). A place may be messy: overlapping outlines, obstacles across the
//! border and wrong windings are repaired, and reported, by the sanitise stage.

use populace_geom::{Distribution, Point, Segment};
use serde::Serialize;

use crate::objects::ObjectKind;

populace_geom::typed_id! {
    /// A floor of a place and of the environment built from it.
    pub struct FloorId;
}
populace_geom::typed_id! {
    /// A link of a place and of the environment built from it.
    pub struct LinkId;
}

/// A place, as an importer produces it.
#[derive(Clone, Debug, Default)]
pub struct Place {
    /// The name of the place.
    pub name: String,
    /// The local origin on earth, when it is known.
    pub georeference: Option<GeoReference>,
    /// Walkable surfaces. A flight of stairs, a ramp or an escalator is a floor of its own.
    pub floors: Vec<Floor>,
    /// The links where floors join, and the doors within a floor.
    pub links: Vec<Link>,
    /// Named polygons on a floor.
    pub areas: Vec<Area>,
    /// Things pedestrians use.
    pub objects: Vec<Object>,
    /// Notes about what the importer assumed, ignored or repaired.
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

/// A walkable surface, seen in plan.
#[derive(Clone, Debug)]
pub struct Floor {
    /// Unique within the place, e.g. `level 0` or `steps way/123`.
    pub name: String,
    /// Level, stairs, ramp, escalator, moving walkway.
    pub kind: FloorKind,
    /// Height above the place's zero.
    pub height: Height,
    /// Outlines of walkable ground, which may overlap. Pedestrians walk on their union, without obstacles and walls.
    pub walkable: Vec<Outline>,
    /// Outlines of what stands on the floor.
    pub obstacles: Vec<Outline>,
    /// Walls drawn as lines.
    pub walls: Vec<Wall>,
}

/// The kind of surface of a floor. The axis of stairs, ramps and belts is the line of [`Height::Along`].
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

impl FloorKind {
    /// Returns the word for the kind.
    pub fn word(&self) -> &'static str {
        match self {
            FloorKind::Level => "level",
            FloorKind::Stairs(_) => "stairs",
            FloorKind::Ramp => "ramp",
            FloorKind::Escalator(_) => "escalator",
            FloorKind::Walkway(_) => "walkway",
        }
    }
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
    /// Returns stairs with goings of 0.29 m and rises of 0.17 m, the comfortable step of DIN 18065 (2 rises + going =
    /// 0.63 m). The factors are the speeds of Fruin 1971 on such stairs, 0.50 m/s up and 0.67 m/s down, divided by his
    /// 1.34 m/s on the flat.
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
    /// Linear along a line of points with heights: a point of the floor has the height of the nearest point of the
    /// line.
    Along(Vec<(Point, f64)>),
    /// Triangles whose corners have heights: a point of the floor has the height of the triangle above or below it.
    Surface(Vec<[(Point, f64); 3]>),
}

/// A polygon with holes, as its author wrote it: any winding, closed or not.
#[derive(Clone, Debug, Default)]
pub struct Outline {
    /// The outer ring.
    pub outer: Vec<Point>,
    /// Rings that are not part of it.
    pub holes: Vec<Vec<Point>>,
    /// The item of the file, for messages: `feature 12 (way/34)`, `layer jps-obstacles, entity 5`.
    pub source: String,
}

/// A wall drawn as a line.
#[derive(Clone, Debug)]
pub struct Wall {
    /// The middle of the wall; closed when the last point repeats the first.
    pub line: Vec<Point>,
    /// Thickness, m.
    pub thickness: f64,
    /// The item of the file, for messages.
    pub source: String,
}

/// A link where two floors join, or a door within one floor.
#[derive(Clone, Debug)]
pub struct Link {
    /// Unique within the place.
    pub name: String,
    /// Opening, door or lift.
    pub kind: LinkKind,
    /// The item of the file, for messages.
    pub source: String,
}

/// The three kinds of link.
#[derive(Clone, Debug, Serialize)]
pub enum LinkKind {
    /// An edge that two floors share, such as a stair head: the segment lies on the border of both. The footprint of a
    /// flight (any floor that is not a [`FloorKind::Level`]) is cut out of the level that it joins, so the segment may
    /// also lie inside the level's outline.
    Opening {
        /// The two floors.
        floors: [FloorId; 2],
        /// The shared edge.
        segment: Segment,
        /// Whether pedestrians can pass only from the first floor to the second.
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
        /// The points where pedestrians step in and out: one on each floor that the lift serves.
        stops: Vec<(FloorId, Point)>,
        /// Cabin, speed and times.
        lift: Lift,
    },
}

/// Rules and first state of a door.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Door {
    /// Whether the door is open at the start.
    pub open: bool,
    /// Whether pedestrians can pass in one direction only: within a floor from the left to the right of the segment a →
    /// b, between floors from the first to the second.
    pub one_way: bool,
    /// Opening hours: times of day (from, to), seconds since midnight; empty when the door has none. They apply once
    /// the time of day is set; until then `open` does.
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
    /// The most passengers, persons.
    pub capacity: u32,
    /// Travel speed, m/s.
    pub speed: f64,
    /// Time with open doors at a stop, s.
    pub dwell: f64,
    /// Clear width of its doors, m.
    pub door_width: f64,
}

impl Default for Lift {
    /// Returns a common passenger lift: 8 persons (630 kg) and 0.9 m doors (EN 81-70 type 2), 1 m/s, 5 s at a stop.
    fn default() -> Self {
        Lift { capacity: 8, speed: 1.0, dwell: 5.0, door_width: 0.9 }
    }
}

/// A named polygon on a floor.
#[derive(Clone, Debug)]
pub struct Area {
    /// Unique within the place.
    pub name: String,
    /// The purpose of the area.
    pub kind: AreaKind,
    /// The floor it lies on.
    pub floor: FloorId,
    /// Its shape.
    pub outline: Outline,
}

/// The purpose of an area.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum AreaKind {
    /// A part of the place with a name.
    Region,
    /// An area where pedestrians come in.
    Entrance,
    /// An area where pedestrians leave.
    Exit,
    /// An area where pedestrians wait, such as a platform.
    Waiting,
    /// An area where something is measured.
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

    /// Returns the word for the kind.
    pub fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, kind)| *kind == self).map_or("", |(word, _)| word)
    }
}

/// A thing pedestrians use.
#[derive(Clone, Debug)]
pub struct Object {
    /// Unique within the place.
    pub name: String,
    /// The kind of the object.
    pub kind: &'static ObjectKind,
    /// The floor it stands on.
    pub floor: FloorId,
    /// Its footprint; one point for a thing without extent.
    pub footprint: Vec<Point>,
    /// Whether the footprint is an open line, from its first point to its last, rather than a ring.
    pub is_line: bool,
    /// The direction in which the front of the object looks; found by the program when absent.
    pub facing: Option<Facing>,
    /// The number of people who can use the object at once, where its size does not give that number.
    pub seats: Option<u32>,
    /// Its radius, or how far it is seen, m.
    pub radius: Option<f64>,
    /// The queue from which it is served, by name; a line of its own when absent.
    pub queue: Option<String>,
    /// The time of one use, s; that of its kind when absent.
    pub service: Option<Distribution>,
    /// The things that the object offers; those that its kind offers when absent.
    pub offers: Option<Vec<String>>,
    /// What a sign shows the way to: names of objects, or what objects offer; every object when absent.
    pub shows: Option<Vec<String>>,
    /// Whether it is left closed when nobody can use it, as things of a map often are; it is an error otherwise.
    pub is_optional: bool,
    /// The item of the file, for messages.
    pub source: String,
}

/// The direction in which something looks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Facing {
    /// Along a vector, whatever its length.
    Along(Point),
    /// Towards a point.
    Towards(Point),
}

impl Object {
    /// Returns an object with the usual settings of its kind.
    pub fn new(name: impl Into<String>, kind: &'static ObjectKind, floor: FloorId, footprint: Vec<Point>) -> Self {
        Object {
            name: name.into(),
            kind,
            floor,
            footprint,
            is_line: false,
            facing: None,
            seats: None,
            radius: None,
            queue: None,
            service: None,
            offers: None,
            shows: None,
            is_optional: false,
            source: String::new(),
        }
    }

    /// Returns what it offers.
    pub fn offered(&self) -> impl Iterator<Item = &str> {
        let (own, usual) = match &self.offers {
            Some(own) => (own.as_slice(), &[][..]),
            None => (&[][..], self.kind.offers),
        };
        own.iter().map(String::as_str).chain(usual.iter().copied())
    }

    /// Returns the unit vector in which its front looks from a point; `None` when the place does not say.
    pub fn facing_from(&self, p: Point) -> Option<Point> {
        match self.facing? {
            Facing::Along(way) => way.unit(),
            Facing::Towards(target) => (target - p).unit(),
        }
    }
}

/// A note of the importer to the user of a place.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// The text of the note.
    pub text: String,
    /// The point that the note is about, in local metres.
    pub at: Option<Point>,
    /// The item of the file; empty when the note concerns the whole file.
    pub source: String,
}

impl Place {
    /// Returns the floor called `name`.
    pub fn floor(&self, name: &str) -> Option<FloorId> {
        self.floors.iter().position(|f| f.name == name).map(FloorId::new)
    }
    /// Returns the number of points in all outlines, walls, areas, objects and height functions.
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
    /// Returns an outline without holes.
    pub fn new(outer: Vec<Point>, source: impl Into<String>) -> Self {
        Outline { outer, holes: Vec::new(), source: source.into() }
    }
}

impl Floor {
    /// Returns an empty level at height `z`.
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
