//! What the random draws of minds are for. A draw is a pure function of (seed, pedestrian, counter, purpose). The numbers
//! differ from those of the simulation, which leaves out 9 and all numbers from 32 on.

/// How long a pedestrian waits.
pub const WAIT: u64 = 9;
/// How long a pedestrian uses an object.
pub const SERVICE: u64 = 32;
/// How long a pedestrian waits for an object.
pub const PATIENCE: u64 = 33;
/// The levels of a pedestrian's needs when it comes in; the need is added in the bits above.
pub const NEED: u64 = 34;
/// When a pedestrian has to set out for where its journey ends.
pub const DEPARTS: u64 = 35;
/// For how long a pedestrian stands between two ways.
pub const PAUSE: u64 = 36;
/// To which area a pedestrian goes next.
pub const AREA: u64 = 37;
/// How many people chat together.
pub const SIZE: u64 = 38;
/// How soon a pedestrian heeds the alarm.
pub const RESPONSE: u64 = 39;
