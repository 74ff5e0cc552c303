//! Routes through an environment.
//!
//! After Lamarche & Donikian 2004 ("L"), §3.3: a route is a sequence of portals (free segments), so that whoever walks it can
//! still choose where to cross each of them.

mod bend;
mod corners;
mod fans;
mod funnel;
mod lay;
mod pokes;
mod pull;
mod route;

pub use corners::{Corner, Corners};
pub use pull::{PullScratch, pull};
pub use route::{Line, Route, Spot, Waypoint};
