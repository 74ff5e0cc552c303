//! The roadmap abstracted along the hierarchy: paths across abstract cells, stored by reference to their parts.
//!
//! Lamarche & Donikian 2004, §3.3. When cells are merged, the key points between them become inner key points. They are
//! taken out one by one, and paths across the merged cell take their place. Such a path is a pair of references to two
//! shorter paths. The *rank* of a key point is its number in the order in which key points are taken out; every path
//! joins a key point to a key point of higher rank. This is a contraction in the sense of Dibbelt, Strasser & Wagner
//! 2016 (customizable contraction hierarchies, doi:10.1145/2886843) with L's hierarchy as the order, so costs can
//! change while the structure stays.

use populace_env::{CellId, Environment, Hierarchy, Topology};

use crate::Roadmap;
use crate::cost::{Cost, NO_WAY};

/// The most paths of an abstraction (0.6 GB). A roadmap with more is not abstracted.
const MOST_PATHS: usize = 20_000_000;

/// The most joins of two paths; they take some ten seconds. A roadmap with more is not abstracted.
const MOST_JOINS: u64 = 5_000_000_000;

/// Marks a path that is straight across one cell.
const STRAIGHT: u32 = u32::MAX;

/// Paths between key points, by rank.
pub struct Abstraction {
    /// The hierarchy of the cells, with all doors open.
    pub(crate) hierarchy: Hierarchy,
    /// The key point of each rank, and the rank of each key point.
    pub(crate) key_at: Vec<u32>,
    pub(crate) rank_of: Vec<u32>,
    /// Paths from rank r to higher ranks are `start[r]..start[r + 1]`, sorted by the other end.
    pub(crate) start: Vec<u32>,
    pub(crate) upper: Vec<u32>,
    lower: Vec<u32>,
    /// The paths from their lower to their upper end, and back.
    pub(crate) up: Ways,
    pub(crate) down: Ways,
    /// By rank: the smallest abstract cell inside which the key point lies.
    pub(crate) home: Vec<u32>,
    /// By rank: whether the only way into a dead end leads through this key point alone. No cheapest way leads in and
    /// out again.
    is_spur: Vec<bool>,
}

/// The costs of paths in one direction, and their parts: two paths that meet at a lower key point, or [`STRAIGHT`] and
/// a cell.
#[derive(Default)]
pub(crate) struct Ways {
    pub(crate) cost: Vec<Cost>,
    parts: Vec<[u32; 2]>,
}

impl Abstraction {
    /// Abstracts a roadmap; `None` where that would take too much time or memory (thousands of portals on one cell).
    pub fn of(env: &Environment, map: &Roadmap) -> Option<Self> {
        let topology = env.topology_with_doors_open(map.profile().width);
        let hierarchy = Hierarchy::of(env, &topology);
        let home_of_key = homes(env, map, &hierarchy);
        let mut key_at: Vec<u32> = (0..map.key_count() as u32).collect();
        // Children have lower numbers than their parents: the key points between cells that are merged first are taken
        // out first.
        key_at.sort_by_key(|&k| (home_of_key[k as usize], k));
        let mut rank_of = vec![0; key_at.len()];
        for (rank, &key) in key_at.iter().enumerate() {
            rank_of[key as usize] = rank as u32;
        }
        let (start, upper) = fill_in(env, map, &rank_of)?;
        let into_dead_end = dead_ends(env, &topology, &hierarchy);
        // Where a segment has several key points, a cheapest way may lead into the dead end at one key point and out at
        // another, over ground that costs less.
        let is_alone = |segment| map.keys_of(segment).len() == 1;
        let is_spur = |&key: &u32| into_dead_end[map.segment_of(key).index()] && is_alone(map.segment_of(key));
        let is_spur: Vec<bool> = key_at.iter().map(is_spur).collect();
        let joins = |rank: usize| u64::from(start[rank + 1] - start[rank]).pow(2) / 2;
        if (0..key_at.len()).filter(|&r| !is_spur[r]).map(joins).sum::<u64>() > MOST_JOINS {
            return None;
        }
        let lower = (0..key_at.len() as u32)
            .flat_map(|r| std::iter::repeat_n(r, (start[r as usize + 1] - start[r as usize]) as usize))
            .collect();
        let home = key_at.iter().map(|&k| home_of_key[k as usize]).collect();
        let mut made = Abstraction {
            hierarchy,
            key_at,
            rank_of,
            start,
            upper,
            lower,
            up: Ways::default(),
            down: Ways::default(),
            home,
            is_spur,
        };
        made.weigh(env, map);
        Some(made)
    }

