//! The simulation: every pedestrian is an individual, and the same seed gives the same bits on any number of threads.
//!
//! One file per phase of the step ([`Simulation::step`]), in the papers' words. The simulation does no input or output and knows no
//! wall clock; commands enter before a step, ordered events leave after it.

mod admit;
mod advance;
mod arrivals;
mod bytes;
mod census;
mod distribution;
mod follow;
mod frame;
mod ground;
mod inspect;
mod lifts;
mod motion;
mod obey;
mod people;
mod purpose;
mod rebuild;
mod report;
mod room;
mod routes;
mod scene;
mod setup;
mod simulation;
mod snapshot;
mod team;
mod think;
mod walls;
mod withdraw;

pub use census::Census;
pub use distribution::Distribution;
pub use follow::{Bar, Cone, FOLLOWERS, Follower, Number, follower};
pub use inspect::{Inspected, Seen};
pub use people::{Ahead, Errand, NONE, OWN_GOAL, People, Person, Status, Track, Way};
pub use populace_perceive::{GraphSettings, GridSettings, Perception};
pub use report::{Counts, Phase, StepReport, Watch};
pub use setup::{Act, Arrivals, Body, Command, ExitChoice, Placed, Population, Setup, Stage, Timing, Whom};
pub use simulation::Simulation;
pub use snapshot::RestoreError;
