//! The folder of real data: `POPULACE_DATA` names it; without that variable it is `shared/data` beside the repository.

use std::path::{Path, PathBuf};

use crate::skip;

/// The reason that a test notes when it finds no data. `cargo ci` counts skipped tests by their reasons.
const ABSENT: &str = "real data are absent (POPULACE_DATA names their folder)";

/// Returns the path of a file or folder in the data folder. Where it is absent, notes the test as skipped and returns
/// `None`.
pub fn data(name: &str) -> Option<PathBuf> {
    data_in(&folder(), name, skip)
}

/// Returns the path of a file or folder in `folder`. Where it is absent, calls `skip` with the reason and the name, and
/// returns `None`.
fn data_in(folder: &Path, name: &str, skip: impl FnOnce(&str, &str)) -> Option<PathBuf> {
    let path = folder.join(name);
    let is_there = path.exists();
    if !is_there {
        skip(ABSENT, name);
    }
    is_there.then_some(path)
}

/// Returns all files in some subfolders of the data folder, sorted. Where there are no files, notes the test as
/// skipped.
pub fn data_files(subfolders: &[&str]) -> Vec<PathBuf> {
    data_files_in(&folder(), subfolders, skip)
}

/// Returns all files in some subfolders of `folder`, sorted. Where there are no files, calls `skip` with the reason and
/// the subfolders.
fn data_files_in(folder: &Path, subfolders: &[&str], skip: impl FnOnce(&str, &str)) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = subfolders
        .iter()
        .filter_map(|subfolder| std::fs::read_dir(folder.join(subfolder)).ok())
        .flat_map(|entries| entries.filter_map(Result::ok).map(|entry| entry.path()))
        .collect();
    files.sort();
    if files.is_empty() {
        skip(ABSENT, &subfolders.join(", "));
    }
    files
}

/// Returns the data folder, which may be absent.
fn folder() -> PathBuf {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    std::env::var_os("POPULACE_DATA").map_or_else(beside, PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_that_are_absent_are_noted_and_data_that_are_there_are_not() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut noted = Vec::new();
        let mut note = |why: &str, what: &str| noted.push(format!("{why}: {what}"));
        assert_eq!(data_in(folder, "Cargo.toml", &mut note), Some(folder.join("Cargo.toml")));
        assert_eq!(data_in(folder, "absent.osm", &mut note), None);
        assert!(data_files_in(folder, &["src"], &mut note).contains(&folder.join("src/data.rs")));
        assert!(data_files_in(folder, &["absent", "gone"], &mut note).is_empty());
        assert_eq!(noted, [format!("{ABSENT}: absent.osm"), format!("{ABSENT}: absent, gone")]);
    }
}
