//! A shop: people stand at its shelves.
//!
//! The walls and obstacles inside the outline are its shelves; a shop drawn on open ground, or around an obstacle, is a
//! stall with people around it.
//!
//! | number                | unit | default   | from                                        |
//! |-----------------------|------|-----------|---------------------------------------------|
//! | from shelf to customer | m   | 0.35      | body 0.2 and a forearm                      |
//! | between neighbours    | m    | 1.0       | Fruin 1971, level of service B to C         |
//! | most slots            |      | 40        | assumed                                     |
//! | time of one stop      | s    | 15 to 60  | assumed                                     |

use populace_geom::{Bounds, Distribution, Point, Segment, contains};

use super::ground::ObjectGround;
use super::shapes::{ring_around, sides};
use super::{Found, MOST_SLOTS, ObjectKind, ObjectProblem, Slot};
use crate::Object;

const DISTANCE: f64 = 0.35;
const PITCH: f64 = 1.0;
const MOST: usize = 40;

/// This kind's line in the table.
pub(super) const ENTRY: ObjectKind = ObjectKind {
    name: "shop",
    aliases: &[],
    about: "shelves at which people stand; the outline is the shop, the walls and obstacles in it are the shelves",
    places: "along the shelves, 1 m apart; around a stall; at most `seats` (40)",
    source: "Fruin 1971; time assumed",
    has_line: false,
    is_passed: false,
    takes: &["seats", "service", "offers"],
    offers: &["goods"],
    service: Some(Distribution::Uniform { least: 15.0, most: 60.0 }),
    slots,
};

/// Finds where customers stand.
fn slots(ground: &ObjectGround<'_>, object: &Object) -> Result<Found, ObjectProblem> {
    let most = object.seats.map_or(MOST, |seats| seats as usize).min(MOST_SLOTS);
    let mut slots = at_shelves(ground, object);
    if slots.is_empty() {
        slots = around(ground, object);
    }
    if slots.is_empty() {
        return Err(ObjectProblem::new(
            "nobody can stand at its shelves: there is no room for a body along its walls or around it",
            "draw its outline around walkable ground, or beside it",
        ));
    }
    // Every so many, so that a large shop is used all over.
    if slots.len() > most {
        let all = slots;
        slots = (0..most).map(|i| all[i * all.len() / most]).collect();
    }
    Ok(Found {
        refused: object.seats.map_or(0, |seats| (seats as usize).saturating_sub(slots.len())),
        slots,
        sight: None,
    })
}

/// Returns slots along the walls inside the outline.
fn at_shelves(ground: &ObjectGround<'_>, object: &Object) -> Vec<Slot> {
    let ring = &object.footprint;
    if ring.len() < 3 {
        return Vec::new();
    }
    let bounds = Bounds::of(ring.iter().copied());
    let mut walls: Vec<Segment> = Vec::new();
    ground.walls_near(object.floor, &bounds, |wall| walls.push(*wall));
    let mut slots: Vec<Slot> = Vec::new();
    for wall in walls {
        let Some(along) = (wall.b - wall.a).unit() else { continue };
        let count = (wall.length() / PITCH).floor().clamp(1.0, 1e4) as usize;
        let pitch = wall.length() / count as f64;
        for i in 0..count {
            let point = wall.a + along * ((i as f64 + 0.5) * pitch) + along.left() * DISTANCE;
            let is_apart = |slots: &[Slot]| slots.iter().all(|s| s.point.distance(point) > 0.8 * PITCH);
            if slots.len() < MOST_SLOTS && contains(ring, point) && is_apart(&slots) {
                slots.extend(ground.slot(object.floor, point, -along.left(), 0));
            }
        }
    }
    slots
}

/// Returns slots around a stall.
fn around(ground: &ObjectGround<'_>, object: &Object) -> Vec<Slot> {
    let edges = sides(&object.footprint);
    let slot = |point: Point| {
        let nearest = edges.iter().map(|side| Segment::new(side.a, side.b).nearest(point));
        let nearest = nearest.min_by(|a, b| a.distance(point).total_cmp(&b.distance(point)));
        let facing = (nearest.unwrap_or(object.footprint[0]) - point).unit()?;
        ground.slot(object.floor, point, facing, 0)
    };
    ring_around(&object.footprint, DISTANCE, PITCH).into_iter().filter_map(slot).collect()
}
