//! Slots from which something is seen: arcs before its front, from near to far.

use populace_geom::{Bounds, Point, maths};

use super::ground::ObjectGround;
use super::{Found, MOST_SLOTS, ObjectProblem, Slot};
use crate::Object;

/// From where a thing is looked at.
pub(super) struct View {
    /// The least distance, m.
    pub nearest: f64,
    /// The greatest distance unless the place gives a `radius`, m.
    pub farthest: f64,
    /// The distance between neighbours and between arcs, m.
    pub pitch: f64,
    /// The most slots unless the place gives `seats`.
    pub most: usize,
    /// The greatest angle from the front, degrees.
    pub half_angle: f64,
}

/// Finds slots from which an object is seen, facing it.
pub(super) fn viewers(ground: &ObjectGround<'_>, object: &Object, view: &View) -> Result<Found, ObjectProblem> {
    let farthest = object.radius.unwrap_or(view.farthest);
    let most = object.seats.map_or(view.most, |seats| seats as usize).min(MOST_SLOTS);
    let none = || {
        ObjectProblem::new(
            format!("nobody can look at it: there is no ground within {farthest} m from which it is seen"),
            "move it to where people see it, or turn its front with `facing`",
        )
    };
    let middle = Bounds::of(object.footprint.iter().copied()).center();
    let (anchor, front) = ground.face_of(object, middle).ok_or_else(none)?;
    // A thing without a front is seen from all around.
    let (front, half_angle) =
        front.map_or((Point::new(0.0, -1.0), std::f64::consts::PI), |f| (f, view.half_angle.to_radians()));
    let mut slots: Vec<Slot> = Vec::new();
    let mut distance = view.nearest.min(farthest);
    while distance <= farthest + 1e-9 && slots.len() < most {
        // From the middle of the arc to its ends, left and right in turn.
        let step = view.pitch / distance;
        let count = (half_angle / step + 1e-9).floor().min(1000.0) as i32;
        for turn in (0..=count).flat_map(|i| [i, -i]).skip(1) {
            let (sin, cos) = maths::sin_cos(step * f64::from(turn));
            let direction = front * cos + front.left() * sin;
            let slot = ground.slot(object.floor, anchor + direction * distance, -direction, 0);
            let is_apart = |slot: &Slot| slots.iter().all(|s| s.point.distance(slot.point) > 0.9 * view.pitch);
            if let Some(slot) = slot.filter(|s| slots.len() < most && is_apart(s) && ground.sees(s, anchor)) {
                slots.push(slot);
            }
        }
        distance += view.pitch;
    }
    if slots.is_empty() {
        return Err(none());
    }
    Ok(Found {
        refused: object.seats.map_or(0, |seats| (seats as usize).saturating_sub(slots.len())),
        slots,
        sight: None,
    })
}
