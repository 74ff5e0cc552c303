//! Computes the forces of both papers (Helbing & Molnár 1995; Helbing, Farkas & Vicsek 2000) on one pedestrian, divided
//! by its mass, and does one step of their integration.

use populace_geom::{Point, Segment, maths};

use super::{Params, Variant};
use crate::nearest::Other;

/// A repulsion whose exponential factor is less than e to this power is left out.
const LEAST_EXPONENT: f64 = -12.0;
/// Two centres count as at least this far apart, m.
const LEAST_DISTANCE: f64 = 1e-6;

/// The pedestrian during the integration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moving {
    /// The way that it has moved since the decision, m.
    pub moved: Point,
    /// Its velocity, m/s.
    pub velocity: Point,
    /// The direction of the route: a unit vector.
    pub way: Point,
    /// The position at the decision, m.
    pub at: Point,
    /// Half the width of its body, m.
    pub radius: f64,
}

/// The parameters of the forces, all per mass.
#[derive(Clone, Debug)]
pub(super) struct Forces {
    /// A wall is felt up to this distance from the body, m.
    pub wall_reach: f64,
    strength: f64,
    range: f64,
    stiffness: f64,
    friction: f64,
    potential: f64,
    potential_range: f64,
    wall_potential: f64,
    wall_potential_range: f64,
    stride_time: f64,
    cosine_of_sight: f64,
    unseen_weight: f64,
    variant: Variant,
}

/// The force between two bodies: a push along the line between their centres, and a grip, 1/s, that slows down the
/// sliding along the contact.
struct Contact {
    push: Point,
    along: Point,
    grip: f64,
}

impl Forces {
    /// Returns the forces with these parameters. Parameters whose unit contains a mass are divided by the mass.
    pub fn of(params: &Params) -> Self {
        let range = if params.variant == Variant::Panic { params.range } else { params.wall_potential_range };
        Forces {
            wall_reach: (-LEAST_EXPONENT * range).min(3.0),
            strength: params.strength / params.mass,
            range: params.range,
            stiffness: params.body_stiffness / params.mass,
            friction: params.sliding_friction / params.mass,
            potential: params.potential,
            potential_range: params.potential_range,
            wall_potential: params.wall_potential,
            wall_potential_range: params.wall_potential_range,
            stride_time: params.stride_time,
            cosine_of_sight: maths::cos(0.5 * params.sight_angle.to_radians()),
            unseen_weight: params.unseen_weight,
            variant: params.variant,
        }
    }

    /// Returns the velocity after another `dt` seconds under a driving force. Neighbours are assumed to have walked on
    /// for `time` seconds since the decision.
    #[inline]
    pub fn after(&self, me: &Moving, drive: Point, near: &[Other], walls: &[Segment], time: f64, dt: f64) -> Point {
        match self.variant {
            Variant::Panic => self.after_pressing(me, drive, near, walls, time, dt),
            Variant::Elliptical => {
                let people =
                    near.iter().fold(Point::ZERO, |sum, other| sum + self.seen(me, self.ellipse(me, other, time)));
                let walls = walls.iter().fold(Point::ZERO, |sum, wall| sum + self.repulsion_of_wall(me, wall));
                me.velocity + (drive + people + walls) * dt
            }
        }
    }

    /// Returns the velocity after another `dt` seconds by the forces of Helbing, Farkas & Vicsek 2000.
    fn after_pressing(
        &self,
        me: &Moving,
        drive: Point,
        near: &[Other],
        walls: &[Segment],
        time: f64,
        dt: f64,
    ) -> Point {
        let mut velocity = me.velocity;
        let mut force = drive;
        for other in near {
            let theirs = other.velocity;
            let contact = self.contact(other.offset + me.moved - theirs * time, other.bodies);
            force += contact.push;
            velocity += contact.rub(theirs - velocity, dt);
        }
        for wall in walls {
            let here = me.at + me.moved;
            let contact = self.contact(here - wall.nearest(here), me.radius);
            force += contact.push;
            // Friction acts against the pedestrian's own motion along the wall.
            velocity += contact.rub(Point::ZERO - velocity, dt);
        }
        velocity + force * dt
    }

    /// Returns the force of a body or a wall (2000): (A exp((l − d) / B) + k g(l − d)) n, and κ g(l − d) along t.
    #[inline]
    fn contact(&self, offset: Point, bodies: f64) -> Contact {
        let distance = offset.norm().max(LEAST_DISTANCE);
        let depth = bodies - distance;
        let exponent = depth / self.range;
        if exponent < LEAST_EXPONENT {
            return Contact { push: Point::ZERO, along: Point::ZERO, grip: 0.0 };
        }
        let away = offset * (1.0 / distance);
        let pressed = depth.max(0.0);
        let size = self.strength * maths::exp(exponent.min(1.0)) + self.stiffness * pressed;
        Contact { push: away * size, along: away.left(), grip: self.friction * pressed }
    }

    /// Returns the force of a neighbour (1995): −∇ V0 exp(−b / σ), with the derivative of b by the position.
    #[inline]
    fn ellipse(&self, me: &Moving, other: &Other, time: f64) -> Point {
        let stride = other.velocity * self.stride_time;
        let from = other.offset + me.moved - other.velocity * time;
        let ahead = from - stride;
        let (near, far) = (from.norm().max(LEAST_DISTANCE), ahead.norm().max(LEAST_DISTANCE));
        let axes = near + far;
        let b = 0.5 * (axes * axes - stride.norm2()).max(LEAST_DISTANCE).sqrt();
        let exponent = -b / self.potential_range;
        if exponent < LEAST_EXPONENT {
            return Point::ZERO;
        }
        let slope = (from * (1.0 / near) + ahead * (1.0 / far)) * (axes / (4.0 * b));
        slope * (self.potential / self.potential_range * maths::exp(exponent))
    }

    /// Returns the force of a wall (1995): −∇ U0 exp(−d / R).
    #[inline]
    fn repulsion_of_wall(&self, me: &Moving, wall: &Segment) -> Point {
        let here = me.at + me.moved;
        let away = here - wall.nearest(here);
        let distance = away.norm().max(LEAST_DISTANCE);
        let exponent = -distance / self.wall_potential_range;
        away * (self.wall_potential / self.wall_potential_range * maths::exp(exponent) / distance)
    }

    /// Returns a force with its weight by sight (1995): a force from out of sight counts less.
    #[inline]
    fn seen(&self, me: &Moving, force: Point) -> Point {
        let is_seen = -me.way.dot(force) >= force.norm() * self.cosine_of_sight;
        if is_seen { force } else { force * self.unseen_weight }
    }
}

impl Contact {
    /// Returns the change of velocity by friction in `dt`. The step is implicit, so it never overshoots.
    #[inline]
    fn rub(&self, relative: Point, dt: f64) -> Point {
        if self.grip == 0.0 {
            return Point::ZERO;
        }
        let share = self.grip * dt / (1.0 + self.grip * dt);
        self.along * (relative.dot(self.along) * share)
    }
}
