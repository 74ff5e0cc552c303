//! Files that commands write, and the check that no file replaces the place itself.

use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// Refuses an output that would overwrite the place.
pub fn check_place_is_kept(place: &Path, option: &str, path: Option<&Path>) -> Result<(), Failure> {
    if path.map(where_it_leads).is_some_and(|path| path == where_it_leads(place)) {
        let what = format!("{option} {}: would overwrite the place", place.display());
        return Err(Failure::new(what).hint("give another name"));
    }
    Ok(())
}

/// Returns the file that a path leads to, through links and `..`, whether the file exists or not.
pub fn where_it_leads(path: &Path) -> PathBuf {
    let in_folder = || {
        let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Some(std::fs::canonicalize(folder).ok()?.join(path.file_name()?))
    };
    std::fs::canonicalize(path).ok().or_else(in_folder).unwrap_or_else(|| path.to_owned())
}

/// Writes a file.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    std::fs::write(path, bytes).map_err(|e| Failure::of_write(path, &e))
}
