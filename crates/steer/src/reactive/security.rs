//! Security: the pedestrian slows down, so that t_react is left until the next collision of its *current* velocity with
//! a neighbour or a wall (L §4.2; erratum A1.7).
//!
//! ```text
//! S_O = S_I · t_c / t_react  if t_c < t_react
//! ```
//!
//! Bodies in contact that part do not count. A least speed is left: with t_c → 0 the printed form freezes people for
//! ever.

use populace_geom::Point;

use crate::Walls;
use crate::passing::{Neighbour, earliest};

/// Returns t_c: when the current velocity meets a neighbour or a wall, s, if that is within `reaction_time`.
#[inline]
pub fn next_collision(
    near: &[Neighbour],
    walls: &dyn Walls,
    row: usize,
    current: Point,
    radius: f64,
    reaction_time: f64,
) -> Option<f64> {
    let mut soonest = earliest(near, current, reaction_time).map(|(_, t)| t);
    let speed2 = current.norm2();
    let moves = speed2 > 0.0 && reaction_time > 0.0;
    if moves && speed2.is_finite() {
        // The ray starts at the centre; the body's edge is a radius ahead of it.
        let speed = speed2.sqrt();
        let reach = speed * reaction_time + radius;
        let free = walls.free_share(row, current * (reach / speed));
        if free < 1.0 {
            let t = ((free * reach - radius) / speed).max(0.0);
            soonest = Some(soonest.map_or(t, |s| s.min(t)));
        }
    }
    soonest
}

/// Returns the velocity, slowed down for a collision at `time`, but not below the least speed.
#[inline]
pub fn slow_down(velocity: Point, time: f64, reaction_time: f64, least_speed: f64) -> Point {
    let share = time / reaction_time;
    // Also false for NaN.
    let is_late = share < 1.0;
    if !is_late {
        return velocity;
    }
    let norm2 = velocity.norm2();
    let least2 = least_speed * least_speed;
    if norm2 * (share * share) >= least2 {
        velocity * share
    } else if norm2 <= least2 {
        velocity
    } else {
        velocity * (least_speed / norm2.sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use populace_geom::Segment;

    struct WallAt(f64);
    impl Walls for WallAt {
        fn around(&self, _: usize) -> &[Segment] {
            &[]
        }
        fn within(&self, _row: usize, _reach: f64, _into: &mut Vec<Segment>) {}
        fn free_share(&self, _: usize, way: Point) -> f64 {
            if way.x > self.0 { self.0 / way.x } else { 1.0 }
        }
    }
    const NOWHERE: WallAt = WallAt(f64::INFINITY);

    /// A neighbour stands 0.9 m ahead, R = 0.5, 1 m/s: 0.4 s of 0.5 s, so 80 % of the speed.
    #[test]
    fn a_neighbour_within_the_reaction_time_slows_down() {
        let ahead = [Neighbour::at(Point::new(0.9, 0.0), Point::ZERO, 0.5)];
        let t = next_collision(&ahead, &NOWHERE, 0, Point::new(1.0, 0.0), 0.25, 0.5).unwrap();
        assert!((t - 0.4).abs() < 1e-12);
        let out = slow_down(Point::new(0.0, 1.0), t, 0.5, 0.1);
        assert!((out - Point::new(0.0, 0.8)).norm() < 1e-12);
    }

    /// Wall 0.65 m ahead of the centre, radius 0.25, 1 m/s: the body is there in 0.4 s.
    #[test]
    fn a_wall_within_the_reaction_time_slows_down() {
        let t = next_collision(&[], &WallAt(0.65), 0, Point::new(1.0, 0.0), 0.25, 0.5).unwrap();
        assert!((t - 0.4).abs() < 1e-12);
        assert_eq!(next_collision(&[], &WallAt(0.65), 0, Point::new(-1.0, 0.0), 0.25, 0.5), None);
        assert_eq!(next_collision(&[], &WallAt(0.8), 0, Point::new(1.0, 0.0), 0.25, 0.5), None);
        assert_eq!(next_collision(&[], &WallAt(0.1), 0, Point::new(1.0, 0.0), 0.25, 0.5), Some(0.0));
    }

    #[test]
    fn a_contact_that_parts_does_not_slow_down() {
        let touching = [Neighbour::at(Point::new(0.45, 0.0), Point::ZERO, 0.5)];
        assert_eq!(next_collision(&touching, &NOWHERE, 0, Point::new(-1.0, 0.0), 0.25, 0.5), None);
        assert!(next_collision(&touching, &NOWHERE, 0, Point::new(1.0, 0.0), 0.25, 0.5).unwrap() < 0.02);
    }

    #[test]
    fn a_speed_is_left() {
        let out = slow_down(Point::new(1.0, 0.0), 0.0, 0.5, 0.1);
        assert!((out - Point::new(0.1, 0.0)).norm() < 1e-12);
        assert_eq!(slow_down(Point::new(0.05, 0.0), 0.0, 0.5, 0.1), Point::new(0.05, 0.0));
        assert_eq!(slow_down(Point::new(1.0, 0.0), 0.0, 0.0, 0.1), Point::new(1.0, 0.0));
    }
}
