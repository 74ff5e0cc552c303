//! A bench: seats side by side along its longer side, facing outwards.
//!
//! T (Shao & Terzopoulos 2007), Algorithm 5 rests on a free seat. On open ground the seats are on the bench; where the
//! bench is an obstacle they are just before it. Without `facing`, the longer side with room for more people is taken.
//!
//! | number              | unit | default | from                                                       |
//! |---------------------|------|---------|------------------------------------------------------------|
//! | width of a seat     | m    | 0.5     | shoulders of an adult, 0.46 m in Fruin 1971, rounded up    |
//! | seats of a point    |      | 1       | a chair                                                    |

use populace_geom::Point;

use super::ground::ObjectGround;
use super::shapes::{Side, sides};
use super::{BODY, Found, MOST_SLOTS, ObjectKind, ObjectProblem, Slot};
use crate::Object;

/// The width of a seat, m.
const SEAT: f64 = 0.5;

/// This kind's line in the table.
pub(super) const ENTRY: ObjectKind = ObjectKind {
    name: "bench",
    aliases: &["seat"],
    about: "seats side by side",
    places: "every 0.5 m along its longer side, facing outwards; as many as `seats` says at a point",
    source: "Shao & Terzopoulos 2007, Algorithm 5; Fruin 1971",
    has_line: false,
    is_passed: false,
    takes: &["facing", "seats", "service", "offers"],
    offers: &["seat"],
    service: None,
    slots,
};

/// Finds the seats.
fn slots(ground: &ObjectGround<'_>, object: &Object) -> Result<Found, ObjectProblem> {
    let none = || {
        ObjectProblem::new(
            "nobody can sit on it: there is no room for a body along its longer side",
            "move it beside walkable ground, or turn its front there with `facing`",
        )
    };
    let rows = if object.footprint.len() == 1 { point_rows(ground, object) } else { side_rows(ground, object) };
    let (row, length) = rows.into_iter().fold((Vec::new(), 0.0_f64), |best, row| {
        // The first row with the most seats; every row knows how long its side is.
        if row.0.len() > best.0.len() { row } else { (best.0, best.1.max(row.1)) }
    });
    if row.is_empty() {
        return Err(none());
    }
    let fit = ((length + 1e-6) / SEAT).floor().max(1.0) as usize;
    let wanted = object.seats.map_or(fit, |seats| seats as usize);
    let most = wanted.min(fit).min(MOST_SLOTS);
    let slots: Vec<Slot> = if row.len() > most { middle_of(&row, most) } else { row };
    Ok(Found { refused: wanted.saturating_sub(slots.len()), slots, sight: None })
}

/// Returns `count` neighbours from the middle of a row.
fn middle_of(row: &[Slot], count: usize) -> Vec<Slot> {
    let first = (row.len() - count) / 2;
    row[first..first + count].to_vec()
}

/// Returns the seats along each longer side, on the bench and before it, with the length of the side.
fn side_rows(ground: &ObjectGround<'_>, object: &Object) -> Vec<(Vec<Slot>, f64)> {
    let sides = sides(&object.footprint);
    let longest = sides.iter().map(Side::length).fold(0.0, f64::max);
    let is_front = |side: &&Side| match object.facing_from(side.middle()) {
        // The front is the longest side that looks the way of `facing`.
        Some(facing) => side.outward.dot(facing) > std::f64::consts::FRAC_1_SQRT_2 - 1e-9,
        None => side.length() > 0.9 * longest,
    };
    let mut rows = Vec::new();
    for side in sides.iter().filter(is_front) {
        let depth = side.depth(&object.footprint);
        for offset in [-(0.5 * depth).min(0.25), BODY + 0.02] {
            rows.push((row(ground, object, side, offset), side.length()));
        }
    }
    rows
}

/// Returns the seats along a side that have room, at a distance outwards.
fn row(ground: &ObjectGround<'_>, object: &Object, side: &Side, offset: f64) -> Vec<Slot> {
    let fit = ((side.length() + 1e-6) / SEAT).floor().clamp(1.0, MOST_SLOTS as f64);
    let along = side.along();
    let seat = |i: usize| {
        let t = (i as f64 - 0.5 * (fit - 1.0)) * SEAT;
        ground.slot(object.floor, side.middle() + along * t + side.outward * offset, side.outward, 0)
    };
    (0..fit as usize).filter_map(seat).collect()
}

/// Returns the seats of a bench that is only a point: in a row across its front.
fn point_rows(ground: &ObjectGround<'_>, object: &Object) -> Vec<(Vec<Slot>, f64)> {
    let at = object.footprint[0];
    let Some((base, front)) = ground.stand_at(object, at) else { return Vec::new() };
    let wanted = object.seats.unwrap_or(1).clamp(1, MOST_SLOTS as u32) as usize;
    let along: Point = front.left();
    let seat = |i: usize| {
        let t = (i as f64 - 0.5 * (wanted as f64 - 1.0)) * SEAT;
        ground.slot(object.floor, base + along * t, front, 0)
    };
    vec![((0..wanted).filter_map(seat).collect(), wanted as f64 * SEAT)]
}
