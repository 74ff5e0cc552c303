//! Tests do not wait without a limit: they use the crate harness for everything that may wait for ever.

use std::path::Path;

use super::Finding;
use super::sources::code_of;

/// Calls that wait without a limit, and what to call instead.
const UNLIMITED: [(&str, &str); 11] = [
    (".recv()", "use recv_timeout(LONGEST)"),
    (".wait()", "run processes by populace_harness::Running"),
    (".wait_with_output()", "run processes by populace_harness::Running"),
    (".output()", "use populace_harness::output"),
    (".spawn()", "run processes by populace_harness::Running"),
    (".wait(", "use wait_timeout"),
    (".wait_while(", "use wait_timeout_while"),
    (".incoming()", "use accept once, after a connection was made"),
    ("TcpStream::connect(", "use populace_harness::connect, which limits reading and writing"),
    ("set_read_timeout(None)", "a socket of a test keeps its limit"),
    ("park()", "use park_timeout"),
];

/// Finds such calls in a source file: anywhere in a file of tests, behind `#[cfg(test)]` in other files. The crate harness is not
/// checked, because it makes the limits.
pub fn check(root: &Path, file: &Path, text: &str, findings: &mut Vec<Finding>) {
    let path = file.strip_prefix(root).unwrap_or(file);
    if !path.starts_with("crates") || path.starts_with("crates/harness") {
        return;
    }
    let mut in_tests = is_of_tests(path);
    for (i, line) in text.lines().enumerate() {
        in_tests |= line.trim() == "#[cfg(test)]";
        let code = code_of(line);
        if let Some((call, instead)) = UNLIMITED.iter().find(|(call, _)| in_tests && code.contains(call)) {
            let what = format!("{call} waits without a limit in a test: {instead}");
            findings.push(Finding::new(file, i + 1, what));
        }
    }
}

/// Returns whether the whole file holds tests: it is below `tests`, or its name says so.
fn is_of_tests(path: &Path) -> bool {
    path.components().any(|part| part.as_os_str() == "tests")
        || path.file_stem().is_some_and(|stem| stem.to_string_lossy().ends_with("tests"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::lines_found;

    fn lines(file: &str, text: &str) -> Vec<usize> {
        lines_found(|findings| check(Path::new("root"), &Path::new("root").join(file), text, findings))
    }

    #[test]
    fn a_wait_without_a_limit_is_found_in_tests() {
        let text = "let told = receiver.recv();\nlet told = receiver.recv_timeout(LONGEST);\nchild.wait().unwrap();\n\
                    let (a, b) = changed.wait_timeout_while(state, LONGEST, f);\nlet state = changed.wait(state);\n\
                    let stream = TcpStream::connect(address);\n// receiver.recv()";
        for file in ["crates/cli/tests/view.rs", "crates/cli/tests/viewing/mod.rs", "crates/ingest/src/mesh/tests.rs"] {
            assert_eq!(lines(file, text), [1, 3, 5, 6], "{file}");
        }
    }

    #[test]
    fn the_program_may_wait_and_its_unit_tests_may_not() {
        let text = "wishes.recv();\n#[cfg(test)]\nmod tests {\n    receiver.recv();\n}";
        assert_eq!(lines("crates/cli/src/view/engine.rs", text), [4]);
        assert!(lines("crates/harness/src/limit.rs", text).is_empty());
        assert!(lines("xtask/src/step.rs", text).is_empty());
    }
}
