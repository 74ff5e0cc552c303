//! A queue: a line without a slot. Tills that name it are served from its line, first come, first served.
//!
//! `line` draws it by hand: a place every 0.6 m from the first point, its head. `outline` draws the ground on which it
//! winds to and fro. `at` gives only its head; the program finds the line.
//!
//! | number               | unit | default | from                                              |
//! |----------------------|------|---------|---------------------------------------------------|
//! | between two people   | m    | 0.6     | Fruin 1971, where levels of service D and E meet  |
//! | between two rows     | m    | 0.9     | Fruin 1971, level of service C                    |
//! | most places          |      | 60 found, 1,000 drawn | more are not walked up to           |

use super::{Found, ObjectGround, ObjectKind, ObjectProblem};
use crate::Object;

/// This kind's line in the table.
pub(super) const ENTRY: ObjectKind = ObjectKind {
    name: "queue",
    aliases: &[],
    about: "a line without a slot, from which tills, machines and desks that name it are served",
    places: "none",
    source: "Shao & Terzopoulos 2007, Algorithm 4; Fruin 1971",
    has_line: true,
    is_passed: false,
    takes: &["facing", "line"],
    offers: &[],
    service: None,
    slots,
};

/// A queue has no slots.
#[expect(clippy::unnecessary_wraps, reason = "the signature is that of every kind")]
fn slots(_: &ObjectGround<'_>, _: &Object) -> Result<Found, ObjectProblem> {
    Ok(Found::default())
}
