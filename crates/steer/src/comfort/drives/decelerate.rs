//! Comfort: decelerate when a pedestrian is in front, to its speed: S §3.3.3, its five factors, each a function here, and the overtaking
//! threshold.
//!
//! The speed asked for falls below B's own towards the border of the intimate zone, where A stands: with B's speed alone a stream would
//! go on at full speed however dense it is.

use super::{Drive, Kind, Wish, better};
use crate::comfort::membership::ramp;
use crate::comfort::perception::Perceived;
use crate::comfort::situation::Situation;

/// B is in front in full when it is no further off A's line than the bodies are wide, and not at all by this much more, m.
const ASIDE: f64 = 0.25;
/// How much further ahead one slows down in a narrow passage or with someone who comes.
const EARLIER: f64 = 0.5;

pub const DRIVE: Drive =
    Drive { name: "decelerate", about: "slows down behind the one ahead", kind: Kind::Comfort, evaluate: decelerate };

fn decelerate(at: &Situation<'_>) -> Option<Wish> {
    let mut best: Option<Wish> = None;
    for b in at.sensed() {
        let front = in_front(b);
        if front <= 0.0 {
            continue;
        }
        let close = close(at, b);
        let interest = front * close * at.same_way(b) * (1.0 - passes(at, b));
        if interest <= 0.0 {
            continue;
        }
        let speed = b.along.clamp(0.0, at.wanted) * (1.0 - close);
        best = better(best, Wish { interest, turn: None, speed: Some(speed), target: Some(b.row) });
    }
    best
}

/// 1. B is in front of A.
#[inline]
pub fn in_front(b: &Perceived) -> f64 {
    if b.ahead <= 0.0 { 0.0 } else { ramp(b.left.abs(), b.bodies + ASIDE, b.bodies) }
}

/// 3. B is close: from the border of the personal zone to that of the intimate one; 4. and 5. sooner in a very narrow passage, and in a
/// passage where someone comes towards A.
#[inline]
pub fn close(at: &Situation<'_>, b: &Perceived) -> f64 {
    let sooner = 1.0 + EARLIER * at.narrow().max(at.passage() * at.oncoming);
    ramp(b.distance, at.params.personal * sooner, at.params.intimate)
}

/// Whether A passes B: it is faster by more than the threshold, and there is a place to pass.
#[inline]
pub fn passes(at: &Situation<'_>, b: &Perceived) -> f64 {
    let threshold = at.params.overtaking;
    ramp(at.speed - b.along, threshold, threshold + 0.1) * at.may_pass(b)
}
