//! Steering models: the local rules that turn a preferred velocity into a velocity.
//!
//! Every model is a file and a line of [`MODELS`]. A model reads the crowd at the moment of a decision and writes the
//! velocities of the rows that it is given. It works on many rows in one call.
//!
//! ```
//! use populace_geom::{Draws, Point, Segment};
//! use populace_steer::{Acquaintance, Crowd, NO_GROUP, ModelScratch, Steering, Walls, model};
//! use serde_json::json;
//!
//! /// An open plane: there are no walls.
//! struct Open;
//! impl Walls for Open {
//!     fn around(&self, _row: usize) -> &[Segment] {
//!         &[]
//!     }
//!     fn within(&self, _row: usize, _reach: f64, _into: &mut Vec<Segment>) {}
//!     fn free_share(&self, _row: usize, _way: Point) -> f64 {
//!         1.0
//!     }
//! }
//!
//! // Two pedestrians walk towards each other, 4 m apart.
//! let walking = [Point::new(1.3, 0.0), Point::new(-1.3, 0.0)];
//! let crowd = Crowd {
//!     id: &[0, 1],
//!     position: &[Point::new(0.0, 0.0), Point::new(4.0, 0.0)],
//!     velocity: &walking,
//!     radius: &[0.25; 2],
//!     preferred: &walking,
//!     top_speed: &[2.0; 2],
//!     group: &[NO_GROUP; 2],
//!     acquaintance: Acquaintance::STRANGERS,
//!     near_start: &[0, 1, 2],
//!     near: &[1, 0],
//!     walls: &Open,
//!     draws: Draws::new(1),
//!     step: 0,
//!     time: 0.0,
//!     dt: 0.1,
//! };
//!
//! let orca = model("orca").expect("a line of the table");
//! let steering = Steering::of(orca, json!({ "density_filter": false })).expect("within the limits");
//! let mut velocity = [Point::ZERO; 2];
//! steering.model().steer(&crowd, &[0, 1], &mut velocity, &mut ModelScratch::default());
//!
//! // Each turns to its right: the first to the south, the second to the north.
//! assert!(velocity[0].x > 1.0 && velocity[0].y < 0.0);
//! assert!(velocity[1].x < -1.0 && velocity[1].y > 0.0);
//! ```
//!
//! `cargo run -p populace-steer --example two_who_meet` shows the whole encounter, under any model.
//!
//! Where things are: `standard` does what most models do alike (they look, stand and follow the jam rules), and calls the
//! kernel of each model for the rest. `jam` has the rules for held-up pedestrians. `passing`, `contact`, `encounter` and
//! `spacing` have the geometry that several models share.

mod anticipation_velocity;
mod collision_free_speed;
pub mod comfort;
mod contact;
mod crowd;
mod encounter;
mod inspection;
pub mod jam;
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
mod standard;
mod steering;

pub use crowd::{Acquaintance, Crowd, NO_GROUP, Walls};
pub use inspection::{CollisionSeen, DriveSeen, Inspection, PersonalSpace, StageSeen};
pub use model::{MODELS, Model, ModelEntry, model};
pub use populace_settings::{Parameter, SettingError};
pub use scratch::ModelScratch;
pub use steering::Steering;
