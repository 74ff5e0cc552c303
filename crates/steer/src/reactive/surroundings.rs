//! What one pedestrian sees, gathered once: the neighbours, relative to it and in an order that does not depend on the list's.

use populace_geom::Point;

use crate::Crowd;

/// Neighbours beyond this many are not looked at; a Delaunay neighbourhood has 6, two rings of it 18.
pub const MOST_NEIGHBOURS: usize = 24;
/// Nearer positions are the same, m.
const SAME_PLACE: f64 = 1e-6;
/// How far apart two at the same place are taken to be, m.
const DISTINCT: f64 = 1e-3;
/// Who is within R already is avoided with this share of the distance as R, though not less than the bodies need: ε gives way
/// (L: it can vary over time), so that a tangent exists.
const GRAZE: f64 = 0.98;
/// Bodies nearer than this many times their radii are in contact.
const CONTACT: f64 = 1.01;
/// Purpose of the draw that parts two at the same place.
const PART: u64 = 0x7061_7274;

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
    fn new(offset: Point, velocity: Point, bodies: f64, margin: f64) -> Self {
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
        Self::new(-place, velocity, reach, 0.0)
    }
    /// Whether R was undercut already: t₁ < 0 < t₂.
    #[inline]
    pub fn is_touching(&self) -> bool {
        self.distance2 < self.full_reach * self.full_reach
    }
}

/// The neighbours of one pedestrian, nearest first.
pub struct Surroundings {
    near: [Neighbour; MOST_NEIGHBOURS],
    count: usize,
}

impl Surroundings {
    /// Nobody.
    pub fn new() -> Self {
        let nobody = Neighbour::new(Point::new(1.0, 0.0), Point::ZERO, 0.0, 0.0);
        Surroundings { near: [nobody; MOST_NEIGHBOURS], count: 0 }
    }
    /// The neighbours.
    #[inline]
    pub fn near(&self) -> &[Neighbour] {
        &self.near[..self.count]
    }
    /// Looks at the neighbours of a row. Ends sorted by (distance, id), whatever the order of the list.
    #[inline]
    pub fn look(&mut self, crowd: &Crowd<'_>, row: usize, margin: f64) {
        self.count = 0;
        let (here, radius, group) = (crowd.position[row], crowd.radius[row], crowd.group[row]);
        for &other in crowd.neighbours(row) {
            let j = other as usize;
            let offset = here - crowd.position[j];
            if j == row || !offset.is_finite() {
                continue;
            }
            let offset = if offset.norm2() < SAME_PLACE * SAME_PLACE { parted(crowd, row) } else { offset };
            let mut seen = Neighbour::new(offset, crowd.velocity[j], radius + crowd.radius[j], margin);
            seen.row = other;
            seen.companion = group != crate::NO_GROUP && crowd.group[j] == group;
            self.insert(seen, crowd.id);
        }
    }
    /// Lists come nearest first, so this rarely moves anything.
    #[inline]
    fn insert(&mut self, seen: Neighbour, id: &[u32]) {
        let before = |a: &Neighbour, b: &Neighbour| {
            a.distance2 < b.distance2 || (a.distance2 == b.distance2 && id[a.row as usize] < id[b.row as usize])
        };
        let mut at = self.count;
        while at > 0 && before(&seen, &self.near[at - 1]) {
            at -= 1;
        }
        if at == MOST_NEIGHBOURS {
            return;
        }
        if at < self.count {
            let end = self.count.min(MOST_NEIGHBOURS - 1);
            self.near.copy_within(at..end, at + 1);
        }
        self.near[at] = seen;
        self.count = (self.count + 1).min(MOST_NEIGHBOURS);
    }
}

/// A small offset in a random direction, for one who stands in the place of another (erratum A1.3).
#[cold]
fn parted(crowd: &Crowd<'_>, row: usize) -> Point {
    let turn = crowd.draws.unit(u64::from(crowd.id[row]), crowd.step, PART) * std::f64::consts::TAU;
    let (sin, cos) = libm::sincos(turn);
    Point::new(cos, sin) * DISTINCT
}
