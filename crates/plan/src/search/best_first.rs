//! The memory of a best-first search over key points: costs so far, ways back and a queue.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::cost::{Cost, NO_WAY};

/// Stands for the key point before the first: the start.
pub(crate) const START: u32 = u32::MAX;

/// Costs and ways back by key point, emptied in constant time.
#[derive(Default)]
pub(crate) struct Search {
    nodes: Vec<Node>,
    round: u32,
    /// (estimate, key point): ties go to the lower key point, whatever the order of insertion.
    queue: BinaryHeap<Reverse<u64>>,
}

/// The cost and the way back of a key point, as a search knows them.
#[derive(Clone, Copy, Default)]
struct Node {
    round: u32,
    cost: Cost,
    before: u32,
    /// The slot or the abstract cell through which it was reached.
    through: u32,
    bound: Cost,
    settled: bool,
}

impl Search {
    /// Begins a new search over `keys` key points.
    pub(crate) fn begin(&mut self, keys: usize) {
        if self.nodes.len() < keys {
            self.nodes.resize(keys, Node::default());
        }
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.nodes.fill(Node::default());
            self.round = 1;
        }
        self.queue.clear();
    }

    /// Offers a way to a key point. `bound` gives a lower bound for the rest of the way; it is called once for each key
    /// point. A key point that was taken keeps its way.
    #[inline]
    pub(crate) fn offer(&mut self, key: u32, cost: Cost, before: u32, through: u32, bound: impl FnOnce() -> Cost) {
        let node = &mut self.nodes[key as usize];
        if node.round != self.round {
            if cost >= NO_WAY {
                return;
            }
            *node = Node { round: self.round, cost, before, through, bound: bound(), settled: false };
        } else if cost < node.cost && !node.settled {
            (node.cost, node.before, node.through) = (cost, before, through);
        } else {
            return;
        }
        self.queue.push(Reverse(u64::from(cost + node.bound) << 32 | u64::from(key)));
    }

    /// Takes the key point with the least estimate that was not taken before.
    #[inline]
    pub(crate) fn take(&mut self) -> Option<Taken> {
        while let Some(Reverse(entry)) = self.queue.pop() {
            let key = entry as u32;
            let node = &mut self.nodes[key as usize];
            if !node.settled {
                node.settled = true;
                return Some(Taken { estimate: (entry >> 32) as Cost, key, cost: node.cost, through: node.through });
            }
        }
        None
    }

    /// Returns the key point before a key point, and the slot or the abstract cell through which it was reached.
    pub(crate) fn back(&self, key: u32) -> (u32, u32) {
        let node = &self.nodes[key as usize];
        (node.before, node.through)
    }
}

/// A key point that a search goes on from.
pub(crate) struct Taken {
    /// The least cost of a way to the goal through the key point.
    pub(crate) estimate: Cost,
    pub(crate) key: u32,
    /// The cost of the way to the key point.
    pub(crate) cost: Cost,
    /// The slot or the abstract cell through which it was reached.
    pub(crate) through: u32,
}
