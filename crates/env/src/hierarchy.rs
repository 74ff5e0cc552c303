//! Stage 6, *hierarchy*: the topology abstracted step by step to one closed cell per connected part.
//!
//! Lamarche & Donikian 2004, §3.2. With arity(c) the number of edges of an abstract cell,
//! p(c) = arity(c) (arity(c) − 1) the paths that traverse it and add(c₁, c₂) = p(c₁ ∪ c₂) − p(c₁) − p(c₂):
//!
//! 1. each sequence of connected dead ends and passages becomes one abstract cell, by a balanced binary tree;
//! 2. dead ends are merged with their adjacent crossroads; if new dead ends appear, back to 1;
//! 3. passages are merged with one of their adjacent crossroads;
//! 4. with m the smallest add of all pairs of adjacent crossroads, all pairs with add = m are merged; if dead ends or
//!    passages appear, back to 1; else 4 again, until one closed cell is left.
//!
//! The paper leaves some choices open. In step 3 a passage is merged with the crossroads that gives the smallest add; a tie
//! goes to the crossroads of the lowest number. In steps 2 and 3 all dead ends or passages of one crossroads are merged
//! with it at once. In step 4 pairs are taken in the order of their numbers, and a cell is merged once per round. Edges are
//! segments, not neighbours: two cells joined by two segments have two edges between them. Merging removes all shared edges.
//! The book's chapter on the hierarchy works an example by hand.

mod contract;

use crate::environment::{CellId, Environment};
use crate::topology::{Class, Topology};

/// An abstract cell: a node of the tree.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The node that this node was merged into; `None` for the closed cell of a connected part.
    pub parent: Option<u32>,
    /// The nodes that this node was made of; empty for a leaf, which is a cell of the environment.
    pub children: Vec<u32>,
    /// Its class when it was made.
    pub class: Class,
    /// The step of the algorithm that made it: 1 to 4; 0 for a leaf.
    pub step: u8,
    /// The length of the longest chain of merges from a leaf up to this node.
    pub level: u32,
}

/// The abstraction tree of a topology; node i < number of cells is the leaf of cell i.
#[derive(Clone, Debug)]
pub struct Hierarchy {
    nodes: Vec<Node>,
    leaves: usize,
}

impl Hierarchy {
    /// Abstracts a topology.
    pub fn of(env: &Environment, topology: &Topology) -> Self {
        let edges = topology.edges().iter().map(|&s| env.segment(s).cells.map(|c| c.0));
        contract::contract(env.cell_count(), edges)
    }

    /// Returns every node.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }
    /// Returns the number of leaves.
    pub fn leaf_count(&self) -> usize {
        self.leaves
    }
    /// Returns the closed cell of each connected part.
    pub fn roots(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.nodes.len() as u32).filter(|&n| self.nodes[n as usize].parent.is_none())
    }
    /// Returns the number of parents above the deepest leaf.
    pub fn depth(&self) -> u32 {
        // Parents come after their children.
        let mut depth = vec![0; self.nodes.len()];
        for n in (0..self.nodes.len()).rev() {
            depth[n] = self.nodes[n].parent.map_or(0, |p| depth[p as usize] + 1);
        }
        depth.into_iter().max().unwrap_or(0)
    }
    /// Returns the cells below a node, in order.
    pub fn leaves(&self, node: u32) -> Vec<CellId> {
        let mut found = Vec::new();
        let mut stack = vec![node];
        while let Some(n) = stack.pop() {
            if (n as usize) < self.leaves {
                found.push(CellId(n));
            }
            stack.extend(&self.nodes[n as usize].children);
        }
        found.sort_unstable();
        found
    }
    /// Returns the highest ancestor of a cell whose level is at most `level`.
    pub fn ancestor_at_level(&self, cell: CellId, level: u32) -> u32 {
        let mut n = cell.0;
        while let Some(parent) = self.nodes[n as usize].parent
            && self.nodes[parent as usize].level <= level
        {
            n = parent;
        }
        n
    }

    /// Checks that the nodes form trees: parents and children name each other, every node occurs once, every root is
    /// closed.
    pub fn validate(&self) -> Result<(), String> {
        let mut seen = vec![false; self.nodes.len()];
        let mut stack: Vec<u32> = self.roots().collect();
        for &root in &stack {
            if self.nodes[root as usize].class != Class::Closed {
                return Err(format!("root {root} is not closed"));
            }
        }
        while let Some(n) = stack.pop() {
            if std::mem::replace(&mut seen[n as usize], true) {
                return Err(format!("node {n} occurs twice"));
            }
            let node = &self.nodes[n as usize];
            if node.children.is_empty() != ((n as usize) < self.leaves) {
                return Err(format!("node {n} is neither a leaf nor made of others"));
            }
            for &child in &node.children {
                if self.nodes[child as usize].parent != Some(n) {
                    return Err(format!("node {child} does not know its parent {n}"));
                }
                stack.push(child);
            }
        }
        match seen.iter().position(|s| !s) {
            Some(n) => Err(format!("node {n} is in no tree")),
            None => Ok(()),
        }
    }
}
