//! Build automation: `cargo ci`, `cargo demo`, `cargo viewer`, `cargo tidy`. Standard library only, so it builds in a second.

mod browser;
mod ci;
mod demo;
mod pedpy;
mod release;
mod same_bits;
mod skipped;
mod step;
mod storm;
mod tidy;
mod viewer;

use std::path::PathBuf;
use std::process::ExitCode;

const USAGE: &str = "\
cargo ci      format, tidy, viewer, lints, tests, documentation, smoke runs, browser, debug against release, storm, PedPy; stops at the first failure
cargo demo    runs a station with 1,000 pedestrians, draws their paths, the station and two routes into out/demo, and serves the
              station live until Ctrl-C, unless --no-serve is given
cargo tidy    checks the crate arrows and the habits that a machine can check
cargo viewer  checks, tests and builds the pages of `populace view`, when they have changed

cargo xtask storm --seeds 200   runs random worlds and looks for what is wrong; --help lists the other flags

parts of `cargo ci` alone, as `cargo run --package xtask -- PART`:
browser       the tests of the viewer in Chromium; names of test files choose some
same-bits     a debug build replays what a release build recorded
pedpy         PedPy, pandas, Polars and DuckDB read a recording and its exports

pictures      takes the screenshots of the viewer for the README and the book
script-time   measures how long the page works per picture of 5,000 people";

fn main() -> ExitCode {
    let root = root();
    let mut arguments = std::env::args().skip(1);
    let task = arguments.next();
    let rest: Vec<String> = arguments.collect();
    let outcome = match task.as_deref() {
        Some("ci") => ci::run(&root),
        Some("demo") => demo::run(&root, &rest),
        Some("tidy") => tidy::run(&root),
        Some("viewer") => viewer::run(&root),
        Some("browser") => browser::check(&root, &rest),
        Some("pictures") => browser::pictures(&root),
        Some("script-time") => browser::script_time(&root),
        Some("same-bits") => same_bits::check(&root),
        Some("pedpy") => pedpy::check(&root),
        Some("storm") => storm::run(&root, &rest),
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

/// Returns the root of the repository: the folder above this package.
fn root() -> PathBuf {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    here.parent().map(PathBuf::from).unwrap_or(here)
}
