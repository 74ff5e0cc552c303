//! Steering models: the local rules that turn a preferred velocity into a velocity.
//!
//! One file per model, one line per model in [`MODELS`]. A model reads the frozen crowd and writes only the velocities of the rows
//! it was given; it works on many rows in one call.

mod anticipation_velocity;
mod collision_free_speed;
pub mod comfort;
mod contact;
mod crowd;
mod encounter;
mod frame;
mod inspection;
mod jam;
mod model;
mod nearest;
pub mod orca;
mod passing;
pub mod power_law;
pub mod predictive;
pub mod reactive;
mod scratch;
mod social_force;
mod spacing;
mod steering;

pub use crowd::{Acquaintance, Crowd, NO_GROUP, Walls};
pub use inspection::{CollisionSeen, DriveSeen, Inspection, PersonalSpace, StageSeen};
pub use model::{MODELS, Model, ModelEntry, model};
pub use populace_settings::{Parameter, SettingError};
pub use scratch::Scratch;
pub use steering::Steering;
