//! Neighbours as L sees them: relative to the pedestrian, with the distance R that both keep.

use populace_geom::Point;

use crate::nearest::Seen;
use crate::{Crowd, NO_GROUP};

/// Who is within R already is avoided with this share of the distance as R, though not less than the bodies need: ε gives way
/// (L: it can vary over time), so that a tangent exists.
const GRAZE: f64 = 0.98;
/// Bodies nearer than this many times their radii are in contact.
const CONTACT: f64 = 1.01;

/// A neighbour as the pedestrian sees it.
#[derive(Clone, Copy, Debug)]
pub struct Neighbour {
    /// P = P(H) − P(N), m: from the neighbour to us.
    pub offset: Point,
    /// S(N), m/s.
    pub velocity: Point,
    /// P·P, m².
    pub distance2: f64,
    /// R, m; at most the distance.
    pub reach: f64,
    /// P·P − R², m²; 0 when the bodies are in contact.
    pub room: f64,
    /// (W(H) + W(N)) / 2 + ε, m.
    pub full_reach: f64,
    /// Row of the crowd.
    pub row: u32,
    /// Walks in our group.
    pub companion: bool,
}

impl Neighbour {
    /// One at −`offset` whose body and ours need `bodies` m from centre to centre.
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
    /// A neighbour seen at a place, from the origin.
    #[cfg(test)]
    pub fn at(place: Point, velocity: Point, reach: f64) -> Self {
        Self::of(-place, velocity, reach, 0.0)
    }
    /// Whether R was undercut already: t₁ < 0 < t₂.
    #[inline]
    pub fn is_touching(&self) -> bool {
        self.distance2 < self.full_reach * self.full_reach
    }
}

impl Seen for Neighbour {
    #[inline]
    fn new(crowd: &Crowd<'_>, row: usize, other: u32, offset: Point, margin: f64) -> Self {
        let j = other as usize;
        let mut seen = Neighbour::of(offset, crowd.velocity[j], crowd.radius[row] + crowd.radius[j], margin);
        seen.row = other;
        seen.companion = crowd.group[row] != NO_GROUP && crowd.group[j] == crowd.group[row];
        seen
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
