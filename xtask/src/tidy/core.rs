//! Results depend on their input alone: the core has no clocks, no hashed collections and no random draws of the machine.

use std::path::Path;

use super::Finding;
use super::sources::{code_of, has_word};

/// The crates around the core. They talk to users, machines and files. Only they may look at the clock.
const AROUND: [&str; 5] = ["cli", "serve", "run", "harness", "storm"];
/// Clocks. Examples may print how long something took.
const CLOCKS: [&str; 4] = ["Instant::now", "time::Instant", "SystemTime", "UNIX_EPOCH"];
/// Collections whose order differs from run to run.
const HASHED: [&str; 3] = ["HashMap", "HashSet", "RandomState"];
/// Random draws that cannot be repeated.
const DRAWS: [&str; 2] = ["thread_rng", "getrandom"];

/// Finds these words in the sources, tests and examples of every crate of the core.
pub fn check(root: &Path, file: &Path, text: &str, findings: &mut Vec<Finding>) {
    let path = file.strip_prefix(root).unwrap_or(file);
    if !is_core(path) {
        return;
    }
    let is_example = path.components().any(|part| part.as_os_str() == "examples");
    let clocks = if is_example { &[] } else { &CLOCKS[..] };
    let forbidden: [(&[&str], &str); 3] = [
        (clocks, "the core knows no wall clock"),
        (&HASHED, "the core hashes nothing: use a BTreeMap or a sorted Vec"),
        (&DRAWS, "random draws are pure functions of seed, pedestrian, step and purpose"),
    ];
    for (i, line) in text.lines().enumerate() {
        let code = code_of(line);
        for (words, why) in forbidden {
            if let Some(word) = words.iter().find(|word| has_word(&code, word)) {
                findings.push(Finding::new(file, i + 1, format!("{word}: {why}")));
            }
        }
    }
}

/// Returns whether the file belongs to a crate of the core. A new crate belongs to the core until `AROUND` names it.
fn is_core(path: &Path) -> bool {
    let mut parts = path.iter().map(|part| part.to_string_lossy());
    parts.next().is_some_and(|folder| folder == "crates")
        && parts.next().is_some_and(|name| !AROUND.contains(&name.as_ref()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::lines_found;

    fn lines(file: &str, text: &str) -> Vec<usize> {
        lines_found(|findings| check(Path::new("root"), &Path::new("root").join(file), text, findings))
    }

    const TEXT: &str = "use std::collections::HashMap;\nlet start = Instant::now();\nlet today = SystemTime::now();\n\
                        let map: BTreeMap<u32, u32> = BTreeMap::new();\nlet x = thread_rng();\n// HashMap";

    /// Only geom, env and ingest used to be checked.
    #[test]
    fn clocks_hashed_collections_and_draws_are_found_in_every_crate_of_the_core() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let crates = std::fs::read_dir(root.join("crates")).unwrap();
        let names: Vec<String> = crates.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        for name in ["geom", "env", "ingest", "plan", "perceive", "steer", "sim", "traj", "record", "scenario", "lab"] {
            assert!(names.iter().any(|n| n == name), "{name}");
        }
        for name in names.iter().filter(|name| !AROUND.contains(&name.as_str())) {
            assert_eq!(lines(&format!("crates/{name}/src/a/b.rs"), TEXT), [1, 2, 3, 5], "{name}");
            assert_eq!(lines(&format!("crates/{name}/tests/a.rs"), TEXT), [1, 2, 3, 5], "{name}");
        }
    }

    #[test]
    fn examples_may_measure_and_the_crates_around_the_core_may_do_more() {
        assert_eq!(lines("crates/steer/examples/cost_of_models.rs", TEXT), [1, 5]);
        for file in ["crates/cli/src/meter.rs", "crates/serve/src/lib.rs", "crates/run/src/lib.rs", "xtask/src/step.rs"]
        {
            assert!(lines(file, TEXT).is_empty(), "{file}");
        }
    }
}
