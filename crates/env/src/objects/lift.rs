//! The call point of a lift, as places have it today. The link of the lift takes and lets out people; the object has
//! neither slots nor a line.

use super::{Found, ObjectGround, ObjectKind, ObjectProblem};
use crate::Object;

/// This kind's line in the table.
pub(super) const ENTRY: ObjectKind = ObjectKind {
    name: "lift",
    aliases: &[],
    about: "the call point of a lift, only drawn: the link of the lift carries people",
    places: "none",
    source: "–",
    has_line: false,
    is_passed: false,
    takes: &[],
    offers: &[],
    service: None,
    slots,
};

/// A call point has no slots.
#[expect(clippy::unnecessary_wraps, reason = "the signature is that of every kind")]
fn slots(_: &ObjectGround<'_>, _: &Object) -> Result<Found, ObjectProblem> {
    Ok(Found::default())
}
