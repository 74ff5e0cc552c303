//! L's hierarchical search: the smallest set of cells and abstract cells that joins start and goal, A* over the paths
//! across them, and the way written out to portals.
//!
//! Lamarche & Donikian 2004, §3.3; ERRATA A1.9 for the printed pseudo-code:
//!
//!     S_result = S_explore_tmp = ∅; S_explore = {C_top}
//!     while S_explore ≠ ∅: for c in S_explore:
//!         if c holds C_e or C_g and is neither: S_explore_tmp ∪= split(c), else S_result ∪= {c}
//!         S_explore = S_explore_tmp; S_explore_tmp = ∅
//!
//! Differs from the paper: an abstract cell that is a dead end can be no part of a way and is left out of the set. The search
//! in a connected part where the start has no way to the goal ends when its queue is empty.

use populace_env::CellId;

use crate::abstraction::Abstraction;
use crate::cost::{Cost, NO_WAY, plus};
use crate::flat::Best;
use crate::planner::{Found, Planner, PlannerEntry, Scratch, World};
use crate::portals::portals_of;
use crate::search::START;
use crate::{Roadmap, Spot};

/// The line of the table of planners.
pub const PLANNER: PlannerEntry = PlannerEntry {
    name: "hierarchical",
    about: "A* on L's minimal set of abstract cells, with precomputed paths across them",
    prepare: |world| Box::new(Hierarchical::of(world)),
};

/// Paths across abstract cells as dense matrices, for the search.
pub struct Hierarchical {
    paths: Abstraction,
    /// The key points on the border of node n are `border[border_start[n]..border_start[n + 1]]`, by key point.
    border_start: Vec<u32>,
    border: Vec<u32>,
    /// Row i, column j of node n is the cost from its i-th to its j-th border key point.
    matrix_start: Vec<u32>,
    matrix: Vec<Cost>,
}

/// Where key points are in the set of abstract cells of one question.
#[derive(Default)]
pub(crate) struct Marks {
    round: u32,
    /// Per key point: the nodes on its two sides and its place on their borders.
    sides: Vec<(u32, [Side; 2])>,
    explore: Vec<u32>,
    steps: Vec<(u32, u32)>,
    chain: Vec<(u32, u32)>,
}

#[derive(Clone, Copy, Default)]
struct Side {
    node: u32,
    place: u32,
}

const NONE: u32 = u32::MAX;

impl Hierarchical {
    /// Abstracts a roadmap.
    pub fn of(world: World<'_>) -> Self {
        let paths = Abstraction::of(world.env, world.map);
        let (border_start, border) = borders(world, &paths);
        let mut made = Hierarchical { paths, border_start, border, matrix_start: Vec::new(), matrix: Vec::new() };
        made.fill(world.map);
        made
    }

    fn border(&self, node: u32) -> &[u32] {
        &self.border[self.border_start[node as usize] as usize..self.border_start[node as usize + 1] as usize]
    }

    fn row(&self, node: u32, place: u32) -> &[Cost] {
        let size = self.border(node).len();
        let start = self.matrix_start[node as usize] as usize + place as usize * size;
        &self.matrix[start..start + size]
    }

    /// Looks up the cost of every path across every abstract cell. Within a cell of the environment it is the straight path.
    fn fill(&mut self, map: &Roadmap) {
        self.matrix.clear();
        self.matrix_start = vec![0];
        for node in 0..self.paths.hierarchy.nodes().len() as u32 {
            let is_cell = (node as usize) < self.paths.hierarchy.leaf_count();
            let border = self.border_start[node as usize] as usize..self.border_start[node as usize + 1] as usize;
            for i in border.clone() {
                if is_cell {
                    self.matrix.extend_from_slice(map.row(CellId(node), i - border.start));
                } else {
                    for j in border.clone() {
                        self.matrix.push(self.across(self.border[i], self.border[j]));
                    }
                }
            }
            self.matrix_start.push(self.matrix.len() as u32);
        }
    }

    /// Cost of the path between two key points on one border.
    fn across(&self, from: u32, to: u32) -> Cost {
        let (from, to) = (self.paths.rank_of[from as usize], self.paths.rank_of[to as usize]);
        let path = match from < to {
            true => self.paths.path(from, to).map(|p| self.paths.up.cost[p]),
            false => self.paths.path(to, from).map(|p| self.paths.down.cost[p]),
        };
        path.unwrap_or(NO_WAY)
    }

    /// L's set: calls `take` for every node that is to be searched.
    fn split(&self, from: CellId, to: CellId, marks: &mut Marks, mut take: impl FnMut(&mut Marks, u32)) {
        let nodes = self.paths.hierarchy.nodes();
        let mut explore = std::mem::take(&mut marks.explore);
        explore.clear();
        // The ancestors of both cells, lower ones first: parents have higher numbers.
        for cell in [from, to] {
            let mut node = Some(cell.0);
            while let Some(n) = node {
                explore.push(n);
                node = nodes[n as usize].parent;
            }
        }
        explore.sort_unstable();
        explore.dedup();
        for &node in &explore {
            if node == from.0 || node == to.0 {
                take(marks, node);
            }
            for &child in &nodes[node as usize].children {
                if explore.binary_search(&child).is_err() {
                    take(marks, child);
                }
            }
        }
        marks.explore = explore;
    }
}

