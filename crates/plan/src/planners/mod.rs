//! The trait of planners, and the table of all planners.

pub(crate) mod flat;
pub(crate) mod goal_trees;
pub(crate) mod hierarchical;
pub(crate) mod labels;
mod shortest;

use populace_env::{CellId, World};

use crate::cost::{Cost, seconds_of};
use crate::search::best_first::Search;
use crate::{Roadmap, Route, Spot};

/// A way of finding routes. It is prepared once for a roadmap; then many threads ask it.
pub trait Planner: Send + Sync {
    /// Returns the cheapest route, or `None` when there is no way. `scratch` is memory of the thread; answers do not
    /// depend on what it holds.
    fn plan(&self, atlas: Atlas<'_>, from: Spot, to: Spot, scratch: &mut Scratch) -> Option<Found>;
    /// Takes over the costs of the roadmap, which have changed in some cells.
    fn refresh(&mut self, atlas: Atlas<'_>, changed: &[CellId]);
    /// Returns the memory of its precomputed data, bytes, without the roadmap.
    fn bytes(&self) -> usize;
}

/// The atlas of a planner: a place with its doors, and the roadmap of one profile through it.
#[derive(Clone, Copy)]
pub struct Atlas<'a> {
    /// The place and its doors.
    pub world: World<'a>,
    /// The key points of the place and the costs between them.
    pub map: &'a Roadmap,
}

/// A route and what it took to find it.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Portals and time.
    pub route: Route,
    /// Cost over the roadmap.
    pub cost: Cost,
    /// The effort: how many nodes were taken from the queue, or how many entries were compared.
    pub expanded: u32,
}

impl Found {
    /// Returns a route of a cost.
    pub(crate) fn new(portals: Vec<populace_env::SegmentId>, cost: Cost, expanded: u32) -> Self {
        Found { route: Route { portals, time: seconds_of(cost) }, cost, expanded }
    }
}

/// Memory that a thread re-uses from question to question.
#[derive(Default)]
pub struct Scratch {
    pub(crate) search: Search,
    pub(crate) hierarchical: crate::planners::hierarchical::Marks,
    pub(crate) labels: crate::planners::labels::Columns,
    pub(crate) exact: crate::ExactScratch,
}

/// A line of [`PLANNERS`].
pub struct PlannerEntry {
    /// Its name in commands and scenarios.
    pub name: &'static str,
    /// A line that says what the planner does.
    pub about: &'static str,
    /// Whether it finds the least cost over the roadmap. All planners that do find the same cost.
    pub is_least_cost: bool,
    /// Prepares the planner for a place and a roadmap.
    pub prepare: fn(Atlas<'_>) -> Box<dyn Planner>,
}

/// Every planner; the first is the default.
pub const PLANNERS: &[PlannerEntry] = &[
    crate::planners::labels::PLANNER,
    crate::planners::hierarchical::PLANNER,
    crate::planners::goal_trees::PLANNER,
    crate::planners::shortest::PLANNER,
    crate::planners::flat::PLANNER,
];

/// Returns the planner called `name`.
pub fn planner(name: &str) -> Option<&'static PlannerEntry> {
    PLANNERS.iter().find(|p| p.name == name)
}
