//! A job: a proven scenario with its seed, and the files from which it was made.

use std::path::{Path, PathBuf};

use populace_env::Place;
use populace_record::{About, Document, Names, Recording};
use populace_scenario::{Prover, Registry, Scenario, ScenarioError};
use populace_sim::{Setup, Simulation};

use crate::{End, Run, Script};

/// The simulated time after which a segment of the recording is closed, s. A killed run loses at most this much.
const SEGMENT_SECONDS: f64 = 60.0;
/// The simulated time between two searches for the densest spot, and between two rows of the measures, s.
const ROW_SECONDS: f64 = 1.0;

/// Returns the number of frames in a row of statistics: those of about a second. `frame_time` is the time between two frames, s.
pub fn frames_of_a_row(frame_time: f64) -> u64 {
    (ROW_SECONDS / frame_time).round().max(1.0) as u64
}

/// A run before it begins.
pub struct Job {
    /// The scenario.
    pub scenario: Scenario,
    /// The setup from which the simulation is made, with the seed.
    pub setup: Setup,
}

impl Job {
    /// Returns the job of a scenario; `seed` stands in for the seed of the scenario.
    pub fn new(scenario: Scenario, seed: Option<u64>) -> Self {
        Job { setup: scenario.setup(seed), scenario }
    }
    /// Reads a scenario file; `place` and `seed` stand in for those of the scenario.
    pub fn of_file(path: &Path, place: Option<&Path>, seed: Option<u64>) -> Result<Self, ScenarioError> {
        Ok(Job::new(Scenario::read_with(path, place)?, seed))
    }
    /// Returns the job that a recording was made from. Its scenario may name built-in parts only.
    pub fn of_recording(recording: &Recording) -> Result<Self, ScenarioError> {
        Job::of_recording_by(&Prover::new(Registry::built_in()), recording)
    }
    /// Returns the job that a recording was made from. The prover must know the parts that the scenario names.
    pub fn of_recording_by(prover: &Prover<'_>, recording: &Recording) -> Result<Self, ScenarioError> {
        Ok(Job::new(prover.from_sources(&sources(recording))?, Some(recording.about().seed)))
    }
    /// Returns the place of a recording.
    pub fn place_of(recording: &Recording) -> Result<Place, ScenarioError> {
        Scenario::place_in_sources(&sources(recording))
    }

    /// Returns a run of the job from its start.
    pub fn run(&self, script: Script, end: End) -> Run {
        Run::new(Simulation::new(self.setup.clone()), script, end)
    }

    /// Returns the time at which the run ends at the latest, s: the given time, or that of the scenario.
    pub fn until(&self, given: Option<f64>) -> f64 {
        given.unwrap_or(self.scenario.until().time)
    }
    /// Returns the end of the run; `until` stands in for the time of the scenario, s.
    pub fn end(&self, until: Option<f64>) -> End {
        let last_step = End::steps(self.until(until), self.setup.timing.dt);
        End { last_step, when_empty: self.scenario.until().empty }
    }

    /// Returns the time between two recorded frames, s.
    pub(crate) fn frame_time(&self) -> f64 {
        self.setup.timing.dt * f64::from(self.scenario.record().frame_every)
    }
    /// Returns the number of frames in a row of the measures. A row covers about a second.
    pub(crate) fn frames_of_a_row(&self) -> u64 {
        frames_of_a_row(self.frame_time())
    }
    /// Returns the number of steps in a row of the measures.
    pub(crate) fn steps_of_a_row(&self) -> u64 {
        u64::from(self.scenario.record().frame_every) * self.frames_of_a_row()
    }

    /// Returns the manifest of the recording; `until` stands in for the time of the scenario, s.
    pub fn about(&self, until: Option<f64>) -> About {
        let dt = self.setup.timing.dt;
        let document = |(name, bytes): (String, Vec<u8>)| Document { name: name.replace('\\', "/"), bytes };
        let mut sources = self.scenario.sources().into_iter().map(document);
        About {
            populace: env!("CARGO_PKG_VERSION").into(),
            seed: self.setup.seed,
            dt,
            frame_every: self.scenario.record().frame_every,
            segment_steps: ((SEGMENT_SECONDS / dt).round() as u64).max(1),
            until: Some(self.until(until)),
            names: self.names(),
            scenario: sources.next().unwrap_or(Document { name: String::new(), bytes: Vec::new() }),
            place: sources.collect(),
        }
    }

    fn names(&self) -> Names {
        let env = &self.setup.env;
        let longest = self.setup.populations.iter().map(|p| p.journey.len()).max().unwrap_or(0);
        Names {
            floors: env.floors().iter().map(|f| f.name.clone()).collect(),
            areas: env.areas().iter().map(|a| a.name.clone()).collect(),
            links: env.links().iter().map(|l| l.name.clone()).collect(),
            populations: self.setup.populations.iter().map(|p| p.name.clone()).collect(),
            stages: (1..=longest).map(|i| format!("stage {i}")).collect(),
            trains: self.setup.trains.iter().map(|train| train.name.clone()).collect(),
        }
    }

    /// Returns the folder into which a run is recorded unless its user names another.
    pub fn default_folder(&self) -> PathBuf {
        let name = self.scenario.path().file_name().unwrap_or_default().to_string_lossy().into_owned();
        let stem = name.split('.').next().filter(|s| !s.is_empty()).unwrap_or("run");
        self.scenario.record().folder.as_ref().map_or_else(|| format!("{stem}.recording").into(), PathBuf::from)
    }
}

/// Returns the files that a recording carries, as [`Scenario::sources`] gave them.
fn sources(recording: &Recording) -> Vec<(String, Vec<u8>)> {
    let about = recording.about();
    std::iter::once(&about.scenario).chain(&about.place).map(|d| (d.name.clone(), d.bytes.clone())).collect()
}
