//! The folder of real data: named by `POPULACE_DATA`, else `../shared/data` beside the repository.

use std::path::{Path, PathBuf};

use crate::skip;

/// The reason by which `cargo ci` counts tests that found no data.
const ABSENT: &str = "real data are absent (POPULACE_DATA names their folder)";

/// Returns the file or folder of that name in the data folder; where it is absent the test is noted as skipped.
pub fn data(name: &str) -> Option<PathBuf> {
    let path = folder().join(name);
    let is_there = path.exists();
    if !is_there {
        skip(ABSENT, name);
    }
    is_there.then_some(path)
}

/// Returns all files in those subfolders of the data folder, sorted; where there is none the test is noted as skipped.
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

fn folder() -> PathBuf {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    std::env::var_os("POPULACE_DATA").map_or_else(beside, PathBuf::from)
}
