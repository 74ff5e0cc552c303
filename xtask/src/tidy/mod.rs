//! `cargo tidy`: the crate arrows of ARCHITECTURE.md and the habits of CONTRIBUTING.md, checked by a machine.

mod arrows;
mod core;
mod hash_order;
mod invariants;
mod maths;
mod repository;
mod sources;
mod step;
mod test_files;
mod waits;
mod words;

use std::path::{Path, PathBuf};

use crate::step::Outcome;

/// A break of a rule: the file, the line (0 for the whole file) and what to do.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    pub file: PathBuf,
    pub line: usize,
    pub what: String,
}

impl Finding {
    pub fn new(file: impl Into<PathBuf>, line: usize, what: impl Into<String>) -> Self {
        Finding { file: file.into(), line, what: what.into() }
    }
}

/// Runs every check and prints all findings.
pub fn run(root: &Path) -> Outcome {
    let mut findings = Vec::new();
    arrows::check(root, &mut findings);
    invariants::check(root, &mut findings);
    sources::check(root, &mut findings);
    step::check(root, &mut findings);
    test_files::check(root, &mut findings);
    maths::check(root, &mut findings);
    repository::check(root, &mut findings);
    words::check(root, &mut findings);
    if findings.is_empty() {
        return Ok(());
    }
    findings.sort();
    for Finding { file, line, what } in &findings {
        let file = file.strip_prefix(root).unwrap_or(file).display();
        if *line == 0 { println!("{file}: {what}") } else { println!("{file}:{line}: {what}") }
    }
    Err(format!("{} findings", findings.len()))
}

/// Returns all files below `folder` with the ending, sorted. Built and hidden folders are left out.
pub fn files_below(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(folder) = open.pop() {
        for path in std::fs::read_dir(&folder).into_iter().flatten().flatten().map(|e| e.path()) {
            let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
            if path.is_dir() && !name.starts_with('.') && !["target", "out", "node_modules", "corpus"].contains(&&*name)
            {
                open.push(path);
            } else if path.is_file() && path.extension().is_some_and(|e| e == ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Returns the lines that a check finds fault with.
#[cfg(test)]
fn lines_found(check: impl FnOnce(&mut Vec<Finding>)) -> Vec<usize> {
    let mut findings = Vec::new();
    check(&mut findings);
    findings.iter().map(|finding| finding.line).collect()
}
