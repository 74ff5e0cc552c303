//! A performance: artists whom people watch from all around.
//!
//! T (Shao & Terzopoulos 2007), Algorithm 3 and D.1: observers stand around the area and face it; when the first row
//! is full, the area is enlarged by the size of a pedestrian, and a sparse second row forms. Walls cut the full circle
//! to the part from which the performance is seen; `facing` leaves the half before it, T's semi-circle (Fig. 21).
//!
//! | number                        | unit | default   | from                                             |
//! |-------------------------------|------|-----------|--------------------------------------------------|
//! | radius of a point             | m    | 1.5       | assumed                                          |
//! | from the area to the first row | m   | 0.6       | T D.1: observers register within a metre         |
//! | between neighbours            | m    | 0.6       | Fruin 1971, as in a line                         |
//! | second row behind the first   | m    | 0.8       | T D.1: by the size of a pedestrian               |
//! | between neighbours there      | m    | 1.2       | every second gap: T's "sparse second layer"      |
//! | time of watching              | s    | 60 to 300 | assumed                                          |

use populace_geom::{Distribution, centroid};

use super::ground::ObjectGround;
use super::shapes::{ring_around, round};
use super::{Found, MOST_SLOTS, ObjectKind, ObjectProblem, Slot};
use crate::Object;

/// The radius of a performance that is only a point, m.
const RADIUS: f64 = 1.5;
/// Rows: distance from the area, and distance between neighbours, m.
const ROWS: [(f64, f64); 2] = [(0.6, 0.6), (1.4, 1.2)];

/// This kind's line in the table.
pub(super) const ENTRY: ObjectKind = ObjectKind {
    name: "performance",
    aliases: &[],
    about: "artists whom people watch; `radius` is that of a disc around `at`",
    places: "in a row around it and a sparse second row, facing it; the half before `facing` when that is given",
    source: "Shao & Terzopoulos 2007, Algorithm 3 and D.1; time assumed",
    has_line: false,
    is_passed: false,
    takes: &["facing", "seats", "radius", "service", "offers"],
    offers: &["performance"],
    service: Some(Distribution::Uniform { least: 60.0, most: 300.0 }),
    slots,
};

/// Returns the ring of the area.
pub(super) fn ring(object: &Object) -> Vec<populace_geom::Point> {
    match object.footprint[..] {
        [at] => round(at, object.radius.unwrap_or(RADIUS)),
        _ => object.footprint.clone(),
    }
}

/// Finds where observers stand.
fn slots(ground: &ObjectGround<'_>, object: &Object) -> Result<Found, ObjectProblem> {
    let ring = ring(object);
    let middle = if ring.len() < 3 { ring[0].lerp(ring[ring.len() - 1], 0.5) } else { centroid(&ring) };
    let front = object.facing_from(middle);
    let most = object.seats.map_or(MOST_SLOTS, |seats| seats as usize).min(MOST_SLOTS);
    let mut slots: Vec<Slot> = Vec::new();
    for (rank, (distance, spacing)) in ROWS.into_iter().enumerate() {
        for point in ring_around(&ring, distance, spacing) {
            let Some(facing) = (middle - point).unit() else { continue };
            // Half of the circle: directions up to a right angle from the front.
            if front.is_some_and(|front| front.dot(facing) > 1e-9) {
                continue;
            }
            let slot = ground.slot(object.floor, point, facing, rank as u8);
            slots.extend(slot.filter(|slot| slots.len() < most && ground.sees_ring(slot, &ring, middle)));
        }
    }
    if slots.is_empty() {
        return Err(ObjectProblem::new(
            "nobody can watch it: there is no room around it from which it is seen",
            "leave walkable ground around it, 1 m deep",
        ));
    }
    Ok(Found {
        refused: object.seats.map_or(0, |seats| (seats as usize).saturating_sub(slots.len())),
        slots,
        sight: None,
    })
}
