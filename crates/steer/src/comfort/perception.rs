//! Finds what a pedestrian perceives: neighbours within a parabola and the social zone, the closest obstacle, and the
//! width of the passage there.
//!
//! ```text
//! p(x) = i (x²/s² − 1)      x to the side, p ahead; perceived where y ≥ p(x) and the distance is at most that of the social zone
//! ```
//!
//! (S eq. 1; erratum A3.1: S states neither the axes nor the cut.)

use populace_geom::{Point, Segment};

use super::membership::ramp;
use super::params::Params;
use crate::Crowd;
use crate::nearest::{Nearest, Sighting, are_companions, finite_or_zero};

/// The densities at which a crowd begins to count and at which it is dense, 1/m²: Fruin's levels of service C and E,
/// rounded.
const CROWDED: (f64, f64) = (0.7, 2.2);
/// Density is judged by the distance to this many neighbours.
const JUDGED_BY: usize = 5;
/// A passage is at most as wide as this, m: twice the social zone.
const WIDEST: f64 = 7.2;
/// Square of the cosine of 120°: an obstacle that is further off the way is behind.
const BEHIND: f64 = 0.25;
/// Walls beyond this distance are not looked for, m.
const WALL_REACH: f64 = 1.5;

/// A neighbour B, as A sees it.
#[derive(Clone, Copy, Debug)]
pub struct Perceived {
    /// The way from A to B, m.
    pub to: Point,
    /// The distance of the centres, m.
    pub distance: f64,
    /// The distance by which B is ahead of A, m.
    pub ahead: f64,
    /// The distance by which B is to the left of A, m.
    pub left: f64,
    /// The velocity of B, m/s; zero when it is not finite.
    pub velocity: Point,
    /// The speed at which B goes the way of A, m/s.
    pub along: f64,
    /// The distance of the centres at which both bodies touch, m.
    pub bodies: f64,
    /// The row of B.
    pub row: u32,
    /// How well A knows B, from 0 (a stranger) to 1 (a friend).
    pub acquaintance: f64,
    /// Whether B is within the parabola and the social zone.
    pub is_sensed: bool,
    /// The squared distance of the centres, m².
    pub distance2: f64,
}

impl Sighting for Perceived {
    #[inline]
    fn new(crowd: &Crowd<'_>, row: usize, other: u32, offset: Point, _margin: f64) -> Self {
        let j = other as usize;
        Perceived {
            to: -offset,
            distance: 0.0,
            ahead: 0.0,
            left: 0.0,
            velocity: finite_or_zero(crowd.velocity[j]),
            along: 0.0,
            bodies: crowd.radius[row] + crowd.radius[j],
            row: other,
            acquaintance: if are_companions(crowd, row, j) { 1.0 } else { crowd.acquaintance.between(row, j) },
            is_sensed: false,
            distance2: offset.norm2(),
        }
    }
    fn nobody() -> Self {
        Perceived {
            to: Point::new(1.0, 0.0),
            distance: 1.0,
            ahead: 1.0,
            left: 0.0,
            velocity: Point::ZERO,
            along: 0.0,
            bodies: 0.0,
            row: u32::MAX,
            acquaintance: 0.0,
            is_sensed: false,
            distance2: 1.0,
        }
    }
    #[inline]
    fn distance2(&self) -> f64 {
        self.distance2
    }
    #[inline]
    fn row(&self) -> u32 {
        self.row
    }
}

/// Returns whether A perceives what is at `left` and `ahead`.
#[inline]
pub fn is_sensed(params: &Params, left: f64, ahead: f64, distance: f64) -> bool {
    let border = params.intimate * (left * left / (params.side * params.side) - 1.0);
    distance <= params.social && ahead >= border
}

/// Looks at all neighbours in the frame of the way that A faces, also at the neighbours beyond the parabola: the
/// collision filter has a range of its own.
#[inline]
pub fn look(crowd: &Crowd<'_>, row: usize, params: &Params, heading: Point, around: &mut Nearest<Perceived>) {
    around.look(crowd, row, 0.0);
    let left = heading.left();
    for seen in around.near_mut() {
        seen.distance = seen.distance2.sqrt();
        seen.ahead = seen.to.dot(heading);
        seen.left = seen.to.dot(left);
        seen.along = seen.velocity.dot(heading);
        seen.is_sensed = is_sensed(params, seen.left, seen.ahead, seen.distance);
    }
}

/// The closest obstacle of A.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Obstacle {
    /// The distance from the centre of A, m.
    pub distance: f64,
    /// The direction from A to the obstacle: a unit vector.
    pub towards: Point,
    /// The width of the passage along the normal of the obstacle, m; infinite where there is no other obstacle within
    /// reach.
    pub width: f64,
}

/// Returns the closest obstacle that is not behind A, with the width of the passage there.
#[inline]
pub fn obstacle(
    crowd: &Crowd<'_>,
    row: usize,
    params: &Params,
    heading: Point,
    walls: &mut Vec<Segment>,
) -> Option<Obstacle> {
    walls.clear();
    let here = crowd.position[row];
    let reach = WALL_REACH.max(params.obstacle_distance).max(params.slow_distance);
    crowd.walls.within(row, reach, walls);
    let mut closest: Option<(f64, Point)> = None;
    for wall in walls.iter() {
        let to = wall.nearest(here) - here;
        let distance2 = to.norm2();
        let is_closer = closest.is_none_or(|(least, _)| distance2 < least);
        let ahead = to.dot(heading);
        let is_behind = ahead < 0.0 && ahead * ahead > BEHIND * distance2;
        if is_closer && !is_behind {
            closest = Some((distance2, to));
        }
    }
    let (distance2, to) = closest?;
    let towards = to.unit()?;
    let distance = distance2.sqrt();
    let free = crowd.walls.free_share(row, towards * -WIDEST);
    let width = if free < 1.0 { distance + free * WIDEST } else { f64::INFINITY };
    Some(Obstacle { distance, towards, width })
}

/// Returns how dense the crowd is, from 0 to 1, by the distance to the fifth neighbour: ρ = 5 / (π d²).
#[inline]
pub fn crowding(near: &[Perceived]) -> f64 {
    let Some(fifth) = near.get(JUDGED_BY - 1) else { return 0.0 };
    let density = JUDGED_BY as f64 / (std::f64::consts::PI * fifth.distance2.max(1e-6));
    ramp(density, CROWDED.0, CROWDED.1)
}

#[cfg(test)]
mod tests {
    use populace_geom::maths;

    use super::*;

    #[test]
    fn others_are_sensed_45_cm_behind_and_the_side_distance_at_the_sides() {
        let p = Params::default();
        let sensed = |left: f64, ahead: f64| is_sensed(&p, left, ahead, maths::hypot(left, ahead));
        // Erratum A3.1: the border is y = −i at x = 0, and y = 0 at x = ± s.
        assert!(sensed(0.0, -0.44) && !sensed(0.0, -0.46));
        assert!(sensed(1.19, 0.0) && !sensed(1.21, 0.0) && sensed(-1.19, 0.0) && !sensed(-1.21, 0.0));
        // p(2.4) = 0.45 (4 − 1) = 1.35.
        assert!(sensed(2.4, 1.36) && !sensed(2.4, 1.34));
    }

    #[test]
    fn nobody_in_the_public_zone_is_minded() {
        let p = Params::default();
        assert!(is_sensed(&p, 0.0, 3.59, 3.59) && !is_sensed(&p, 0.0, 3.61, 3.61));
    }
}
