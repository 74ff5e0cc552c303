//! L's hierarchical search: it takes the smallest set of cells and abstract cells that joins start and goal, searches
//! the paths across them with A*, and writes the way out as portals.
//!
//! Lamarche & Donikian 2004, §3.3, with the first line of the pseudo-code corrected (erratum A1.9):
//!
//! ```text
//! S_result = S_explore_tmp = ∅; S_explore = {C_top}
//! while S_explore ≠ ∅: for c in S_explore:
//!     if c holds C_e or C_g and is neither: S_explore_tmp ∪= split(c), else S_result ∪= {c}
//!     S_explore = S_explore_tmp; S_explore_tmp = ∅
//! ```
//!
//! The search does not make this set. It marks the abstract cells that the algorithm splits. For each key point that it
//! comes to, it looks up the highest abstract cell on either side that is not split.

use populace_env::{CellId, Hierarchy};

use crate::Spot;
use crate::cost::{Cost, NO_WAY, plus};
use crate::planners::flat::{Flat, begin};
use crate::planners::{Atlas, Found, Planner, PlannerEntry, Scratch};
use crate::search::abstraction::Abstraction;
use crate::search::best_first::{START, Taken};
use crate::search::portals::portals_of;

/// The line of the table of planners.
pub const PLANNER: PlannerEntry = PlannerEntry {
    name: "hierarchical",
    about: "A* on L's minimal set of abstract cells, with precomputed paths across them",
    is_least_cost: true,
    prepare: |atlas| match Abstraction::of(&atlas.world, atlas.map) {
        Some(paths) => Box::new(Hierarchical::on(atlas, paths)),
        None => Box::new(Flat),
    },
};

/// Paths across abstract cells as dense matrices, for the search.
pub struct Hierarchical {
    paths: Abstraction,
    /// The key points on the border of node n are `border[border_start[n]..border_start[n + 1]]`, by key point.
    border_start: Vec<u32>,
    border: Vec<u32>,
    /// `across[across_start[b]..across_start[b + 1]]` are the paths across a node from the key point at position b of
    /// `border`: the key point at the end, and the cost.
    across_start: Vec<u32>,
    across: Vec<(u32, Cost)>,
    /// `levels[level_start[i]..level_start[i + 1]]` are the nodes that have a key point on their border, from the cell
    /// up. With i = 2 × key point they are on the side of the first cell of its segment, with the next i on the side of
    /// the second cell.
    level_start: Vec<u32>,
    levels: Vec<Level>,
}

/// A node and the position of a key point in `border`.
#[derive(Clone, Copy, Default)]
struct Level {
    node: u32,
    position: u32,
}

/// The nodes that hold the start or the goal of a question, and memory for the answer.
#[derive(Default)]
pub(crate) struct Marks {
    round: u32,
    /// By node: the round in which it was last split.
    split: Vec<u32>,
    steps: Vec<(u32, u32)>,
    chain: Vec<(u32, u32)>,
}

impl Hierarchical {
    /// Prepares the search of an abstracted roadmap.
    pub fn on(atlas: Atlas<'_>, paths: Abstraction) -> Self {
        let (border_start, border) = borders(atlas, &paths);
        let (across_start, across) = (Vec::new(), Vec::new());
        let (level_start, levels) = levels(atlas, &paths.hierarchy, &border_start, &border);
        let mut made = Hierarchical { paths, border_start, border, across_start, across, level_start, levels };
        made.fill(atlas);
        made
    }

    /// Returns the key points on the border of a node.
    fn border(&self, node: u32) -> &[u32] {
        &self.border[self.border_start[node as usize] as usize..self.border_start[node as usize + 1] as usize]
    }

    /// Returns the paths across a node from the key point at a position of `border`.
    fn across(&self, position: u32) -> &[(u32, Cost)] {
        &self.across[self.across_start[position as usize] as usize..self.across_start[position as usize + 1] as usize]
    }

    /// Collects the paths across every node. A path that runs outside a node is left to the nodes it runs through.
    fn fill(&mut self, atlas: Atlas<'_>) {
        self.across.clear();
        self.across_start = vec![0];
        let inside = Inside::of(&self.paths.hierarchy);
        for node in 0..self.paths.hierarchy.nodes().len() as u32 {
            let border = self.border(node).to_vec();
            for (i, &from) in border.iter().enumerate() {
                if (node as usize) < self.paths.hierarchy.leaf_count() {
                    let row = atlas.map.row(CellId(node), i);
                    self.across.extend(border.iter().copied().zip(row.iter().copied()).filter(|p| p.1 < NO_WAY));
                } else {
                    for &to in &border {
                        if let Some((cost, home)) = self.paths.cost_between(from, to)
                            && inside.holds(node, home)
                        {
                            self.across.push((to, cost));
                        }
                    }
                }
                self.across_start.push(self.across.len() as u32);
            }
        }
    }

    /// Marks every node that holds C_e or C_g: these are the nodes that L's algorithm splits. The algorithm's result is
    /// the parts of marked nodes that are not marked themselves.
    fn split(&self, from: CellId, to: CellId, marks: &mut Marks) {
        marks.begin(self.paths.hierarchy.nodes().len());
        for cell in [from, to] {
            let mut node = Some(cell.0);
            while let Some(n) = node.filter(|&n| marks.split[n as usize] != marks.round) {
                marks.split[n as usize] = marks.round;
                node = self.paths.hierarchy.nodes()[n as usize].parent;
            }
        }
    }

