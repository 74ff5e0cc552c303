//! The files that a scenario's place is made of.

use std::path::{Path, PathBuf};

use populace_ingest::files;

use crate::written::ScenarioFile;
use crate::{Scenario, ScenarioError};

impl Scenario {
    /// Every file that the place it names is read from, the place's own first; empty when it names none.
    pub fn place_files(&self) -> Result<Vec<PathBuf>, ScenarioError> {
        let named = toml::from_str::<ScenarioFile>(self.text()).ok().and_then(|file| file.place);
        let Some(entry) = named else { return Ok(Vec::new()) };
        let folder = self.path().parent().unwrap_or(Path::new(""));
        files(&folder.join(&entry.0.file)).map_err(ScenarioError::of_place)
    }
}
