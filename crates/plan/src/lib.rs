//! Routes through an environment.
//!
//! After Lamarche & Donikian 2004 ("L"), §3.3: a route is a sequence of portals (free segments), so that whoever walks it can
//! still choose where to cross each of them.

pub mod cost;
mod diagnose;
mod line;
mod planners;
mod profile;
mod roadmap;
mod route;
mod search;
mod snap;

pub use diagnose::obstacles::{Obstacle, Obstacles, Why};
pub use diagnose::why_not;
pub use line::corners::{Corner, Corners};
pub use line::exact::{Exact, ExactScratch, Shortest};
pub use line::pull::{PullScratch, pull, tight_portal};
pub use planners::flat::Flat;
pub use planners::goal_trees::GoalTrees;
pub use planners::hierarchical::Hierarchical;
pub use planners::labels::Labels;
pub use planners::{Atlas, Found, PLANNERS, Planner, PlannerEntry, Scratch, planner};
pub use profile::{PROFILES, Profile};
pub use roadmap::{Keys, Roadmap};
pub use route::{Line, Route, Spot, Waypoint};
pub use search::abstraction::Abstraction;
pub use search::goal_tree::{GoalTree, Next};
pub use snap::{SnapError, Snapped, snap};
