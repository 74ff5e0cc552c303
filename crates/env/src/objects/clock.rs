//! A clock. People look up at it for a moment.
//!
//! | number              | unit | default | from                                                     |
//! |---------------------|------|---------|----------------------------------------------------------|
//! | viewing distance    | m    | 12      | a dial of 0.4 m with numerals of 60 mm, at 1/200 of the distance |
//! | widest angle        | °    | 60      | as a board                                               |
//! | between neighbours  | m    | 1.5     | assumed                                                  |
//! | most slots          |      | 6       | assumed                                                  |
//! | time of looking     | s    | 2 to 4  | assumed                                                  |

use populace_geom::Distribution;

use super::ground::ObjectGround;
use super::views::{View, viewers};
use super::{Found, ObjectKind, ObjectProblem};
use crate::Object;

/// This kind's line in the table.
pub(super) const ENTRY: ObjectKind = ObjectKind {
    name: "clock",
    aliases: &[],
    about: "a clock, at which people look for a moment",
    places: "where it is seen, 1.5 m apart, within `radius` (12 m), facing it; at most `seats` (6)",
    source: "viewing distance of 60 mm numerals; time assumed",
    has_line: false,
    is_passed: false,
    takes: &["facing", "seats", "radius", "service", "offers"],
    offers: &["time"],
    service: Some(Distribution::Uniform { least: 2.0, most: 4.0 }),
    slots,
};

/// Finds where people stand who look at it.
fn slots(ground: &ObjectGround<'_>, object: &Object) -> Result<Found, ObjectProblem> {
    viewers(ground, object, &View { nearest: 2.0, farthest: 12.0, pitch: 1.5, most: 6, half_angle: 60.0 })
}
