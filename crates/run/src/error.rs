//! The errors of runs.

use populace_record::RecordError;
use populace_scenario::ScenarioError;

use crate::checkpoint::CheckpointError;

/// The reason why a run stopped.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The scenario, its place or an act of a file cannot be taken.
    #[error(transparent)]
    Scenario(#[from] ScenarioError),
    /// The recording cannot be written or read.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The run cannot go on from a checkpoint, or cannot make one.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// A sink cannot take what it was handed.
    #[error("{what}\n  help: {hint}")]
    Sink {
        /// What is wrong.
        what: String,
        /// What to do about it.
        hint: String,
    },
}

/// The reason why an act was not taken. The simulation has not changed.
#[derive(Debug, thiserror::Error)]
pub enum ActError {
    /// The act cannot be done.
    #[error(transparent)]
    Refused(#[from] ScenarioError),
    /// The run has no scenario that could prove the act.
    #[error("this run has no scenario, so nothing can be asked of it\n  help: run a scenario")]
    NoScenario,
    /// A sink could not take the act, a recording on a full disk for example. The run should stop.
    #[error(transparent)]
    Sink(#[from] RunError),
}
