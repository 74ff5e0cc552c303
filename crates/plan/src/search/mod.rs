//! The tools with which several planners search: the memory of a best-first search, the abstracted roadmap, trees
//! towards a goal.

pub(crate) mod abstraction;
pub(crate) mod best_first;
pub(crate) mod goal_tree;
pub(crate) mod portals;
