//! The integration tests of a crate are one program, so that they are linked once: `tests/all.rs` names every file of tests.

use std::path::Path;

use super::{Finding, files_below};

/// Finds files of tests that no program contains.
pub fn check(root: &Path, findings: &mut Vec<Finding>) {
    for program in files_below(&root.join("crates"), "rs").iter().filter(|path| path.ends_with("tests/all.rs")) {
        let Some(folder) = program.parent() else { continue };
        let named = std::fs::read_to_string(program).unwrap_or_default();
        let manifest = std::fs::read_to_string(folder.with_file_name("Cargo.toml")).unwrap_or_default();
        for file in files_below(folder, "rs").iter().filter(|path| path.parent() == Some(folder) && *path != program) {
            let name = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            if !is_named(&name, &named, &manifest) {
                findings.push(Finding::new(
                    file,
                    0,
                    format!("nothing runs these tests: add `mod {name};` to tests/all.rs"),
                ));
            }
        }
    }
}

/// Returns whether a file of tests is part of the program, or a program of its own in the manifest.
fn is_named(name: &str, program: &str, manifest: &str) -> bool {
    program.lines().any(|line| line.trim() == format!("mod {name};")) || manifest.contains(&format!("tests/{name}.rs"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_tests_that_nothing_runs_is_found() {
        let (program, manifest) = ("mod support;\n\nmod routes;\n", "[[test]]\npath = \"tests/allocations.rs\"\n");
        assert!(is_named("routes", program, manifest) && is_named("allocations", program, manifest));
        assert!(!is_named("route", program, manifest) && !is_named("forgotten", program, manifest));
    }
}
