//! The choice of an object: the one that takes the least time to reach and to wait for (T Algorithm 4, step 2; Algorithm 5, step 2).
//!
//! A list may name every till of a large place. So the objects are looked at from the pedestrian outwards, as far as one of them may still
//! be better than the best so far, and ways are planned to the most promising first. The choice is that of a search through the whole list.

use populace_geom::Distribution;
use populace_plan::Spot;

use crate::{Me, NONE, Situation};

/// A list with at most so many objects is looked through as a whole.
const FEW: usize = 16;

/// The part of the expected time by which another object has to be better than the one that was chosen before (T §4.3.2.2:
/// people persist unless another is significantly better; the share is a proposal).
const BETTER: f64 = 0.7;

/// Distances are taken as this much shorter, so that rounding never hides an object.
const ROUNDING: f64 = 1e-6;

/// The objects that a task is about.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    objects: Vec<u32>,
    /// By object: its first position in the list, or [`NONE`].
    nth: Vec<u32>,
}

/// What a pedestrian finds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Choice {
    /// The best object: the object from whose line it is served, when it has a line.
    Best(u32),
    /// Those that it knows of are closed or full.
    Taken,
    /// There is no way to any of those that it knows of and that could be used.
    OutOfReach,
    /// It knows of none.
    Unknown,
}

impl Wanted {
    pub fn of(objects: Vec<u32>) -> Self {
        let mut nth = vec![NONE; objects.iter().max().map_or(0, |&most| most as usize + 1)];
        for (i, &object) in objects.iter().enumerate().rev() {
            nth[object as usize] = i as u32;
        }
        Wanted { objects, nth }
    }

    /// Returns the objects in the order of the list.
    pub fn objects(&self) -> &[u32] {
        &self.objects
    }

    /// Returns whether a pedestrian knows of one of the objects.
    pub fn has_known(&self, me: &Me<'_>, at: &dyn Situation) -> bool {
        let sight = at.sight(me);
        let mut is_known = false;
        self.outwards(
            me,
            at,
            &mut is_known,
            |is_known, metres| !*is_known && metres <= sight,
            |is_known, object, _| *is_known = *is_known || at.knows(me, object),
        );
        is_known
    }

    /// Chooses an object for a pedestrian that chose the line of `before`.
    pub fn choose(&self, before: Option<u32>, me: &Me<'_>, at: &dyn Situation) -> Choice {
        let mut search = Search {
            before,
            me,
            at,
            open: Vec::new(),
            planned: Vec::new(),
            best: None,
            has_known: false,
            has_prospect: false,
        };
        // Whoever persists goes farther for the object that it chose before.
        for &object in before.iter().flat_map(|&line| at.served_from(line)) {
            if let Some(nth) = self.nth.get(object as usize).filter(|&&nth| nth != NONE) {
                search.note(object, *nth);
            }
        }
        let sight = at.sight(me);
        self.outwards(
            me,
            at,
            &mut search,
            |search, metres| metres <= sight && search.goes_on(at.least_seconds(me, metres)),
            |search, object, nth| search.note(object, nth),
        );
        search.settle(f64::INFINITY);
        match search.best {
            Some(best) => Choice::Best(best.line),
            None if search.has_prospect => Choice::OutOfReach,
            None if search.has_known => Choice::Taken,
            None => Choice::Unknown,
        }
    }

    /// Calls `visit` with objects of the list and their positions in it, nearest first as far as a grid tells, while `go_on` returns true for
    /// the distance of the next ones, m. An object may come several times.
    fn outwards<S>(
        &self,
        me: &Me<'_>,
        at: &dyn Situation,
        state: &mut S,
        mut go_on: impl FnMut(&mut S, f64) -> bool,
        mut visit: impl FnMut(&mut S, u32, u32),
    ) {
        if self.objects.len() <= FEW {
            (0..).zip(&self.objects).for_each(|(nth, &object)| visit(state, object, nth));
            return;
        }
        let tiles = at.world().env.object_tiles();
        for ring in 0..tiles.ring_count() {
            if !go_on(state, (ring as f64 - 1.0) * tiles.tiling().pitch() - ROUNDING) {
                return;
            }
            tiles.for_each_in_ring(me.position, ring, |object| {
                if let Some(&nth) = self.nth.get(object as usize).filter(|&&nth| nth != NONE) {
                    visit(state, object, nth);
                }
            });
        }
    }
}

