//! Comfort: clear the personal space by moving towards the left.

use super::{Drive, Kind, clear::clear};
use crate::comfort::situation::Side;

pub const DRIVE: Drive = Drive {
    name: "clear_left",
    about: "clears its personal space by moving to its left",
    kind: Kind::Contest,
    evaluate: |at| clear(at, Side::Left),
};
