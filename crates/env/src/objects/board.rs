//! A board: departures, signs, a map. People stand before it and read.
//!
//! | number              | unit | default | from                                                               |
//! |---------------------|------|---------|--------------------------------------------------------------------|
//! | viewing distance    | m    | 8       | letters of 40 mm; a common rule of signs is a height of 1/200 of the distance |
//! | widest angle        | °    | 60      | a flat board; letters look half as wide there                       |
//! | between neighbours  | m    | 1       | Fruin 1971, level of service B to C                                 |
//! | most slots          |      | 12      | assumed                                                            |
//! | time of reading     | s    | 5 to 15 | assumed                                                            |

use populace_geom::Distribution;

use super::ground::ObjectGround;
use super::views::{View, viewers};
use super::{Found, ObjectKind, ObjectProblem};
use crate::Object;

/// This kind's line in the table.
pub(super) const ENTRY: ObjectKind = ObjectKind {
    name: "board",
    aliases: &[],
    about: "departures, signs, a map",
    places: "before its front, where it is seen, 1 m apart, within `radius` (8 m), facing it; at most `seats` (12)",
    source: "viewing distance of 40 mm letters; time assumed",
    has_line: false,
    is_passed: false,
    takes: &["facing", "seats", "radius", "service", "offers"],
    offers: &["departures"],
    service: Some(Distribution::Uniform { least: 5.0, most: 15.0 }),
    slots,
};

/// Finds where readers stand.
fn slots(ground: &ObjectGround<'_>, object: &Object) -> Result<Found, ObjectProblem> {
    viewers(ground, object, &View { nearest: 1.5, farthest: 8.0, pitch: 1.0, most: 12, half_angle: 60.0 })
}
