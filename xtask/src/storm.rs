//! `cargo xtask storm`: random worlds that look for what is wrong, by a release build of `populace-storm`.

use std::path::Path;
use std::process::Command;

use crate::release;
use crate::step::{Outcome, run as run_step, target};

/// The worlds of `cargo ci`.
const SEEDS: &str = "200";

/// Runs the storm with the arguments that the user gave.
pub fn run(root: &Path, arguments: &[String]) -> Outcome {
    release::build(root)?;
    let mut command =
        Command::new(target(root).join("release").join(format!("populace-storm{}", std::env::consts::EXE_SUFFIX)));
    command.current_dir(root).args(arguments);
    run_step(command)
}

/// Runs the worlds of `cargo ci`.
pub fn check(root: &Path) -> Outcome {
    run(root, &["--seeds".to_owned(), SEEDS.to_owned()])
}
