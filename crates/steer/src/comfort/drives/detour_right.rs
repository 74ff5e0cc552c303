//! Emergency: make a detour by the right.

use super::{Drive, Kind, detour::detour};
use crate::comfort::situation::Side;

pub const DRIVE: Drive = Drive {
    name: "detour_right",
    about: "passes right of the one it would run into",
    kind: Kind::Emergency,
    evaluate: |at| detour(at, Side::Right),
};