/// An object that may be chosen.
#[derive(Clone, Copy)]
struct Candidate {
    /// The time that it takes, s; the least that it may take before the way is planned.
    seconds: f64,
    /// Its position in the list. Of equal ones the first counts.
    nth: u32,
    line: u32,
    prospect: Prospect,
}

impl Candidate {
    fn is_before(&self, other: &Self) -> bool {
        self.seconds.total_cmp(&other.seconds).then(self.nth.cmp(&other.nth)).is_lt()
    }
}

/// A search for the best object.
struct Search<'a> {
    before: Option<u32>,
    me: &'a Me<'a>,
    at: &'a dyn Situation,
    /// What was found, and may be better than the best.
    open: Vec<Candidate>,
    /// The lines to which ways were planned.
    planned: Vec<u32>,
    best: Option<Candidate>,
    has_known: bool,
    has_prospect: bool,
}

impl Search<'_> {
    fn persist(&self, line: u32, seconds: f64) -> f64 {
        if Some(line) == self.before { seconds * BETTER } else { seconds }
    }

    /// Takes note of an object.
    fn note(&mut self, object: u32, nth: u32) {
        let (me, at) = (self.me, self.at);
        let line = at.world().env.objects()[object as usize].queue.map_or(object, |queue| queue.0);
        // Whoever stands in its line knows of it.
        if self.before != Some(line) && !at.knows(me, object) {
            return;
        }
        self.has_known = true;
        if self.planned.contains(&line) {
            return;
        }
        let Some(prospect) = Prospect::of(line, me, at) else { return };
        self.has_prospect = true;
        let walk = at.least_seconds(me, me.position.distance(prospect.spot.point));
        let found = Candidate { seconds: self.persist(line, prospect.wait + walk), nth, line, prospect };
        if self.best.is_none_or(|best| found.is_before(&best)) {
            self.open.push(found);
        }
    }

    /// Returns whether an object to which the walk takes at least so long may be better than the best, s.
    fn goes_on(&mut self, least: f64) -> bool {
        self.settle(least);
        self.best.is_none_or(|best| best.seconds >= least)
    }

    /// Plans ways to the objects that may take less than so long, s, the most promising first, as long as one may be better than the best.
    fn settle(&mut self, until: f64) {
        loop {
            let least = |a: &usize, b: &usize| if self.open[*a].is_before(&self.open[*b]) { *a } else { *b };
            let Some(first) = (0..self.open.len()).reduce(|a, b| least(&a, &b)) else { return };
            let found = self.open[first];
            if found.seconds >= until {
                return;
            }
            if self.best.is_some_and(|best| !found.is_before(&best)) {
                return self.open.clear();
            }
            // The way is the same for all that are served from the line.
            self.open.retain(|other| other.line != found.line);
            self.planned.push(found.line);
            if let Some(walk) = self.at.seconds_to(self.me, found.prospect.spot) {
                let seconds = self.persist(found.line, found.prospect.wait + walk);
                let planned = Candidate { seconds, ..found };
                if self.best.is_none_or(|best| planned.is_before(&best)) {
                    self.best = Some(planned);
                }
            }
        }
    }
}

/// What awaits a pedestrian at a line.
#[derive(Clone, Copy)]
struct Prospect {
    /// Where it would stand.
    spot: Spot,
    /// The time from there until it gets a slot, s.
    wait: f64,
}

impl Prospect {
    /// Returns the prospect of a line; `None` when no slot is in sight.
    fn of(line: u32, me: &Me<'_>, at: &dyn Situation) -> Option<Self> {
        let objects = at.world().env.objects();
        let (known, usage) = (&objects[line as usize], at.usage(line));
        let tills = || at.served_from(line).iter().copied().filter(|&till| at.usage(till).is_open);
        let count = tills().count();
        let has_room = |till: u32| at.usage(till).slots_with_room(&objects[till as usize], me.radius).next().is_some();
        let free = tills().any(has_room);
        let has_line = known.kind.has_line;
        if count == 0 || !usage.is_open || (!has_line && !free) {
            return None;
        }
        let slot = known.line.get(usage.line.len()).or(known.line.last());
        let slot = slot.or_else(|| tills().find_map(|till| objects[till as usize].slots.first()))?;
        let service = |till: u32| objects[till as usize].service.as_ref().map_or(0.0, Distribution::mean);
        let each = tills().map(service).sum::<f64>() / count as f64;
        let ahead = usage.line.len() + usize::from(!free);
        let wait = if has_line { ahead as f64 * each / count as f64 } else { 0.0 };
        Some(Prospect { spot: Spot { cell: slot.cell, point: slot.point }, wait })
    }
}
