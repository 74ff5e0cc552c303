//! The error of all importers: the file, the place in the file, what is wrong, and what to do.

use std::fmt;
use std::path::{Path, PathBuf};

/// The error of a place that could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadError {
    /// The file.
    pub path: PathBuf,
    /// The place in the file: `line 3, column 7`, `feature 12 (way/34)`; empty when the error concerns the whole file.
    pub location: String,
    /// What is wrong.
    pub what: String,
    /// What to do about it; empty when there is nothing to add.
    pub hint: String,
}

impl ReadError {
    /// Returns the error that `what` is wrong with the file at `path`.
    pub fn new(path: &Path, what: impl Into<String>) -> Self {
        ReadError { path: path.to_owned(), location: String::new(), what: what.into(), hint: String::new() }
    }
    /// Adds the place in the file.
    pub fn at(mut self, location: impl Into<String>) -> Self {
        self.location = location.into();
        self
    }
    /// Adds what to do.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = hint.into();
        self
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: ", self.path.display())?;
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

impl std::error::Error for ReadError {}
