//! The four types of collision of two pedestrians (L §4.2, fig. 10; erratum A1.2).

use populace_geom::Point;

use crate::passing::Neighbour;

/// L's four types of collision (fig. 10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The neighbour runs into the pedestrian from behind.
    Rear,
    /// Both run into each other.
    Front,
    /// The pedestrian runs into the back of the neighbour.
    Back,
    /// The neighbour stands.
    Static,
}

impl Kind {
    /// Returns its word in tables and reports.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Rear => "rear",
            Kind::Front => "front",
            Kind::Back => "back",
            Kind::Static => "static",
        }
    }
}

/// A neighbour that is slower than this stands, m/s.
const STANDING: f64 = 0.01;

/// Returns the type of a collision at `time` (erratum A1.2: standing comes first; the boundary is front or back).
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
    use crate::passing::collision;

    const FAR: f64 = 100.0;

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
        // A faster neighbour from behind and aside is still rear.
        assert_eq!(of(Point::new(-4.0, -2.0), Point::new(2.0, 0.5)), Kind::Rear);
    }

    /// (C_N − C_H)·S_I = 0: the contact is exactly beside the pedestrian.
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
