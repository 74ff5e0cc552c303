//! What is to be run: a proven scenario with its seed, and the files it was made from.

use std::path::{Path, PathBuf};

use populace_env::Place;
use populace_record::{About, Document, Names, Recording};
use populace_scenario::Scenario;
use populace_sim::Setup;

use crate::failure::Failure;

/// Simulated time after which a segment of the recording is closed, s: what a killed run loses at most.
const SEGMENT_SECONDS: f64 = 60.0;
/// A run before it begins.
pub struct Job {
    pub scenario: Scenario,
    pub setup: Setup,
}

impl Job {
    /// From a scenario file; `place` stands in for the place that it names.
    pub fn of_file(path: &Path, place: Option<&Path>, seed: Option<u64>) -> Result<Self, Failure> {
        let scenario = Scenario::read_with(path, place)?;
        Ok(Job { setup: scenario.setup(seed), scenario })
    }

    /// Once more what a recording was made from.
    pub fn of_recording(recording: &Recording) -> Result<Self, Failure> {
        let scenario = Scenario::from_sources(&sources(recording))?;
        Ok(Job { setup: scenario.setup(Some(recording.about().seed)), scenario })
    }

    /// The place of a recording.
    pub fn place_of(recording: &Recording) -> Result<Place, Failure> {
        Ok(Scenario::place_in_sources(&sources(recording))?)
    }

    /// When it ends at the latest, s: at the time given, or the scenario's.
    pub fn until(&self, given: Option<f64>) -> f64 {
        given.unwrap_or(self.scenario.until().time)
    }

    /// What its recording says about it; `until` stands in for the scenario's end.
    pub fn about(&self, until: Option<f64>) -> About {
        let (env, dt) = (&self.setup.env, self.setup.timing.dt);
        let longest = self.setup.populations.iter().map(|p| p.journey.len()).max().unwrap_or(0);
        let document = |(name, bytes): (String, Vec<u8>)| Document { name: name.replace('\\', "/"), bytes };
        let mut sources = self.scenario.sources().into_iter().map(document);
        About {
            populace: env!("CARGO_PKG_VERSION").into(),
            seed: self.setup.seed,
            dt,
            frame_every: self.scenario.record().frame_every,
            segment_steps: ((SEGMENT_SECONDS / dt).round() as u64).max(1),
            until: Some(self.until(until)),
            names: Names {
                floors: env.floors().iter().map(|f| f.name.clone()).collect(),
                areas: env.areas().iter().map(|a| a.name.clone()).collect(),
                links: env.links().iter().map(|l| l.name.clone()).collect(),
                populations: self.setup.populations.iter().map(|p| p.name.clone()).collect(),
                stages: (1..=longest).map(|i| format!("stage {i}")).collect(),
            },
            scenario: sources.next().unwrap_or(Document { name: String::new(), bytes: Vec::new() }),
            place: sources.collect(),
        }
    }

    /// Where a run of it is recorded unless something else is said.
    pub fn default_folder(&self) -> PathBuf {
        let name = self.scenario.path().file_name().unwrap_or_default().to_string_lossy().into_owned();
        let stem = name.split('.').next().filter(|s| !s.is_empty()).unwrap_or("run");
        self.scenario.record().folder.as_ref().map_or_else(|| format!("{stem}.recording").into(), PathBuf::from)
    }
}

/// The files that a recording carries, as [`Scenario::sources`] gave them.
fn sources(recording: &Recording) -> Vec<(String, Vec<u8>)> {
    let about = recording.about();
    std::iter::once(&about.scenario).chain(&about.place).map(|d| (d.name.clone(), d.bytes.clone())).collect()
}
