//! The footing of floors: stairs slow people down, belts carry them. Planners and the simulation use the same rule.
//!
//! A pedestrian walks along stairs at a share of the free speed; the shares up and down differ. On a moving escalator
//! pedestrians stand and are carried. On a moving walkway they walk, and the speed of the belt is added. A stopped
//! escalator is a flight of stairs, a stopped walkway is flat ground. The axis of the flight tells up from down. Where
//! stairs have no axis (a spiral), pedestrians walk at the harmonic mean of both shares; a belt without an axis does
//! not carry.

use populace_geom::Point;

use crate::{FloorKind, Stairs};

/// Planners assume that a pedestrian that walks against a belt makes at least this share of the free speed.
const LEAST_AGAINST: f64 = 0.1;

/// A walk leads against a belt when its distance along the belt is below this, m. It is a little below zero because of
/// rounding.
const AGAINST: f64 = -1e-6;

/// On stairs a pedestrian hurries by this share of the speed that it gains on the flat (proposal): each step has its
/// place, so only the cadence can grow, not the length of a step.
const HASTE_ON_STEPS: f64 = 0.5;

/// The footing of one floor: how it changes walking.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Footing {
    /// The shares of the free speed going up the axis and going down.
    factors: [f64; 2],
    /// Unit vector uphill; zero on the flat and where there is no axis.
    uphill: Point,
    /// Unit vector in which a belt runs; zero without a belt.
    belt: Point,
    /// The speed of the belt, m/s, never negative.
    belt_speed: f64,
    /// The steps of stairs, also of a stopped escalator.
    steps: Option<Stairs>,
    /// Whether the floor is an escalator. Pedestrians stand still on an escalator that moves.
    is_escalator: bool,
}

impl Footing {
    /// Flat ground, which changes nothing.
    pub const FLAT: Footing = Footing {
        factors: [1.0; 2],
        uphill: Point::ZERO,
        belt: Point::ZERO,
        belt_speed: 0.0,
        steps: None,
        is_escalator: false,
    };

    /// Returns the footing of a kind of floor. `axis` is the start and the end of its axis, each with its height, m.
    pub fn of(kind: &FloorKind, axis: Option<[(Point, f64); 2]>) -> Self {
        let along = axis.and_then(|[from, to]| (to.0 - from.0).unit());
        let rises = axis.is_none_or(|[from, to]| to.1 >= from.1);
        let uphill = along.map_or(Point::ZERO, |along| if rises { along } else { Point::ZERO - along });
        match kind {
            FloorKind::Level | FloorKind::Ramp => Footing::FLAT,
            FloorKind::Stairs(stairs) => Footing::stairs(*stairs, uphill),
            FloorKind::Escalator(belt) | FloorKind::Walkway(belt) => {
                let is_escalator = matches!(kind, FloorKind::Escalator(_));
                match along.filter(|_| belt.speed != 0.0) {
                    // It stands still, or nothing tells which way it runs.
                    None if is_escalator => Footing { is_escalator, ..Footing::stairs(Stairs::default(), uphill) },
                    None => Footing::FLAT,
                    Some(along) => Footing {
                        factors: [if is_escalator { 0.0 } else { 1.0 }; 2],
                        uphill,
                        belt: along * belt.speed.signum(),
                        belt_speed: belt.speed.abs(),
                        steps: None,
                        is_escalator,
                    },
                }
            }
        }
    }

    /// Returns the footing of stairs. Where `uphill` is zero, both ways have the harmonic mean of both shares.
    fn stairs(stairs: Stairs, uphill: Point) -> Self {
        let (up, down) = (stairs.up_factor, stairs.down_factor);
        let mean = 2.0 / (1.0 / up + 1.0 / down);
        let factors = if uphill == Point::ZERO { [mean; 2] } else { [up, down] };
        Footing { factors, uphill, steps: Some(stairs), ..Footing::FLAT }
    }

    /// Returns the speed at which a pedestrian of free speed `free` m/s walks in a direction, m/s. On a belt it is the
    /// speed relative to the belt.
    #[inline]
    pub fn speed(&self, direction: Point, free: f64) -> f64 {
        free * self.factors[usize::from(direction.dot(self.uphill) < 0.0)]
    }

