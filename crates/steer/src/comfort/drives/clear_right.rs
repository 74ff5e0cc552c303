//! Comfort: clear the personal space by moving towards the right.

use super::{Drive, Kind, clear::clear};
use crate::comfort::situation::Side;

pub const DRIVE: Drive = Drive {
    name: "clear_right",
    about: "clears its personal space by moving to its right",
    kind: Kind::Contest,
    evaluate: |at| clear(at, Side::Right),
};
