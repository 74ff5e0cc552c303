//! The acts that were asked of the running simulation: `acts.jsonl`, one JSON object per line, in the order in which they were
//! asked.
//!
//! A line is on disk before the simulation obeys the act, so that a killed run can be repeated. A killed run may leave an
//! incomplete last line. Its act was not obeyed, and does not count.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::disk::{Disk, Sink, read_up_to, sync_folder, write_whole};
use crate::{RecordError, Trouble};

/// Name of the file.
pub(crate) const NAME: &str = "acts.jsonl";
/// The longest file that is read, bytes.
const MAX_BYTES: u64 = 64 << 20;

/// An act that was asked of the simulation.
#[derive(Debug, Clone, PartialEq)]
pub struct Act {
    /// The number of steps that were done. The act was asked before the next step.
    pub step: u64,
    /// The act, as a scenario writes an event.
    pub entry: Value,
}

impl Act {
    fn line(&self) -> String {
        format!("{}\n", json!({ "step": self.step, "act": self.entry }))
    }

    fn of_line(line: &str) -> Option<Self> {
        let mut value: Value = serde_json::from_str(line).ok()?;
        let step = value.get("step")?.as_u64()?;
        let entry = value.get_mut("act").map(Value::take).filter(Value::is_object)?;
        Some(Act { step, entry })
    }
}

fn path_of(folder: &Path) -> PathBuf {
    folder.join(NAME)
}

/// Reads all acts in the folder.
pub(crate) fn read(folder: &Path) -> Result<Vec<Act>, RecordError> {
    let path = path_of(folder);
    if !path.exists() {
        return Ok(Vec::new());
    }
    let mut text = text_of(&path)?;
    // The text after the last line break is what a killed run was writing.
    text.truncate(text.rfind('\n').map_or(0, |end| end + 1));
    parse(&path, &text)
}

impl Act {
    /// Reads the acts of a file in the format of recordings, which a person may have written.
    pub fn read_all(path: &Path) -> Result<Vec<Act>, RecordError> {
        parse(path, &text_of(path)?)
    }
}

fn text_of(path: &Path) -> Result<String, RecordError> {
    Ok(String::from_utf8_lossy(&read_up_to(path, MAX_BYTES)?).into_owned())
}

fn parse(path: &Path, text: &str) -> Result<Vec<Act>, RecordError> {
    let mut acts: Vec<Act> = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let damaged = |what: &str| {
            Err(RecordError::new(Trouble::Damaged, path, format!("line {}: {what}", i + 1))
                .hint("a line is like {\"step\": 200, \"act\": {\"close\": \"door\"}}, in the order of steps"))
        };
        match Act::of_line(line) {
            Some(act) if acts.last().is_some_and(|before| before.step > act.step) => {
                return damaged("is of an earlier step than the line before");
            }
            Some(act) => acts.push(act),
            None => return damaged("is no act with its step"),
        }
    }
    Ok(acts)
}

/// Appends an act, and waits until it is on disk.
pub(crate) fn append(
    disk: &dyn Disk,
    folder: &Path,
    open: &mut Option<Box<dyn Sink>>,
    act: &Act,
) -> Result<(), RecordError> {
    let path = path_of(folder);
    let failed = |e| RecordError::write(&path, &e);
    let sink = match open {
        Some(sink) => sink,
        None => {
            let sink = open.insert(disk.append(&path).map_err(failed)?);
            sync_folder(Some(folder));
            sink
        }
    };
    sink.write_all(act.line().as_bytes()).and_then(|()| sink.flush()).and_then(|()| sink.sync()).map_err(failed)
}

/// Keeps only the acts before a step.
pub(crate) fn cut(disk: &dyn Disk, folder: &Path, step: u64) -> Result<(), RecordError> {
    let path = path_of(folder);
    if !path.exists() {
        return Ok(());
    }
    let acts = read(folder)?;
    let kept: Vec<&Act> = acts.iter().filter(|act| act.step < step).collect();
    let text: String = kept.iter().map(|act| act.line()).collect();
    if kept.is_empty() {
        return fs::remove_file(&path).map_err(|e| RecordError::write(&path, &e));
    }
    write_whole(disk, folder, &path, &[text.as_bytes()])
}
