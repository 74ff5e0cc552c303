//! The laboratory: it runs verification and validation cases for every steering model, and compares the models with
//! measured data.
//!
//! A case ([`Case`]) is one file with its source, set-up, measure and tolerance, and one line in [`CASES`].
//! Verification cases say whether a model does what any model must; validation cases say how far it is from what real
//! people do. [`check`] runs the cases, [`report`] writes the verdicts as pages.
//!
//! ```
//! use populace_lab::{CASES, Plan, check};
//! use populace_steer::model;
//! use serde_json::json;
//!
//! // RiMEA test 1: a pedestrian walks 40 m at 1.33 m/s, which takes 26 to 34 s.
//! let case = CASES.iter().find(|case| case.name == "rimea-01").expect("a line of the table");
//! let plan = Plan {
//!     models: vec![model("reactive").expect("a line of the table")],
//!     settings: json!({}),
//!     cases: vec![case],
//!     is_full: false,
//!     seed: 0,
//!     threads: 1,
//! };
//! let all = check(&plan, &|model, verdict| println!("{}: {}", model.name, verdict.case.name));
//! let verdict = &all[0].verdicts[0];
//! assert!(verdict.passes);
//! assert_eq!(verdict.value().map(f64::round), Some(30.0));
//! ```

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
pub mod station;

pub use bench::Bench;
pub use case::{Case, Kind, Suite};
pub use cases::CASES;
pub use check::{Plan, Verdict, Verdicts, as_json, check};
pub use figure::{Figure, FigurePart, Look};
pub use known::{KNOWN, Known};
pub use observed::Observed;
pub use outcome::{Condition, Outcome};
