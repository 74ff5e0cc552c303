//! When and how two pedestrians collide, if both keep their velocities (L §4.2, collision prediction; errata A1.1 and A1.2).
//!
//! ```text
//! V = S_I − S(N)      (V·V) t² + 2 (P·V) t + (P·P − R²) = 0      R = (W(H) + W(N)) / 2 + ε
//! ```

use populace_geom::Point;

use super::surroundings::Neighbour;

/// L's four types of collision (fig. 10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The other runs into us.
    Rear,
    /// Both run into each other.
    Front,
    /// We run into the back of the other.
    Back,
    /// The other stands.
    Static,
}

impl Kind {
    /// Its word in tables and reports.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Rear => "rear",
            Kind::Front => "front",
            Kind::Back => "back",
            Kind::Static => "static",
        }
    }
}

/// Slower ones stand, m/s.
const STANDING: f64 = 0.01;
/// A discriminant below this share of (P·V)² is a touch, so that a tangent computed in floating point is one.
const TOUCH: f64 = 1e-9;

/// The earliest collision of `velocity` before the time `before`: place in `near`, and time in s.
#[inline]
pub fn earliest(near: &[Neighbour], velocity: Point, before: f64) -> Option<(usize, f64)> {
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

/// When we meet `n`, if that is before `before`: t₁ of the equation above; 0 for bodies in contact that do not part. R is at most the
/// distance (see [`Neighbour`]), so t₁ < 0 < t₂ does not occur here.
#[inline(always)]
pub fn collision(n: &Neighbour, velocity: Point, before: f64) -> Option<f64> {
    let relative = velocity - n.velocity;
    let half_b = n.offset.dot(relative);
    // Parting, or too late: √ ≤ |P·V| puts t₁ at c / 2|P·V| or later. NaN fails the test too.
    let may_meet = half_b < 0.0 && n.room < -2.0 * before * half_b;
    if !may_meet {
        return None;
    }
    let discriminant = half_b * half_b - relative.norm2() * n.room;
    if discriminant <= TOUCH * half_b * half_b {
        return None;
    }
    // Of the two forms of t₁ the one without cancellation.
    let t = n.room / (discriminant.sqrt() - half_b);
    (t < before).then_some(t)
}

/// The type of a collision at `time` (erratum A1.2: standing first; the boundary is front or back).
#[inline]
pub fn kind(n: &Neighbour, velocity: Point, time: f64) -> Kind {
    if n.velocity.norm2() < STANDING * STANDING {
        return Kind::Static;
    }
    // C_N − C_H = −(P + V t)
    let apart = n.offset + (velocity - n.velocity) * time;
    if apart.dot(velocity) > 0.0 {
        Kind::Rear
    } else if velocity.dot(n.velocity) < 0.0 {
        Kind::Front
    } else {
        Kind::Back
    }
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

    /// L fig. 10, walking east at 1 m/s with R = 0.5.
    #[test]
    fn the_four_types_of_collision() {
        let walking = Point::new(1.0, 0.0);
        let of = |at, velocity| {
            let n = Neighbour::at(at, velocity, 0.5);
            kind(&n, walking, collision(&n, walking, FAR).unwrap())
        };
        assert_eq!(of(Point::new(5.0, 0.0), Point::new(-1.0, 0.0)), Kind::Front);
        assert_eq!(of(Point::new(5.0, 0.0), Point::new(0.5, 0.0)), Kind::Back);
        assert_eq!(of(Point::new(-5.0, 0.0), Point::new(2.0, 0.0)), Kind::Rear);
        // Standing: S_I·S(N) = 0 would also be "back".
        assert_eq!(of(Point::new(5.0, 0.0), Point::ZERO), Kind::Static);
        // Someone faster from behind and aside is still rear.
        assert_eq!(of(Point::new(-4.0, -2.0), Point::new(2.0, 0.5)), Kind::Rear);
    }

    /// (C_N − C_H)·S_I = 0: the contact is exactly beside us.
    #[test]
    fn contact_exactly_aside_is_front_or_back() {
        let walking = Point::new(1.0, 0.0);
        let aside = Neighbour::at(Point::new(0.0, 2.0), Point::new(1.0, -1.0), 0.5);
        let t = collision(&aside, walking, FAR).unwrap();
        assert_eq!(t, 1.5);
        assert_eq!(kind(&aside, walking, t), Kind::Back);
        // The same contact with the other going west: walking is 0 along S_I, the other −1.
        let against = Neighbour { velocity: Point::new(-1.0, -1.0), ..aside };
        assert_eq!(kind(&against, Point::new(1.0, 0.0), 0.0), Kind::Front);
    }
}
