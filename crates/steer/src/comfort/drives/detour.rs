//! Detours around the most imminent collision, to either side: the smallest turn that passes at the same speed (S
//! §3.2).

use populace_geom::maths;

use super::Wish;
use crate::comfort::membership::ramp;
use crate::comfort::situation::{Side, Situation};

/// A turn of this much has no interest, rad: a right angle is not a detour.
const MOST_TURN: f64 = std::f64::consts::FRAC_PI_2;

/// Returns how near in time a collision is, from 0 to 1.
#[inline]
pub fn urgency(at: &Situation<'_>, time: f64) -> f64 {
    ramp(time, at.params.horizon, at.params.imminent)
}

/// Evaluates the detour on one side.
pub fn detour(at: &Situation<'_>, side: Side) -> Option<Wish> {
    let hit = at.imminent.as_ref()?;
    let urgency = urgency(at, hit.time);
    if urgency <= 0.0 {
        return None;
    }
    let tangent = hit.tangents[usize::from(side == Side::Right)];
    let way = hit.detour(tangent, at.speed.max(0.5 * at.wanted))?;
    let turn = maths::atan2(at.heading.cross(way), at.heading.dot(way));
    // The left tangent may lie to the right of the way when B crosses.
    let small = ramp(turn.abs(), MOST_TURN, 0.0);
    let free = 0.5 + 0.5 * at.side_free(side, hit.other.row);
    let interest = urgency * small * free;
    Some(Wish { interest, turn: Some(turn), speed: Some(at.wanted), target: Some(hit.other.row) })
}
