//! Emergency: make a detour by the left.

use super::{Drive, Kind, detour::detour};
use crate::comfort::situation::Side;

pub const DRIVE: Drive = Drive {
    name: "detour_left",
    about: "passes left of the one it would run into",
    kind: Kind::Emergency,
    evaluate: |at| detour(at, Side::Left),
};
