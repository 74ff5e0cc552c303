//! Running a scenario: what is to be run, the loop around the step, and what is told about it.

mod bar;
mod drive;
mod interrupt;
mod job;
mod measures;
mod saved;
mod script;
mod stopwatch;
mod summary;
mod tally;

pub use bar::Bar;
pub use drive::{Drive, Ended, Goal};
pub use interrupt::Interrupt;
pub use job::Job;
pub use measures::{Measures, measured, quoted};
pub use saved::Saved;
pub use script::{ActFailure, Script};
pub use stopwatch::Stopwatch;
pub use summary::Summary;
pub use tally::Tally;

use crate::failure::Failure;

/// Does the work on so many threads; on all cores when the number is not given. Results do not depend on it.
pub fn on_threads<T: Send>(threads: Option<u16>, work: impl FnOnce() -> T + Send) -> Result<T, Failure> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0).into()).build();
    let pool = pool.map_err(|e| {
        Failure::new(format!("the threads could not be started: {e}")).hint("ask for fewer with --threads")
    })?;
    Ok(pool.install(work))
}

/// Steps in a time, s.
pub fn steps(seconds: f64, dt: f64) -> u64 {
    ((seconds / dt - 1e-9).ceil() as u64).max(1)
}