/// The key points on the border of every node of the hierarchy.
fn borders(world: World<'_>, paths: &Abstraction) -> (Vec<u32>, Vec<u32>) {
    let World { env, map } = world;
    let nodes = paths.hierarchy.nodes();
    let mut borders: Vec<Vec<u32>> = env.cells().map(|c| map.cell_keys(c).to_vec()).collect();
    borders.resize(nodes.len(), Vec::new());
    for node in paths.hierarchy.leaf_count()..nodes.len() {
        let inner = |key: &u32| paths.home[paths.rank_of[*key as usize] as usize] <= node as u32;
        let mut border: Vec<u32> =
            nodes[node].children.iter().flat_map(|&c| &borders[c as usize]).copied().filter(|k| !inner(k)).collect();
        border.sort_unstable();
        border.dedup();
        borders[node] = border;
    }
    let mut start = vec![0];
    for border in &borders {
        start.push(start[start.len() - 1] + border.len() as u32);
    }
    (start, borders.concat())
}

impl Marks {
    fn begin(&mut self, keys: usize) {
        if self.sides.len() < keys {
            self.sides.resize(keys, Default::default());
        }
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.sides.fill(Default::default());
            self.round = 1;
        }
    }

    fn mark(&mut self, key: u32, node: u32, place: u32) {
        let side = Side { node, place };
        let mark = &mut self.sides[key as usize];
        if mark.0 == self.round {
            mark.1[1] = side;
        } else {
            *mark = (self.round, [side, Side { node: NONE, place: 0 }]);
        }
    }
}

impl Planner for Hierarchical {
    fn plan(&self, world: World<'_>, from: Spot, to: Spot, scratch: &mut Scratch) -> Option<Found> {
        let World { env, map } = world;
        let Scratch { search, hierarchical: marks, .. } = scratch;
        search.begin(map.key_count());
        marks.begin(map.key_count());
        self.split(from.cell, to.cell, marks, |marks, node| {
            for (place, &key) in self.border(node).iter().enumerate() {
                marks.mark(key, node, place as u32);
            }
        });
        let mut best = Best::new(map.cost_within(env, from, to));
        let rest = |key: u32| map.at_least(map.point_of(key), to.point);
        for &key in map.cell_keys(from.cell) {
            search.offer(key, map.cost_out(env, from, key), START, from.cell.0, || rest(key));
        }
        let mut expanded = 0;
        while let Some((estimate, key, cost)) = search.take() {
            if estimate >= best.cost {
                break;
            }
            expanded += 1;
            let came_through = search.back(key).1;
            for side in marks.sides[key as usize].1 {
                if side.node == NONE {
                    continue;
                }
                if side.node == to.cell.0 {
                    best.offer(plus(cost, map.cost_in(env, key, to)), key);
                }
                // Straight on through a cell was cheaper; a path between two ends of an abstract cell may have run outside it.
                if side.node == came_through && (side.node as usize) < self.paths.hierarchy.leaf_count() {
                    continue;
                }
                for (&next, &step) in self.border(side.node).iter().zip(self.row(side.node, side.place)) {
                    if step < NO_WAY && !search.is_settled(next) {
                        search.offer(next, cost + step, key, side.node, || rest(next));
                    }
                }
            }
        }
        let mut key = best.last()?;
        marks.chain.clear();
        while key != START {
            let (before, through) = search.back(key);
            marks.chain.push((key, through));
            key = before;
        }
        self.write_out(marks);
        Some(Found::new(portals_of(map, &marks.steps, to.cell), best.cost, expanded))
    }

    fn refresh(&mut self, world: World<'_>, _: &[CellId]) {
        self.paths.weigh(world.env, world.map);
        self.fill(world.map);
    }

    fn bytes(&self) -> usize {
        self.paths.bytes() + 4 * (self.border.len() + self.matrix.len() + self.border_start.len() * 2)
    }
}

impl Hierarchical {
    /// L's materialisation: abstract paths become steps from key point to key point.
    fn write_out(&self, marks: &mut Marks) {
        marks.steps.clear();
        let mut before = None;
        for &(key, through) in marks.chain.iter().rev() {
            match before.filter(|_| through as usize >= self.paths.hierarchy.leaf_count()) {
                Some(before) => {
                    let ranks = [before, key].map(|k| self.paths.rank_of[k as usize]);
                    self.paths.write_out(ranks[0], ranks[1], &mut marks.steps);
                }
                None => marks.steps.push((key, through)),
            }
            before = Some(key);
        }
    }
}
