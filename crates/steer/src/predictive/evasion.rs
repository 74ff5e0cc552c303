//! The evasive forces: the collisions that are about to happen, and what each asks for.

use populace_geom::Point;

use super::Params;
use crate::contact::time_to_touch;
use crate::nearest::{MOST_NEIGHBOURS, Other, no_faster};

/// The least distance: a smaller distance counts as this, m.
pub(super) const LEAST_DISTANCE: f64 = 0.01;
/// An encounter is symmetric when the sine of its angle is below this. Its turn to the right has this sine, too.
const TIE: f64 = 0.1;
/// The sine for a neighbour that comes or stands, and must be passed on some side.
const PASS: f64 = 0.3;

/// The predicted collisions, soonest first: the time, s, and the place of the neighbour in the list.
pub(super) struct Soonest {
    threats: [(f64, usize); MOST_NEIGHBOURS],
    count: usize,
}

impl Default for Soonest {
    /// Returns an empty list.
    fn default() -> Self {
        Soonest { threats: [(f64::INFINITY, 0); MOST_NEIGHBOURS], count: 0 }
    }
}

impl Soonest {
    /// Keeps the `most` soonest collisions. Of equals, the first stays.
    #[inline]
    fn insert(&mut self, time: f64, index: usize, most: usize) {
        let mut at = self.count;
        while at > 0 && time < self.threats[at - 1].0 {
            at -= 1;
        }
        if at < most {
            self.count = (self.count + 1).min(most);
            self.threats.copy_within(at..self.count - 1, at + 1);
            self.threats[at] = (time, index);
        }
    }
}

/// The rule by which a pedestrian avoids collisions.
pub(super) struct Evasion<'a> {
    pub params: &'a Params,
    /// The cosine of half the field of view.
    pub seen: f64,
    /// v_des: the velocity before collisions are avoided, m/s.
    pub desired: Point,
    /// ρ_i − r_i: the room that the pedestrian keeps around its body, m.
    pub room: f64,
    /// The time until the next decision, s.
    pub dt: f64,
}

/// A collision that is about to happen.
struct Collision {
    /// The time until the collision, s.
    time: f64,
    /// The way from the neighbour to the pedestrian at that time, m.
    offset: Point,
    /// The gap between the bodies at that time, m.
    gap: f64,
    /// The weight of the force. It is less than 1 for a neighbour at the rim of the personal space.
    depth: f64,
}

impl Evasion<'_> {
    /// Returns the velocity after all collisions were answered, the soonest first.
    #[inline]
    pub fn evade(&self, near: &[Other], soonest: &mut Soonest) -> Point {
        self.order(near, soonest);
        let (mut velocity, mut weight) = (self.desired, self.dt);
        for &(_, index) in &soonest.threats[..soonest.count] {
            let other = &near[index];
            // The answers to earlier collisions may have settled this collision.
            if let Some(collision) = self.collision(other, velocity) {
                // To come no nearer is all that a collision can ask for.
                let approach = (other.velocity - velocity).dot(collision.offset) / collision.offset.norm();
                velocity += no_faster(self.force(other, &collision, velocity) * weight, approach.max(0.0));
                weight *= self.params.order_weight;
            }
        }
        velocity
    }
    /// Finds the soonest collisions with neighbours in the field of view.
    #[inline]
    fn order(&self, near: &[Other], soonest: &mut Soonest) {
        soonest.count = 0;
        let least = self.seen * self.desired.norm();
        for (index, other) in near.iter().enumerate() {
            if let Some(collision) = self.collision(other, self.desired)
                && -other.offset.dot(self.desired) >= least * other.distance2.sqrt()
            {
                soonest.insert(collision.time, index, self.params.collisions as usize);
            }
        }
    }
    /// Returns the collision with a neighbour, if the pedestrian walks at `velocity`.
    #[inline]
    fn collision(&self, other: &Other, velocity: Point) -> Option<Collision> {
        let closing = velocity - other.velocity;
        if other.offset.dot(closing) >= 0.0 {
            return None;
        }
        let room = if other.companion { 0.0 } else { self.room };
        let time = time_to_touch(other.offset, closing, other.bodies + room)?;
        let offset = other.offset + closing * time;
        let gap = (offset.norm() - other.bodies).max(0.0);
        let depth = if time > 0.0 || room <= 0.0 { 1.0 } else { 1.0 - gap / room };
        (time < self.params.anticipation_time).then_some(Collision { time, offset, gap, depth })
    }
    /// Returns f(D) n with the changes that the model's page lists, m/s².
    #[inline]
    fn force(&self, other: &Other, collision: &Collision, velocity: Point) -> Point {
        let speed = velocity.norm();
        let (Some(away), true) = (collision.offset.unit(), speed > 0.0) else { return Point::ZERO };
        let ahead = velocity * (1.0 / speed);
        let right = -ahead.left();
        let urgency = 1.0 - collision.time / self.params.anticipation_time;
        let must_pass = other.velocity.dot(velocity) <= 0.0;
        let along = away.dot(ahead);
        let way = right * aside(away.dot(right), along < 0.0, must_pass) + ahead * (along * urgency);
        let distance = (speed * collision.time + collision.gap).max(LEAST_DISTANCE);
        way * (magnitude(self.params, distance) * collision.depth)
    }
}

