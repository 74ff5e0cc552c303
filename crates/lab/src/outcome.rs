//! The outcome of a case.

use crate::Figure;

/// The outcome of running a case.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// The value of the case, in its unit.
    pub value: f64,
    /// Conditions that must hold besides the limits of the value.
    pub conditions: Vec<Condition>,
    /// Drawings of what was seen.
    pub figures: Vec<Figure>,
    /// Remarks that are worth knowing.
    pub notes: Vec<String>,
}

/// A condition that must hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    /// The condition, in words.
    pub what: String,
    /// Whether it holds.
    pub holds: bool,
}

impl Outcome {
    /// Returns an outcome with a value and nothing else.
    pub fn of(value: f64) -> Self {
        Outcome { value, ..Outcome::default() }
    }
    /// Adds something that must hold, too.
    pub fn must(mut self, what: impl Into<String>, holds: bool) -> Self {
        self.conditions.push(Condition { what: what.into(), holds });
        self
    }
    /// Adds a figure.
    pub fn drawn(mut self, figure: Figure) -> Self {
        self.figures.push(figure);
        self
    }
    /// Adds notes about measured people, for example about what could not be read.
    pub(crate) fn notes(mut self, notes: &[String]) -> Self {
        self.notes.extend_from_slice(notes);
        self
    }
    /// Adds something worth knowing.
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }
}
