//! Help for the tests of all crates: limits on waiting, and access to real data.
//!
//! A test never waits without a limit. Child processes run through [`Running`] and [`output`], sockets come from
//! [`connect`], and a loop that waits for a message asks a [`Deadline`] how long it may still wait. A limit that is
//! reached fails the test; no test passes by waiting. `cargo tidy` refuses calls in tests that wait without a limit.
//!
//! A test on real data asks [`data()`] or [`data_files`] for them. Where the data are absent the test ends early, and
//! `cargo ci` counts it as skipped.
//!
//! ```
//! use std::process::Command;
//!
//! let output = populace_harness::output(Command::new("cargo").arg("--version"));
//! assert!(String::from_utf8_lossy(&output.stdout).starts_with("cargo "));
//! ```

mod data;
mod limit;
mod skip;

pub use data::{data, data_files};
pub use limit::{Deadline, LONGEST, Running, connect, output};
pub use skip::skip;
