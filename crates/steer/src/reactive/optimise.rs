//! The local optimisation: a sorted list of propositions (q, s, t), answered collision by collision (L §4.2; erratum A1.6).
//!
//! 1. The list starts with (1, S_I, ∞).
//! 2. The proposition with the largest q·t is taken out; if there is none, no velocity is found.
//! 3. It is chosen when it collides with nobody before t; otherwise the modules for that collision add theirs, or accept it.
//!
//! Quality is rated against S_I, not against the velocity that collided; propositions of no quality and those that are in the list
//! already are left out; ties go to the earlier one, so to the module that comes first in the table.

use populace_geom::Point;

use super::modules::{Tangents, Way, react};
use super::prediction::{Kind, earliest, kind};
use super::rating::quality;
use super::surroundings::Neighbour;
use super::tables::{Module, Table};

/// Propositions beyond this many are left out.
const MOST_PROPOSITIONS: usize = 96;
/// Nearer velocities are the same, m/s.
const SAME: f64 = 1e-3;
/// A proposition must be better by this factor to precede an earlier one: the two sides of a symmetric encounter differ by rounding.
const BETTER: f64 = 1.0 + 1e-9;

/// What the search goes by.
pub struct Search<'a> {
    /// Whom to avoid.
    pub near: &'a [Neighbour],
    /// How.
    pub table: &'a Table,
    /// Fastest, m/s.
    pub top_speed: f64,
    /// Later collisions do not count, s.
    pub horizon: f64,
    /// Time until the next decision: a collision before that cannot be avoided later, s.
    pub dt: f64,
    /// Most propositions that are examined.
    pub expansions: u32,
}

/// Follows the search of one pedestrian; `()` follows nothing and costs nothing.
pub trait Watch {
    /// Proposition `index` came into the list.
    fn proposed(&mut self, _index: usize, _proposition: &Proposition, _module: Module) {}
    /// Proposition `index` was examined: it collides with a neighbour at a time, or with nobody.
    fn examined(&mut self, _index: usize, _collision: Option<(&Neighbour, f64, Kind)>) {}
    /// Proposition `index` was chosen.
    fn chosen(&mut self, _index: usize) {}
}
impl Watch for () {}

/// (q, s, t).
#[derive(Clone, Copy, Debug)]
pub struct Proposition {
    /// s and its norm, m/s.
    pub way: Way,
    /// q, from 0 to 1.
    pub quality: f64,
    /// t: when the collision happens that this answers, at least the time to the next decision, s; ∞ for the first.
    pub time: f64,
    /// q·t; −1 when it is out of the list.
    key: f64,
}

/// The list, kept from one pedestrian to the next to save its making.
pub struct List {
    made: [Proposition; MOST_PROPOSITIONS],
    count: usize,
}

impl List {
    /// Empty.
    pub fn new() -> Self {
        let way = Way { velocity: Point::ZERO, norm: 0.0 };
        List { made: [Proposition { way, quality: 0.0, time: 0.0, key: -1.0 }; MOST_PROPOSITIONS], count: 0 }
    }
    fn start(&mut self, way: Way) {
        self.made[0] = Proposition { way, quality: 1.0, time: f64::INFINITY, key: f64::INFINITY };
        self.count = 1;
    }
    /// The place of the best proposition still in the list, which leaves it.
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
    /// Its place, unless it is left out.
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

/// The best compromise between quality and time without collision; `None` when the list is exhausted.
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
