//! The one error of scenarios: which file, where in it, what is wrong, and what to do. An error in a text shows the line; an error in a
//! scenario that code built carries the path of the key.

use std::fmt;
use std::path::{Path, PathBuf};

use populace_ingest::ReadError;
use populace_ingest::hand::Origin;
use populace_ingest::key_path::{KeyPath, TomlError};
use populace_ingest::located::Position;
pub(crate) use populace_ingest::problem::{Blame, Problem};
use populace_ingest::suggest::explain;

/// The error of a scenario that could not be taken.
#[derive(Debug, Clone, PartialEq)]
pub struct ScenarioError {
    /// The file; empty for a scenario that code built.
    pub path: PathBuf,
    /// The path of the key, such as `population[0].journey[1].leave`. It is the path of the whole file when the error concerns the
    /// whole file, or when the text is not TOML.
    pub key: KeyPath,
    /// Line and column, when the scenario came from a text and the error does not concern the whole file.
    pub position: Option<Position>,
    /// The line of the text, with a mark below the position. It is empty when there is no line to show.
    pub excerpt: String,
    /// What is wrong.
    pub what: String,
    /// What to do about it. It is empty when there is nothing to add.
    pub hint: String,
}

impl ScenarioError {
    /// Says that something is wrong with a file as a whole.
    pub(crate) fn whole(path: &Path, what: impl Into<String>, hint: impl Into<String>) -> Self {
        let (what, hint) = (what.into(), hint.into());
        let (path, key) = (path.to_owned(), KeyPath::file());
        ScenarioError { path, key, position: None, excerpt: String::new(), what, hint }
    }
    /// Says that something is wrong at a byte of a text.
    pub(crate) fn located(path: &Path, text: &[u8], offset: usize, what: String, hint: String) -> Self {
        let position = Position::of(text, offset);
        let excerpt = position.excerpt(text);
        ScenarioError { position: Some(position), excerpt, ..Self::whole(path, what, hint) }
    }
    /// Repeats what the TOML reader says. For a misspelt word it adds the nearest right one.
    pub(crate) fn of_toml(path: &Path, text: &str, error: &TomlError) -> Self {
        let (mut what, mut hint) = explain(&error.message);
        if what.contains("recursion") {
            "brackets or dotted names are nested too deeply".clone_into(&mut what);
        }
        if hint.is_empty() {
            hint = toml_hint(&what).to_owned();
        }
        match error.offset {
            Some(offset) => Self::located(path, text.as_bytes(), offset, what, hint),
            None => Self::whole(path, what, hint),
        }
    }
    /// Says what is wrong with an entry, and where it is written.
    pub(crate) fn of_problem(origin: &Origin, problem: Problem) -> Self {
        let Problem { at, what, hint } = problem;
        let error = Self::whole(if origin.is_code() { Path::new("") } else { origin.path() }, what, hint);
        match origin.position(&at) {
            Some((position, excerpt)) => ScenarioError { key: at, position: Some(position), excerpt, ..error },
            None => ScenarioError { key: at, ..error },
        }
    }
    /// Returns the path of the key and what is wrong with it, without the file.
    pub fn said(&self) -> String {
        if self.key.is_file() { self.what.clone() } else { format!("{}: {}", self.key, self.what) }
    }
    /// Repeats why a place cannot be read. That error already shows the line.
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
        match self.path.as_os_str().is_empty() {
            true => f.write_str("scenario: ")?,
            false => write!(f, "{}: ", self.path.display())?,
        }
        match self.position {
            Some(position) => write!(f, "{position}: ")?,
            None if self.key.is_file() => {}
            None => write!(f, "{}: ", self.key)?,
        }
        write!(f, "{}{}", self.what, self.excerpt)?;
        if !self.hint.is_empty() {
            write!(f, "\n  help: {}", self.hint)?;
        }
        Ok(())
    }
}

impl std::error::Error for ScenarioError {}