/// Returns the sine of the turn to the right. An encounter that would only brake turns a little. It turns more where
/// the two must pass each other.
#[inline]
fn aside(right: f64, brakes: bool, must_pass: bool) -> f64 {
    let least = if must_pass { PASS } else { TIE };
    if !brakes || right.abs() >= least {
        right
    } else if right < -TIE {
        -least
    } else {
        least
    }
}

/// Returns f(D), m/s².
#[inline]
fn magnitude(params: &Params, distance: f64) -> f64 {
    let Params { strength, near, middle, far, .. } = *params;
    if distance < near {
        strength * near / distance
    } else if distance < middle {
        strength
    } else if distance < far {
        strength * (far - distance) / (far - middle)
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use populace_geom::maths;

    use super::*;

    const EAST: Point = Point::new(1.3, 0.0);

    fn one(place: Point, velocity: Point) -> Other {
        Other { offset: -place, distance2: place.norm2(), velocity, bodies: 0.4, row: 0, companion: false }
    }
    /// Returns what a pedestrian that wants to go east at 1.3 m/s with ρ − r = 0.8 m does about neighbours, as an
    /// acceleration.
    fn answer(near: &[Other]) -> Point {
        let evasion = Evasion {
            params: &Params::default(),
            seen: maths::cos(100f64.to_radians()),
            desired: EAST,
            room: 0.8,
            dt: 1e-6,
        };
        (evasion.evade(near, &mut Soonest::default()) - EAST) * 1e6
    }

    /// d_min = 0.5, d_mid = 8, d_max = 10, F = 3.
    #[test]
    fn the_magnitude_has_four_parts() {
        for (distance, expected) in [(0.25, 6.0), (0.5, 3.0), (7.9, 3.0), (9.0, 1.5), (10.0, 0.0), (20.0, 0.0)] {
            assert!((magnitude(&Params::default(), distance) - expected).abs() < 1e-12, "{distance}");
        }
    }

    /// Head on, 5 m apart, 1.3 m/s each, ρ + r = 1.2 m: t_c = 3.8 / 2.6 = 1.4615 s, D = 1.9 + 0.8 m, so F = 3; 0.3 of
    /// it to the right and 1 − 1.4615 / 3 of it back.
    #[test]
    fn a_head_on_collision_is_predicted_and_turned_to_the_right() {
        let force = answer(&[one(Point::new(5.0, 0.0), -EAST)]);
        assert!((force - Point::new(-3.0 * (1.0 - 3.8 / 2.6 / 3.0), -0.9)).norm() < 1e-6, "{force:?}");
    }

    /// A head-on collision with a neighbour at 9.01 m is more than 3 s away. A neighbour behind the pedestrian is not
    /// seen.
    #[test]
    fn late_collisions_and_those_behind_are_not_looked_at() {
        assert_eq!(answer(&[one(Point::new(9.01, 0.0), -EAST)]), Point::ZERO);
        assert_eq!(answer(&[one(Point::new(-2.0, 0.0), EAST * 2.0)]), Point::ZERO);
    }

    #[test]
    fn further_collisions_weigh_less_and_the_sixth_is_left_out() {
        let coming = one(Point::new(5.0, 0.0), -EAST);
        let single = answer(&[coming]);
        // Σ 0.8^k for k = 0 … 4 is 3.3616.
        for (count, weight) in [(2, 1.8), (5, 3.3616), (6, 3.3616)] {
            assert!((answer(&vec![coming; count]) - single * weight).norm() < 1e-4, "{count}");
        }
    }

    #[test]
    fn the_soonest_comes_first() {
        let mut soonest = Soonest::default();
        for (index, time) in [3.0, 1.0, 5.0, 0.0, 2.0, 4.0, 0.0].into_iter().enumerate() {
            soonest.insert(time, index, 5);
        }
        assert_eq!(soonest.threats[..soonest.count], [(0.0, 3), (0.0, 6), (1.0, 1), (2.0, 4), (3.0, 0)]);
    }

    /// A neighbour 0.8 m ahead is a little slower: gap 0.4 of a room of 0.8, so 3 · 0.5/0.4 · (1 − 0.5) = 1.875 m/s²
    /// back, a tenth of it to the right.
    #[test]
    fn the_personal_space_repels_by_what_is_undercut() {
        let force = answer(&[one(Point::new(0.8, 0.0), EAST * 0.9)]);
        assert!((force - Point::new(-1.875, -0.1875)).norm() < 1e-3, "{force:?}");
        // A neighbour that gets away does not repel.
        assert_eq!(answer(&[one(Point::new(0.8, 0.0), EAST * 1.1)]), Point::ZERO);
    }
}
