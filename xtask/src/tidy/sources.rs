//! The habits of every source file: it says what it is, stays short, and has no forbidden words.

use std::path::Path;

use super::{Finding, core, files_below, hash_order, waits};

const MOST_LINES: usize = 600;
const VAGUE_NAMES: [&str; 6] = ["utils", "util", "common", "helpers", "helper", "misc"];
/// Words that must not be in code, each with the reason that is printed with a finding.
const FORBIDDEN: [(&str, &str); 5] = [
    ("todo!", "finish it or leave it out"),
    ("unimplemented!", "finish it or leave it out"),
    ("dbg!", "remove what was for debugging"),
    ("unsafe", "is forbidden in this workspace"),
    ("static mut", "is state that no test can see"),
];
/// Folders that other machines do not have, or have with other contents.
const MACHINE_PATHS: [&str; 5] = ["/home/", "/root/", "/tmp/", "/Users/", "C:\\Users"];
/// The endings of the files in which such folders are looked for.
const WRITTEN_BY_HAND: [&str; 5] = ["rs", "md", "toml", "py", "sh"];

pub fn check(root: &Path, findings: &mut Vec<Finding>) {
    let folders = ["crates", "xtask", "fuzz"].map(|f| root.join(f));
    for file in folders.iter().flat_map(|f| files_below(f, "rs")) {
        let Ok(text) = std::fs::read_to_string(&file) else { continue };
        check_file(&file, &text, findings);
        core::check(root, &file, &text, findings);
        hash_order::check(&file, &text, findings);
        waits::check(root, &file, &text, findings);
    }
    for file in WRITTEN_BY_HAND.iter().flat_map(|ending| files_below(root, ending)) {
        machine_paths(&file, &std::fs::read_to_string(&file).unwrap_or_default(), findings);
    }
}

fn machine_paths(file: &Path, text: &str, findings: &mut Vec<Finding>) {
    // This file lists the forbidden paths, so it may name them.
    if file.ends_with("xtask/src/tidy/sources.rs") {
        return;
    }
    for (i, line) in text.lines().enumerate() {
        for path in MACHINE_PATHS.iter().filter(|p| line.contains(*p)) {
            findings.push(Finding::new(file, i + 1, format!("{path}… is a folder of one machine")));
        }
    }
}

fn check_file(file: &Path, text: &str, findings: &mut Vec<Finding>) {
    let opening = text.lines().find(|l| !l.starts_with("#!") && !l.trim().is_empty());
    if !opening.is_some_and(|l| l.starts_with("//!")) {
        findings.push(Finding::new(file, 1, "does not open with what it is (//!)"));
    }
    let lines = text.lines().count();
    if lines > MOST_LINES {
        findings.push(Finding::new(file, 0, format!("has {lines} lines; split it below {MOST_LINES}")));
    }
    let stem = file.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    if VAGUE_NAMES.contains(&stem.as_str()) {
        findings.push(Finding::new(file, 0, "is not named for what it holds"));
    }
    for (i, line) in text.lines().enumerate() {
        let code = code_of(line);
        for (word, why) in FORBIDDEN.iter().filter(|(word, _)| has_word(&code, word)) {
            findings.push(Finding::new(file, i + 1, format!("{word}: {why}")));
        }
    }
}

/// Returns the line without comments and without the content of its string literals.
pub fn code_of(line: &str) -> String {
    let mut code = String::with_capacity(line.len());
    let mut in_string = false;
    let mut previous = ' ';
    for c in line.chars() {
        match c {
            '"' if previous != '\\' && previous != '\'' => in_string = !in_string,
            '/' if !in_string && previous == '/' => {
                code.pop();
                break;
            }
            c if !in_string => code.push(c),
            _ => {}
        }
        previous = c;
    }
    code
}

/// Returns whether `word` is in `code`, and not only a part of a longer word.
pub fn has_word(code: &str, word: &str) -> bool {
    let part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    code.match_indices(word).any(|(at, _)| {
        let ends_open = part(word.chars().next_back());
        let (before, after) = (&code[..at], &code[at + word.len()..]);
        let runs_on = ends_open && part(after.chars().next());
        !part(before.chars().next_back()) && !runs_on
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_strings_are_not_code() {
        assert_eq!(code_of("let a = \"todo!\"; // dbg!"), "let a = ; ");
        assert_eq!(code_of("let q = '\"'; x"), "let q = '\"'; x");
    }

    #[test]
    fn words_are_whole() {
        assert!(has_word("unsafe { }", "unsafe"));
        assert!(!has_word("#![forbid(unsafe_code)]", "unsafe"));
        assert!(has_word("x(todo!())", "todo!"));
    }

    #[test]
    fn a_file_that_breaks_habits_is_found() {
        let mut findings = Vec::new();
        let text = "fn f() {\n    dbg!(1);\n    static mut X: u32 = 1;\n    unsafe { g() }\n    // unsafe\n}\n";
        check_file(Path::new("crates/geom/src/utils.rs"), text, &mut findings);
        let lines: Vec<_> = findings.iter().map(|f| f.line).collect();
        assert_eq!(lines, [1, 0, 2, 3, 4], "{findings:?}");
    }

    #[test]
    fn folders_of_one_machine_are_found_in_any_text() {
        let mut findings = Vec::new();
        machine_paths(Path::new("README.md"), "fine\nsee /home/me/plan.dxf\nand /tmp/x", &mut findings);
        assert_eq!(findings.iter().map(|f| f.line).collect::<Vec<_>>(), [2, 3]);
    }
}
