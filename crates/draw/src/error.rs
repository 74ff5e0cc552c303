//! The error of something that could not be drawn.

use std::fmt;

/// What is wrong with a drawing, and what the user can do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawError {
    /// What is wrong.
    pub what: String,
    /// What to do; empty when there is no advice.
    pub hint: String,
}

impl DrawError {
    /// Makes an error without advice.
    pub fn new(what: impl Into<String>) -> Self {
        DrawError { what: what.into(), hint: String::new() }
    }

    /// Adds what the user can do.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = hint.into();
        self
    }
}

impl fmt::Display for DrawError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.what)?;
        if !self.hint.is_empty() {
            write!(f, "\n  help: {}", self.hint)?;
        }
        Ok(())
    }
}

impl std::error::Error for DrawError {}