    /// Computes the costs of all paths from the costs of the roadmap.
    pub fn weigh(&mut self, env: &Environment, map: &Roadmap) {
        for ways in [&mut self.up, &mut self.down] {
            ways.cost.clear();
            ways.cost.resize(self.upper.len(), NO_WAY);
            ways.parts.clear();
            ways.parts.resize(self.upper.len(), [STRAIGHT, 0]);
        }
        for cell in env.cells() {
            self.weigh_cell(map, cell);
        }
        let mut at = vec![STRAIGHT; self.key_at.len()];
        for rank in (0..self.key_at.len()).filter(|&r| !self.is_spur[r]).collect::<Vec<_>>() {
            self.take_out(rank, &mut at);
        }
    }

    /// Takes over the costs of the straight paths across a cell.
    fn weigh_cell(&mut self, map: &Roadmap, cell: CellId) {
        let keys = map.cell_keys(cell);
        for (i, &from) in keys.iter().enumerate() {
            for (&to, &cost) in keys.iter().zip(map.row(cell, i)) {
                let (from, to) = (self.rank_of[from as usize], self.rank_of[to as usize]);
                if cost == NO_WAY {
                    continue;
                }
                let (path, ways) = match from < to {
                    true => (self.path(from, to), &mut self.up),
                    false => (self.path(to, from), &mut self.down),
                };
                if let Some(path) = path
                    && cost < ways.cost[path]
                {
                    ways.cost[path] = cost;
                    ways.parts[path] = [STRAIGHT, cell.0];
                }
            }
        }
    }

    /// Joins every two paths that meet at `rank` into a path between their upper ends.
    fn take_out(&mut self, rank: usize, at: &mut [u32]) {
        let paths = self.start[rank] as usize..self.start[rank + 1] as usize;
        for first in paths.clone() {
            let lower = self.upper[first] as usize;
            let targets = self.start[lower] as usize..self.start[lower + 1] as usize;
            for target in targets {
                at[self.upper[target] as usize] = target as u32;
            }
            for second in first + 1..paths.end {
                let target = at[self.upper[second] as usize] as usize;
                let parts = [first as u32, second as u32];
                // From the lower end down to `rank` and up to the higher end, and the way back.
                self.up.offer(target, self.down.cost[first] + self.up.cost[second], parts);
                self.down.offer(target, self.down.cost[second] + self.up.cost[first], parts);
            }
        }
    }

    /// Returns the path between two ranks; the lower rank is given first.
    pub(crate) fn path(&self, lower: u32, upper: u32) -> Option<usize> {
        let start = self.start[lower as usize] as usize;
        let paths = &self.upper[start..self.start[lower as usize + 1] as usize];
        paths.binary_search(&upper).ok().map(|i| start + i)
    }

    /// Returns the cost of the path between two key points, and the node of the hierarchy that it runs in.
    pub(crate) fn cost_between(&self, from: u32, to: u32) -> Option<(Cost, u32)> {
        let (from, to) = (self.rank_of[from as usize], self.rank_of[to as usize]);
        let (path, ways) = match from < to {
            true => (self.path(from, to)?, &self.up),
            false => (self.path(to, from)?, &self.down),
        };
        let runs_in = match ways.parts[path] {
            [STRAIGHT, cell] => cell,
            // The key point where the parts meet has the highest rank inside the path, so its home holds all of the
            // path.
            [part, _] => self.home[self.lower[part as usize] as usize],
        };
        (ways.cost[path] < NO_WAY).then_some((ways.cost[path], runs_in))
    }

    /// Appends the steps of the path between two ranks: the key points after `from`, each with the cell that leads to
    /// it.
    pub(crate) fn write_out(&self, from: u32, to: u32, out: &mut Vec<(u32, u32)>) {
        if from < to {
            self.path(from, to).into_iter().for_each(|p| self.write_path(p, true, out));
        } else if to < from {
            self.path(to, from).into_iter().for_each(|p| self.write_path(p, false, out));
        }
    }

    /// Appends the steps of one path, upwards or downwards.
    pub(crate) fn write_path(&self, path: usize, upwards: bool, out: &mut Vec<(u32, u32)>) {
        let ways = if upwards { &self.up } else { &self.down };
        let [first, second] = ways.parts[path];
        if first == STRAIGHT {
            let end = if upwards { self.upper[path] } else { self.lower[path] };
            out.push((self.key_at[end as usize], second));
        } else {
            let (down, up) = if upwards { (first, second) } else { (second, first) };
            self.write_path(down as usize, false, out);
            self.write_path(up as usize, true, out);
        }
    }

    /// Checks that ranks are a permutation, and that every path ends where its parts do and costs what they cost.
    pub fn validate(&self, map: &Roadmap) -> Result<(), String> {
        let is_rank = |(rank, &key): (usize, &u32)| self.rank_of[key as usize] as usize == rank;
        if !self.key_at.iter().enumerate().all(is_rank) {
            return Err("ranks do not number the key points".into());
        }
        for path in 0..self.upper.len() {
            let ends = [self.lower[path], self.upper[path]];
            for (ways, [from, to]) in [(&self.up, ends), (&self.down, [ends[1], ends[0]])] {
                if ways.cost[path] < NO_WAY && self.cost_of_parts(map, ways, path, from, to) != Some(ways.cost[path]) {
                    return Err(format!("path {path} does not cost what its parts cost"));
                }
            }
        }
        Ok(())
    }

