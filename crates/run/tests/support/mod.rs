//! Runs of a bundled scene in tests.

#![allow(dead_code)] // Every test uses a part of it.

use std::path::{Path, PathBuf};

use populace_run::{End, Job, Measures, Run, Script, Tally};

/// Returns the job of the bottleneck: a hundred people, and an area and a line that are measured.
pub fn job() -> Job {
    let scene = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/bottleneck.scenario.toml");
    Job::of_file(&scene, None, None).unwrap_or_else(|e| panic!("{e}"))
}

/// Returns a run of the scene that ends after so many steps.
pub fn run(job: &Job, last_step: u64) -> Run {
    job.run(Script::of(&job.scenario), End { last_step, when_empty: true })
}

/// Returns the folder for the recording of a test, and removes what an earlier test left there.
pub fn fresh(test: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).unwrap();
    }
    folder
}

/// Returns everything that a run measures, as text, so that a difference in the last bit shows.
pub fn figures(run: &Run, tally: &Tally, measures: &Measures) -> String {
    let found = (tally.travel(), tally.densest(), measures.figures(), measures.csv());
    format!("{:?} {:?} {:?}", run.state_hash(), run.simulation().counts(), found)
}
