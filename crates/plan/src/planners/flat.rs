//! A* over the whole roadmap, with which L compares its hierarchical search.

use populace_env::CellId;

use crate::Spot;
use crate::cost::{Cost, NO_WAY, plus};
use crate::planners::{Atlas, Found, Planner, PlannerEntry, Scratch};
use crate::search::best_first::{START, Search, Taken};

/// The line of the table of planners.
pub const PLANNER: PlannerEntry = PlannerEntry {
    name: "flat",
    about: "A* on every key point of the roadmap; nothing is precomputed",
    is_least_cost: true,
    prepare: |_| Box::new(Flat),
};

/// A* over the whole roadmap.
pub struct Flat;

impl Planner for Flat {
    fn plan(&self, atlas: Atlas<'_>, from: Spot, to: Spot, scratch: &mut Scratch) -> Option<Found> {
        let map = atlas.map;
        let search = &mut scratch.search;
        let mut best = begin(search, atlas, from, to, |slot| slot as u32);
        let mut expanded = 0;
        while let Some(Taken { key, cost, through, .. }) = search.take().filter(|taken| taken.estimate < best.cost) {
            expanded += 1;
            // The way leaves a cell through a slot. It goes on in the cell beyond: within the same cell, a straight
            // path was cheaper.
            let Some(entry) = map.twin(through as usize) else { continue };
            let (slots, row) = map.ways_on(entry);
            if map.slot_cell(entry) == to.cell || map.slot_cell(through as usize) == to.cell {
                best.offer(cost_to_goal(atlas, key, cost, to), key);
            }
            let first = slots.start as u32;
            for (slot, (&next, &step)) in (first..).zip(map.keys_at(slots).iter().zip(row)) {
                if step < NO_WAY {
                    search.offer(next, cost + step, key, slot, || map.at_least(map.point_of(next), to.point));
                }
            }
        }
        let mut portals = Vec::new();
        let mut key = best.last()?;
        while key != START {
            portals.push(map.segment_of(key));
            key = search.back(key).0;
        }
        portals.reverse();
        Some(Found::new(portals, best.cost, expanded))
    }

    fn refresh(&mut self, _: Atlas<'_>, _: &[CellId]) {}

    fn bytes(&self) -> usize {
        0
    }
}

/// Returns the cost of a way through a key point of the goal's cell.
#[cold] // Few key points lie on that cell, so the registers are left to the others.
fn cost_to_goal(Atlas { world, map }: Atlas<'_>, key: u32, cost: Cost, to: Spot) -> Cost {
    plus(cost, map.cost_in(world, key, to))
}

/// Begins a search for a way between two spots, at the key points of the first cell. `through` gives the number that
/// the search notes for each slot of that cell. Returns the straight way.
pub(crate) fn begin(
    search: &mut Search,
    Atlas { world, map }: Atlas<'_>,
    from: Spot,
    to: Spot,
    through: impl Fn(usize) -> u32,
) -> Best {
    search.begin(map.key_count());
    for slot in map.slots(from.cell) {
        let key = map.slot_key(slot);
        let rest = || map.at_least(map.point_of(key), to.point);
        search.offer(key, map.cost_out(world, from, key), START, through(slot), rest);
    }
    Best { cost: map.cost_within(&world, from, to), key: START }
}

/// The best way to the goal so far: its cost and last key point.
pub(crate) struct Best {
    pub(crate) cost: Cost,
    key: u32,
}

impl Best {
    /// Keeps a way to the goal when it is cheaper.
    pub(crate) fn offer(&mut self, cost: Cost, key: u32) {
        if cost < self.cost {
            *self = Best { cost, key };
        }
    }
    /// Returns the last key point; [`START`] for the straight way, `None` when there is no way.
    pub(crate) fn last(&self) -> Option<u32> {
        (self.cost < NO_WAY).then_some(self.key)
    }
}
