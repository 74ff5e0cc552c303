//! The list of tests that ended early, each with its reason, and the sentence that `cargo ci` prints about it.
//!
//! `populace_harness::skip` appends a line per call: test binary, test, reason and what is missing, with tabs between them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::step::target;

/// The environment variable that names the list.
pub const VARIABLE: &str = "POPULACE_SKIPPED";

/// Begins an empty list and returns its path.
pub fn begin(root: &Path) -> Result<PathBuf, String> {
    let path = path(root);
    let folder = path.parent().unwrap_or(root);
    let made = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&path, ""));
    made.map_err(|e| format!("{}: cannot be written: {e}", path.display())).map(|()| path)
}

/// Returns a sentence that says how many tests were skipped, and why.
pub fn told(root: &Path) -> Result<String, String> {
    let path = path(root);
    let list = std::fs::read_to_string(&path).map_err(|e| format!("{}: cannot be read: {e}", path.display()))?;
    Ok(sentence(&list))
}

fn path(root: &Path) -> PathBuf {
    target(root).join("ci/skipped.txt")
}

/// Writes the sentence about a list. It counts each test once for each of its reasons.
fn sentence(list: &str) -> String {
    let mut tests = BTreeSet::new();
    let mut reasons: BTreeMap<&str, BTreeSet<(&str, &str)>> = BTreeMap::new();
    for line in list.lines() {
        let mut parts = line.split('\t');
        let mut next = || parts.next().unwrap_or_default();
        let (test, reason) = ((next(), next()), next());
        tests.insert(test);
        reasons.entry(reason).or_default().insert(test);
    }
    let counted: Vec<String> = reasons.iter().map(|(reason, tests)| format!("{}: {reason}", tests.len())).collect();
    match tests.len() {
        0 => "no test was skipped".into(),
        1 => format!("1 test was skipped ({})", counted.join("; ")),
        count => format!("{count} tests were skipped ({})", counted.join("; ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_counted_once_for_each_reason() {
        let list = "osm_real\tstation\tno data\ta.osm\nosm_real\tstation\tno data\tb.osm\n\
                    osm_real\tmall\tno data\tc.osm\nfaults\tread_only\troot may write\tfolder\n";
        assert_eq!(sentence(list), "3 tests were skipped (2: no data; 1: root may write)");
        assert_eq!(sentence("a\tb\tno data\tc\n"), "1 test was skipped (1: no data)");
        assert_eq!(sentence(""), "no test was skipped");
    }
}
