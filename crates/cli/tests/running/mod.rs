//! Runs the `populace` command in tests.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use populace_record::{Recording, Step};
use populace_traj::{Event, Frame};
use serde_json::Value;

/// Returns a folder for each test, below the folder that cargo gives to integration tests.
pub fn folder(test: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

pub fn file(test: &str, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let path = folder(test).join(name);
    std::fs::write(&path, content).unwrap();
    path
}

/// Runs the command to its end.
pub fn populace(arguments: &[&str]) -> Output {
    populace_harness::output(Command::new(env!("CARGO_BIN_EXE_populace")).args(arguments))
}

pub fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

pub fn json(arguments: &[&str]) -> Value {
    let output = populace(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Runs the command. Expects exit code 2 and nothing on standard output. Returns the message.
pub fn refused(arguments: &[&str]) -> String {
    let output = populace(arguments);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
    assert!(output.stdout.is_empty(), "{}", String::from_utf8_lossy(&output.stdout));
    assert!(message.starts_with("error: "), "{message}");
    message
}

/// Returns the path of a file of the bundled scenes.
pub fn scene(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes").join(name).to_str().unwrap().to_string()
}

/// Returns a folder for a recording, and removes what an earlier test left there.
pub fn fresh(test: &str, name: &str) -> PathBuf {
    let folder = folder(test).join(name);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).unwrap();
    }
    folder
}

/// All rows of a recording.
#[derive(PartialEq)]
pub struct Rows {
    pub frames: Vec<Frame>,
    pub events: Vec<Event>,
    pub steps: Vec<Step>,
}

impl Rows {
    pub fn of(folder: &Path) -> Self {
        let recording = Recording::open(folder).unwrap_or_else(|e| panic!("{e}"));
        let whole = "every row of a closed segment is readable";
        Rows {
            frames: recording.frames().map(|f| f.expect(whole)).collect(),
            events: recording.events().map(|e| e.expect(whole)).collect(),
            steps: recording.steps().map(|s| s.expect(whole)).collect(),
        }
    }
    /// Returns the last step; 0 when there is none.
    pub fn last_step(&self) -> u64 {
        self.steps.last().map_or(0, |s| s.step)
    }
    /// Panics with the first step that differs, unless `whole` begins with these rows.
    pub fn check_begins(&self, whole: &Rows) {
        for (ours, theirs) in self.steps.iter().zip(&whole.steps) {
            assert_eq!(ours, theirs, "step {}", ours.step);
        }
        assert!(self.steps.len() <= whole.steps.len());
        assert!(self.events == whole.events[..self.events.len()], "the events differ");
        assert!(self.frames == whole.frames[..self.frames.len()], "the frames differ");
    }
    /// Panics unless the rows are the same.
    pub fn check_same(&self, other: &Rows) {
        self.check_begins(other);
        let counts = |rows: &Rows| (rows.steps.len(), rows.events.len(), rows.frames.len());
        assert_eq!(counts(self), counts(other));
    }
}

/// Returns the summary of a recording without everything that depends on the machine.
pub fn result(folder: &Path) -> Value {
    let text = Recording::open(folder).unwrap().summary().unwrap().expect("the run was finished");
    let mut value: Value = serde_json::from_str(&text).unwrap();
    let object = value.as_object_mut().unwrap();
    for key in
        ["ped_steps_per_s", "ped_steps_per_cpu_s", "wall_s", "cpu_s", "threads", "peak_mb", "phases", "recording"]
    {
        object.remove(key).unwrap_or_else(|| panic!("the summary has no {key}"));
    }
    value
}

/// Returns the table of measures of a recorded run, as text.
pub fn measures(folder: &Path) -> String {
    Recording::open(folder).unwrap().measures().unwrap().expect("the run was finished and measured something")
}
