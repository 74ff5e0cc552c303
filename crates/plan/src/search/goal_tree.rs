//! Goal trees: one search from a goal serves every pedestrian who goes there.
//!
//! Where many pedestrians share a goal (an exit, a platform), its costs are searched once, backwards from the goal over
//! the whole roadmap of Lamarche & Donikian 2004, §3.3. The tree keeps one number for every way out of a cell: the cost
//! from there to the goal. The numbers of one cell are neighbours in memory, so the next portal is found by a look at
//! the key points of the pedestrian's cell, however far the goal is. The way itself is not stored: it goes on to the
//! first key point at which the costs add up. So a route depends on the costs alone, and not on how they were found.
//!
//! When doors and extra costs change, [`GoalTree::update`] repairs the costs that change and leaves the others, after
//! Ramalingam & Reps 1996 (doi:10.1006/jagm.1996.0046). A cost is *borne out* when a step and the cost after it add up
//! to it. First, in order of cost, every cost is taken back that is no longer borne out. Then these costs, and those
//! that have become cheaper, are searched again. Every step costs something, so costs cannot bear each other out in a
//! circle.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use populace_env::{CellId, SegmentId};
use populace_geom::Point;

use crate::cost::{Cost, NO_WAY, plus};
use crate::planners::{Atlas, Found};
use crate::{Roadmap, Spot};

/// The costs to a goal from everywhere.
#[derive(Clone, Debug, PartialEq)]
pub struct GoalTree {
    /// The spots of the goal, sorted by cell.
    goals: Vec<Spot>,
    /// For every slot of the roadmap (a cell and a key point on its border): the cost to the goal for a pedestrian who
    /// leaves the cell through that key point, counted from the key point on. For a lift, half the cost of riding is
    /// part of it.
    to_go: Vec<Cost>,
}

/// The next step of the cheapest way to the goal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Next {
    /// The free segment to pass; `None` when the way to the goal is straight within the cell.
    pub segment: Option<SegmentId>,
    /// The point where the cheapest way passes that segment, seen from this cell; the goal when there is no segment to
    /// pass.
    pub point: Point,
    /// Cost from here to the goal.
    pub cost: Cost,
}

/// A way on from a spot: through a slot of its cell, or straight to a goal.
struct Way {
    slot: Option<usize>,
    point: Point,
    cost: Cost,
    to_go: Cost,
}

/// Slots by cost, the least first; ties go to the lower slot.
type Queue = BinaryHeap<Reverse<(Cost, u32)>>;

impl GoalTree {
    /// Searches backwards from a goal that is reached at any of some spots, such as the spots of an exit area.
    pub fn of(atlas: Atlas<'_>, goals: &[Spot]) -> Self {
        let mut tree = GoalTree { goals: in_order(goals), to_go: vec![NO_WAY; atlas.map.slot_count()] };
        let mut queue = Queue::new();
        let mut cells: Vec<CellId> = tree.goals.iter().map(|g| g.cell).collect();
        cells.dedup();
        for cell in cells {
            for entry in atlas.map.slots(cell).filter_map(|slot| atlas.map.twin(slot)) {
                tree.look_again(atlas, entry, &mut queue);
            }
        }
        tree.settle(atlas.map, &mut queue);
        tree
    }

    /// Returns the spots of the goal, sorted by cell.
    pub fn goals(&self) -> &[Spot] {
        &self.goals
    }

    /// Returns the next portal from a spot, and the cost to the goal; `None` when there is no way. It looks at the
    /// spot's cell only.
    #[inline]
    pub fn next_portal(&self, atlas: Atlas<'_>, from: Spot) -> Option<Next> {
        let best = self.best_way(atlas, from);
        let segment = best.slot.map(|s| atlas.map.segment_of(atlas.map.slot_key(s)));
        (best.cost < NO_WAY).then_some(Next { segment, point: best.point, cost: best.cost })
    }

