//! The purposes of the random draws of minds. A draw is a pure function of (seed, pedestrian, counter, purpose). The
//! numbers differ from those of the simulation, which leaves out 9 and all numbers from 32 on.

/// The time for which a pedestrian waits.
pub const WAIT: u64 = 9;
/// The time for which a pedestrian uses an object.
pub const SERVICE: u64 = 32;
/// The time for which a pedestrian waits for an object.
pub const PATIENCE: u64 = 33;
/// The levels of a pedestrian's needs when it comes in. The number of the need stands in higher bits.
pub const NEED: u64 = 34;
/// The time at which a pedestrian has to be where its journey ends.
pub const DEPARTS: u64 = 35;
/// The time for which a pedestrian stands between two ways.
pub const PAUSE: u64 = 36;
/// The area to which a pedestrian goes next.
pub const AREA: u64 = 37;
/// The number of people who chat together.
pub const SIZE: u64 = 38;
/// The response time of a pedestrian to the alarm.
pub const RESPONSE: u64 = 39;
/// How much later than planned a train arrives.
pub const DELAY: u64 = 48;
