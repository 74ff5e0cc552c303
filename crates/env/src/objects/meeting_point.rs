//! A meeting point: people wait around it for others.
//!
//! Slots are on rings around it, at Hall's personal distance from each other (Hall 1966: 0.45 to 1.2 m), facing it.
//!
//! | number                  | unit | default | from                                     |
//! |-------------------------|------|---------|------------------------------------------|
//! | from the point to ring 1 | m   | 0.6     | an arm's length                          |
//! | between rings and neighbours | m | 0.9  | the middle of Hall's personal distance, rounded up |
//! | radius                  | m    | 3       | assumed: three rings                     |
//! | most slots              |      | 20      | assumed                                  |

use populace_geom::Bounds;

use super::ground::ObjectGround;
use super::shapes::ring_around;
use super::{Found, MOST_SLOTS, ObjectKind, ObjectProblem, Slot};
use crate::Object;

const FIRST: f64 = 0.6;
const PITCH: f64 = 0.9;
const RADIUS: f64 = 3.0;
const MOST: usize = 20;

/// This kind's line in the table.
pub(super) const ENTRY: ObjectKind = ObjectKind {
    name: "meeting-point",
    aliases: &[],
    about: "where people wait for each other",
    places: "on rings around it, 0.9 m apart, within `radius` (3 m), facing it; at most `seats` (20)",
    source: "Hall 1966, personal distance 0.45 to 1.2 m",
    has_line: false,
    is_passed: false,
    takes: &["seats", "radius", "service", "offers"],
    offers: &["meeting"],
    service: None,
    slots,
};

/// Finds where people wait: ring by ring outwards.
fn slots(ground: &ObjectGround<'_>, object: &Object) -> Result<Found, ObjectProblem> {
    let middle = Bounds::of(object.footprint.iter().copied()).center();
    let most = object.seats.map_or(MOST, |seats| seats as usize).min(MOST_SLOTS);
    let mut slots: Vec<Slot> = Vec::new();
    let mut distance = FIRST;
    while distance <= object.radius.unwrap_or(RADIUS) + 1e-9 && slots.len() < most {
        let rank = ((distance - FIRST) / PITCH).round().min(255.0) as u8;
        for point in ring_around(&object.footprint, distance, PITCH) {
            let Some(facing) = (middle - point).unit() else { continue };
            let slot = ground.slot(object.floor, point, facing, rank);
            slots.extend(slot.filter(|slot| slots.len() < most && ground.sees_ring(slot, &object.footprint, middle)));
        }
        distance += PITCH;
    }
    if slots.is_empty() {
        return Err(ObjectProblem::new("nobody can wait at it: there is no room around it", "move it to open ground"));
    }
    Ok(Found {
        refused: object.seats.map_or(0, |seats| (seats as usize).saturating_sub(slots.len())),
        slots,
        sight: None,
    })
}