    /// Returns the route from a spot; `None` when there is no way.
    pub fn route(&self, atlas: Atlas<'_>, from: Spot) -> Option<Found> {
        let Way { mut slot, cost, .. } = self.best_way(atlas, from);
        if cost >= NO_WAY {
            return None;
        }
        let mut compared = atlas.map.slots(from.cell).len();
        let mut portals = Vec::new();
        while let Some(passed) = slot {
            portals.push(atlas.map.segment_of(atlas.map.slot_key(passed)));
            let entry = atlas.map.twin(passed)?;
            compared += atlas.map.slots(atlas.map.slot_cell(entry)).len();
            slot = self.slot_after(atlas, passed, entry);
        }
        Some(Found::new(portals, cost, compared as u32))
    }

    /// Takes over the costs of the roadmap, which have changed in some cells. The tree then equals a fresh one.
    pub fn update(&mut self, atlas: Atlas<'_>, changed: &[CellId]) {
        let mut entries: Vec<usize> =
            changed.iter().flat_map(|&cell| atlas.map.slots(cell)).filter_map(|slot| atlas.map.twin(slot)).collect();
        entries.sort_unstable();
        entries.dedup();
        let lost = self.take_back(atlas, &entries);
        let mut queue = Queue::new();
        for entry in lost.into_iter().chain(entries) {
            self.look_again(atlas, entry, &mut queue);
        }
        self.settle(atlas.map, &mut queue);
    }

