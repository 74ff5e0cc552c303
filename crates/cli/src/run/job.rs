//! What is to be run: a proven scenario with its seed, and the files it was made from.

use std::path::{Path, PathBuf};

use populace_env::Place;
use populace_record::{About, Document, Names, Recording};
use populace_scenario::Scenario;
use populace_sim::Setup;

use crate::failure::Failure;

/// Simulated time after which a segment of the recording is closed, s: what a killed run loses at most.
const SEGMENT_SECONDS: f64 = 60.0;
/// Folder, among the place's files in a recording, of a place that stood in for the scenario's own.
const STAND_IN: &str = "--place";

/// A run before it begins.
pub struct Job {
    pub scenario: Scenario,
    pub setup: Setup,
    /// The place that stands in for the one the scenario names.
    place: Option<PathBuf>,
}

impl Job {
    /// From a scenario file.
    pub fn of_file(path: &Path, place: Option<&Path>, seed: Option<u64>) -> Result<Self, Failure> {
        let scenario = Scenario::read_with(path, place)?;
        Ok(Job { setup: scenario.setup(seed), scenario, place: place.map(Path::to_owned) })
    }

    /// Once more what a recording was made from.
    pub fn of_recording(folder: &Path, recording: &Recording) -> Result<Self, Failure> {
        let (about, files) = (recording.about(), folder.join("place"));
        let place = stand_in(folder, recording);
        // The place's files lie relative to the scenario as they did when it was run.
        let scenario = Scenario::from_text(&about.scenario.bytes, &files.join(&about.scenario.name), place.as_deref())?;
        Ok(Job { setup: scenario.setup(Some(about.seed)), scenario, place })
    }

    /// The place of a recording.
    pub fn place_of(folder: &Path, recording: &Recording) -> Result<Place, Failure> {
        let scenario = &recording.about().scenario;
        let path = folder.join("place").join(&scenario.name);
        Ok(Scenario::place_of(&scenario.bytes, &path, stand_in(folder, recording).as_deref())?)
    }

    /// What its recording says about it.
    pub fn about(&self) -> Result<About, Failure> {
        let (env, dt) = (&self.setup.env, self.setup.timing.dt);
        let longest = self.setup.populations.iter().map(|p| p.journey.len()).max().unwrap_or(0);
        Ok(About {
            populace: env!("CARGO_PKG_VERSION").into(),
            seed: self.setup.seed,
            dt,
            frame_every: self.scenario.record().frame_every,
            segment_steps: ((SEGMENT_SECONDS / dt).round() as u64).max(1),
            names: Names {
                floors: env.floors().iter().map(|f| f.name.clone()).collect(),
                areas: env.areas().iter().map(|a| a.name.clone()).collect(),
                links: env.links().iter().map(|l| l.name.clone()).collect(),
                populations: self.setup.populations.iter().map(|p| p.name.clone()).collect(),
                stages: (1..=longest).map(|i| format!("stage {i}")).collect(),
            },
            scenario: Document {
                name: self.scenario.path().file_name().unwrap_or_default().to_string_lossy().into_owned(),
                bytes: self.scenario.text().as_bytes().to_owned(),
            },
            place: self.place_documents()?,
        })
    }

    fn place_documents(&self) -> Result<Vec<Document>, Failure> {
        let (files, folder, below) = match &self.place {
            Some(place) => (populace_ingest::files(place)?, place.parent(), Path::new(STAND_IN)),
            None => (self.scenario.place_files()?, self.scenario.path().parent(), Path::new("")),
        };
        let document = |path: &PathBuf| {
            let inside = path.strip_prefix(folder.unwrap_or(Path::new(""))).unwrap_or(path);
            // Joining drops the `.` of names such as `./hall.place.toml`.
            let name: PathBuf = below.join(inside).components().filter(|c| c.as_os_str() != ".").collect();
            let bytes =
                std::fs::read(path).map_err(|e| Failure::new(format!("{}: cannot be read: {e}", path.display())))?;
            Ok(Document { name: name.to_string_lossy().replace('\\', "/"), bytes })
        };
        files.iter().map(document).collect()
    }

    /// Where a run of it is recorded unless something else is said.
    pub fn default_folder(&self) -> PathBuf {
        let name = self.scenario.path().file_name().unwrap_or_default().to_string_lossy().into_owned();
        let stem = name.split('.').next().filter(|s| !s.is_empty()).unwrap_or("run");
        self.scenario.record().folder.as_ref().map_or_else(|| format!("{stem}.recording").into(), PathBuf::from)
    }
}

/// The place in a recording that stood in for the scenario's own.
fn stand_in(folder: &Path, recording: &Recording) -> Option<PathBuf> {
    let first = recording.about().place.first().map(|d| Path::new(&d.name));
    first.filter(|name| name.starts_with(STAND_IN)).map(|name| folder.join("place").join(name))
}
