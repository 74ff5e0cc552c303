//! A debug build and a release build give the same bits. One build records scenes, the other replays them and compares the state
//! hash of every step and the events.
//!
//! The debug build is that of the tests. Unlike the release build it has assertions and overflow checks, and it uses another level
//! of optimisation and other units of code generation.

use std::path::{Path, PathBuf};

use crate::release;
use crate::step::{Outcome, cargo, output, populace, run as run_step, target};

/// Scenes, and the simulated time to which each is run, s.
const SCENES: [(&str, &str); 3] = [("bottleneck", "60"), ("three_floors", "200"), ("station", "120")];

/// Records scenes with the release build, and replays them with the debug build.
pub fn check(root: &Path) -> Outcome {
    release::build(root)?;
    for (scene, until) in SCENES {
        let mut command = populace(root, "release");
        command.arg("run").arg(format!("scenes/{scene}.scenario.toml")).args(["--until", until, "--quiet", "--json"]);
        command.args(["--overwrite", "--out"]).arg(recording(root, scene));
        output(command)?;
    }
    run_step(cargo(root, &["build", "--package", "populace", "--locked", "--quiet"]))?;
    for (scene, until) in SCENES {
        let mut command = populace(root, "debug");
        command.args(["replay-check", "--quiet"]).arg(recording(root, scene));
        let told = output(command)?;
        print!("   {scene} to {until} s: {told}");
    }
    Ok(())
}

fn recording(root: &Path, scene: &str) -> PathBuf {
    target(root).join("ci/same-bits").join(scene)
}
