//! The golden hashes: the state in which every bundled scene ends, in `crates/cli/tests/golden.json`, with the reason of its last change.
//!
//! An entry changes only when the simulation is meant to change. The reason is a sentence of CHANGELOG.md; a change needs another reason than the one before.

use std::fs::File;
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

/// The end of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ran {
    pub steps: u64,
    /// State hash of the last step.
    pub hash: u64,
    /// People who left.
    pub left: u64,
}

/// The command that writes entries anew.
const WRITE: &str = "POPULACE_WRITE=1 POPULACE_REASON=\"the sentence in CHANGELOG.md that says why\" cargo test -p populace --test all scenes::";

impl Ran {
    fn entry(&self, reason: &str) -> Value {
        json!({ "steps": self.steps, "hash": format!("{:016x}", self.hash), "left": self.left, "reason": reason })
    }
}

/// Compares the end of a scene with its entry, or writes the entry anew when the user asks for it.
pub fn check(scene: &str, ran: &Ran) {
    let is_written = std::env::var_os("POPULACE_WRITE").is_some();
    // Tests may run at the same time, in one process or in several: one at a time reads and writes the file.
    let mut file = File::options().read(true).write(is_written).open(file()).unwrap();
    if is_written {
        file.lock().unwrap();
    }
    let mut text = String::new();
    file.read_to_string(&mut text).unwrap();
    let mut golden: Map<String, Value> = serde_json::from_str(&text).unwrap();
    let entry = golden.get(scene).cloned().unwrap_or_default();
    let reason = entry["reason"].as_str().unwrap_or_default();
    if entry != ran.entry(reason) {
        assert!(is_written, "{scene} ends otherwise: {ran:?}, and golden is {entry}. If that is meant, run\n  {WRITE}");
        let new = std::env::var("POPULACE_REASON").unwrap_or_default();
        assert!(new != reason, "{scene} ends otherwise than before, for a reason of its own: run\n  {WRITE}");
        assert_is_told(scene, &new);
        golden.insert(scene.to_owned(), ran.entry(&new));
        file.rewind().unwrap();
        file.set_len(0).unwrap();
        file.write_all(format!("{:#}\n", Value::Object(golden)).as_bytes()).unwrap();
    } else {
        assert_is_told(scene, reason);
    }
}

/// Checks that every scene has an entry, and nothing else has. Says nothing while entries are written.
pub fn check_names(scenes: &[&str]) {
    if std::env::var_os("POPULACE_WRITE").is_none() {
        let golden: Map<String, Value> = serde_json::from_str(&std::fs::read_to_string(file()).unwrap()).unwrap();
        assert_eq!(golden.keys().collect::<Vec<_>>(), scenes, "entries of golden.json; to add one, run\n  {WRITE}");
    }
}

/// Checks that the reason is a sentence of the changelog, wherever its lines end.
fn assert_is_told(scene: &str, reason: &str) {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let changelog = words(&std::fs::read_to_string(root().join("CHANGELOG.md")).unwrap());
    let is_sentence = reason.len() > 20 && reason.ends_with('.');
    let is_told = is_sentence && changelog.contains(&words(reason));
    assert!(
        is_told,
        "{scene}: {reason:?} is no sentence of CHANGELOG.md, which has to say why the scene changed:\n  {WRITE}"
    );
}

fn file() -> PathBuf {
    root().join("crates/cli/tests/golden.json")
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
