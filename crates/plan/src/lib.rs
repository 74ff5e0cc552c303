//! Routes through an environment.
//!
//! After Lamarche & Donikian 2004 ("L"), §3.3: a route is a sequence of portals (free segments), so that whoever walks it can
//! still choose where to cross each of them.

mod abstraction;
mod batch;
mod bend;
mod corners;
pub mod cost;
mod diagnose;
mod exact;
mod fans;
mod flat;
mod funnel;
mod goal_tree;
mod goal_trees;
mod hierarchical;
mod labels;
mod lay;
mod obstacles;
mod planner;
mod pokes;
mod portals;
mod profile;
mod pull;
mod roadmap;
mod route;
mod search;
mod shortest;
mod sight;
mod sleeve;
mod snap;
mod taut;
mod walk;

pub use abstraction::Abstraction;
pub use batch::plan_all;
pub use corners::{Corner, Corners};
pub use diagnose::why_not;
pub use exact::{Exact, ExactScratch, Shortest};
pub use flat::Flat;
pub use goal_tree::{GoalTree, Next};
pub use goal_trees::GoalTrees;
pub use hierarchical::Hierarchical;
pub use labels::Labels;
pub use obstacles::{Obstacle, Obstacles, Why};
pub use planner::{Found, PLANNERS, Planner, PlannerEntry, Scratch, World, planner};
pub use profile::{PROFILES, Profile};
pub use pull::{PullScratch, pull, tight_portal};
pub use roadmap::{Keys, Roadmap};
pub use route::{Line, Route, Spot, Waypoint};
pub use snap::{SnapError, Snapped, snap};
