//! Writes a world that broke an invariant to a folder, as files that a user can run.

use std::fs;
use std::path::{Path, PathBuf};

use crate::RandomWorld;

/// Writes the scenario, the place and what is wrong with them. Returns the path of the scenario.
pub fn keep(world: &RandomWorld, findings: &[(&'static str, String)], folder: &Path) -> Result<PathBuf, String> {
    let folder = folder.join(format!("seed-{}", world.seed));
    let place = format!("storm_{}.place.toml", world.seed);
    let mut file = world.file.clone();
    file.place = Some(place.as_str().into());
    let scenario = file.to_text().map_err(|e| e.to_string())?;
    let place_text = world.place.to_text().map_err(|e| e.to_string())?;
    let told: String = findings.iter().map(|(name, what)| format!("{name}: {what}\n")).collect();
    let path = folder.join(format!("storm_{}.scenario.toml", world.seed));
    fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    for (path, text) in [(&path, scenario), (&folder.join(place), place_text), (&folder.join("finding.txt"), told)] {
        fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    Ok(path)
}
