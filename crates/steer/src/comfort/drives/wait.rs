//! Emergency: wait for B to pass by. Slows down so much that B is just missed, or to B's own speed when it goes the same way; stops when
//! nothing else helps.

use super::detour::urgency;
use super::{Drive, Kind, Wish};
use crate::comfort::situation::Situation;

/// Interest in stopping altogether, as a share of the urgency: a detour of less than 40° is better.
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
    if urgency <= 0.0 || at.wanted <= 0.0 {
        return None;
    }
    let slower = hit.speeds(at.heading * at.wanted).into_iter().flatten().filter(|share| *share < 1.0);
    let follows = (hit.other.along > 0.0).then_some((hit.other.along / at.wanted).min(1.0));
    let share = slower.fold(0.0, f64::max).max(follows.unwrap_or(0.0));
    // One who comes does not pass by while one waits.
    let passes = if hit.other.along < -0.5 * hit.other.velocity.norm() { 0.0 } else { 1.0 };
    let interest = urgency * STOP.max(passes * (1.0 - (1.0 - share) / MOST_LOSS));
    Some(Wish { interest, turn: Some(0.0), speed: Some(share * at.wanted), target: Some(hit.other.row) })
}