    /// Returns the node of L's result on one side of a key point: the highest node that was not split, or C_e or C_g
    /// itself.
    fn side(&self, marks: &Marks, key: u32, side: usize) -> Level {
        let place = 2 * key as usize + side;
        let levels = &self.levels[self.level_start[place] as usize..self.level_start[place + 1] as usize];
        let whole = levels.partition_point(|l| marks.split[l.node as usize] != marks.round);
        levels[whole.saturating_sub(1)]
    }
}

/// Returns `border_start` and `border` of [`Hierarchical`]: the key points on the border of every node of the
/// hierarchy.
fn borders(atlas: Atlas<'_>, paths: &Abstraction) -> (Vec<u32>, Vec<u32>) {
    let Atlas { world, map } = atlas;
    let nodes = paths.hierarchy.nodes();
    let mut borders: Vec<Vec<u32>> = world.cells().map(|c| map.cell_keys(c).to_vec()).collect();
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

/// Returns `level_start` and `levels` of [`Hierarchical`].
fn levels(atlas: Atlas<'_>, hierarchy: &Hierarchy, border_start: &[u32], border: &[u32]) -> (Vec<u32>, Vec<Level>) {
    let Atlas { world, map } = atlas;
    let inside = Inside::of(hierarchy);
    let place_of = |node: u32, key: u32| {
        let first = world.segment(map.segment_of(key)).cells[0].0;
        2 * key as usize + usize::from(!inside.holds(node, first))
    };
    let nodes = || {
        (0..hierarchy.nodes().len() as u32)
            .flat_map(|n| (border_start[n as usize]..border_start[n as usize + 1]).map(move |p| (n, p)))
    };
    let mut start = vec![0; 2 * map.key_count() + 1];
    for (node, position) in nodes() {
        start[place_of(node, border[position as usize]) + 1] += 1;
    }
    for i in 1..start.len() {
        start[i] += start[i - 1];
    }
    let mut next = start.clone();
    let mut levels = vec![Level::default(); border.len()];
    // Nodes come in order, parents after their children: each list runs from the cell up.
    for (node, position) in nodes() {
        let place = place_of(node, border[position as usize]);
        levels[next[place] as usize] = Level { node, position };
        next[place] += 1;
    }
    (start, levels)
}

impl Marks {
    /// Forgets all marks.
    fn begin(&mut self, nodes: usize) {
        if self.split.len() < nodes {
            self.split.resize(nodes, 0);
        }
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.split.fill(0);
            self.round = 1;
        }
    }
}

impl Planner for Hierarchical {
    fn plan(&self, atlas: Atlas<'_>, from: Spot, to: Spot, scratch: &mut Scratch) -> Option<Found> {
        let Atlas { world, map } = atlas;
        let Scratch { search, hierarchical: marks, .. } = scratch;
        self.split(from.cell, to.cell, marks);
        let mut best = begin(search, atlas, from, to, |_| from.cell.0);
        let mut expanded = 0;
        while let Some(Taken { key, cost, through, .. }) = search.take().filter(|taken| taken.estimate < best.cost) {
            expanded += 1;
            for side in [0, 1].map(|side| self.side(marks, key, side)) {
                if side.node == to.cell.0 {
                    best.offer(plus(cost, map.cost_in(world, key, to)), key);
                }
                if side.node == through {
                    continue; // The direct path across that node was cheaper.
                }
                for &(next, step) in self.across(side.position) {
                    search.offer(next, cost + step, key, side.node, || map.at_least(map.point_of(next), to.point));
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

    fn refresh(&mut self, atlas: Atlas<'_>, _: &[CellId]) {
        self.paths.weigh(&atlas.world, atlas.map);
        self.fill(atlas);
    }

    fn bytes(&self) -> usize {
        self.paths.bytes()
            + 4 * (4 * self.border.len() + 2 * self.across.len() + self.border_start.len() + self.level_start.len())
    }
}

impl Hierarchical {
    /// Turns abstract paths into steps from key point to key point (L's materialisation).
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

/// Tells which nodes of a hierarchy lie inside which.
struct Inside {
    /// A range of numbers for each node: the range of a node holds those of the nodes inside it.
    span: Vec<(u32, u32)>,
}

impl Inside {
    /// Numbers the nodes along the trees.
    fn of(hierarchy: &Hierarchy) -> Self {
        let nodes = hierarchy.nodes();
        let mut size = vec![0; nodes.len()];
        for (n, node) in nodes.iter().enumerate() {
            size[n] = 1 + node.children.iter().map(|&c| size[c as usize]).sum::<u32>();
        }
        let mut span = vec![(0, 0); nodes.len()];
        let mut next = 0;
        // Parents come after their children, so they are met first from the end.
        for n in (0..nodes.len()).rev() {
            if nodes[n].parent.is_none() {
                span[n] = (next, next + size[n]);
                next += size[n];
            }
            let mut first = span[n].0 + 1;
            for &child in &nodes[n].children {
                span[child as usize] = (first, first + size[child as usize]);
                first += size[child as usize];
            }
        }
        Inside { span }
    }

    /// Returns whether `inner` lies inside `node`, or is it.
    fn holds(&self, node: u32, inner: u32) -> bool {
        let (outer, inner) = (self.span[node as usize], self.span[inner as usize]);
        outer.0 <= inner.0 && inner.1 <= outer.1
    }
}
