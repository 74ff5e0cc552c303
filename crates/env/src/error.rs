//! The error of a place that could not become an environment.

use std::fmt;

/// What is wrong with a place, where, and what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuildError {
    /// The item of the place, as in `floor "level 0", feature 12 (way/34)`; empty when the error concerns the whole
    /// place.
    pub location: String,
    /// What is wrong.
    pub what: String,
    /// What to do about it.
    pub hint: String,
}

impl BuildError {
    /// Returns the error that `what` is wrong at a location, with what to do.
    pub(crate) fn new(location: impl Into<String>, what: impl Into<String>, hint: impl Into<String>) -> Self {
        BuildError { location: location.into(), what: what.into(), hint: hint.into() }
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if !self.location.is_empty() {
            write!(f, "{}: ", self.location)?;
        }
        write!(f, "{}", self.what)?;
        if !self.hint.is_empty() {
            write!(f, "\n  help: {}", self.hint)?;
        }
        Ok(())
    }
}

impl std::error::Error for BuildError {}
