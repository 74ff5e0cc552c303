//! Contact: when two bodies touch, how overlapping bodies part, and where walls are nearest.

use populace_geom::{Point, Segment};

use crate::nearest::{Other, no_faster};

/// The greatest speed at which overlapping bodies part, m/s.
const PART_SPEED: f64 = 0.5;
/// Two walls whose nearest points are closer together than this meet in a corner there, m.
const SAME_CORNER: f64 = 1e-6;

/// Returns the time until two centres are `reach` apart, s: the smaller root of |offset + closing t| = reach. `offset`
/// leads from the neighbour to the pedestrian, `closing` is the velocity of the pedestrian less that of the neighbour.
/// 0 when the centres are nearer already, `None` when they never come that near.
#[inline]
pub(crate) fn time_to_touch(offset: Point, closing: Point, reach: f64) -> Option<f64> {
    let room = offset.norm2() - reach * reach;
    if room < 0.0 {
        return Some(0.0);
    }
    let (speed2, approach) = (closing.norm2(), -offset.dot(closing));
    let discriminant = approach * approach - speed2 * room;
    (approach > 0.0 && discriminant > 0.0).then(|| room / (approach + discriminant.sqrt()))
}

/// Returns the velocity that takes the pedestrian out of half of every overlap until the next decision, m/s.
pub(crate) fn parting(near: &[Other], dt: f64) -> Point {
    let mut push = Point::ZERO;
    for other in near.iter().take_while(|n| n.distance2.is_finite()) {
        if other.distance2 < other.bodies * other.bodies {
            let distance = other.distance2.sqrt();
            push += other.offset * ((other.bodies - distance) * 0.5 / (distance * dt));
        }
    }
    no_faster(push, PART_SPEED)
}

/// Fills `into` with the way from the nearest point of each wall to `here`, m. A corner of two walls counts once. A
/// wall through `here` does not count.
#[inline]
pub(crate) fn offsets_from_walls(walls: &[Segment], here: Point, into: &mut Vec<Point>) {
    into.clear();
    for wall in walls {
        let offset = here - wall.nearest(here);
        let is_known = |known: &Point| (*known - offset).norm2() < SAME_CORNER * SAME_CORNER;
        if offset.is_finite() && offset.norm2() > SAME_CORNER * SAME_CORNER && !into.iter().any(is_known) {
            into.push(offset);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 5 m apart, closing at 2.6 m/s, reach 0.5: 4.5 / 2.6 = 1.7308 s (erratum A1.1).
    #[test]
    fn a_head_on_pair_touches_when_the_gap_is_walked() {
        let (offset, closing) = (Point::new(-5.0, 0.0), Point::new(2.6, 0.0));
        assert!((time_to_touch(offset, closing, 0.5).unwrap() - 4.5 / 2.6).abs() < 1e-12);
        assert_eq!(time_to_touch(offset, -closing, 0.5), None);
        assert_eq!(time_to_touch(offset, Point::ZERO, 0.5), None);
        assert_eq!(time_to_touch(offset, Point::ZERO, 5.5), Some(0.0));
    }

    /// Missing by 0.3 m of a reach of 0.5 m: 0.4 m before being level, so (5 − 0.4) / 2 s.
    #[test]
    fn an_offset_pair_touches_before_it_is_level() {
        let touch = time_to_touch(Point::new(-5.0, 0.3), Point::new(2.0, 0.0), 0.5).unwrap();
        assert!((touch - 2.3).abs() < 1e-12);
        assert_eq!(time_to_touch(Point::new(-5.0, 0.6), Point::new(2.0, 0.0), 0.5), None);
    }

    #[test]
    fn a_corner_of_two_walls_counts_once() {
        let corner = Point::new(1.0, 1.0);
        let walls = [Segment::new(Point::new(1.0, 5.0), corner), Segment::new(corner, Point::new(5.0, 1.0))];
        let mut found = vec![];
        offsets_from_walls(&walls, Point::ZERO, &mut found);
        assert_eq!(found, [Point::new(-1.0, -1.0)]);
        offsets_from_walls(&walls, Point::new(0.0, 3.0), &mut found);
        assert_eq!(found, [Point::new(-1.0, 0.0), Point::new(-1.0, 2.0)]);
    }
}
