//! What a planner is, and the table of them all.

use populace_env::{CellId, Environment};

use crate::cost::{Cost, seconds_of};
use crate::search::Search;
use crate::{Roadmap, Route, Spot};

/// A way of finding routes: prepared once for a roadmap, asked from many threads.
pub trait Planner: Send + Sync {
    /// The cheapest route, or `None` when there is no way. `scratch` belongs to the thread and carries nothing over.
    fn plan(&self, world: World<'_>, from: Spot, to: Spot, scratch: &mut Scratch) -> Option<Found>;
    /// Takes over that the roadmap's costs have changed in some cells.
    fn refresh(&mut self, world: World<'_>, changed: &[CellId]);
    /// Memory of its precomputed data, bytes, without the roadmap.
    fn bytes(&self) -> usize;
}

/// What planners look at.
#[derive(Clone, Copy)]
pub struct World<'a> {
    /// The place.
    pub env: &'a Environment,
    /// Its key points and costs for one profile.
    pub map: &'a Roadmap,
}

/// A route and what it took to find it.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Portals and time.
    pub route: Route,
    /// Cost over the roadmap.
    pub cost: Cost,
    /// Nodes taken from the queue, or entries compared.
    pub expanded: u32,
}

impl Found {
    pub(crate) fn new(portals: Vec<populace_env::SegmentId>, cost: Cost, expanded: u32) -> Self {
        Found { route: Route { portals, time: seconds_of(cost) }, cost, expanded }
    }
}

/// Memory that a thread re-uses from question to question.
#[derive(Default)]
pub struct Scratch {
    pub(crate) search: Search,
    pub(crate) hierarchical: crate::hierarchical::Marks,
    pub(crate) labels: crate::labels::Columns,
    pub(crate) exact: crate::ExactScratch,
}

/// A line of [`PLANNERS`].
pub struct PlannerEntry {
    /// Its name in commands and scenarios.
    pub name: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    /// Whether it finds the least cost over the roadmap, as all do that may stand in for each other.
    pub is_least_cost: bool,
    /// Prepares it.
    pub prepare: fn(World<'_>) -> Box<dyn Planner>,
}

/// Every planner; the first is the default.
pub const PLANNERS: &[PlannerEntry] = &[
    crate::labels::PLANNER,
    crate::hierarchical::PLANNER,
    crate::goal_trees::PLANNER,
    crate::shortest::PLANNER,
    crate::flat::PLANNER,
];

/// The planner called `name`.
pub fn planner(name: &str) -> Option<&'static PlannerEntry> {
    PLANNERS.iter().find(|p| p.name == name)
}
