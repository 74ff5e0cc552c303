//! Comfort: slow down to the speed of the pedestrian in front. The five factors of S §3.3.3 are here, and the
//! overtaking threshold.
//!
//! The drive asks for a share of B's speed: with B's speed in full, a stream would go on at full speed however dense it
//! is. So A walks at its wanted speed at `follow_distance`, stands at `stand_distance`, and comes to B's speed at a
//! distance in between. Both distances and the share are fitted to speed against density (Jülich's unidirectional
//! corridors) and to flow through bottlenecks.

use super::{Drive, Kind, Wish, better};
use crate::comfort::membership::ramp;
use crate::comfort::perception::Perceived;
use crate::comfort::situation::Situation;

/// B is in the way in full when the bodies overlap across A's line by this much, m.
const ASIDE: f64 = 0.2;
/// The cosines of the bearing at which B begins to be ahead rather than beside (60°), and is ahead in full (37°).
const AHEAD: (f64, f64) = (0.5, 0.8);
/// A slows down sooner by this in a narrow passage, or where a neighbour comes.
const EARLIER: f64 = 0.15;

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
        let speed = b.along.clamp(0.0, at.wanted) * at.params.heed;
        best = better(best, Wish { interest, turn: None, speed: Some(speed), target: Some(b.row) });
    }
    best
}

/// Returns factor 1: B is in front of A. It is in the way of A's body, and ahead rather than beside.
#[inline]
pub fn in_front(b: &Perceived) -> f64 {
    if b.ahead <= 0.0 {
        return 0.0;
    }
    let in_the_way = ramp(b.left.abs(), b.bodies, b.bodies - ASIDE);
    in_the_way * ramp(b.ahead, AHEAD.0 * b.distance, AHEAD.1 * b.distance)
}

/// Returns factor 3, B is close, with factors 4 and 5: A slows down sooner in a very narrow passage, and in a passage
/// where a neighbour comes towards it.
#[inline]
pub fn close(at: &Situation<'_>, b: &Perceived) -> f64 {
    let sooner = 1.0 + EARLIER * at.narrow().max(at.passage() * at.oncoming);
    ramp(b.distance, at.params.follow_distance * sooner, at.params.stand_distance)
}

/// Returns whether A passes B, from 0 to 1: it is faster by more than the threshold, and there is a place to pass.
#[inline]
pub fn passes(at: &Situation<'_>, b: &Perceived) -> f64 {
    let threshold = at.params.overtaking;
    ramp(at.speed - b.along, threshold, threshold + 0.1) * at.may_pass(b)
}
