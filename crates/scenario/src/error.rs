//! The one error of scenarios: which file, where in it, the line, what is wrong, and what to do.

use std::fmt;
use std::path::{Path, PathBuf};

use populace_ingest::ReadError;
use populace_ingest::located::Position;
use populace_ingest::suggest::explain;

use crate::at::{At, Spans};

/// Why a scenario could not be taken.
#[derive(Debug, Clone, PartialEq)]
pub struct ScenarioError {
    /// The file.
    pub path: PathBuf,
    /// Where in it; absent when it concerns the whole file.
    pub position: Option<Position>,
    /// The line with a mark below the position; empty when there is none.
    pub excerpt: String,
    /// What is wrong.
    pub what: String,
    /// What to do about it; empty when there is nothing to add.
    pub hint: String,
}

impl ScenarioError {
    /// Something is wrong with the file as a whole.
    pub(crate) fn whole(path: &Path, what: impl Into<String>, hint: impl Into<String>) -> Self {
        let (what, hint) = (what.into(), hint.into());
        ScenarioError { path: path.to_owned(), position: None, excerpt: String::new(), what, hint }
    }
    /// Something is wrong at a byte of the text.
    pub(crate) fn located(path: &Path, text: &[u8], offset: usize, what: String, hint: String) -> Self {
        let position = Position::of(text, offset);
        let excerpt = position.excerpt(text);
        ScenarioError { path: path.to_owned(), position: Some(position), excerpt, what, hint }
    }
    /// What the TOML reader says, with the nearest right word for a misspelt one.
    pub(crate) fn of_toml(path: &Path, text: &str, error: &toml::de::Error) -> Self {
        let (mut what, mut hint) = explain(error.message());
        if what.contains("recursion") {
            "brackets or dotted names are nested too deeply".clone_into(&mut what);
        }
        if hint.is_empty() {
            hint = toml_hint(&what).to_owned();
        }
        match error.span() {
            Some(span) => Self::located(path, text.as_bytes(), span.start, what, hint),
            None => Self::whole(path, what, hint),
        }
    }
    /// A problem with what the file says.
    pub(crate) fn of_problem(path: &Path, text: &str, spans: &Spans, problem: Problem) -> Self {
        match spans.offset(&problem.at) {
            Some(offset) => Self::located(path, text.as_bytes(), offset, problem.what, problem.hint),
            None => Self::whole(path, problem.what, problem.hint),
        }
    }
    /// A place that cannot be read; its error shows the line already.
    pub(crate) fn of_place(error: ReadError) -> Self {
        let at = if error.location.is_empty() { String::new() } else { format!("{}: ", error.location) };
        Self::whole(&error.path, at + &error.what, error.hint)
    }
}

fn toml_hint(what: &str) -> &'static str {
    match what {
        _ if what.starts_with("missing field") => "add it; the chapter on scenarios lists the keys of every table",
        _ if what.starts_with("invalid") => "the chapter on scenarios says what each key holds",
        _ if what.contains("duplicate key") => "keep one of the two",
        _ => "a scenario is TOML: lines of name = value, below headings such as [[population]]",
    }
}

impl fmt::Display for ScenarioError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: ", self.path.display())?;
        if let Some(position) = self.position {
            write!(f, "{position}: ")?;
        }
        write!(f, "{}{}", self.what, self.excerpt)?;
        if !self.hint.is_empty() {
            write!(f, "\n  help: {}", self.hint)?;
        }
        Ok(())
    }
}

impl std::error::Error for ScenarioError {}

/// Something that is wrong with an entry.
#[derive(Debug)]
pub(crate) struct Problem {
    pub at: At,
    pub what: String,
    pub hint: String,
}
