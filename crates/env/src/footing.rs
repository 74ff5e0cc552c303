//! How a floor changes walking: stairs slow down, belts carry. Planners and the simulation ask the same rule.
//!
//! A pedestrian walks along stairs at a share of the free speed, another one up than down. On a moving escalator pedestrians stand and
//! are carried; on a moving walkway they walk on, and the belt adds to it. A stopped escalator is a flight of stairs, a stopped
//! walkway is flat ground. Going up and down needs the axis of the flight: where stairs have none (a spiral), the
//! simulation takes the mean of both, and a belt without an axis carries nobody.

use populace_geom::Point;

use crate::{FloorKind, Stairs};

/// A pedestrian who walks against a belt makes at least this share of the free speed, for planners.
const LEAST_AGAINST: f64 = 0.1;

/// Distances along a belt above minus this are not against it, m.
const AGAINST: f64 = -1e-6;

/// What one floor does to walking.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Footing {
    /// Share of the free speed going up the axis and down it.
    factors: [f64; 2],
    /// Unit vector uphill; zero on the flat and where there is no axis.
    uphill: Point,
    /// Unit vector in which a belt runs; zero without one.
    belt: Point,
    /// How fast the belt runs, m/s, never negative.
    belt_speed: f64,
    /// The steps of stairs, also of a stopped escalator.
    steps: Option<Stairs>,
    /// Pedestrians stand still on it while it moves.
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

    fn stairs(stairs: Stairs, uphill: Point) -> Self {
        let (up, down) = (stairs.up_factor, stairs.down_factor);
        let mean = 2.0 / (1.0 / up + 1.0 / down);
        let factors = if uphill == Point::ZERO { [mean; 2] } else { [up, down] };
        Footing { factors, uphill, steps: Some(stairs), ..Footing::FLAT }
    }

    /// Returns the speed at which a pedestrian of free speed `free` m/s walks on the floor in a direction, m/s: over the ground, or over
    /// the belt.
    #[inline]
    pub fn speed(&self, direction: Point, free: f64) -> f64 {
        free * self.factors[usize::from(direction.dot(self.uphill) < 0.0)]
    }

    /// Returns the velocity of the belt, m/s; zero where none runs.
    #[inline]
    pub fn carried(&self) -> Point {
        self.belt * self.belt_speed
    }

    /// Returns the times per metre on the plan, s/m, of a pedestrian of free speed `free` m/s: going up or with the belt, and going down or
    /// against it. On an escalator that moves both are the time of the belt; no pedestrian goes against it.
    pub fn slowness(&self, free: f64) -> [f64; 2] {
        let flat = 1.0 / free;
        match self.steps {
            Some(stairs) => [flat / stairs.up_factor, flat / stairs.down_factor],
            None if self.belt_speed == 0.0 => [flat; 2],
            None if self.is_escalator => [1.0 / self.belt_speed; 2],
            None => [1.0 / (free + self.belt_speed), 1.0 / (free - self.belt_speed).max(LEAST_AGAINST * free)],
        }
    }

    /// Returns how far a straight walk leads with the belt, m; negative against it, zero without a belt.
    pub fn with_belt(&self, p: Point, q: Point) -> f64 {
        (q - p).dot(self.belt)
    }

    /// Returns whether a straight walk leads against an escalator that moves.
    pub fn is_against_escalator(&self, p: Point, q: Point) -> bool {
        self.is_escalator && self.with_belt(p, q) < AGAINST
    }

    /// Returns the time of a straight walk, s; `None` against an escalator that moves. `climb` is how much higher `q` is than `p`, m, and
    /// is asked for on stairs only.
    ///
    /// The time is the mean of both ways, and a part that grows with the way up or along the belt: convex, so that straight stays
    /// cheapest.
    pub fn seconds(&self, p: Point, q: Point, free: f64, climb: impl FnOnce() -> f64) -> Option<f64> {
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
