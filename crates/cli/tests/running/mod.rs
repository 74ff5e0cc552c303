//! Runs the `populace` command in tests.

#![allow(dead_code)] // Every test uses a part of it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// A folder of its own for each test, below the one cargo gives to integration tests.
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

pub fn populace(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_populace")).args(arguments).output().unwrap()
}

pub fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

pub fn json(arguments: &[&str]) -> Value {
    let output = populace(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Runs the command, expects exit code 2, nothing on standard output, and returns the message.
pub fn refused(arguments: &[&str]) -> String {
    let output = populace(arguments);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
    assert!(output.stdout.is_empty(), "{}", String::from_utf8_lossy(&output.stdout));
    assert!(message.starts_with("error: "), "{message}");
    message
}

/// A bundled scene.
pub fn scene(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes").join(name).to_str().unwrap().to_string()
}
