//! Objects: the things that pedestrians use, from a drawn footprint to proven slots and lines.
//!
//! Every object is reduced to two things. A *slot* is where a pedestrian is while it uses the object; it has room for
//! one. A *line* is where pedestrians stand while they wait for a slot, from its head outwards. An object does not
//! change the ground: its footprint may lie in a wall or an obstacle, or on open ground.
//!
//! One kind of object is one file with its `ENTRY`, and one line in [`OBJECTS`]. The function of a kind finds slots;
//! the program finds the line (`line.rs`), unless it is drawn by hand (`drawn.rs`).

mod around;
mod bench;
mod board;
mod clock;
mod drawn;
mod gate;
mod ground;
mod information;
mod keep_clear;
mod lift;
mod line;
mod meeting_point;
mod performance;
mod prove;
mod queue;
mod shapes;
mod shop;
mod sign;
mod taken;
mod ticket_machine;
mod till;
mod track;
mod vending_machine;
mod views;
mod ways;

use populace_geom::{Distribution, Point};
use serde::Serialize;

pub(crate) use around::tiles_of;
pub use ground::ObjectGround;
pub(crate) use prove::{Outcome, place_objects};
pub use track::PlatformEdge;

use crate::{CellId, FloorId, Object};

populace_geom::typed_id! {
    /// An object of an environment.
    pub struct ObjectId;
}

/// The radius of the body that fits every slot and every place of a line, m. It is that of half an adult's shoulders,
/// 0.46 m in Fruin 1971, without clothes.
pub const BODY: f64 = 0.2;
/// The least distance between two slots, m: the near end of Hall's personal distance (Hall 1966, *The Hidden
/// Dimension*, 0.45 to 1.2 m).
pub const APART: f64 = 0.45;
/// The distance between two people in a line, m: where the levels of service D and E of queues meet (Fruin 1971:
/// 0.6 m between people, the least at which nobody touches a neighbour).
pub const SPACING: f64 = 0.6;
/// The most places of a line that forms by itself.
pub const MOST_PLACES: usize = 60;
/// The most slots of one object, and the most places of a line that is drawn by hand.
pub const MOST_SLOTS: usize = 1000;
/// The most objects of a place.
pub const MOST_OBJECTS: usize = 2000;

/// A line of the table of kinds.
#[derive(Debug)]
pub struct ObjectKind {
    /// The word in files.
    pub name: &'static str,
    /// Other words that mean the same.
    pub aliases: &'static [&'static str],
    /// What it is, in a line.
    pub about: &'static str,
    /// Where its slots are, in a line.
    pub places: &'static str,
    /// The paper or standard that its numbers are from.
    pub source: &'static str,
    /// Whether pedestrians wait for it in a line.
    pub has_line: bool,
    /// Whether pedestrians walk through it. Then its line may stand in the way that it closes.
    pub is_passed: bool,
    /// The keys of place files that it takes beside `name`, `kind`, `floor`, `at` and `outline`.
    pub takes: &'static [&'static str],
    /// What it offers unless the place says otherwise.
    pub offers: &'static [&'static str],
    /// The time of one use unless the place says otherwise, s.
    pub service: Option<Distribution>,
    /// Finds its slots.
    pub slots: fn(&ObjectGround<'_>, &Object) -> Result<Found, ObjectProblem>,
}

impl PartialEq for ObjectKind {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl ObjectKind {
    /// Returns whether it takes a key of place files.
    pub fn takes(&self, key: &str) -> bool {
        self.takes.contains(&key)
    }
}

/// The kinds of objects.
pub const OBJECTS: &[&ObjectKind] = &[
    &queue::ENTRY,
    &till::ENTRY,
    &ticket_machine::ENTRY,
    &vending_machine::ENTRY,
    &bench::ENTRY,
    &performance::ENTRY,
    &meeting_point::ENTRY,
    &board::ENTRY,
    &clock::ENTRY,
    &information::ENTRY,
    &gate::ENTRY,
    &shop::ENTRY,
    &sign::ENTRY,
    &lift::ENTRY,
    &track::ENTRY,
];

/// Returns the kind that a word of a file stands for.
pub fn object_kind(word: &str) -> Option<&'static ObjectKind> {
    OBJECTS.iter().copied().find(|entry| entry.name == word || entry.aliases.contains(&word))
}

