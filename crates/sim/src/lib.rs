//! The simulation: every pedestrian is an individual, and the same seed gives the same bits on any number of threads.
//!
//! One file per phase of the step ([`Simulation::step`]), in the papers' words. The simulation does no input or output and knows no
//! wall clock; commands enter before a step, ordered events leave after it.

mod arrivals;
mod census;
mod commands;
mod crowd;
mod distribution;
mod exits;
mod follow;
mod frame;
mod inspect;
mod journey;
mod lifts;
mod motion;
mod newcomers;
mod phases;
mod progress;
mod pull;
mod purpose;
mod rebuild;
mod report;
mod room;
mod routes;
mod rows;
mod scene;
mod scratch;
mod setup;
mod simulation;
mod state;
mod stuck;
mod team;
mod walls;
mod withdraw;

pub use census::Census;
pub use distribution::Distribution;
pub use follow::{Bar, Cone, FOLLOWERS, Follower, Number, follower};
pub use inspect::{Inspected, Seen};
pub use populace_perceive::{Perceiving, perception};
pub use report::{Counts, Phase, StepReport, Watch};
pub use setup::{Act, Arrivals, Body, Command, ExitChoice, Placed, Population, Setup, Stage, Timing, Whom};
pub use simulation::Simulation;
pub use state::{Ahead, Errand, NONE, OWN_GOAL, People, Person, RestoreError, Status, Track, Way, reseal};

#[cfg(test)]
extern crate self as populace_sim;
#[cfg(test)]
#[path = "../tests/support/mod.rs"]
mod support;
