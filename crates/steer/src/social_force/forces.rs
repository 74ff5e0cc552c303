//! The forces of both papers on one pedestrian, per mass, and one step of their integration.

use populace_geom::{Point, Segment, maths};

use super::{Params, Variant};
use crate::nearest::Other;

/// Repulsions of less than e to this power are left out.
const LEAST_EXPONENT: f64 = -12.0;
/// Nearer centres are taken to be this far apart, m.
const LEAST_DISTANCE: f64 = 1e-6;

/// Where someone is in the middle of a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moving {
    /// How far from the start of the decision, m.
    pub moved: Point,
    /// m/s.
    pub velocity: Point,
    /// The unit vector of the way.
    pub way: Point,
    /// Where the decision began, m.
    pub at: Point,
    /// m.
    pub radius: f64,
}

/// The forces, set up: everything per mass.
#[derive(Clone, Debug)]
pub(super) struct Forces {
    /// Walls beyond the radius and this are not felt, m.
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

/// What bodies in contact do: a push, and how strongly the velocity along the contact is taken over, 1/s.
struct Contact {
    push: Point,
    along: Point,
    grip: f64,
}

impl Forces {
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

    /// The velocity `dt` later, under a driving force; neighbours have walked for `time`.
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
            // Friction works against the own motion along the wall.
            velocity += contact.rub(Point::ZERO - velocity, dt);
        }
        velocity + force * dt
    }

    /// 2000: (A exp((l − d) / B) + k g(l − d)) n, and κ g(l − d) along t.
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

    /// 1995: −∇ V0 exp(−b / σ), with the derivative of b by the position.
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

    /// 1995: −∇ U0 exp(−d / R).
    #[inline]
    fn repulsion_of_wall(&self, me: &Moving, wall: &Segment) -> Point {
        let here = me.at + me.moved;
        let away = here - wall.nearest(here);
        let distance = away.norm().max(LEAST_DISTANCE);
        let exponent = -distance / self.wall_potential_range;
        away * (self.wall_potential / self.wall_potential_range * maths::exp(exponent) / distance)
    }

    /// 1995: what comes from out of sight counts less.
    #[inline]
    fn seen(&self, me: &Moving, force: Point) -> Point {
        let is_seen = -me.way.dot(force) >= force.norm() * self.cosine_of_sight;
        if is_seen { force } else { force * self.unseen_weight }
    }
}

impl Contact {
    /// The change of velocity by friction in `dt`, implicitly: it never overshoots.
    #[inline]
    fn rub(&self, relative: Point, dt: f64) -> Point {
        if self.grip == 0.0 {
            return Point::ZERO;
        }
        let share = self.grip * dt / (1.0 + self.grip * dt);
        self.along * (relative.dot(self.along) * share)
    }
}
