//! Clear the personal space by moving to one side. The seven factors of S §3.3.3 are a function each.

use populace_geom::Point;

use super::{Wish, better};
use crate::comfort::membership::ramp;
use crate::comfort::perception::Perceived;
use crate::comfort::situation::{Side, Situation};
use crate::nearest::finite_or_zero;

/// B annoys A in full when it walks towards A at this speed or faster, m/s.
const APPROACH: f64 = 0.6;
/// The sines of the bearing of B at which a side has no interest (B is far on that side) and full interest (B is on the
/// other side).
const BEARING: (f64, f64) = (0.75, -0.3);
/// The sine of the turn by which B shows its side in full: 10°.
const SIGNAL: f64 = 0.17;
/// The share of the interest that is left when B takes the other strategy.
const AGAINST: f64 = 0.2;
/// The shares of the wanted speed at which A does not care for its space, and cares in full.
const PACE: (f64, f64) = (0.25, 0.75);

/// Evaluates the drive of one side: the wish about the target of greatest interest.
pub fn clear(at: &Situation<'_>, side: Side) -> Option<Wish> {
    // Motivation: a pedestrian that the crowd holds up cares less.
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

/// Returns factor 3, second part: it depends on A's speed. A pedestrian that walks slowly because of the crowd tries
/// less.
#[inline]
pub fn pace(at: &Situation<'_>) -> f64 {
    ramp(at.speed, PACE.0 * at.wanted, PACE.1 * at.wanted)
}

/// Returns factor 1: B will annoy A. It walks towards A, or much too slowly in front of A.
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

/// Returns factor 2: the more B is on one side, the more A prefers the other side.
#[inline]
pub fn bearing(b: &Perceived, side: Side) -> f64 {
    ramp(side.sign() * b.left / b.distance, BEARING.0, BEARING.1)
}

/// Returns factor 3, first part: the closer B, the more A turns.
#[inline]
pub fn closeness(at: &Situation<'_>, b: &Perceived) -> f64 {
    ramp(b.distance, at.params.social, at.params.intimate)
}

/// Returns factor 3, third part: it depends on how well the two know each other. A clears less for a friend (erratum
/// A3.2).
#[inline]
pub fn unfamiliar(at: &Situation<'_>, b: &Perceived) -> f64 {
    1.0 - at.params.friendship * b.acquaintance
}

/// Returns factor 4: whether there is enough space for A between B and the obstacle on that side.
#[inline]
pub fn room(at: &Situation<'_>, b: &Perceived, side: Side) -> f64 {
    let space = at.to_obstacle(side) - side.sign() * b.left - (b.bodies - at.radius);
    ramp(space, 2.0 * at.radius, 2.0 * at.radius + 0.3)
}

/// Returns factor 6: whether B tries to avoid A with a different strategy. The difference between B's velocity and its
/// preferred velocity shows that. Two pedestrians that meet both go to the right or both to the left. A pedestrian that
/// is overtaken is passed on the side that it does not take.
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

/// Returns factor 7: where a neighbour comes towards A, A passes no neighbour that goes the same way.
#[inline]
pub fn unhindered(at: &Situation<'_>, b: &Perceived) -> f64 {
    if is_against(b, at.heading) { 1.0 } else { 1.0 - at.oncoming }
}

#[inline]
fn is_against(b: &Perceived, heading: Point) -> bool {
    b.velocity.dot(heading) < 0.0
}
