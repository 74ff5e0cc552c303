//! `cargo xtask storm`: random worlds that look for what is wrong, by a release build of `populace-storm`.

use std::path::Path;

use crate::step::{Outcome, cargo, run as run_step};

/// The worlds of `cargo ci`.
const SEEDS: &str = "200";

/// Runs the storm with the arguments that the user gave.
pub fn run(root: &Path, arguments: &[String]) -> Outcome {
    let mut command = cargo(root, &["run", "--release", "--package", "populace-storm", "--locked", "--quiet", "--"]);
    command.args(arguments);
    run_step(command)
}

/// Runs the worlds of `cargo ci`.
pub fn check(root: &Path) -> Outcome {
    run(root, &["--seeds".to_owned(), SEEDS.to_owned()])
}
