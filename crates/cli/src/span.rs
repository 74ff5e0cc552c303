//! The part of a recording that a command looks at: `--from` and `--until`.

use crate::failure::Failure;

/// A time from and to, s.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    pub from: f64,
    pub until: f64,
}

impl Span {
    /// Returns the span between two times as typed. Without an end, the span has no end. Refuses an end that is not after the
    /// beginning.
    pub fn of(from: f64, until: Option<f64>) -> Result<Self, Failure> {
        let until = until.unwrap_or(f64::INFINITY);
        // Written so that what is not a number is refused, too.
        if until > from {
            return Ok(Span { from, until });
        }
        Err(Failure::new(format!("--until {until}: is not after --from {from}")).hint("give a later time"))
    }
    /// Returns whether a time lies in the span.
    pub fn contains(&self, time: f64) -> bool {
        time >= self.from && time <= self.until
    }
}
