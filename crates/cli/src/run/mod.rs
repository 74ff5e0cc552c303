//! Runs at the command line: the progress bar, the stopwatch, Ctrl-C, threads, and the summary in words.

mod bar;
mod interrupt;
mod stopwatch;
mod summary;

pub use bar::Bar;
pub use interrupt::{EXIT_CODE, Interrupt, outlive_file_size_limits};
pub use stopwatch::Stopwatch;
pub use summary::{Began, text, words};

use crate::failure::Failure;

/// Does the work on a number of threads; on all cores when the number is not given. Results do not depend on it.
pub fn on_threads<T: Send>(threads: Option<u16>, work: impl FnOnce() -> T + Send) -> Result<T, Failure> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0).into()).build();
    let pool = pool.map_err(|e| {
        Failure::new(format!("the threads could not be started: {e}")).hint("ask for fewer with --threads")
    })?;
    Ok(pool.install(work))
}
