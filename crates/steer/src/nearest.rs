//! What one pedestrian sees of the others, gathered once, in an order that does not depend on the list's.

use populace_geom::{Point, maths};

use crate::{Crowd, NO_GROUP};

/// Neighbours beyond this many are not looked at; a Delaunay neighbourhood has 6, two rings of it 18.
pub(crate) const MOST_NEIGHBOURS: usize = 24;
/// Nearer positions are the same, m.
const SAME_PLACE: f64 = 1e-6;
/// How far apart two at the same place are taken to be, m.
const DISTINCT: f64 = 1e-3;
/// Purpose of the draw that parts two at the same place.
const PART: u64 = 0x7061_7274;

/// A neighbour, in the words of a model.
pub(crate) trait Seen: Copy {
    /// One at −`offset`, that is, `offset` leads from the neighbour to us, m.
    fn new(crowd: &Crowd<'_>, row: usize, other: u32, offset: Point, margin: f64) -> Self;
    /// Nobody; fills what is not used.
    fn nobody() -> Self;
    /// Squared distance of the centres, m².
    fn distance2(&self) -> f64;
    /// Row of the crowd.
    fn row(&self) -> u32;
}

/// The neighbours of one pedestrian, nearest first.
pub(crate) struct Nearest<T> {
    near: [T; MOST_NEIGHBOURS],
    count: usize,
}

impl<T: Seen> Nearest<T> {
    /// Nobody.
    pub fn new() -> Self {
        Nearest { near: [T::nobody(); MOST_NEIGHBOURS], count: 0 }
    }
    /// The neighbours.
    #[inline]
    pub fn near(&self) -> &[T] {
        &self.near[..self.count]
    }
    /// The neighbours, to be looked at more closely; their order stays.
    #[inline]
    pub fn near_mut(&mut self) -> &mut [T] {
        &mut self.near[..self.count]
    }
    /// Looks at the neighbours of a row. Ends sorted by (distance, id), whatever the order of the list. Nobody at a place that is not finite is seen.
    #[inline]
    pub fn look(&mut self, crowd: &Crowd<'_>, row: usize, margin: f64) {
        self.count = 0;
        let here = crowd.position[row];
        for &other in crowd.neighbours(row) {
            let offset = here - crowd.position[other as usize];
            if other as usize == row || !offset.is_finite() {
                continue;
            }
            let offset = if offset.norm2() < SAME_PLACE * SAME_PLACE { parted(crowd, row) } else { offset };
            self.insert(T::new(crowd, row, other, offset, margin), crowd.id);
        }
    }
    /// Lists come nearest first, so this rarely moves anything.
    #[inline]
    fn insert(&mut self, seen: T, id: &[u32]) {
        let before = |a: &T, b: &T| {
            a.distance2() < b.distance2()
                || (a.distance2() == b.distance2() && id[a.row() as usize] < id[b.row() as usize])
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
    let (sin, cos) = maths::sin_cos(turn);
    Point::new(cos, sin) * DISTINCT
}

/// A neighbour as most models see it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Other {
    /// From the neighbour to us, m.
    pub offset: Point,
    /// Squared distance of the centres, m².
    pub distance2: f64,
    /// Its velocity, m/s; zero when it is not finite.
    pub velocity: Point,
    /// What both bodies need from centre to centre, m.
    pub bodies: f64,
    /// Row of the crowd.
    pub row: u32,
    /// Walks in our group.
    pub companion: bool,
}

impl Seen for Other {
    #[inline]
    fn new(crowd: &Crowd<'_>, row: usize, other: u32, offset: Point, margin: f64) -> Self {
        let j = other as usize;
        Other {
            offset,
            distance2: offset.norm2(),
            velocity: finite_or_zero(crowd.velocity[j]),
            bodies: crowd.radius[row] + crowd.radius[j] + margin,
            row: other,
            companion: crowd.group[row] != NO_GROUP && crowd.group[j] == crowd.group[row],
        }
    }
    fn nobody() -> Self {
        let offset = Point::new(1.0, 0.0);
        Other { offset, distance2: 1.0, velocity: Point::ZERO, bodies: 0.0, row: u32::MAX, companion: false }
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

/// Not faster than `most`, m/s.
#[inline]
pub(crate) fn no_faster(velocity: Point, most: f64) -> Point {
    let norm2 = velocity.norm2();
    if norm2 <= most * most { velocity } else { velocity * (most / norm2.sqrt()) }
}

/// Standing still rather than a velocity that is none.
#[inline]
pub(crate) fn finite_or_zero(velocity: Point) -> Point {
    if velocity.is_finite() { velocity } else { Point::ZERO }
}
