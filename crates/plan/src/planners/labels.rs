//! Labels: for every key point, the costs to the key points above it in L's hierarchy.
//!
//! Between any two places there is a cheapest way that first rises in rank, to the key point of highest rank on it, and
//! then falls ([`crate::Abstraction`]). The label of a key point lists the cost of the cheapest rising way to each key
//! point above it in the elimination tree. Two key points have the upper part of that tree in common. The cost of the
//! cheapest route between them is the least sum of their two labels over that part. These are hub labels (Abraham et
//! al. 2011, doi:10.1007/978-3-642-20662-7_20) in the order of L's hierarchy, stored as arrays over the tree as in
//! Ouyang et al. 2018 (doi:10.1145/3183713.3196913).

use populace_env::CellId;

use crate::cost::{Cost, NO_WAY};
use crate::planners::{Atlas, Found, Planner, PlannerEntry, Scratch};
use crate::search::abstraction::Abstraction;
use crate::search::portals::portals_of;
use crate::{Flat, Hierarchical, Roadmap, Spot};

/// The line of the table of planners.
pub const PLANNER: PlannerEntry = PlannerEntry {
    name: "labels",
    about: "hub labels on L's hierarchy: microseconds per route; hierarchical where they would take over 512 MB",
    is_least_cost: true,
    prepare: |atlas| match Abstraction::of(&atlas.world, atlas.map) {
        Some(paths) if Labels::bytes_on(&paths) <= MOST_BYTES => Box::new(Labels::on(paths)),
        Some(paths) => Box::new(Hierarchical::on(atlas, paths)),
        None => Box::new(Flat),
    },
};

/// The most memory of labels, bytes. When labels would take more, the hierarchical search plans instead.
const MOST_BYTES: usize = 512 << 20;

/// Labels of all key points.
pub struct Labels {
    paths: Abstraction,
    /// The depth and the parent of each rank in the elimination tree. The parent is the lowest rank that a path leads
    /// up to.
    depth: Vec<u32>,
    parent: Vec<u32>,
    /// The label of rank r starts at `start[r]`: it has one cost for each depth from the root to its own.
    start: Vec<usize>,
    out: Vec<Cost>,
    /// Costs in the other direction; empty when both are the same everywhere.
    back: Vec<Cost>,
}

/// The memory of a search: by depth in the tree, the least cost from the start and the least cost to the goal.
#[derive(Default)]
pub(crate) struct Columns {
    out: Vec<Cost>,
    back: Vec<Cost>,
    steps: Vec<(u32, u32)>,
    rising: Vec<usize>,
}

/// Stands for the parent of a root.
const NONE: u32 = u32::MAX;

impl Labels {
    /// Computes the labels of an abstracted roadmap.
    pub fn on(paths: Abstraction) -> Self {
        let (depth, parent) = tree(&paths);
        let mut start = vec![0];
        for &d in &depth {
            start.push(start[start.len() - 1] + d as usize + 1);
        }
        let mut labels = Labels { paths, depth, parent, start, out: Vec::new(), back: Vec::new() };
        labels.label();
        labels
    }

    /// Returns the memory that the labels of an abstracted roadmap take, bytes.
    pub fn bytes_on(paths: &Abstraction) -> usize {
        8 * tree(paths).0.iter().map(|&d| d as usize + 1).sum::<usize>()
    }

    /// Checks the paths from which the labels were computed, and that every label ends with its own key point at no
    /// cost.
    pub fn validate(&self, map: &Roadmap) -> Result<(), String> {
        self.paths.validate(map)?;
        let ends = |column: &[Cost]| (0..self.depth.len() as u32).all(|r| self.label_of(column, r).last() == Some(&0));
        match ends(&self.out) && ends(self.column_back()) {
            true => Ok(()),
            false => Err("a label does not end with its own key point".into()),
        }
    }

    /// Computes all labels, in both directions where costs differ.
    fn label(&mut self) {
        let symmetric = self.paths.up.cost == self.paths.down.cost;
        self.out = self.column(&self.paths.up.cost);
        self.back = if symmetric { Vec::new() } else { self.column(&self.paths.down.cost) };
    }

    /// Computes the labels of one direction, from the highest rank down: a label takes the least over the paths up.
    fn column(&self, costs: &[Cost]) -> Vec<Cost> {
        let mut column = vec![NO_WAY; self.start[self.start.len() - 1]];
        for rank in (0..self.depth.len()).rev() {
            let (lower, upper) = column.split_at_mut(self.start[rank + 1]);
            let mine = &mut lower[self.start[rank]..];
            let paths = self.paths.start[rank] as usize..self.paths.start[rank + 1] as usize;
            for (&cost, &above) in costs[paths.clone()].iter().zip(&self.paths.upper[paths]) {
                if cost < NO_WAY {
                    let above = above as usize;
                    let theirs = &upper[self.start[above] - self.start[rank + 1]..][..=self.depth[above] as usize];
                    for (mine, &theirs) in mine.iter_mut().zip(theirs) {
                        *mine = (*mine).min(cost + theirs);
                    }
                }
            }
            if let Some(own) = mine.last_mut() {
                *own = 0;
            }
        }
        column
    }

