//! The end of a run: when it comes, and why it came.

use serde::Serialize;

/// The rule that says when a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// The number of steps after which the run ends at the latest.
    pub last_step: u64,
    /// Whether the run ends as soon as all people have come in and left.
    pub when_empty: bool,
}

impl End {
    /// The end of a run that goes on until its caller stops it.
    pub const NEVER: End = End { last_step: u64::MAX, when_empty: false };

    /// Returns how many steps of `dt` s it takes to cover `seconds`; at least 1.
    pub fn steps(seconds: f64, dt: f64) -> u64 {
        ((seconds / dt - 1e-9).ceil() as u64).max(1)
    }
}

/// The reason why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ended {
    /// All people have come in and left.
    Empty,
    /// All steps are done.
    Limit,
    /// The caller asked the run to stop.
    Interrupted,
}

impl Ended {
    /// Returns the word for scripts.
    pub fn word(self) -> &'static str {
        match self {
            Ended::Empty => "empty",
            Ended::Limit => "limit",
            Ended::Interrupted => "interrupted",
        }
    }
}
