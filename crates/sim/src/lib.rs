//! The simulation: every pedestrian is an individual, and the same seed gives the same bits on any number of threads.

mod distribution;
mod setup;

pub use distribution::Distribution;
pub use populace_perceive::Perception;
pub use setup::{Arrivals, Body, Command, ExitChoice, Placed, Population, Setup, Stage, Timing};
