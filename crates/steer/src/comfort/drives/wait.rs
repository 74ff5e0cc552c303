//! Emergency: wait for B to pass by. A slows down until it just misses B, or to B's own speed when B goes the same way.
//! It stops when nothing else helps.

use super::detour::urgency;
use super::{Drive, Kind, Wish};
use crate::comfort::situation::Situation;

/// The interest in stopping altogether, as a share of the urgency: a detour of less than 40° is better.
const STOP: f64 = 0.55;
/// Slowing down by this share is no better than stopping.
const MOST_LOSS: f64 = 0.6;

pub const DRIVE: Drive = Drive {
    name: "wait",
    about: "slows down until the one who crosses has passed",
    kind: Kind::Emergency,
    evaluate: wait,
};

fn wait(at: &Situation<'_>) -> Option<Wish> {
    let hit = at.imminent.as_ref()?;
    let urgency = urgency(at, hit.time);
    // A neighbour that comes towards A does not pass by while A waits: both would wait for ever.
    if urgency <= 0.0 || at.same_way(&hit.other) < 0.25 {
        return None;
    }
    let slower = hit.speeds(at.heading * at.wanted).into_iter().flatten().filter(|share| *share < 1.0);
    // Behind a neighbour that does not cross, A walks so fast that it closes the gap just in the time in which a
    // collision is imminent.
    let gap = hit.other.distance - hit.other.bodies - at.params.margin;
    let follows = if at.is_crossed_by(&hit.other) {
        0.0
    } else {
        ((hit.other.along + gap / at.params.imminent) / at.wanted).clamp(0.0, 1.0)
    };
    let share = slower.fold(follows, f64::max);
    let interest = urgency * STOP.max(1.0 - (1.0 - share) / MOST_LOSS);
    Some(Wish { interest, turn: Some(0.0), speed: Some(share * at.wanted), target: Some(hit.other.row) })
}
