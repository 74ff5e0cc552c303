//! Goal trees as a planner: it keeps the trees of the goals that were asked for last, within a limit of memory.

use std::sync::{Arc, Mutex, PoisonError};

use populace_env::CellId;

use crate::Spot;
use crate::planners::{Atlas, Found, Planner, PlannerEntry, Scratch};
use crate::search::goal_tree::{GoalTree, in_order};

/// The line of the table of planners.
pub const PLANNER: PlannerEntry = PlannerEntry {
    name: "goal-tree",
    about: "one search from each goal, kept for everyone who goes there; for few goals and many pedestrians",
    is_least_cost: true,
    prepare: |_| Box::new(GoalTrees::default()),
};

/// The default limit of memory for trees, bytes.
const LIMIT: usize = 64 << 20;

/// Trees by goal. Answers do not depend on which trees are kept; only the time they take does.
pub struct GoalTrees {
    limit: usize,
    /// The tree that was asked for least recently comes first.
    trees: Mutex<Vec<Arc<GoalTree>>>,
}

impl Default for GoalTrees {
    fn default() -> Self {
        GoalTrees::within(LIMIT)
    }
}

impl GoalTrees {
    /// Returns an empty store with room for `limit` bytes of trees. A tree that is larger is not kept.
    pub fn within(limit: usize) -> Self {
        GoalTrees { limit, trees: Mutex::default() }
    }

    /// Returns the tree of a goal that is reached at any of some spots: a kept tree, or a new tree.
    pub fn tree(&self, atlas: Atlas<'_>, goals: &[Spot]) -> Arc<GoalTree> {
        let goals = in_order(goals);
        // The search runs outside the lock, so that threads with other goals do not wait for it.
        self.kept(&goals).unwrap_or_else(|| {
            let tree = Arc::new(GoalTree::of(atlas, &goals));
            self.keep(tree.clone());
            tree
        })
    }

    /// Returns the number of trees kept.
    pub fn len(&self) -> usize {
        self.trees().len()
    }
    /// Returns whether no tree is kept.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Locks the list of trees. A thread that panicked with the lock leaves a whole list, since the list changes by
    /// push and remove only.
    fn trees(&self) -> std::sync::MutexGuard<'_, Vec<Arc<GoalTree>>> {
        self.trees.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the kept tree of a goal, and makes it the tree asked for last.
    fn kept(&self, goals: &[Spot]) -> Option<Arc<GoalTree>> {
        let mut trees = self.trees();
        let found = trees.iter().position(|t| t.goals() == goals)?;
        let tree = trees.remove(found);
        trees.push(tree.clone());
        Some(tree)
    }

    /// Keeps a tree, and drops old trees that exceed the limit of memory.
    fn keep(&self, tree: Arc<GoalTree>) {
        let mut trees = self.trees();
        // Another thread may have made the tree of the same goal meanwhile.
        trees.retain(|t| t.goals() != tree.goals());
        trees.push(tree);
        let mut bytes: usize = trees.iter().map(|t| t.bytes()).sum();
        while bytes > self.limit && !trees.is_empty() {
            bytes -= trees.remove(0).bytes();
        }
    }
}

impl Planner for GoalTrees {
    fn plan(&self, atlas: Atlas<'_>, from: Spot, to: Spot, _: &mut Scratch) -> Option<Found> {
        self.tree(atlas, &[to]).route(atlas, from)
    }

    fn refresh(&mut self, atlas: Atlas<'_>, changed: &[CellId]) {
        for tree in self.trees().iter_mut() {
            Arc::make_mut(tree).update(atlas, changed);
        }
    }

    fn bytes(&self) -> usize {
        self.trees().iter().map(|t| t.bytes()).sum()
    }
}
