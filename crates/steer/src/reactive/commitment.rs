//! Commitment: a pedestrian that has turned aside for a neighbour that comes keeps to that side until their ways no
//! longer cross.
//!
//! Two pedestrians that meet both turn aside. Each then sees the other out of its way, so both turn back, see each
//! other in the way again, and so on at every decision, until they are near enough to brake. That is a known fault of
//! avoiding people as if they did not react (van den Berg, Lin, Manocha 2008, doi:10.1109/ROBOT.2008.4543489, §IV). L
//! has no rule for it; this is a proposal. Walkers show where they want to go (Goffman's externalization, L §2.3). So a
//! pedestrian takes a free way only if it would be free, too, with the neighbour on its own wanted way. Else the
//! pedestrian keeps its side, at full speed.

use populace_geom::Point;

use crate::Crowd;
use crate::passing::{Neighbour, collision, earliest};

/// Square of the cosine of 45°: a pedestrian that is turned further from the wanted way is not on it any more.
const TURNED: f64 = 0.5;
/// Square of the sine of 0.1°: a pedestrian that is turned less has not turned aside.
const STRAIGHT: f64 = 3.0e-6;
/// A pedestrian is held up when its speed is below this share of the wanted speed, both squared.
const HELD_UP: f64 = 0.25;

/// Returns the velocity that keeps to the side, for a pedestrian whose way `wanted` leads to no collision. `None` when
/// there is no need.
#[inline]
pub fn keep_side(crowd: &Crowd<'_>, row: usize, wanted: Point, near: &[Neighbour], horizon: f64) -> Option<Point> {
    let current = crowd.velocity[row];
    if !is_aside(current, wanted) {
        return None;
    }
    let crossing = near.iter().filter_map(|n| {
        let theirs = crowd.preferred[n.row as usize];
        let comes = theirs.dot(wanted) < 0.0 && is_aside(n.velocity, theirs);
        if comes { collision(&Neighbour { velocity: theirs, ..*n }, wanted, horizon) } else { None }
    });
    let until = crossing.fold(f64::INFINITY, f64::min);
    if until == f64::INFINITY {
        return None;
    }
    let kept = current * (wanted.norm2() / current.norm2()).sqrt();
    earliest(near, kept, until).is_none().then_some(kept)
}

/// Returns whether a pedestrian walks, but turned aside from where it wants to go.
#[inline]
fn is_aside(velocity: Point, wanted: Point) -> bool {
    let (along, aside) = (velocity.dot(wanted), velocity.cross(wanted));
    let (speed2, wanted2) = (velocity.norm2(), wanted.norm2());
    let scale = speed2 * wanted2;
    along > 0.0 && speed2 > HELD_UP * wanted2 && along * along > TURNED * scale && aside * aside > STRAIGHT * scale
}

#[cfg(test)]
mod tests {
    use populace_geom::maths;

    use super::*;

    const EAST: Point = Point::new(1.3, 0.0);

    /// Returns a velocity, turned to the right by some degrees.
    fn aside(way: Point, degrees: f64) -> Point {
        let (sin, cos) = maths::sin_cos(degrees.to_radians());
        way * cos - way.left() * sin
    }

    #[test]
    fn aside_is_neither_straight_nor_turned_away_nor_held_up() {
        assert!(is_aside(aside(EAST, 4.0), EAST));
        assert!(!is_aside(EAST, EAST));
        assert!(!is_aside(aside(EAST, 0.05), EAST));
        assert!(!is_aside(aside(EAST, 50.0), EAST));
        assert!(!is_aside(aside(EAST, 4.0) * 0.4, EAST));
        assert!(!is_aside(Point::ZERO, EAST) && !is_aside(EAST, Point::ZERO));
    }
}
