//! The local optimisation: a sorted list of propositions (q, s, t), answered collision by collision (L §4.2; erratum
//! A1.6).
//!
//! 1. The list starts with (1, S_I, ∞).
//! 2. The proposition with the largest q·t is taken out. If there is none, no velocity is found.
//! 3. It is chosen when it collides with no neighbour before t. Otherwise the modules for that collision add their
//!    propositions, or accept it.
//!
//! Quality is rated against S_I, not against the velocity that collided. Propositions of no quality and propositions
//! that are in the list already are left out. Ties go to the earlier proposition, and so to the module that comes first
//! in the table.

use populace_geom::Point;

use super::kinds::{Kind, kind};
use super::modules::{Way, react};
use super::rating::quality;
use super::tables::{Module, Table};
use crate::passing::{Neighbour, Tangents, earliest};

/// The most propositions of a list. Further propositions are left out.
const MOST_PROPOSITIONS: usize = 96;
/// Two velocities are the same when they differ by less than this, m/s.
const SAME: f64 = 1e-3;
/// A proposition must be better by this factor to precede an earlier proposition: the two sides of a symmetric
/// encounter differ by rounding.
const BETTER: f64 = 1.0 + 1e-9;

/// The data on which the search depends.
pub struct Search<'a> {
    /// The neighbours to avoid.
    pub near: &'a [Neighbour],
    /// The reactions to collisions.
    pub table: &'a Table,
    /// The greatest speed, m/s.
    pub top_speed: f64,
    /// Collisions later than this do not count, s.
    pub horizon: f64,
    /// The time until the next decision, s: a collision before that cannot be avoided later.
    pub dt: f64,
    /// The most propositions that are examined.
    pub expansions: u32,
}

/// Follows the search of one pedestrian; `()` follows nothing and costs nothing.
pub trait Watch {
    /// Takes note that proposition `index` came into the list.
    fn proposed(&mut self, _index: usize, _proposition: &Proposition, _module: Module) {}
    /// Takes note that proposition `index` was examined: it collides with a neighbour at a time, or with no neighbour.
    fn examined(&mut self, _index: usize, _collision: Option<(&Neighbour, f64, Kind)>) {}
    /// Takes note that proposition `index` was chosen.
    fn chosen(&mut self, _index: usize) {}
}
impl Watch for () {}

/// A proposition (q, s, t).
#[derive(Clone, Copy, Debug)]
pub struct Proposition {
    /// s and its norm, m/s.
    pub way: Way,
    /// q, from 0 to 1.
    pub quality: f64,
    /// t: the time of the collision that the proposition answers, s; at least the time to the next decision. ∞ for the
    /// first proposition.
    pub time: f64,
    /// q·t; −1 when the proposition was taken out of the list.
    key: f64,
}

/// The list of propositions. It is used again from one pedestrian to the next.
pub struct List {
    made: [Proposition; MOST_PROPOSITIONS],
    count: usize,
}

impl Default for List {
    /// Returns an empty list.
    fn default() -> Self {
        let way = Way { velocity: Point::ZERO, norm: 0.0 };
        List { made: [Proposition { way, quality: 0.0, time: 0.0, key: -1.0 }; MOST_PROPOSITIONS], count: 0 }
    }
}

impl List {
    /// Starts the list with its first proposition.
    fn start(&mut self, way: Way) {
        self.made[0] = Proposition { way, quality: 1.0, time: f64::INFINITY, key: f64::INFINITY };
        self.count = 1;
    }
    /// Takes the best proposition out of the list and returns its place.
    #[inline]
    fn take_best(&mut self) -> Option<usize> {
        let (mut best, mut key) = (None, 0.0);
        for (i, p) in self.made[..self.count].iter().enumerate() {
            if p.key > key * BETTER {
                (best, key) = (Some(i), p.key);
            }
        }
        self.made[best?].key = -1.0;
        best
    }
    /// Adds a proposition and returns its place. `None` when it is left out.
    #[inline]
    fn add(&mut self, proposition: Proposition) -> Option<usize> {
        let same = |p: &Proposition| (p.way.velocity - proposition.way.velocity).norm2() < SAME * SAME;
        if self.count == MOST_PROPOSITIONS || self.made[..self.count].iter().any(same) {
            return None;
        }
        self.made[self.count] = proposition;
        self.count += 1;
        Some(self.count - 1)
    }
}

