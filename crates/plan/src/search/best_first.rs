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

/// What a search knows about a key point.
#[derive(Clone, Copy, Default)]
struct Node {
    round: u32,
    cost: Cost,
    before: u32,
    /// The cell or abstract cell through which it was reached.
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
    /// point.
    #[inline]
    pub(crate) fn offer(&mut self, key: u32, cost: Cost, before: u32, through: u32, bound: impl FnOnce() -> Cost) {
        let node = &mut self.nodes[key as usize];
        if node.round != self.round {
            if cost >= NO_WAY {
                return;
            }
            *node = Node { round: self.round, cost, before, through, bound: bound(), settled: false };
        } else if cost < node.cost {
            (node.cost, node.before, node.through) = (cost, before, through);
        } else {
            return;
        }
        self.queue.push(Reverse(u64::from(cost + node.bound) << 32 | u64::from(key)));
    }

    /// Takes the key point with the least estimate that was not taken before: (estimate, key point, cost).
    #[inline]
    pub(crate) fn take(&mut self) -> Option<(Cost, u32, Cost)> {
        while let Some(Reverse(entry)) = self.queue.pop() {
            let key = entry as u32;
            let node = &mut self.nodes[key as usize];
            if !node.settled {
                node.settled = true;
                return Some(((entry >> 32) as Cost, key, node.cost));
            }
        }
        None
    }

    /// Returns the key point before a key point, and the cell or abstract cell between the two.
    pub(crate) fn back(&self, key: u32) -> (u32, u32) {
        let node = &self.nodes[key as usize];
        (node.before, node.through)
    }
    /// Returns whether a key point was taken already: then no cheaper way to it exists.
    #[inline]
    pub(crate) fn is_settled(&self, key: u32) -> bool {
        let node = &self.nodes[key as usize];
        node.round == self.round && node.settled
    }
}
