//! Routes through an environment.
//!
//! After Lamarche & Donikian 2004 ("L"), §3.3: a route is a sequence of portals (free segments), so that whoever walks it can
//! still choose where to cross each of them.

mod bend;
mod corners;
mod exact;
mod fans;
mod funnel;
mod lay;
mod pokes;
mod pull;
mod route;
mod sight;
mod taut;
mod walk;

pub use corners::{Corner, Corners};
pub use exact::{Exact, ExactScratch, Found};
pub use pull::{PullScratch, pull};
pub use route::{Line, Route, Spot, Waypoint};
