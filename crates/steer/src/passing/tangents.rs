//! The tangents to the circle around a neighbour: a pedestrian whose relative velocity is along a tangent just misses
//! the neighbour (L §4.2; erratum A1.5).

use populace_geom::Point;

use super::Neighbour;

/// Bodies in contact move at 93° to the line between them. This is the part of such a unit vector that leads away from
/// the neighbour (39² + 760² = 761²).
const PART: f64 = 39.0 / 761.0;
/// The part of that unit vector across the line between the bodies.
const SLIDE: f64 = 760.0 / 761.0;

/// The tangents to a neighbour's circle from where the pedestrian is, as unit vectors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tangents {
    /// D_l: passes with the neighbour on the pedestrian's right.
    pub left: Point,
    /// D_r: passes with the neighbour on the pedestrian's left.
    pub right: Point,
}

impl Tangents {
    /// Returns the direction to the neighbour turned by ± a, with sin a = R / d and cos a = √(d² − R²) / d. Bodies in
    /// contact slide along each other and part a little.
    #[inline]
    pub fn of(n: &Neighbour) -> Self {
        let (along, aside) = if n.room > 0.0 {
            let scale = 1.0 / n.distance2;
            (-scale * n.room.sqrt(), -scale * n.reach)
        } else {
            let scale = 1.0 / n.distance2.sqrt();
            (scale * PART, -scale * SLIDE)
        };
        let (along, aside) = (n.offset * along, n.offset.left() * aside);
        Tangents { left: along + aside, right: along - aside }
    }
}
