//! Runs of a bundled scene in tests.

use std::path::{Path, PathBuf};

use populace_run::{End, Job, Measures, Run, Script, Tally};
use populace_scenario::{Prover, Registry};
use populace_traj::{Finding, MeasureEntry, MeasurementArea, Measuring, Moment, Of};

/// Returns the job of the bottleneck: a hundred people, and an area and a line that are measured.
pub fn job() -> Job {
    Job::of_file(&scene(), None, None).unwrap_or_else(|e| panic!("{e}"))
}

fn scene() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/bottleneck.scenario.toml")
}

/// A measure that no table of the workspace has: the most people in the area at once.
pub static MOST: MeasureEntry = MeasureEntry {
    name: "most-people",
    about: "the most people in the area at once",
    unit: "persons",
    source: "this test",
    of: Of::Area,
    needs_ground: false,
    begin: |subject| Some(Box::new(Most { area: subject.area.clone()?, most: 0 })),
};

struct Most {
    area: MeasurementArea,
    most: u64,
}

impl Measuring for Most {
    fn moment(&mut self, moment: &Moment) {
        self.most = self.most.max(self.area.count(moment.frame) as u64);
    }
    fn findings(&self) -> Vec<Finding> {
        vec![Finding::figure("most_people", Some(self.most as f64), "persons")]
    }
    fn save(&self) -> Vec<u8> {
        self.most.to_le_bytes().into()
    }
    fn load(&mut self, bytes: &[u8]) -> Option<()> {
        self.most = u64::from_le_bytes(bytes.try_into().ok()?);
        Some(())
    }
}

/// Returns the bottleneck with every measure: all measures of the table, and one that was added to the registry.
pub fn job_with_every_measure() -> Job {
    let mut registry = Registry::default();
    registry.measures.add(&MOST).unwrap_or_else(|e| panic!("{e}"));
    let mut text = std::fs::read_to_string(scene()).unwrap();
    for (of, place) in
        [(Of::Area, "area = \"before the door\""), (Of::Line, "line = [[10.2, 4.4], [10.2, 5.6]]"), (Of::Everyone, "")]
    {
        let names: Vec<_> = registry.measures.iter().filter(|m| m.of == of).map(|m| m.name).collect();
        text += &format!("\n[[measure]]\nname = \"every {}\"\n{place}\nwhat = {names:?}\n", of.word());
    }
    let proven = Prover::new(&registry).from_text(text.as_bytes(), &scene(), None);
    Job::new(proven.unwrap_or_else(|e| panic!("{e}")), None)
}

/// Returns a run of the scene that ends after a number of steps.
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