    /// Returns the memory of the tree, bytes.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(&self.goals[..]) + size_of_val(&self.to_go[..])
    }

    /// Returns the cheapest way on from a spot. Of several cheapest ways, it is the way with the least cost after its
    /// first step, so that a pedestrian on a key point goes on and not to and fro.
    #[inline]
    fn best_way(&self, atlas: Atlas<'_>, from: Spot) -> Way {
        let Atlas { world, map } = atlas;
        let mut best = Way { slot: None, point: from.point, cost: NO_WAY, to_go: 0 };
        for goal in self.goals_in(from.cell) {
            let cost = map.cost_within(&world, from, *goal);
            if cost < best.cost {
                best = Way { cost, point: goal.point, ..best };
            }
        }
        for slot in map.slots(from.cell) {
            let to_go = self.to_go[slot];
            // A slot that cannot be passed has no cost to go, so it needs no check.
            if to_go < best.cost {
                let key = map.slot_key(slot);
                let point = map.point_in(&world, from.cell, key);
                let walk = map.walk(&world, from.cell, from.point, point);
                let cost = plus(plus(walk, map.half_crossing(map.segment_of(key))), to_go);
                if (cost, to_go) < (best.cost, best.to_go) {
                    best = Way { slot: Some(slot), point, cost, to_go };
                }
            }
        }
        best
    }

    /// Returns the slot through which a way goes on, after it left a cell through `passed` and entered the next cell at
    /// `entry`; `None` when it goes straight to the goal.
    fn slot_after(&self, atlas: Atlas<'_>, passed: usize, entry: usize) -> Option<usize> {
        let left = self.to_go[passed];
        if self.arrival(atlas, entry) == left {
            return None;
        }
        let (slots, row) = atlas.map.ways_on(entry);
        slots.zip(row).find(|&(slot, &step)| plus(step, self.to_go[slot]) == left).map(|(slot, _)| slot)
    }

    /// Returns the cost from the key point of a slot straight to a goal in the slot's cell.
    fn arrival(&self, atlas: Atlas<'_>, entry: usize) -> Cost {
        let goals = self.goals_in(atlas.map.slot_cell(entry));
        let key = atlas.map.slot_key(entry);
        goals.iter().map(|&g| atlas.map.cost_in(atlas.world, key, g)).min().unwrap_or(NO_WAY)
    }

    /// Returns the spots of the goal in a cell.
    #[inline]
    fn goals_in(&self, cell: CellId) -> &[Spot] {
        // Almost every cell lies before the first or after the last goal.
        match &self.goals[..] {
            [first, .., last] if first.cell <= cell && cell <= last.cell => self.find_goals(cell),
            [only] if only.cell == cell => &self.goals,
            _ => &[],
        }
    }

    /// Returns the spots in a cell of a goal with several spots.
    fn find_goals(&self, cell: CellId) -> &[Spot] {
        let start = self.goals.partition_point(|g| g.cell < cell);
        let rest = &self.goals[start..];
        &rest[..rest.partition_point(|g| g.cell == cell)]
    }

    /// Returns the cost of a slot that the costs one step nearer to the goal bear out.
    fn borne_out(&self, atlas: Atlas<'_>, slot: usize) -> Cost {
        let Some(entry) = atlas.map.twin(slot) else { return NO_WAY };
        let (slots, row) = atlas.map.ways_on(entry);
        let steps = row.iter().zip(&self.to_go[slots]).map(|(&step, &left)| plus(step, left));
        steps.min().unwrap_or(NO_WAY).min(self.arrival(atlas, entry))
    }

    /// Takes back the costs of all slots that are no longer borne out, beginning with the doubtful ones. Returns these
    /// slots.
    fn take_back(&mut self, atlas: Atlas<'_>, doubtful: &[usize]) -> Vec<usize> {
        let mut lost = Vec::new();
        let with_a_way = doubtful.iter().filter(|&&s| self.to_go[s] < NO_WAY);
        let mut queue: Queue = with_a_way.map(|&s| Reverse((self.to_go[s], s as u32))).collect();
        while let Some(Reverse((cost, slot))) = queue.pop() {
            let slot = slot as usize;
            if self.to_go[slot] != cost || self.borne_out(atlas, slot) <= cost {
                continue;
            }
            self.to_go[slot] = NO_WAY;
            lost.push(slot);
            for_each_before(atlas.map, slot, |before, step| {
                if cost + step == self.to_go[before] {
                    queue.push(Reverse((self.to_go[before], before as u32)));
                }
            });
        }
        lost
    }

    /// Gives a slot the cost that is borne out, when that is less, and queues the slot.
    fn look_again(&mut self, atlas: Atlas<'_>, slot: usize, queue: &mut Queue) {
        let cost = self.borne_out(atlas, slot);
        if cost < self.to_go[slot] {
            self.to_go[slot] = cost;
            queue.push(Reverse((cost, slot as u32)));
        }
    }

    /// Spreads the costs of the queue backwards (Dijkstra's search).
    fn settle(&mut self, map: &Roadmap, queue: &mut Queue) {
        while let Some(Reverse((cost, slot))) = queue.pop() {
            if cost > self.to_go[slot as usize] {
                continue;
            }
            for_each_before(map, slot as usize, |before, step| {
                if cost + step < self.to_go[before] {
                    self.to_go[before] = cost + step;
                    queue.push(Reverse((cost + step, before as u32)));
                }
            });
        }
    }
}

/// Calls `visit` with every slot from which one step leads to `slot`, and the cost of the step. These are the slots
/// through which the cell of `slot` is entered.
#[inline]
fn for_each_before(map: &Roadmap, slot: usize, mut visit: impl FnMut(usize, Cost)) {
    let cell = map.slot_cell(slot);
    let slots = map.slots(cell);
    let column = slot - slots.start;
    for (row, entry) in slots.enumerate() {
        let step = map.row(cell, row)[column];
        if let Some(before) = map.twin(entry).filter(|_| step < NO_WAY) {
            visit(before, step);
        }
    }
}

/// Returns spots sorted by cell and place, each once, so that a goal has the same tree in whatever order its spots were
/// written.
pub(crate) fn in_order(goals: &[Spot]) -> Vec<Spot> {
    let mut goals = goals.to_vec();
    goals.sort_by(|a, b| {
        let (p, q) = (a.point, b.point);
        a.cell.cmp(&b.cell).then(p.x.total_cmp(&q.x)).then(p.y.total_cmp(&q.y))
    });
    goals.dedup();
    goals
}
