//! A proven scenario: where it comes from, and the simulations it makes.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use populace_env::{Environment, Place, World};
use populace_sim::Setup;

use crate::acts::Acts;
use crate::error::ScenarioError;
use crate::measures::Measure;
use crate::prove::{Proven, Record, Until};
use crate::prover::{PlaceSource, Prover};
use crate::registry::Registry;
use crate::written::ScenarioFile;

/// A scenario that was checked against its place: nothing in it has to be checked again.
pub struct Scenario {
    pub(crate) name: String,
    pub(crate) path: PathBuf,
    pub(crate) file: ScenarioFile,
    pub(crate) text: String,
    /// The files of the place, by their paths from its folder; the place itself comes first.
    pub(crate) place: Vec<(String, Vec<u8>)>,
    pub(crate) proven: Proven,
}

impl Scenario {
    /// Proves a scenario that code built, with the parts of a registry. Errors carry the path of the key.
    pub fn prove(
        file: ScenarioFile,
        place: impl Into<PlaceSource>,
        registry: &Registry,
    ) -> Result<Scenario, ScenarioError> {
        Prover::new(registry).prove(file, place)
    }

    /// Reads the scenario file at `path`, and its place.
    pub fn read(path: &Path) -> Result<Scenario, ScenarioError> {
        Self::read_with(path, None)
    }

    /// Reads the scenario file at `path`; `place` stands in for the place that it names.
    pub fn read_with(path: &Path, place: Option<&Path>) -> Result<Scenario, ScenarioError> {
        Prover::new(Registry::built_in()).read(path, place)
    }

    /// Reads a scenario from the bytes of the file at `path`; `place` stands in for the place that it names.
    pub fn from_text(bytes: &[u8], path: &Path, place: Option<&Path>) -> Result<Scenario, ScenarioError> {
        Prover::new(Registry::built_in()).from_text(bytes, path, place)
    }

    /// Reads a scenario from what [`Scenario::sources`] gave: nothing is read from the disk.
    pub fn from_sources(sources: &[(String, Vec<u8>)]) -> Result<Scenario, ScenarioError> {
        Prover::new(Registry::built_in()).from_sources(sources)
    }

    /// Reads only the place, as given, from what [`Scenario::sources`] gave.
    pub fn place_in_sources(sources: &[(String, Vec<u8>)]) -> Result<Place, ScenarioError> {
        Prover::new(Registry::built_in()).place_in_sources(sources)
    }

    /// Returns the name of the scenario.
    pub fn name(&self) -> &str {
        &self.name
    }
    /// Returns the path of its file; for a scenario that code built, the path that the file would have.
    pub fn path(&self) -> &Path {
        &self.path
    }
    /// Returns the scenario as it is written.
    pub fn file(&self) -> &ScenarioFile {
        &self.file
    }
    /// Returns the text of its file; for a scenario that code built, its text as [`ScenarioFile::to_text`] writes it.
    pub fn text(&self) -> &str {
        &self.text
    }
    /// Returns every file that a run depends on, for a recording to carry: the scenario first, then the place and the files it imports.
    pub fn sources(&self) -> Vec<(String, Vec<u8>)> {
        let name = self.path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        std::iter::once((name, self.text.clone().into_bytes())).chain(self.place.iter().cloned()).collect()
    }
    /// Makes the setup of a simulation, with the seed of the scenario or with another seed. It can be called as often as needed.
    pub fn setup(&self, seed: Option<u64>) -> Setup {
        let setup = self.proven.setup.clone();
        Setup { seed: seed.unwrap_or(setup.seed), ..setup }
    }
    /// Returns what simulations are made from, with the seed of the scenario.
    pub fn given(&self) -> &Setup {
        &self.proven.setup
    }
    /// Returns the place.
    pub fn environment(&self) -> &Arc<Environment> {
        &self.proven.setup.env
    }
    /// Returns the place with its doors as they are at the start.
    pub fn world(&self) -> World<'_> {
        World::new(&self.proven.setup.env, &self.proven.setup.doors)
    }
    /// Returns when the run ends.
    pub fn until(&self) -> Until {
        self.proven.until
    }
    /// Returns what is recorded.
    pub fn record(&self) -> &Record {
        &self.proven.record
    }
    /// Returns what is measured.
    pub fn measures(&self) -> &[Measure] {
        &self.proven.measures
    }
    /// Returns the prover of acts at the start of a run.
    pub(crate) fn first_acts(&self) -> &Acts {
        &self.proven.acts
    }
    /// Returns the time of day at the start, s since midnight; `None` when the scenario has none.
    pub fn time_of_day(&self) -> Option<f64> {
        self.proven.time_of_day
    }
    /// Returns the names of the signals, by their number in commands.
    pub fn signals(&self) -> &[String] {
        &self.proven.signals
    }
}