    /// Returns the cost of the parts of a path; `None` if they do not lead from `from` to `to`.
    fn cost_of_parts(&self, map: &Roadmap, ways: &Ways, path: usize, from: u32, to: u32) -> Option<Cost> {
        let [first, second] = ways.parts[path];
        if first == STRAIGHT {
            let keys = map.cell_keys(CellId(second));
            let place = |rank: u32| keys.iter().position(|&k| k == self.key_at[rank as usize]);
            return Some(map.row(CellId(second), place(from)?)[place(to)?]);
        }
        let (down, up) = if from < to { (first as usize, second as usize) } else { (second as usize, first as usize) };
        let meets = self.lower[down] == self.lower[up] && self.upper[down] == from && self.upper[up] == to;
        meets.then(|| self.down.cost[down] + self.up.cost[up])
    }

    /// Returns the memory of the paths, bytes.
    pub fn bytes(&self) -> usize {
        self.upper.len() * (8 + 2 * 12) + self.key_at.len() * 16 + self.hierarchy.nodes().len() * 48
    }
}

impl Ways {
    /// Keeps two parts for a path when they are cheaper.
    #[inline]
    fn offer(&mut self, path: usize, cost: Cost, parts: [u32; 2]) {
        if cost < self.cost[path] {
            self.cost[path] = cost;
            self.parts[path] = parts;
        }
    }
}

/// Returns, for each key point, the lowest abstract cell that holds both cells of its segment.
fn homes(env: &Environment, map: &Roadmap, hierarchy: &Hierarchy) -> Vec<u32> {
    let nodes = hierarchy.nodes();
    (0..map.key_count() as u32)
        .map(|key| {
            let [mut a, mut b] = env.segment(map.segment_of(key)).cells.map(|c| c.0);
            // Parents have higher numbers than their children.
            while a != b {
                let lower = if a < b { &mut a } else { &mut b };
                match nodes[*lower as usize].parent {
                    Some(parent) => *lower = parent,
                    None => return *lower,
                }
            }
            a
        })
        .collect()
}

/// Returns, for each segment, whether it is the whole border of an abstract cell: the only way into a dead end.
fn dead_ends(env: &Environment, topology: &Topology, hierarchy: &Hierarchy) -> Vec<bool> {
    let nodes = hierarchy.nodes();
    let mut arity = vec![0u32; nodes.len()];
    let mut below = vec![[0, 0]; env.segments().len()];
    for &edge in topology.edges() {
        let mut sides = env.segment(edge).cells.map(|c| c.0);
        // Parents have higher numbers than their children: the lower side rises until both meet.
        while sides[0] != sides[1] {
            let k = usize::from(sides[0] > sides[1]);
            let Some(parent) = nodes[sides[k] as usize].parent else { break };
            arity[sides[k] as usize] += 1;
            below[edge.index()][k] = sides[k];
            sides[k] = parent;
        }
    }
    let is_dead_end = |edge: usize| below[edge].iter().any(|&n| arity[n as usize] == 1);
    let mut found = vec![false; env.segments().len()];
    topology.edges().iter().for_each(|e| found[e.index()] = is_dead_end(e.index()));
    found
}

/// Finds all paths: the straight paths, and a path between the upper ends of every two paths that meet at a lower key
/// point. Returns `start` and `upper` of [`Abstraction`]; `None` when there are too many.
fn fill_in(env: &Environment, map: &Roadmap, rank_of: &[u32]) -> Option<(Vec<u32>, Vec<u32>)> {
    let mut above: Vec<Vec<u32>> = vec![Vec::new(); rank_of.len()];
    for cell in env.cells() {
        let keys = map.cell_keys(cell);
        for (&a, &b) in keys.iter().flat_map(|a| keys.iter().map(move |b| (a, b))) {
            let (a, b) = (rank_of[a as usize], rank_of[b as usize]);
            if a < b {
                above[a as usize].push(b);
            }
        }
    }
    let (mut start, mut upper) = (vec![0], Vec::new());
    for rank in 0..above.len() {
        let mut here = std::mem::take(&mut above[rank]);
        here.sort_unstable();
        here.dedup();
        // All upper ends of a key point are joined to each other. It is enough to hand them to the lowest, which hands
        // them on.
        if let Some((&lowest, rest)) = here.split_first() {
            above[lowest as usize].extend_from_slice(rest);
        }
        upper.extend_from_slice(&here);
        if upper.len() > MOST_PATHS {
            return None;
        }
        start.push(upper.len() as u32);
    }
    Some((start, upper))
}
