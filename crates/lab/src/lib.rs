//! The laboratory: every steering model is held to the tests of the field and to measured data.
//!
//! A case ([`Case`]) is one file with its source, set-up, measure and tolerance, and one line in [`CASES`]. Verification cases say whether
//! a model does what any model must; validation cases say how far it is from what real people do. [`check`] runs them,
//! [`report`] writes what came of it as pages.

mod bench;
mod case;
mod cases;
mod check;
#[cfg(test)]
mod claims;
mod data;
mod figure;
mod known;
mod observed;
mod observer;
mod outcome;
pub mod report;

pub use bench::Bench;
pub use case::{Case, Kind, Suite};
pub use cases::CASES;
pub use check::{Plan, Verdict, Verdicts, as_json, check};
pub use figure::{Figure, FigurePart, Look};
pub use known::{KNOWN, Known};
pub use observed::Observed;
pub use outcome::{Condition, Outcome};
