//! Clear the personal space by moving to one side: S §3.3.3, its seven factors, each a function here.

use populace_geom::Point;

use super::{Wish, better};
use crate::comfort::membership::ramp;
use crate::comfort::perception::Perceived;
use crate::comfort::situation::{Side, Situation};
use crate::nearest::finite_or_zero;

/// B walks towards A at this speed or more, m/s: annoying in full.
const APPROACH: f64 = 0.6;
/// Sine of the bearing at which a side has no or all interest: B far on the side wanted, B on the other.
const BEARING: (f64, f64) = (0.75, -0.3);
/// Sine of the turn by which B shows its side in full: 10°.
const SIGNAL: f64 = 0.17;
/// What is left of the interest when B goes for the other strategy.
const AGAINST: f64 = 0.2;
/// Shares of the wanted speed at which A does not and does mind its space.
const PACE: (f64, f64) = (0.25, 0.75);

/// The drive of one side: the target of most interest.
pub fn clear(at: &Situation<'_>, side: Side) -> Option<Wish> {
    // Motivation: one who is held up by the crowd minds less.
    let pace = pace(at);
    if pace <= 0.0 {
        return None;
    }
    let mut best = None;
    for b in at.sensed() {
        let annoyance = annoyance(at, b);
        if annoyance <= 0.0 {
            continue;
        }
        let closeness = closeness(at, b);
        let target = annoyance * bearing(b, side) * closeness * unfamiliar(at, b) * room(at, b, side);
        let interest = pace * target * at.side_free(side, b.row) * strategy(at, b, side) * unhindered(at, b);
        let turn = side.sign() * at.params.clear_turn * closeness;
        best = better(best, Wish { interest, turn: Some(turn), speed: None, target: Some(b.row) });
    }
    best
}

/// 3. … depends on A's speed: who walks slowly due to the crowd tries less.
#[inline]
pub fn pace(at: &Situation<'_>) -> f64 {
    ramp(at.speed, PACE.0 * at.wanted, PACE.1 * at.wanted)
}

/// 1. B will annoy A: it walks towards A, or way too slow in front of A.
#[inline]
pub fn annoyance(at: &Situation<'_>, b: &Perceived) -> f64 {
    let approach = -b.to.dot(b.velocity) / b.distance;
    let comes = if b.ahead > 0.0 { ramp(approach, 0.0, APPROACH) } else { 0.0 };
    comes.max(too_slow(at, b))
}

#[inline]
fn too_slow(at: &Situation<'_>, b: &Perceived) -> f64 {
    if b.ahead <= 0.0 || b.along < -0.1 {
        return 0.0;
    }
    let threshold = at.params.overtaking;
    let in_front = ramp(b.left.abs(), b.bodies + 0.4, b.bodies);
    ramp(at.speed - b.along, threshold, threshold + 0.2) * in_front
}

/// 2. The more B is on one side, the more A prefers the other.
#[inline]
pub fn bearing(b: &Perceived, side: Side) -> f64 {
    ramp(side.sign() * b.left / b.distance, BEARING.0, BEARING.1)
}

/// 3. The closer B, the more A turns.
#[inline]
pub fn closeness(at: &Situation<'_>, b: &Perceived) -> f64 {
    ramp(b.distance, at.params.social, at.params.intimate)
}

/// 3. … and on how well they know each other: A clears less for a friend (erratum A3.2).
#[inline]
pub fn unfamiliar(at: &Situation<'_>, b: &Perceived) -> f64 {
    1.0 - at.params.friendship * b.acquaintance
}

/// 4. Whether there is enough space between B and the obstacle on that side for A.
#[inline]
pub fn room(at: &Situation<'_>, b: &Perceived, side: Side) -> f64 {
    let space = at.to_obstacle(side) - side.sign() * b.left - (b.bodies - at.radius);
    ramp(space, 2.0 * at.radius, 2.0 * at.radius + 0.3)
}

/// Factor 6: Whether B tries to avoid A with a different strategy, as its velocity against its preferred one shows: of two who meet, each goes to
/// its own side alike; who is passed from behind is passed on the side that it does not take.
#[inline]
pub fn strategy(at: &Situation<'_>, b: &Perceived, side: Side) -> f64 {
    let wants = finite_or_zero(at.crowd.preferred[b.row as usize]);
    let norm = (wants.norm2() * b.velocity.norm2()).sqrt();
    if norm < 1e-6 {
        return 1.0;
    }
    let shown = (wants.cross(b.velocity) / norm / SIGNAL).clamp(-1.0, 1.0);
    let shown = if is_against(b, at.heading) { shown } else { -shown };
    1.0 + (1.0 - AGAINST) * (side.sign() * shown).min(0.0)
}

/// 7. Someone comes: then nobody is passed who goes the same way.
#[inline]
pub fn unhindered(at: &Situation<'_>, b: &Perceived) -> f64 {
    if is_against(b, at.heading) { 1.0 } else { 1.0 - at.oncoming }
}

#[inline]
fn is_against(b: &Perceived, heading: Point) -> bool {
    b.velocity.dot(heading) < 0.0
}
