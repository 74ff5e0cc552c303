//! The purposes of random draws. A draw is a pure function of (seed, pedestrian, step, purpose). The number 9 and all
//! numbers from 32 on are those of minds (`populace_mind::purpose`).

pub(crate) const ARRIVAL: u64 = 1;
pub(crate) const AREA: u64 = 2;
pub(crate) const ENTRY_U: u64 = 3;
pub(crate) const ENTRY_V: u64 = 4;
pub(crate) const SPEED: u64 = 5;
pub(crate) const RADIUS: u64 = 6;
pub(crate) const PRE_MOVEMENT: u64 = 7;
pub(crate) const CONE: u64 = 8;
pub(crate) const SPOT_U: u64 = 10;
pub(crate) const SPOT_V: u64 = 11;
pub(crate) const EXIT: u64 = 12;
pub(crate) const PART: u64 = 13;
pub(crate) const HASTE: u64 = 14;
pub(crate) const EXPLORE_U: u64 = 15;
pub(crate) const EXPLORE_V: u64 = 16;
pub(crate) const EXPLORE_FLOOR: u64 = 17;
pub(crate) const MAKE_WAY: u64 = 18;
pub(crate) const DOOR: u64 = 19;
pub(crate) const AROUND: u64 = 20;
