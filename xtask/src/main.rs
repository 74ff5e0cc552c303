//! Build automation: `cargo ci`, `cargo demo`, `cargo tidy`. Standard library only, so it builds in a second.

mod ci;
mod demo;
mod pedpy;
mod same_bits;
mod step;
mod tidy;

use std::path::PathBuf;
use std::process::ExitCode;

const USAGE: &str = "\
cargo ci      format, lints, tests, documentation, tidy, smoke runs, debug against release, PedPy; stops at the first failure
cargo demo    runs a station with 1,000 pedestrians and draws their paths, the station and two routes into out/demo
cargo tidy    checks the crate arrows and the habits that a machine can check

parts of `cargo ci` alone, as `cargo run --package xtask -- PART`:
same-bits     a debug build replays what a release build recorded
pedpy         PedPy, pandas, Polars and DuckDB read a recording and its exports";

fn main() -> ExitCode {
    let root = root();
    let outcome = match std::env::args().nth(1).as_deref() {
        Some("ci") => ci::run(&root),
        Some("demo") => demo::run(&root),
        Some("tidy") => tidy::run(&root),
        Some("same-bits") => same_bits::check(&root),
        Some("pedpy") => pedpy::check(&root),
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
