//! A till: someone behind a counter serves one customer after the other.
//!
//! T (Shao & Terzopoulos 2007) calls it a purchase point (§4.4, Algorithm 4). The customer stands before the counter
//! and faces it.
//!
//! | number                    | unit | default  | from                       |
//! |---------------------------|------|----------|----------------------------|
//! | from counter to customer  | m    | 0.3      | body 0.2 and a hand's width |
//! | between two customers     | m    | 0.8      | Fruin 1971, level of service C: 0.9 m between people, less where a counter leads them |
//! | service                   | s    | 20 to 60 | assumed                    |

use populace_geom::Distribution;

use super::ground::{Counter, ObjectGround};
use super::{Found, ObjectKind, ObjectProblem};
use crate::Object;

/// The distance between two customers at one counter, m.
pub(super) const PITCH: f64 = 0.8;

/// This kind's line in the table.
pub(super) const ENTRY: ObjectKind = ObjectKind {
    name: "till",
    aliases: &["purchase"],
    about: "someone behind a counter serves one customer after the other",
    places: "before its front, as many as `seats` says, 0.8 m apart",
    source: "Shao & Terzopoulos 2007, Algorithm 4; service time assumed",
    has_line: true,
    is_passed: false,
    takes: &["facing", "seats", "queue", "service", "offers"],
    offers: &["ticket"],
    service: Some(Distribution::Uniform { least: 20.0, most: 60.0 }),
    slots,
};

/// Finds where customers stand.
pub(super) fn slots(ground: &ObjectGround<'_>, object: &Object) -> Result<Found, ObjectProblem> {
    let wanted = object.seats.unwrap_or(1) as usize;
    let slots = ground.before(object, &Counter { wanted, pitch: PITCH })?;
    Ok(Found { refused: wanted - slots.len().min(wanted), slots, sight: None })
}
