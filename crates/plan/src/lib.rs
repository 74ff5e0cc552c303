//! Routes through an environment, and the lines that bodies walk along them.
//!
//! A [`Roadmap`] holds the key points of a place and the costs between them, for one [`Profile`]. A planner of
//! [`PLANNERS`] is prepared for an [`Atlas`], which is a place with its doors and such a roadmap, and finds routes in
//! it. [`pull`] makes the line that a body walks along a route; [`snap()`] moves a start or a goal to where a body fits;
//! [`why_not`] says why there is no route.
//!
//! ```
//! use populace_env::{BuildOptions, Floor, FloorId, Outline, Place, build};
//! use populace_geom::Point;
//! use populace_plan::{Atlas, Corners, Keys, Line, PLANNERS, Profile, PullScratch, Roadmap, Scratch, pull, snap};
//!
//! // Two rooms and, in the wall of 0.2 m between them, a doorway of 1 m.
//! let rectangle = |x0, y0, x1, y1| {
//!     let corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)].map(|(x, y)| Point::new(x, y));
//!     Outline::new(corners.to_vec(), "rectangle")
//! };
//! let mut floor = Floor::level("ground", 0.0);
//! floor.walkable = vec![rectangle(0.0, 0.0, 5.0, 5.0), rectangle(5.2, 0.0, 10.0, 5.0), rectangle(5.0, 2.0, 5.2, 3.0)];
//! let env = build(&Place { floors: vec![floor], ..Place::default() }, &BuildOptions::default())?.environment;
//!
//! // A route for an adult, from one room to the other.
//! let adult = Profile::default();
//! let world = env.as_given();
//! let map = Roadmap::of(world, &adult, Keys::default());
//! let atlas = Atlas { world, map: &map };
//! let planner = (PLANNERS[0].prepare)(atlas);
//! let spot = |x, y| snap(world, FloorId(0), Point::new(x, y), adult.width, 1.0).map(|snapped| snapped.spot);
//! let (start, goal) = (spot(1.0, 0.5)?, spot(9.0, 0.5)?);
//! let route = planner.plan(atlas, start, goal, &mut Scratch::default()).expect("a way").route;
//! assert_eq!(route.portals.len(), 2); // into the doorway and out of it
//!
//! // The line that the adult walks: around both corners of the doorway, half a body width away from them.
//! let corners = Corners::of(&env, adult.radius());
//! let mut line = Line::default();
//! assert!(pull(&env, &corners, start, goal, &route.portals, &mut PullScratch::default(), &mut line));
//! assert!((8.7..8.9).contains(&line.length));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `cargo run -p populace-plan --example route` prints such a route with its line, and why a wheelchair has none.
//!
//! After Lamarche & Donikian 2004 ("L"), §3.3: a route is a sequence of portals (free segments), so that a pedestrian
//! can still choose where to cross each of them.

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
