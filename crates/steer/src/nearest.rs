//! The neighbours of one pedestrian, gathered once, in an order that does not depend on the order of the list.

use populace_geom::{Point, maths};

use crate::{Crowd, NO_GROUP};

/// The most neighbours that are looked at. A Delaunay neighbourhood has 6, two rings of it 18.
pub(crate) const MOST_NEIGHBOURS: usize = 24;
/// Two positions that are nearer than this are the same, m.
const SAME_PLACE: f64 = 1e-6;
/// The distance that is assumed between two pedestrians at the same place, m.
const DISTINCT: f64 = 1e-3;
/// The purpose of the draw that parts two pedestrians at the same place.
const PART: u64 = 0x7061_7274;

/// The notes of a model about a neighbour.
pub(crate) trait Sighting: Copy {
    /// Notes the neighbour `other` of `row`; `offset` leads from the neighbour to the pedestrian, m.
    fn new(crowd: &Crowd<'_>, row: usize, other: u32, offset: Point, margin: f64) -> Self;
    /// Returns a value that fills unused places.
    fn nobody() -> Self;
    /// Returns the squared distance of the centres, m².
    fn distance2(&self) -> f64;
    /// Returns the row of the neighbour.
    fn row(&self) -> u32;
}

/// The neighbours of one pedestrian, nearest first.
pub(crate) struct Nearest<T> {
    near: [T; MOST_NEIGHBOURS],
    count: usize,
}

impl<T: Sighting> Default for Nearest<T> {
    /// Returns an empty list.
    fn default() -> Self {
        Nearest { near: [T::nobody(); MOST_NEIGHBOURS], count: 0 }
    }
}

impl<T: Sighting> Nearest<T> {
    /// Returns the neighbours.
    #[inline]
    pub fn near(&self) -> &[T] {
        &self.near[..self.count]
    }
    /// Returns the neighbours, so that a model can add to its notes. Their order stays.
    #[inline]
    pub fn near_mut(&mut self) -> &mut [T] {
        &mut self.near[..self.count]
    }
    /// Looks at the neighbours of a row. They end up sorted by distance and then by id, whatever the order of the list
    /// was. A neighbour whose position is not finite is left out.
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
    /// Inserts a neighbour at its place. Lists come nearest first, so this rarely moves anything.
    #[inline]
    fn insert(&mut self, new: T, id: &[u32]) {
        let before = |a: &T, b: &T| {
            a.distance2() < b.distance2()
                || (a.distance2() == b.distance2() && id[a.row() as usize] < id[b.row() as usize])
        };
        let mut at = self.count;
        while at > 0 && before(&new, &self.near[at - 1]) {
            at -= 1;
        }
        if at == MOST_NEIGHBOURS {
            return;
        }
        if at < self.count {
            let end = self.count.min(MOST_NEIGHBOURS - 1);
            self.near.copy_within(at..end, at + 1);
        }
        self.near[at] = new;
        self.count = (self.count + 1).min(MOST_NEIGHBOURS);
    }
}

/// Returns a small offset in a random direction, for a pedestrian that stands in the place of another (erratum A1.3).
#[cold]
fn parted(crowd: &Crowd<'_>, row: usize) -> Point {
    let turn = crowd.draws.unit(u64::from(crowd.id[row]), crowd.step, PART) * std::f64::consts::TAU;
    let (sin, cos) = maths::sin_cos(turn);
    Point::new(cos, sin) * DISTINCT
}

/// Returns whether two rows walk in one group.
#[inline]
pub(crate) fn are_companions(crowd: &Crowd<'_>, row: usize, other: usize) -> bool {
    crowd.group[row] != NO_GROUP && crowd.group[other] == crowd.group[row]
}

/// The notes of most models about a neighbour.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Other {
    /// The way from the neighbour to the pedestrian, m.
    pub offset: Point,
    /// The squared distance of the centres, m².
    pub distance2: f64,
    /// The velocity of the neighbour, m/s; zero when it is not finite.
    pub velocity: Point,
    /// The distance of the centres at which both bodies touch, m.
    pub bodies: f64,
    /// The row of the neighbour.
    pub row: u32,
    /// Whether the neighbour walks in the group of the pedestrian.
    pub companion: bool,
}

impl Sighting for Other {
    #[inline]
    fn new(crowd: &Crowd<'_>, row: usize, other: u32, offset: Point, margin: f64) -> Self {
        let j = other as usize;
        Other {
            offset,
            distance2: offset.norm2(),
            velocity: finite_or_zero(crowd.velocity[j]),
            bodies: crowd.radius[row] + crowd.radius[j] + margin,
            row: other,
            companion: are_companions(crowd, row, j),
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

/// Returns the velocity, shortened to `most` m/s where it is faster.
#[inline]
pub(crate) fn no_faster(velocity: Point, most: f64) -> Point {
    let norm2 = velocity.norm2();
    if norm2 <= most * most { velocity } else { velocity * (most / norm2.sqrt()) }
}

/// Returns the velocity, or zero where it is not finite.
#[inline]
pub(crate) fn finite_or_zero(velocity: Point) -> Point {
    if velocity.is_finite() { velocity } else { Point::ZERO }
}