    /// Returns the label of a rank.
    fn label_of<'a>(&self, column: &'a [Cost], rank: u32) -> &'a [Cost] {
        &column[self.start[rank as usize]..self.start[rank as usize + 1]]
    }

    /// Returns the labels of the other direction.
    fn column_back(&self) -> &[Cost] {
        if self.back.is_empty() { &self.out } else { &self.back }
    }

    /// Returns how many ranks the ways from the root of the tree down to two ranks have in common.
    fn shared(&self, mut a: u32, mut b: u32) -> usize {
        while a != b {
            let lower = if a < b { &mut a } else { &mut b };
            *lower = self.parent[*lower as usize];
            if *lower == NONE {
                return 0;
            }
        }
        self.depth[a as usize] as usize + 1
    }

    /// Returns the lowest rank of the key points of a cell. All key points of a cell are on one branch of the tree: the
    /// branch from the root down to that rank.
    fn lowest(&self, map: &Roadmap, cell: CellId) -> Option<u32> {
        map.cell_keys(cell).iter().map(|&k| self.paths.rank_of[k as usize]).min()
    }

    /// Appends the paths of the cheapest rising way from `rank` to the rank above it at `depth` in the tree.
    fn rise(&self, costs: &[Cost], column: &[Cost], rank: u32, depth: usize, out: &mut Vec<usize>) {
        let mut rank = rank as usize;
        while self.depth[rank] as usize != depth {
            let left = column[self.start[rank] + depth];
            let paths = self.paths.start[rank] as usize..self.paths.start[rank + 1] as usize;
            let next = paths.into_iter().find(|&path| {
                let above = self.paths.upper[path] as usize;
                self.depth[above] as usize >= depth
                    && costs[path] < NO_WAY
                    && costs[path] + column[self.start[above] + depth] == left
            });
            let Some(next) = next else { return };
            out.push(next);
            rank = self.paths.upper[next] as usize;
        }
    }
}

/// Returns the elimination tree: depth and parent of each rank.
fn tree(paths: &Abstraction) -> (Vec<u32>, Vec<u32>) {
    let count = paths.key_at.len();
    let (mut depth, mut parent) = (vec![0; count], vec![NONE; count]);
    for rank in (0..count).rev() {
        if paths.start[rank] < paths.start[rank + 1] {
            parent[rank] = paths.upper[paths.start[rank] as usize];
            depth[rank] = depth[parent[rank] as usize] + 1;
        }
    }
    (depth, parent)
}

/// Puts into `into`, for each depth below `shared`, the least cost over the key points of a cell.
fn gather(
    into: &mut Vec<Cost>,
    shared: usize,
    keys: impl Iterator<Item = (Cost, u32)>,
    labels: &Labels,
    column: &[Cost],
) {
    into.clear();
    into.resize(shared, NO_WAY);
    for (cost, rank) in keys.filter(|k| k.0 < NO_WAY) {
        for (best, &above) in into.iter_mut().zip(labels.label_of(column, rank)) {
            *best = (*best).min(cost + above);
        }
    }
}

impl Planner for Labels {
    fn plan(&self, atlas: Atlas<'_>, from: Spot, to: Spot, scratch: &mut Scratch) -> Option<Found> {
        let Atlas { world, map } = atlas;
        let columns = &mut scratch.labels;
        let straight = map.cost_within(&world, from, to);
        let ends = self.lowest(map, from.cell).zip(self.lowest(map, to.cell));
        let shared = ends.map_or(0, |(a, b)| self.shared(a, b));
        let rank = |key: u32| self.paths.rank_of[key as usize];
        let outs = || map.cell_keys(from.cell).iter().map(|&k| (map.cost_out(world, from, k), rank(k)));
        gather(&mut columns.out, shared, outs(), self, &self.out);
        let backs = || map.cell_keys(to.cell).iter().map(|&k| (map.cost_in(world, k, to), rank(k)));
        gather(&mut columns.back, shared, backs(), self, self.column_back());
        let least = columns.out.iter().zip(&columns.back).map(|(a, b)| a + b).min().unwrap_or(NO_WAY);
        if least >= straight.min(NO_WAY) {
            return (straight < NO_WAY).then(|| Found::new(Vec::new(), straight, shared as u32));
        }
        let depth = columns.out.iter().zip(&columns.back).position(|(a, b)| a + b == least)?;
        let gives = |column: &[Cost], key: &(Cost, u32), cost: Cost| {
            key.0 < NO_WAY && self.label_of(column, key.1).get(depth).is_some_and(|above| key.0 + above == cost)
        };
        let (_, first) = outs().find(|k| gives(&self.out, k, columns.out[depth]))?;
        let (_, last) = backs().find(|k| gives(self.column_back(), k, columns.back[depth]))?;
        columns.steps.clear();
        columns.steps.push((self.paths.key_at[first as usize], from.cell.0));
        columns.rising.clear();
        self.rise(&self.paths.up.cost, &self.out, first, depth, &mut columns.rising);
        for &path in &columns.rising {
            self.paths.write_path(path, true, &mut columns.steps);
        }
        columns.rising.clear();
        self.rise(&self.paths.down.cost, self.column_back(), last, depth, &mut columns.rising);
        for &path in columns.rising.iter().rev() {
            self.paths.write_path(path, false, &mut columns.steps);
        }
        Some(Found::new(portals_of(map, &columns.steps, to.cell), least, shared as u32))
    }

    fn refresh(&mut self, atlas: Atlas<'_>, _: &[CellId]) {
        self.paths.weigh(&atlas.world, atlas.map);
        self.label();
    }

    fn bytes(&self) -> usize {
        self.paths.bytes() + 4 * (self.out.len() + self.back.len()) + 16 * self.depth.len()
    }
}