/// Returns the best compromise between quality and time without collision. `None` when the list is exhausted.
#[inline]
pub fn optimise<W: Watch>(search: &Search<'_>, wanted: Point, list: &mut List, watch: &mut W) -> Option<Way> {
    let norm = wanted.norm();
    list.start(Way { velocity: wanted, norm });
    for _ in 0..search.expansions {
        let index = list.take_best()?;
        let Proposition { way, time, .. } = list.made[index];
        let Some((hit, at)) = earliest(search.near, way.velocity, time.min(search.horizon)) else {
            watch.examined(index, None);
            watch.chosen(index);
            return Some(way);
        };
        let n = &search.near[hit];
        let kind = kind(n, way.velocity, at);
        watch.examined(index, Some((n, at, kind)));
        let column = search.table.column(kind);
        if column.iter().any(|r| r.module == Module::Accept) {
            watch.chosen(index);
            return Some(way);
        }
        let tangents = Tangents::of(n);
        let answers = at.max(search.dt);
        for reaction in column {
            let Some(out) = react(reaction.module, way, n, &tangents, search.top_speed) else { continue };
            let cosine = out.velocity.dot(wanted) / (out.norm * norm);
            let q = quality(cosine, out.norm, norm, reaction.direction, reaction.norm);
            let proposition = Proposition { way: out, quality: q, time: answers, key: q * answers };
            // Also false for NaN.
            let is_good = proposition.key > 0.0;
            if is_good && let Some(new) = list.add(proposition) {
                watch.proposed(new, &proposition, reaction.module);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use populace_geom::maths;

    use super::super::tables::Reaction;
    use super::*;

    const EAST: Point = Point::new(1.0, 0.0);

    fn found(near: &[Neighbour], table: &Table, wanted: Point) -> Option<Way> {
        let search = Search { near, table, top_speed: 2.0, horizon: 8.0, dt: 0.1, expansions: 32 };
        optimise(&search, wanted, &mut List::default(), &mut ())
    }
    fn proposition(x: f64, key: f64) -> Proposition {
        Proposition { way: Way { velocity: Point::new(x, 0.0), norm: x }, quality: key, time: 1.0, key }
    }

    #[test]
    fn the_list_gives_the_largest_first_and_ties_to_the_earlier() {
        let mut list = List::default();
        list.start(Way { velocity: Point::ZERO, norm: 0.0 });
        for (i, key) in [0.5, 0.9, 0.9 * (1.0 + 1e-12), 0.7].into_iter().enumerate() {
            list.add(proposition(i as f64 + 1.0, key));
        }
        let order: Vec<_> = std::iter::from_fn(|| list.take_best()).collect();
        // The first is at infinity.
        assert_eq!(order, [0, 2, 3, 4, 1]);
    }

    #[test]
    fn what_is_in_the_list_is_not_added_again() {
        let mut list = List::default();
        list.start(Way { velocity: Point::ZERO, norm: 0.0 });
        assert!(list.add(proposition(1.0, 0.5)).is_some());
        assert!(list.add(proposition(1.0005, 0.9)).is_none());
        assert!(list.add(proposition(1.002, 0.9)).is_some());
        for i in 0..200 {
            list.add(proposition(2.0 + f64::from(i), 0.1));
        }
        assert_eq!(list.count, MOST_PROPOSITIONS);
    }

    #[test]
    fn a_free_way_is_taken_as_it_is() {
        let aside = Neighbour::at(Point::new(3.0, 2.0), Point::ZERO, 0.6);
        assert_eq!(found(&[aside], &Table::minimal_adjustment(), EAST).unwrap().velocity, EAST);
    }

    /// Reached after 7.6 s and 8.4 s; the horizon is 8 s.
    #[test]
    fn what_is_beyond_the_horizon_is_not_avoided() {
        let at = |x| [Neighbour::at(Point::new(x, 0.0), Point::ZERO, 0.6)];
        assert_ne!(found(&at(8.2), &Table::minimal_adjustment(), EAST).unwrap().velocity, EAST);
        assert_eq!(found(&at(9.0), &Table::minimal_adjustment(), EAST).unwrap().velocity, EAST);
    }

    #[test]
    fn one_who_comes_from_behind_is_accepted() {
        let behind = Neighbour::at(Point::new(-3.0, 0.0), Point::new(2.0, 0.0), 0.6);
        assert_eq!(found(&[behind], &Table::minimal_adjustment(), EAST).unwrap().velocity, EAST);
    }

    /// With no reaction to it, a collision leaves nothing.
    #[test]
    fn an_exhausted_list_gives_no_velocity() {
        let ahead = Neighbour::at(Point::new(3.0, 0.0), Point::ZERO, 0.6);
        assert_eq!(found(&[ahead], &Table::default(), EAST), None);
        // Decelerating cannot help against a neighbour that stands: β = 0, which has no quality.
        let slow = Table {
            standing: vec![Reaction { module: Module::Decelerate, direction: 1.0, norm: 1.0 }],
            ..Table::default()
        };
        assert_eq!(found(&[ahead], &slow, EAST), None);
    }

    struct Qualities(Vec<f64>);
    impl Watch for Qualities {
        fn proposed(&mut self, _: usize, proposition: &Proposition, _: Module) {
            self.0.push(proposition.quality);
        }
    }

    /// Erratum A1.6. A neighbour stands 3 m ahead: left by asin(0.6 / 3) = 11.54°. Another stands 1.8 m away at 25°,
    /// beside the wanted way but in the new way: left again, to 25° + asin(0.6 / 1.8) = 44.47°. That is rated by the
    /// whole turn, not by the second turn of 32.9°.
    #[test]
    fn quality_counts_from_what_was_wanted() {
        let aside = 25f64.to_radians();
        let (first, whole) = (maths::asin(0.2), aside + maths::asin(0.6 / 1.8));
        let near = [
            Neighbour::at(Point::new(maths::cos(aside), maths::sin(aside)) * 1.8, Point::ZERO, 0.6),
            Neighbour::at(Point::new(3.0, 0.0), Point::ZERO, 0.6),
        ];
        let left = Reaction { module: Module::Left, direction: 1.0, norm: 1.0 };
        let table = Table { standing: vec![left], ..Table::default() };
        let search = Search { near: &near, table: &table, top_speed: 2.0, horizon: 8.0, dt: 0.1, expansions: 32 };
        let mut seen = Qualities(vec![]);
        let out = optimise(&search, EAST, &mut List::default(), &mut seen).unwrap();
        assert_eq!(seen.0.len(), 2);
        assert!((seen.0[0] - maths::cos(first)).abs() < 1e-12, "{:?}", seen.0);
        assert!((seen.0[1] - maths::cos(whole)).abs() < 1e-12, "{:?}", seen.0);
        assert!((out.velocity.y - maths::sin(whole)).abs() < 1e-12, "{out:?}");
    }
}
