//! The limits of every number in a scenario, in the units of the file.

use populace_ingest::Range;
pub(crate) use populace_ingest::problem::within;

use crate::error::{Blame, Problem};
use populace_ingest::key_path::KeyPath;

/// The longest scenario file, bytes.
pub const MAX_BYTES: usize = 4 << 20;
/// The most people in a run.
pub const MAX_PEOPLE: u64 = 2_000_000;
/// The most obstacles that appear in a run. For each of them the place is built anew.
pub const MAX_BLOCKS: usize = 50;
/// The most corners of an obstacle that appears.
pub const MAX_CORNERS: usize = 100;
/// The most populations, acquaintances and measures of a scenario, and the most arrivals and stages of a population.
pub const MAX_ENTRIES: usize = 1000;

/// The longest name of a scenario, a population or a measure, characters.
pub const MAX_NAME: usize = 200;

macro_rules! limits {
    ($($(#[$about:meta])* $constant:ident: $name:literal, $low:expr, $high:expr, $unit:literal;)*) => {
        $($(#[$about])* pub(crate) const $constant: Range = Range { name: $name, low: $low, high: $high, unit: $unit };)*
        /// Every limit, for the book and the schema: the name of the number, the least, the most and the unit.
        pub const LIMITS: &[Range] = &[$($constant),*];
    };
}

limits! {
    BODY_WIDTH: "body width", 0.01, 10.0, "m";
    UNTIL: "end", 0.001, 1e7, "s";
    DT: "dt", 0.001, 0.5, "s";
    THINK_RATE: "think rate", 0.02, 1000.0, "Hz";
    STUCK_AFTER: "time until a pedestrian is stuck", 1.0, 1e6, "s";
    ROUTES_PER_STEP: "number of routes per step", 1.0, 1e6, "";
    SPEED: "speed", 0.05, 10.0, "m/s";
    HASTE: "haste", 1.0, 3.0, "";
    RADIUS: "radius", 0.05, 2.0, "m";
    PRE_MOVEMENT: "pre-movement time", 0.0, 1e6, "s";
    CONE: "cone angle", 0.1, 90.0, "°";
    ACCELERATION: "acceleration", 0.1, 100.0, "m/s²";
    TURNING: "turning rate", 1.0, 36_000.0, "°/s";
    RATE: "rate", 1e-6, 1e4, "people/s";
    TIME: "time", 0.0, 1e7, "s";
    WAIT: "time of a stage", 0.0, 1e6, "s";
    COORDINATE: "coordinate", -1e7, 1e7, "m";
    CIRCLE: "radius of the circle", 0.1, 1e5, "m";
    ACQUAINTANCE: "level of acquaintance", 0.0, 1.0, "";
    SHARE: "share", 0.0, 1e9, "";
    LEVEL: "level of a need", 0.0, 1.0, "";
    GROWTH: "growth of a need", 0.0, 10.0, "1/s";
    DECAY: "decay of a need", 0.1, 1e6, "s";
    SPARE: "spare time", 0.0, 1e6, "s";
    NEAR: "distance at which an object is noticed", 0.1, 1e5, "m";
    RESPONSE_TIME: "response time", 0.0, 1e6, "s";
    DEPARTS: "departure", 0.0, 1e7, "s";
    CARS: "number of cars", 1.0, 60.0, "";
    CAR_LENGTH: "length of a car", 2.0, 100.0, "m";
    DOORS: "number of doors of a car", 1.0, 30.0, "";
    CAPACITY: "capacity", 1.0, 100_000.0, "people";
    EVERY: "time between trains", 10.0, 1e6, "s";
    DWELL: "time at the platform", 5.0, 1e6, "s";
    DELAY: "delay", 0.0, 1e6, "s";
    DOOR_TIME: "time for one person at a door", 0.1, 60.0, "s";
    FRAME_RATE: "frame rate", 1e-4, 1000.0, "Hz";
}

/// Refuses a name that is too long.
pub(crate) fn not_too_long(at: &KeyPath, name: &str) -> Result<(), Problem> {
    match name.chars().count() {
        ..=MAX_NAME => Ok(()),
        count => Err(at.problem(format!("the name has {count} characters"), format!("write at most {MAX_NAME}"))),
    }
}

/// Refuses a list that is too long.
pub(crate) fn not_too_many(at: &KeyPath, things: &str, count: usize) -> Result<(), Problem> {
    if count <= MAX_ENTRIES {
        return Ok(());
    }
    Err(at.problem(format!("there are {count} {things}"), format!("write at most {MAX_ENTRIES}")))
}
