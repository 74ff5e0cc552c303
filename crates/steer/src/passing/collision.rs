//! Predicts when two bodies collide if both keep their velocities (L §4.2, collision prediction; erratum A1.1). P is
//! the offset from the neighbour N to the pedestrian H. S_I is the velocity that the pedestrian intends, S(N) is the
//! velocity of the neighbour, W are widths, and ε is the room that both keep:
//!
//! ```text
//! V = S_I − S(N)      (V·V) t² + 2 (P·V) t + (P·P − R²) = 0      R = (W(H) + W(N)) / 2 + ε
//! ```

use populace_geom::Point;

use super::Neighbour;

/// A discriminant below this share of (P·V)² means that the bodies only touch, which is not a collision. So a tangent that
/// is computed in floating point is not a collision, either.
const TOUCH: f64 = 1e-9;

/// Returns the earliest collision at `velocity` before the time `before`: the index of the neighbour in `near`, and the
/// time, s.
#[inline]
pub(crate) fn earliest(near: &[Neighbour], velocity: Point, before: f64) -> Option<(usize, f64)> {
    let mut found = None;
    let mut before = before;
    for (i, n) in near.iter().enumerate() {
        if let Some(t) = collision(n, velocity, before) {
            before = t;
            found = Some((i, t));
        }
    }
    found
}

/// Returns when a pedestrian that walks at `velocity` meets `n`, s, if that is before `before`: t₁ of the equation
/// above; 0 for bodies in contact that move towards each other. R is at most the distance (see [`Neighbour`]), so
/// t₁ < 0 < t₂ does not occur here.
#[inline(always)]
pub(crate) fn collision(n: &Neighbour, velocity: Point, before: f64) -> Option<f64> {
    let relative = velocity - n.velocity;
    let half_b = n.offset.dot(relative);
    // The bodies part, or meet too late: √ ≤ |P·V| puts t₁ at c / 2|P·V| or later. NaN fails the test, too.
    let may_meet = half_b < 0.0 && n.room < -2.0 * before * half_b;
    if !may_meet {
        return None;
    }
    let discriminant = half_b * half_b - relative.norm2() * n.room;
    if discriminant <= TOUCH * half_b * half_b {
        return None;
    }
    // This form of t₁ has no cancellation.
    let t = n.room / (discriminant.sqrt() - half_b);
    (t < before).then_some(t)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FAR: f64 = 100.0;

    /// Erratum A1.1, test vector.
    #[test]
    fn head_on_pair_meets_after_1_7308_seconds() {
        let n = Neighbour::at(Point::new(5.0, 0.0), Point::new(-1.3, 0.0), 0.5);
        let t1 = collision(&n, Point::new(1.3, 0.0), FAR).unwrap();
        assert!((t1 - 1.7308).abs() < 5e-5, "{t1}");
        // t₁ t₂ = c / V·V: 24.75 / 6.76
        let t2 = 24.75 / 6.76 / t1;
        assert!((t2 - 2.1154).abs() < 5e-5, "{t2}");
    }

    /// Erratum A1.1: with S_r = S(N) − S_I as printed the roots are −2.115 and −1.731 s.
    #[test]
    fn the_printed_sign_makes_a_head_on_collision_past() {
        let n = Neighbour::at(Point::new(5.0, 0.0), Point::new(-1.3, 0.0), 0.5);
        let printed = n.velocity - Point::new(1.3, 0.0);
        assert_eq!(collision(&n, n.velocity + printed, FAR), None);
        let (a, b, c) = (printed.norm2(), n.offset.dot(printed), n.room);
        let root = (b * b - a * c).sqrt();
        assert!(((-b - root) / a + 2.1154).abs() < 5e-5);
        assert!(((-b + root) / a + 1.7308).abs() < 5e-5);
    }

    #[test]
    fn a_touch_is_no_collision_and_equal_velocities_never_meet() {
        let walking = Point::new(1.0, 0.0);
        assert_eq!(collision(&Neighbour::at(Point::new(5.0, 0.5), Point::ZERO, 0.5), walking, FAR), None);
        assert!(collision(&Neighbour::at(Point::new(5.0, 0.499), Point::ZERO, 0.5), walking, FAR).is_some());
        assert_eq!(collision(&Neighbour::at(Point::new(0.7, 0.0), walking, 0.5), walking, FAR), None);
    }

    /// 5 m, closing 1 m/s, R = 1: 4 s.
    #[test]
    fn collisions_later_than_asked_are_not_seen() {
        let n = Neighbour::at(Point::new(5.0, 0.0), Point::ZERO, 1.0);
        assert_eq!(collision(&n, Point::new(1.0, 0.0), 4.1), Some(4.0));
        assert_eq!(collision(&n, Point::new(1.0, 0.0), 4.0), None);
        let near = [n, Neighbour::at(Point::new(3.0, 0.0), Point::ZERO, 1.0)];
        assert_eq!(earliest(&near, Point::new(1.0, 0.0), FAR), Some((1, 2.0)));
    }
}
