//! The storm: random worlds that look for what is wrong.
//!
//! A [`RandomWorld`] is a place, people and events, drawn from a seed alone. A [`trial`](trial::trial) runs the world
//! several times: on several numbers of threads, recorded and unrecorded, killed and resumed, with a damaged recording.
//! It gathers [`Evidence`]. The lines of [`INVARIANTS`] look for what must never be in the evidence. A world that
//! breaks an invariant is written down as a scenario and a place, so that a user can run it with `populace run`.
//!
//! Models, followers, planners, perceptions, profiles, measures, kinds of objects and people, and behaviours come from their tables, so a new line of a table
//! takes part in the storm by itself.

mod bytes;
mod chance;
mod coverage;
mod events;
mod evidence;
pub mod invariants;
mod journeys;
mod kept;
mod people;
mod search;
mod trains;
pub mod trial;
mod watcher;
mod worlds;

pub use chance::Chance;
pub use coverage::Coverage;
pub use evidence::{Body, Evidence, Flip, Glance, Rows, Trail};
pub use invariants::{INVARIANTS, Invariant};
pub use kept::keep;
pub use search::Search;
pub use worlds::{Bearing, Draft, DraftArea, DraftObject, PARTS, PartKind, PlacePart, RandomWorld, Rect, Storey};
