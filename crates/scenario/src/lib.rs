//! Scenario files: as written ([`written`]), then proven ([`Scenario`]), which makes a simulation's
//! [`Setup`](populace_sim::Setup) as often as one is wanted.
//!
//! Errors name the file, line and column, show the line, and say what to do.

mod acquaintance;
mod acts;
mod arrivals;
mod at;
mod blocks;
mod error;
mod events;
mod ground;
mod journey;
mod limits;
mod people;
mod prove;
mod reach;
mod scenario;
mod schema;
mod settings;
mod several;
mod spread;
mod standing;
pub mod written;

pub use acts::Acts;
pub use error::ScenarioError;
pub use limits::{LIMITS, MAX_BLOCKS, MAX_BYTES, MAX_CORNERS, MAX_ENTRIES, MAX_PEOPLE};
pub use prove::{Measure, Measured, Record, Until};
pub use scenario::Scenario;
pub use schema::schema;
pub use several::Several;
pub use spread::{Spread, SpreadTable};
