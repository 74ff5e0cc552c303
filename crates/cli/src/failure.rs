//! The report of a failure, as users see it: what is wrong, where, and what to do; exit code 2.

use std::fmt;
use std::path::Path;

use populace_draw::DrawError;
use populace_env::BuildError;
use populace_ingest::ReadError;
use populace_record::RecordError;
use populace_run::RunError;
use populace_scenario::ScenarioError;

use crate::printable::lines;

/// The reason why a command stopped.
#[derive(Debug)]
pub struct Failure {
    what: String,
    hint: String,
}

impl Failure {
    pub fn new(what: impl Into<String>) -> Self {
        Failure { what: what.into(), hint: String::new() }
    }
    /// Adds what to do.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = hint.into();
        self
    }
    /// Returns what is wrong, and what to do.
    pub fn parts(&self) -> (String, String) {
        // Errors of files end with a help line of their own.
        match self.what.rsplit_once("\n  help: ") {
            Some((what, hint)) if self.hint.is_empty() => (what.to_owned(), hint.to_owned()),
            _ => (self.what.clone(), self.hint.clone()),
        }
    }
    /// Returns the failure of a place that was read but cannot be built.
    pub fn of_build(path: &Path, error: &BuildError) -> Self {
        let at = if error.location.is_empty() { String::new() } else { format!("{}: ", error.location) };
        Failure::new(format!("{}: {at}{}", path.display(), error.what)).hint(error.hint.clone())
    }
    /// Returns the failure of a file that cannot be written.
    pub fn of_write(path: &Path, error: &std::io::Error) -> Self {
        Failure::new(format!("{}: cannot be written: {error}", path.display()))
            .hint("check that its folder exists and may be written to")
    }
}

impl From<DrawError> for Failure {
    fn from(error: DrawError) -> Self {
        Failure::new(error.what).hint(error.hint)
    }
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Self {
        // A read error writes its own help line.
        Failure::new(error.to_string())
    }
}

impl From<ScenarioError> for Failure {
    fn from(error: ScenarioError) -> Self {
        // A scenario error shows the line and writes its own help line.
        Failure::new(error.to_string())
    }
}

impl From<RecordError> for Failure {
    fn from(error: RecordError) -> Self {
        Failure::new(error.to_string())
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        Failure::new(error.to_string())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "error: {}", lines(&self.what))?;
        if !self.hint.is_empty() {
            write!(f, "\n  help: {}", lines(&self.hint))?;
        }
        Ok(())
    }
}
