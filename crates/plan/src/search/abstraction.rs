//! The roadmap abstracted along the hierarchy: paths across abstract cells, stored by reference to their parts.
//!
//! Lamarche & Donikian 2004, §3.3. When cells are merged, the key points between them become inner ones. Taking them out one by
//! one leaves the paths across the merged cell, each a pair of references to two shorter paths. Key points are
//! numbered in that order, *ranks*; every path joins a key point to one of higher rank. This is a contraction in the sense
//! of Dibbelt, Strasser & Wagner 2016 (customizable contraction hierarchies, doi:10.1145/2886843) with L's
//! hierarchy as the order, so costs can change without touching the structure.

use populace_env::{CellId, Environment, Hierarchy, Topology};

use crate::Roadmap;
use crate::cost::{Cost, NO_WAY};

/// Most paths that are kept, and most joins of two paths, before a roadmap is searched as it is: 0.6 GB and some ten seconds.
const MOST_PATHS: usize = 20_000_000;
const MOST_JOINS: u64 = 5_000_000_000;

/// Marks a path that is straight across one cell.
const STRAIGHT: u32 = u32::MAX;

/// Paths between key points, by rank.
pub struct Abstraction {
    /// The hierarchy of the cells, with all doors open.
    pub(crate) hierarchy: Hierarchy,
    /// Rank → key point, and back.
    pub(crate) key_at: Vec<u32>,
    pub(crate) rank_of: Vec<u32>,
    /// Paths from rank r to higher ranks are `start[r]..start[r + 1]`, sorted by the other end.
    pub(crate) start: Vec<u32>,
    pub(crate) upper: Vec<u32>,
    lower: Vec<u32>,
    /// Costs from the lower to the upper end, and back.
    pub(crate) up: Ways,
    pub(crate) down: Ways,
    /// The abstract cell whose merging made each key point an inner one, by rank.
    pub(crate) home: Vec<u32>,
    /// By rank: it is alone on the only way into a dead end. No way leads in and out again.
    is_spur: Vec<bool>,
}

/// Costs of paths in one direction, and their parts: the path from its start to a lower key point, and from there on; or
/// [`STRAIGHT`] and a cell.
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
        // Children come before their parents: what is merged first is taken out first.
        key_at.sort_by_key(|&k| (home_of_key[k as usize], k));
        let mut rank_of = vec![0; key_at.len()];
        for (rank, &key) in key_at.iter().enumerate() {
            rank_of[key as usize] = rank as u32;
        }
        let (start, upper) = fill_in(env, map, &rank_of)?;
        let into_dead_end = dead_ends(env, &topology, &hierarchy);
        // With several key points a way may lead in at one and out at another, along ground that costs less.
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

    /// Takes over the costs of the roadmap.
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

    /// Straight paths across a cell.
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

    /// Joins every two paths that meet at `rank` into one between their upper ends.
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

    /// The path between two ranks, the lower one first.
    pub(crate) fn path(&self, lower: u32, upper: u32) -> Option<usize> {
        let start = self.start[lower as usize] as usize;
        let paths = &self.upper[start..self.start[lower as usize + 1] as usize];
        paths.binary_search(&upper).ok().map(|i| start + i)
    }

    /// Cost of the path between two key points, and the node of the hierarchy it runs in.
    pub(crate) fn cost_between(&self, from: u32, to: u32) -> Option<(Cost, u32)> {
        let (from, to) = (self.rank_of[from as usize], self.rank_of[to as usize]);
        let (path, ways) = match from < to {
            true => (self.path(from, to)?, &self.up),
            false => (self.path(to, from)?, &self.down),
        };
        let runs_in = match ways.parts[path] {
            [STRAIGHT, cell] => cell,
            // Every other key point of the path is of lower rank than the one where its parts meet.
            [part, _] => self.home[self.lower[part as usize] as usize],
        };
        (ways.cost[path] < NO_WAY).then_some((ways.cost[path], runs_in))
    }

    /// Writes out the path between two ranks: the key points after `from`, with the cell walked through to reach each.
    pub(crate) fn write_out(&self, from: u32, to: u32, out: &mut Vec<(u32, u32)>) {
        if from < to {
            self.path(from, to).into_iter().for_each(|p| self.write_path(p, true, out));
        } else if to < from {
            self.path(to, from).into_iter().for_each(|p| self.write_path(p, false, out));
        }
    }

    /// Writes out one path, upwards or downwards.
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

    /// Cost of the parts of a path, if they lead from `from` to `to`.
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

    /// Memory it takes, bytes.
    pub fn bytes(&self) -> usize {
        self.upper.len() * (8 + 2 * 12) + self.key_at.len() * 16 + self.hierarchy.nodes().len() * 48
    }
}

impl Ways {
    #[inline]
    fn offer(&mut self, path: usize, cost: Cost, parts: [u32; 2]) {
        if cost < self.cost[path] {
            self.cost[path] = cost;
            self.parts[path] = parts;
        }
    }
}

/// The lowest abstract cell that holds both sides of each key point.
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

/// Which segments are the whole border of an abstract cell: the ways into dead ends.
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

/// Which paths there will be: the straight ones, and those between any two that meet at a lower key point.
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
        // Handing all to the lowest is enough: it hands on in its turn.
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
