//! The folder of real data: `POPULACE_DATA` names it; without that variable it is `../shared/data` beside the
//! repository.

use std::path::{Path, PathBuf};

use crate::skip;

/// The reason by which `cargo ci` counts tests that found no data.
const ABSENT: &str = "real data are absent (POPULACE_DATA names their folder)";

/// Returns the path of a file or folder in the data folder. Where it is absent, notes the test as skipped and returns
/// `None`.
pub fn data(name: &str) -> Option<PathBuf> {
    let path = folder().join(name);
    let is_there = path.exists();
    if !is_there {
        skip(ABSENT, name);
    }
    is_there.then_some(path)
}

/// Returns all files in some subfolders of the data folder, sorted. Where there are no files, notes the test as
/// skipped.
pub fn data_files(subfolders: &[&str]) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = subfolders
        .iter()
        .filter_map(|subfolder| std::fs::read_dir(folder().join(subfolder)).ok())
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
