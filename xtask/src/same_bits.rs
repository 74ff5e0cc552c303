//! A debug and a release build give the same bits: scenes are recorded by one and replayed by the other, which compares the state hash of
//! every step and the events.
//!
//! The debug build is the one of the tests: it has assertions and overflow checks, another level of optimisation and other units of
//! code generation than the release build.

use std::path::{Path, PathBuf};

use crate::step::{Outcome, cargo, output, populace, run as run_step, target};

/// Scenes, and the simulated time to which each is run, s.
const SCENES: [(&str, &str); 3] = [("bottleneck", "60"), ("three_floors", "200"), ("station", "120")];

/// Records by the release build, replays by the debug build.
pub fn check(root: &Path) -> Outcome {
    run_step(cargo(root, &["build", "--release", "--package", "populace", "--locked", "--quiet"]))?;
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
