//! The four steps of the abstraction, as contractions of a multigraph.

use std::collections::{BTreeMap, BTreeSet};

use super::{Hierarchy, Node};
use crate::topology::Class;

/// The graph of abstract cells that are not merged yet.
struct Graph {
    nodes: Vec<Node>,
    /// Neighbour → number of shared edges; emptied when a node is merged.
    edges: Vec<BTreeMap<u32, u32>>,
    /// The number of edges of each node when it was made.
    arity: Vec<u32>,
    /// Nodes that are not merged yet and not closed.
    alive: BTreeSet<u32>,
    /// The nodes of `alive` that are dead ends or passages.
    narrow: BTreeSet<u32>,
    /// (add, c₁, c₂) of every pair of adjacent live crossroads.
    pairs: BTreeSet<(i64, u32, u32)>,
}

/// Abstracts a graph of `count` cells, given by the pairs of cells that its edges join.
pub(super) fn contract(count: usize, edges: impl Iterator<Item = [u32; 2]>) -> Hierarchy {
    let mut graph = Graph::new(count, edges);
    loop {
        // Steps 1 and 2, until no dead end is left.
        loop {
            graph.merge_sequences();
            let merged = graph.merge_dead_ends();
            if !merged || !graph.has_dead_ends() && !graph.has_sequences() {
                break;
            }
        }
        graph.merge_passages();
        if graph.narrow.is_empty() && !graph.merge_cheapest_crossroads() {
            break;
        }
    }
    Hierarchy { nodes: graph.nodes, leaves: count }
}

impl Graph {
    /// Makes a leaf of every cell.
    fn new(count: usize, given: impl Iterator<Item = [u32; 2]>) -> Self {
        let mut edges = vec![BTreeMap::new(); count];
        let mut arity = vec![0; count];
        for [a, b] in given.filter(|[a, b]| a != b) {
            *edges[a as usize].entry(b).or_insert(0) += 1;
            *edges[b as usize].entry(a).or_insert(0) += 1;
            arity[a as usize] += 1;
            arity[b as usize] += 1;
        }
        let leaf = |a: &u32| Node {
            parent: None,
            children: Vec::new(),
            class: Class::of_arity(*a as usize),
            step: 0,
            level: 0,
        };
        let nodes = arity.iter().map(leaf).collect();
        let mut graph =
            Graph { nodes, edges, arity, alive: BTreeSet::new(), narrow: BTreeSet::new(), pairs: BTreeSet::new() };
        (0..count as u32).for_each(|n| graph.enter(n));
        graph
    }

    fn class(&self, n: u32) -> Class {
        self.nodes[n as usize].class
    }

    /// Enters a new node into the sets of its class.
    fn enter(&mut self, n: u32) {
        match self.class(n) {
            Class::Closed => {}
            Class::DeadEnd | Class::Passage => {
                self.alive.insert(n);
                self.narrow.insert(n);
            }
            Class::Crossroads => {
                self.alive.insert(n);
                let others: Vec<u32> = self.edges[n as usize].keys().copied().collect();
                for other in others {
                    if self.alive.contains(&other) && self.class(other) == Class::Crossroads {
                        let pair = self.pair(n, other);
                        self.pairs.insert(pair);
                    }
                }
            }
        }
    }

    /// Removes a node that is about to be merged from all sets.
    fn leave(&mut self, n: u32) {
        self.alive.remove(&n);
        self.narrow.remove(&n);
        if self.class(n) == Class::Crossroads {
            let others: Vec<u32> = self.edges[n as usize].keys().copied().collect();
            for other in others {
                let pair = self.pair(n, other);
                self.pairs.remove(&pair);
            }
        }
    }

    /// Returns two crossroads as an entry of `pairs`.
    fn pair(&self, a: u32, b: u32) -> (i64, u32, u32) {
        (self.added_paths(a, b), a.min(b), a.max(b))
    }

    /// Returns L's add(c₁, c₂): how many more paths traverse the union of two cells than traverse them one by one.
    fn added_paths(&self, a: u32, b: u32) -> i64 {
        let paths = |arity: i64| arity * (arity - 1);
        let (x, y) = (i64::from(self.arity[a as usize]), i64::from(self.arity[b as usize]));
        let shared = i64::from(self.edges[a as usize].get(&b).copied().unwrap_or(0));
        paths(x + y - 2 * shared) - paths(x) - paths(y)
    }

