//! Emergency: pass before B, which crosses A's way. A walks faster, within its top speed, so that it just misses B. `decide`
//! drops the wish of an A that slows down for others.

use super::detour::urgency;
use super::{Drive, Kind, Wish};
use crate::comfort::membership::ramp;
use crate::comfort::situation::Situation;

/// A speed of this many times the wanted speed has no interest.
const MOST_HASTE: f64 = 1.6;

pub const DRIVE: Drive = Drive {
    name: "pass_before",
    about: "walks faster to pass before the one who crosses",
    kind: Kind::Emergency,
    evaluate: pass_before,
};

fn pass_before(at: &Situation<'_>) -> Option<Wish> {
    let hit = at.imminent.as_ref()?;
    if !at.is_crossed_by(&hit.other) {
        return None;
    }
    let faster = hit.speeds(at.heading * at.wanted).into_iter().flatten().filter(|share| *share > 1.0);
    let share = faster.fold(f64::INFINITY, f64::min);
    let speed = share * at.wanted;
    if !speed.is_finite() || speed > at.top_speed {
        return None;
    }
    let interest = urgency(at, hit.time) * ramp(share, MOST_HASTE, 1.0);
    Some(Wish { interest, turn: Some(0.0), speed: Some(speed), target: Some(hit.other.row) })
}