/// Returns every word for a kind of object: names first, then aliases.
pub fn object_words() -> Vec<&'static str> {
    let names = OBJECTS.iter().map(|entry| entry.name);
    names.chain(OBJECTS.iter().flat_map(|entry| entry.aliases.iter().copied())).collect()
}

/// An object of the environment, proven.
#[derive(Clone, Debug)]
pub struct EnvObject {
    /// Unique among the objects of the place.
    pub name: String,
    /// What it is.
    pub kind: &'static ObjectKind,
    /// The floor that it is on, and that all its slots and places are on.
    pub floor: FloorId,
    /// Its footprint to draw: a ring, a line of two points, one point; of a track the line along the edge.
    pub footprint: Vec<Point>,
    /// Where pedestrians use it; each slot has room for one.
    pub slots: Vec<Slot>,
    /// Where pedestrians wait for a slot, from the head of the line outwards. Empty when the line of `queue` serves the
    /// object.
    pub line: Vec<Slot>,
    /// The object of kind `queue` from whose line the object is served.
    pub queue: Option<ObjectId>,
    /// The time of one use, s.
    pub service: Option<Distribution>,
    /// What it offers.
    pub offers: Vec<String>,
    /// From where it is read, when it shows the way to other objects.
    pub sight: Option<Sight>,
    /// The objects to which it shows the way.
    pub shows: Vec<ObjectId>,
}

impl EnvObject {
    /// Returns whether the object is called so or offers what is called so.
    pub fn answers_to(&self, name: &str) -> bool {
        self.name == name || self.offers.iter().any(|offer| offer == name)
    }
}

/// From where something is read that is not walked up to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sight {
    /// The middle of its face, m.
    pub face: Point,
    /// Where it looks, a unit vector; `None` when it is read from all around.
    pub front: Option<Point>,
    /// The farthest distance at which it is read, m.
    pub far: f64,
    /// The cosine of the widest angle from its front at which it is read.
    pub sideways: f64,
}

impl Sight {
    /// Returns whether it is read from a point, when nothing is between.
    pub fn reaches(&self, point: Point) -> bool {
        let way = point - self.face;
        let is_before = |front: Point| front.dot(way) >= self.sideways * way.norm() - 1e-9;
        way.norm() <= self.far && self.front.is_none_or(is_before)
    }
}

/// Where one pedestrian stands or sits. A body of radius [`BODY`] fits.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Slot {
    /// The cell.
    pub cell: CellId,
    /// The middle of the body, m.
    pub point: Point,
    /// Where the pedestrian looks, a unit vector.
    pub facing: Point,
    /// The row: 0 is the first. Slots of higher rows are used when the first row is taken.
    pub rank: u8,
}

/// What the function of a kind finds.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The slots.
    pub slots: Vec<Slot>,
    /// How many slots were asked for and have no room.
    pub refused: usize,
    /// From where it is read, when it shows the way to other objects.
    pub sight: Option<Sight>,
}

impl From<Vec<Slot>> for Found {
    fn from(slots: Vec<Slot>) -> Self {
        Found { slots, ..Found::default() }
    }
}

/// Why an object has no slot.
#[derive(Clone, Debug, PartialEq)]
pub struct ObjectProblem {
    /// What is wrong.
    pub what: String,
    /// What to do.
    pub hint: String,
}

impl ObjectProblem {
    /// Returns what is wrong, and what to do.
    pub fn new(what: impl Into<String>, hint: impl Into<String>) -> Self {
        ObjectProblem { what: what.into(), hint: hint.into() }
    }
}
