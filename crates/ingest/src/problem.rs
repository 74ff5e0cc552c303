//! The error of an entry of a file, with the path of the entry. Proofs return it; at the edge of the program it becomes
//! a located error.

use crate::Range;
use crate::key_path::KeyPath;
use crate::words::number;

/// An error of an entry.
#[derive(Debug)]
pub struct Problem {
    /// The path of the entry.
    pub at: KeyPath,
    /// What is wrong.
    pub what: String,
    /// What to do about it.
    pub hint: String,
}

/// Turns the path of an entry into a problem.
pub trait Blame {
    /// Says what is wrong with the entry, and what to do about it.
    fn problem(&self, what: impl Into<String>, hint: impl Into<String>) -> Problem;
}

impl Blame for KeyPath {
    fn problem(&self, what: impl Into<String>, hint: impl Into<String>) -> Problem {
        Problem { at: self.clone(), what: what.into(), hint: hint.into() }
    }
}

/// Returns the value. Refuses it when it is not a number within the limits.
pub fn within(at: &KeyPath, limits: Range, value: f64) -> Result<f64, Problem> {
    if limits.contains(value) {
        return Ok(value);
    }
    let unit = if limits.unit.is_empty() { String::new() } else { format!(" {}", limits.unit) };
    let hint = format!("give {} between {} and {}{unit}", limits.name, limits.low, limits.high);
    Err(at.problem(format!("the {} is {}", limits.name, number(value)), hint))
}