    /// Merges abstract cells into a new cell and returns its number. Edges between the merged cells are removed.
    fn merge(&mut self, children: Vec<u32>, step: u8) -> u32 {
        let new = self.nodes.len() as u32;
        let siblings: BTreeSet<u32> = children.iter().copied().collect();
        children.iter().for_each(|&c| self.leave(c));
        let mut edges: BTreeMap<u32, u32> = BTreeMap::new();
        // The largest map is kept and the others poured into it.
        let largest = children.iter().copied().max_by_key(|&c| (self.edges[c as usize].len(), c));
        if let Some(largest) = largest {
            edges = std::mem::take(&mut self.edges[largest as usize]);
            self.move_edges(largest, &edges, new, &siblings);
        }
        for &child in children.iter().filter(|&&c| Some(c) != largest) {
            let from = std::mem::take(&mut self.edges[child as usize]);
            self.move_edges(child, &from, new, &siblings);
            for (other, shared) in from {
                *edges.entry(other).or_insert(0) += shared;
            }
        }
        for child in &children {
            edges.remove(child);
        }
        let arity: u32 = edges.values().sum();
        let level = 1 + children.iter().map(|&c| self.nodes[c as usize].level).max().unwrap_or(0);
        for &child in &children {
            self.nodes[child as usize].parent = Some(new);
        }
        self.nodes.push(Node { parent: None, children, class: Class::of_arity(arity as usize), step, level });
        self.edges.push(edges);
        self.arity.push(arity);
        self.enter(new);
        new
    }

    /// Replaces `child` by `new` in the edges of all its neighbours that are not siblings.
    fn move_edges(&mut self, child: u32, edges: &BTreeMap<u32, u32>, new: u32, siblings: &BTreeSet<u32>) {
        for (&other, &shared) in edges.iter().filter(|(o, _)| !siblings.contains(o)) {
            let back = &mut self.edges[other as usize];
            back.remove(&child);
            *back.entry(new).or_insert(0) += shared;
        }
    }

    /// Returns whether a dead end is left.
    fn has_dead_ends(&self) -> bool {
        self.narrow.iter().any(|&n| self.class(n) == Class::DeadEnd)
    }

    /// Returns whether two neighbours are left that are dead ends or passages.
    fn has_sequences(&self) -> bool {
        self.narrow.iter().any(|&n| self.edges[n as usize].keys().any(|o| self.narrow.contains(o)))
    }

    /// Does step 1: merges every sequence of dead ends and passages.
    fn merge_sequences(&mut self) {
        let mut waiting = self.narrow.clone();
        while let Some(first) = waiting.pop_first() {
            let sequence = self.sequence(first);
            sequence.iter().for_each(|n| {
                waiting.remove(n);
            });
            self.merge_balanced(&sequence);
        }
    }

    /// Returns the longest sequence of connected dead ends and passages that `n` is part of, from one end to the other.
    fn sequence(&self, n: u32) -> Vec<u32> {
        let mut sequence = std::collections::VecDeque::from([n]);
        let mut inside = BTreeSet::from([n]);
        let sides: Vec<u32> = self.edges[n as usize].keys().copied().collect();
        for (k, &side) in sides.iter().enumerate() {
            let mut at = side;
            while self.narrow.contains(&at) && inside.insert(at) {
                if k == 0 {
                    sequence.push_back(at)
                } else {
                    sequence.push_front(at)
                }
                match self.edges[at as usize].keys().find(|o| !inside.contains(o)) {
                    Some(&next) => at = next,
                    None => break,
                }
            }
        }
        sequence.into()
    }

    /// Merges a sequence in pairs, then the pairs in pairs, and so on.
    fn merge_balanced(&mut self, sequence: &[u32]) {
        let mut row = sequence.to_vec();
        while row.len() > 1 {
            row = row
                .chunks(2)
                .map(|pair| if pair.len() == 2 { self.merge(pair.to_vec(), 1) } else { pair[0] })
                .collect();
        }
    }

    /// Does step 2: merges every crossroads with all its dead ends at once. Returns whether there were any.
    fn merge_dead_ends(&mut self) -> bool {
        let mut into: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for &n in self.narrow.iter().filter(|&&n| self.class(n) == Class::DeadEnd) {
            if let Some(&other) = self.edges[n as usize].keys().next() {
                into.entry(other).or_default().push(n);
            }
        }
        let any = !into.is_empty();
        for (crossroads, mut children) in into {
            children.insert(0, crossroads);
            self.merge(children, 2);
        }
        any
    }

    /// Does step 3: merges every passage with one of its crossroads, and all passages of one crossroads at once.
    fn merge_passages(&mut self) {
        let mut into: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for &passage in self.narrow.iter().filter(|&&n| self.class(n) == Class::Passage) {
            let best = self.edges[passage as usize]
                .keys()
                .copied()
                .filter(|&o| self.class(o) == Class::Crossroads)
                .min_by_key(|&o| (self.added_paths(passage, o), o));
            if let Some(crossroads) = best {
                into.entry(crossroads).or_default().push(passage);
            }
        }
        for (crossroads, mut children) in into {
            children.insert(0, crossroads);
            self.merge(children, 3);
        }
    }

    /// Does one round of step 4. Returns whether anything was merged.
    fn merge_cheapest_crossroads(&mut self) -> bool {
        let Some(&(cheapest, _, _)) = self.pairs.first() else { return false };
        let round: Vec<(u32, u32)> =
            self.pairs.iter().take_while(|p| p.0 == cheapest).map(|&(_, a, b)| (a, b)).collect();
        for (a, b) in round {
            if self.alive.contains(&a) && self.alive.contains(&b) {
                self.merge(vec![a, b], 4);
            }
        }
        true
    }
}
