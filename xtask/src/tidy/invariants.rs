//! The invariants of ARCHITECTURE.md: every row names a file of tests, and every file and test that a row names exists.

use std::path::Path;

use super::Finding;

/// The section of the page that has the table.
const SECTION: &str = "## Invariants";

pub fn check(root: &Path, findings: &mut Vec<Finding>) {
    let page = root.join("ARCHITECTURE.md");
    let text = std::fs::read_to_string(&page).unwrap_or_default();
    let read = |path: &str| std::fs::read_to_string(root.join(path)).ok();
    let rows = rows(&text);
    if rows.is_empty() {
        findings.push(Finding::new(&page, 0, "has no table of invariants"));
    }
    for (line, held_by) in rows {
        findings.extend(faults(held_by, read).into_iter().map(|what| Finding::new(&page, line, what)));
    }
}

/// Returns the line number and the last cell of every row of the table.
fn rows(page: &str) -> Vec<(usize, &str)> {
    let lines = page.lines().enumerate().skip_while(|(_, line)| !line.starts_with(SECTION)).skip(1);
    let section = lines.take_while(|(_, line)| !line.starts_with("## "));
    let table = section.filter(|(_, line)| line.starts_with('|')).skip(2);
    table.filter_map(|(i, line)| Some((i + 1, line.trim_end().trim_end_matches('|').rsplit_once(" | ")?.1))).collect()
}

/// Returns what is wrong with a cell that says what holds an invariant. `read` returns the text of a file of the repository.
fn faults(held_by: &str, read: impl Fn(&str) -> Option<String>) -> Vec<String> {
    let named: Vec<&str> = held_by.split('`').skip(1).step_by(2).collect();
    let mut faults = Vec::new();
    let mut texts = Vec::new();
    for path in named.iter().filter(|name| is_path(name)) {
        match read(path) {
            Some(text) => texts.push(text),
            None => faults.push(format!("the row names `{path}`, which does not exist")),
        }
    }
    for name in named.iter().filter(|name| is_test_name(name)) {
        let function = format!("fn {name}(");
        if !texts.iter().any(|text| text.contains(&function)) {
            faults.push(format!("the row names the test `{name}`, which is in none of the files that the row names"));
        }
    }
    if !texts.iter().any(|text| has_tests(text)) {
        faults.push("the row names no file with tests: name the test that fails when the invariant is broken".into());
    }
    faults
}

fn is_path(name: &str) -> bool {
    name.contains('/') && (name.ends_with(".rs") || name.ends_with(".ts"))
}

/// Returns whether the name is that of a test: a sentence, so at least three underscores.
fn is_test_name(name: &str) -> bool {
    name.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'_') && name.matches('_').count() > 2
}

fn has_tests(text: &str) -> bool {
    ["#[test]", "#[cfg(test)]", "test("].iter().any(|mark| text.contains(mark))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(path: &str) -> Option<String> {
        match path {
            "crates/env/tests/doors.rs" => Some("#[test]\nfn a_shut_door_is_a_wall() {}".into()),
            "crates/env/src/doors.rs" => Some("pub fn open() {}".into()),
            _ => None,
        }
    }

    #[test]
    fn a_row_that_names_a_test_that_exists_is_fine() {
        assert!(faults("`Doors`; `a_shut_door_is_a_wall` in `crates/env/tests/doors.rs`", read).is_empty());
        assert!(faults("`crates/env/tests/doors.rs`, `cargo tidy`", read).is_empty());
    }

    #[test]
    fn rows_without_tests_and_names_of_nothing_are_found() {
        assert_eq!(faults("the compiler", read).len(), 1);
        assert_eq!(faults("`crates/env/src/doors.rs`", read).len(), 1, "a file without tests");
        assert_eq!(faults("`a_door_is_a_wall_too` in `crates/env/tests/doors.rs`", read).len(), 1);
        assert_eq!(faults("`crates/env/tests/doors.rs`, `crates/env/tests/gone.rs`", read).len(), 1);
    }

    #[test]
    fn rows_are_those_of_the_section_of_invariants() {
        let page = "| a | b |\n|---|---|\n| x | y |\n## Invariants, and more\n\n| invariant | held by |\n|---|---|\n| one | `t` |\n## Next\n| c | d |\n";
        assert_eq!(rows(page), [(8, "`t` ")]);
    }
}
