//! A* over the whole roadmap, with which L compares its hierarchical search.

use populace_env::CellId;

use crate::Spot;
use crate::cost::{Cost, NO_WAY, plus};
use crate::planners::{Atlas, Found, Planner, PlannerEntry, Scratch};
use crate::search::best_first::START;

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
        let Atlas { world, map } = atlas;
        let search = &mut scratch.search;
        search.begin(map.key_count());
        let mut best = Best::new(map.cost_within(&world, from, to));
        let rest = |key: u32| map.at_least(map.point_of(key), to.point);
        for &key in map.cell_keys(from.cell) {
            search.offer(key, map.cost_out(world, from, key), START, from.cell.0, || rest(key));
        }
        let mut expanded = 0;
        while let Some((estimate, key, cost)) = search.take() {
            if estimate >= best.cost {
                break;
            }
            expanded += 1;
            let came_through = search.back(key).1;
            for cell in world.segment(map.segment_of(key)).cells {
                if cell == to.cell {
                    best.offer(plus(cost, map.cost_in(world, key, to)), key);
                }
                if cell.0 == came_through {
                    continue; // The straight path through that cell was cheaper.
                }
                let keys = map.cell_keys(cell);
                let here = keys.iter().position(|&k| k == key).unwrap_or(0);
                for (&next, &step) in keys.iter().zip(map.row(cell, here)) {
                    if step < NO_WAY && !search.is_settled(next) {
                        search.offer(next, cost + step, key, cell.0, || rest(next));
                    }
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

/// The best way to the goal so far: its cost and last key point.
pub(crate) struct Best {
    pub(crate) cost: Cost,
    key: u32,
}

impl Best {
    /// Returns the straight way within a cell.
    pub(crate) fn new(straight: Cost) -> Self {
        Best { cost: straight, key: START }
    }
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
