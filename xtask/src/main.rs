//! Build automation: `cargo ci`, `cargo demo`, `cargo tidy`. Standard library only, so it builds in a second.

mod ci;
mod demo;
mod step;
mod tidy;

use std::path::PathBuf;
use std::process::ExitCode;

const USAGE: &str = "\
cargo ci      format, lints, tests, documentation, tidy and a smoke run; stops at the first failure
cargo demo    builds the bundled scenes and draws every stage into out/demo
cargo tidy    checks the crate arrows and the habits that a machine can check";

fn main() -> ExitCode {
    let root = root();
    let outcome = match std::env::args().nth(1).as_deref() {
        Some("ci") => ci::run(&root),
        Some("demo") => demo::run(&root),
        Some("tidy") => tidy::run(&root),
        Some(other) => Err(format!("no task is called {other:?}\n{USAGE}")),
        None => Err(USAGE.to_string()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// The root of the repository: the folder above this package.
fn root() -> PathBuf {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    here.parent().map(PathBuf::from).unwrap_or(here)
}
