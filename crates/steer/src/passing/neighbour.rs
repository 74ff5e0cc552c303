//! A neighbour relative to the pedestrian, with the distance R that both keep.

use populace_geom::Point;

use crate::Crowd;
use crate::nearest::{Sighting, are_companions};

/// A neighbour that is within R already is avoided with this share of the distance as R, but no less than the bodies
/// need. So ε gives way (L: it can vary over time), and a tangent exists.
const GRAZE: f64 = 0.98;
/// Two bodies are in contact when they are nearer than this many times the sum of their radii.
const CONTACT: f64 = 1.01;

/// A neighbour, relative to the pedestrian.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Neighbour {
    /// P = P(H) − P(N): the way from the neighbour to the pedestrian, m.
    pub offset: Point,
    /// S(N): the velocity of the neighbour, m/s.
    pub velocity: Point,
    /// P·P: the squared distance of the centres, m².
    pub distance2: f64,
    /// R: the distance that is kept, m; at most the distance of the centres.
    pub reach: f64,
    /// P·P − R², m²; 0 when the bodies are in contact.
    pub room: f64,
    /// (W(H) + W(N)) / 2 + ε: the distance that both would like to keep, m.
    pub full_reach: f64,
    /// The row of the neighbour.
    pub row: u32,
    /// Whether the neighbour walks in the group of the pedestrian.
    pub companion: bool,
}

impl Neighbour {
    /// Returns a neighbour at −`offset`; both bodies touch when their centres are `bodies` m apart.
    #[inline]
    fn of(offset: Point, velocity: Point, bodies: f64, margin: f64) -> Self {
        let distance2 = offset.norm2();
        let full_reach = bodies + margin;
        let (mut reach, mut room) = (full_reach, distance2 - full_reach * full_reach);
        if distance2 * (GRAZE * GRAZE) < reach * reach {
            let distance = distance2.sqrt();
            if distance < CONTACT * bodies {
                (reach, room) = (distance, 0.0);
            } else {
                reach = bodies.max(GRAZE * distance);
                room = distance2 - reach * reach;
            }
        }
        Neighbour { offset, velocity, distance2, reach, room, full_reach, row: u32::MAX, companion: false }
    }
    /// Returns a neighbour at a place, for a pedestrian at the origin.
    #[cfg(test)]
    pub fn at(place: Point, velocity: Point, reach: f64) -> Self {
        Self::of(-place, velocity, reach, 0.0)
    }
    /// Returns whether the neighbour is nearer than both would like: t₁ < 0 < t₂.
    #[inline]
    pub fn is_touching(&self) -> bool {
        self.distance2 < self.full_reach * self.full_reach
    }
}

impl Sighting for Neighbour {
    #[inline]
    fn new(crowd: &Crowd<'_>, row: usize, other: u32, offset: Point, margin: f64) -> Self {
        let j = other as usize;
        let mut noted = Neighbour::of(offset, crowd.velocity[j], crowd.radius[row] + crowd.radius[j], margin);
        noted.row = other;
        noted.companion = are_companions(crowd, row, j);
        noted
    }
    fn nobody() -> Self {
        Neighbour::of(Point::new(1.0, 0.0), Point::ZERO, 0.0, 0.0)
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