    /// Returns the top speed of a pedestrian in a direction, m/s. On the flat the pedestrian walks at `free` m/s, and at
    /// most at `top` m/s.
    #[inline]
    pub fn top_speed(&self, direction: Point, free: f64, top: f64) -> f64 {
        let share = if self.steps.is_some() { HASTE_ON_STEPS } else { 1.0 };
        self.speed(direction, free + share * (top - free))
    }

    /// Returns whether the floor changes nothing.
    #[inline]
    fn is_flat(&self) -> bool {
        self.steps.is_none() && self.belt_speed == 0.0
    }

    /// Returns the velocity of the belt, m/s; zero where none runs.
    #[inline]
    pub fn carried(&self) -> Point {
        self.belt * self.belt_speed
    }

    /// Returns the two times that a pedestrian of free speed `free` m/s takes per metre on the plan, s/m: up the stairs
    /// or with the belt, and down the stairs or against the belt. On an escalator that moves both are the time of the
    /// belt: no pedestrian walks against it.
    pub fn slowness(&self, free: f64) -> [f64; 2] {
        let flat = 1.0 / free;
        match self.steps {
            Some(stairs) => [flat / stairs.up_factor, flat / stairs.down_factor],
            None if self.is_flat() => [flat; 2],
            None if self.is_escalator => [1.0 / self.belt_speed; 2],
            None => [1.0 / (free + self.belt_speed), 1.0 / (free - self.belt_speed).max(LEAST_AGAINST * free)],
        }
    }

    /// Returns how far the straight walk from `p` to `q` leads with the belt, m; negative against it, zero without a
    /// belt.
    pub fn with_belt(&self, p: Point, q: Point) -> f64 {
        (q - p).dot(self.belt)
    }

    /// Returns whether the straight walk from `p` to `q` leads against an escalator that moves.
    pub fn is_against_escalator(&self, p: Point, q: Point) -> bool {
        self.is_escalator && self.with_belt(p, q) < AGAINST
    }

    /// Returns the time of the straight walk from `p` to `q`, s; `None` against an escalator that moves. `climb` tells
    /// how much higher `q` is than `p`, m; it is called on stairs only.
    ///
    /// The time has two parts: the distance at the mean of both times per metre, and a part that grows with the
    /// distance up or along the belt. The sum is convex, so that no detour is faster than the straight walk.
    #[inline]
    pub fn seconds(&self, p: Point, q: Point, free: f64, climb: impl FnOnce() -> f64) -> Option<f64> {
        // Almost every walk of a planner is on flat ground, where the sum has one part.
        if self.is_flat() { Some(p.distance(q) * (1.0 / free)) } else { self.seconds_on_flight(p, q, free, climb) }
    }

    /// Returns [`Footing::seconds`] where both times per metre may differ.
    fn seconds_on_flight(&self, p: Point, q: Point, free: f64, climb: impl FnOnce() -> f64) -> Option<f64> {
        if self.is_against_escalator(p, q) {
            return None;
        }
        let distance = p.distance(q);
        let [ahead, back] = self.slowness(free);
        let along = match self.steps {
            Some(_) if self.is_escalator => (q - p).dot(self.uphill),
            Some(stairs) => climb() * stairs.going / stairs.rise,
            None => self.with_belt(p, q),
        };
        Some(distance * (ahead + back) / 2.0 + along.clamp(-distance, distance) * (ahead - back) / 2.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flat_ground_is_a_flight_that_changes_nothing_to_the_last_bit() {
        for i in 1..2000 {
            let (x, y) = (f64::from(i) * 0.731, f64::from(i * i % 977) * 0.317);
            let (p, q, free) = (Point::new(y, -x), Point::new(x, y), 0.4 + 0.001 * x);
            let rule = Footing::FLAT.seconds_on_flight(p, q, free, || 0.0);
            assert_eq!(Footing::FLAT.seconds(p, q, free, || 0.0), rule, "{p:?} to {q:?} at {free} m/s");
        }
    }
}
