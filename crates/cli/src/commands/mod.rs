//! One file per subcommand.

pub mod bench;
pub mod build;
pub mod check;
pub mod convert;
pub mod draw;
pub mod formats;
pub mod inspect;
pub mod measure;
pub mod models;
pub mod replay_check;
pub mod route;
pub mod run;
pub mod schema;
pub mod station;
pub mod view;

use std::io::Write;

use crate::failure::Failure;
use crate::printable;

/// Prints to standard output what a terminal can show; a reader that closed the pipe early is not a failure.
pub fn print(text: &str) -> Result<(), Failure> {
    match std::io::stdout().lock().write_all(printable::lines(text).as_bytes()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure::new(format!("standard output cannot be written: {error}")))
        }
        _ => Ok(()),
    }
}
