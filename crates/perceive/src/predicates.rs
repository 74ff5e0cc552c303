//! The two predicates of the triangulation. Each first computes in floating point. Where rounding might change the sign
//! of the result, it computes the exact sign. A rule for four points on one circle makes the triangulation unique.

use populace_geom::{Point, in_circle, orient};

/// The rounding error of the determinant in [`left_of`] is at most this share of the sum of the magnitudes of its terms
/// (Shewchuk 1997, `ccwerrboundA`, rounded up).
const TURN_ERROR: f64 = 3.4e-16;
/// The share of the rounding error of [`inside_circle`] (`iccerrboundA`, rounded up).
const CIRCLE_ERROR: f64 = 1.2e-15;

/// Returns whether `c` is on the left of a → b.
#[inline(always)]
pub(crate) fn left_of(a: Point, b: Point, c: Point) -> bool {
    let (one, two) = ((a.x - c.x) * (b.y - c.y), (a.y - c.y) * (b.x - c.x));
    let turn = one - two;
    let error = TURN_ERROR * (one.abs() + two.abs());
    if turn > error {
        true
    } else if turn < -error {
        false
    } else {
        exactly_left_of(a, b, c)
    }
}

#[cold]
#[inline(never)]
fn exactly_left_of(a: Point, b: Point, c: Point) -> bool {
    orient(a, b, c) > 0.0
}

/// Returns whether `d` is inside the circle through a, b and c, which are in counter-clockwise order. If `d` is on the
/// circle, [`is_inside_by_rule`] decides.
#[inline(always)]
pub(crate) fn inside_circle(a: Point, b: Point, c: Point, d: Point) -> bool {
    let (a_, b_, c_) = (a - d, b - d, c - d);
    let (bc, cb) = (b_.x * c_.y, c_.x * b_.y);
    let (ca, ac) = (c_.x * a_.y, a_.x * c_.y);
    let (ab, ba) = (a_.x * b_.y, b_.x * a_.y);
    let (lift_a, lift_b, lift_c) = (a_.norm2(), b_.norm2(), c_.norm2());
    let inside = lift_a * (bc - cb) + lift_b * (ca - ac) + lift_c * (ab - ba);
    let sum = (bc.abs() + cb.abs()) * lift_a + (ca.abs() + ac.abs()) * lift_b + (ab.abs() + ba.abs()) * lift_c;
    let error = CIRCLE_ERROR * sum;
    if inside > error {
        true
    } else if inside < -error {
        false
    } else {
        exactly_inside_circle(a, b, c, d)
    }
}

#[cold]
#[inline(never)]
fn exactly_inside_circle(a: Point, b: Point, c: Point, d: Point) -> bool {
    let inside = in_circle(a, b, c, d);
    if inside == 0.0 { is_inside_by_rule(a, b, c, d) } else { inside > 0.0 }
}

/// Returns whether `d` counts as inside the circle on which all four points are. The Delaunay triangulation is the
/// lower side of the convex hull of the points, lifted to a paraboloid. The rule lifts each point a little further. It
/// lifts the point that is last by x, then y, by far the most. So the answer depends on nothing but the positions.
fn is_inside_by_rule(a: Point, b: Point, c: Point, d: Point) -> bool {
    let is_last = |p: Point| [a, b, c, d].iter().all(|q| (q.x, q.y) <= (p.x, p.y));
    // When a, b or c is lifted, the determinant changes in proportion to the signed area of the other three points.
    // When d is lifted, the determinant falls.
    if is_last(d) {
        false
    } else if is_last(a) {
        orient(d, b, c) > 0.0
    } else if is_last(b) {
        orient(d, c, a) > 0.0
    } else {
        orient(d, a, b) > 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rule_puts_one_diagonal_into_a_square_from_wherever_it_is_asked() {
        let square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|(x, y)| Point::new(x, y));
        for turn in 0..4 {
            let [a, b, c, d] = [0, 1, 2, 3].map(|i| square[(i + turn) % 4]);
            // (1, 1) is last and raised: it is cut off from (0, 0), so the diagonal is from (1, 0) to (0, 1).
            let has_diagonal_ac = !inside_circle(a, b, c, d);
            assert_eq!(has_diagonal_ac, turn % 2 == 1, "turned by {turn}");
        }
    }
}
