//! Flips bytes of recordings, and looks whether the reader notices.

use std::fs;
use std::path::{Path, PathBuf};

use populace_record::{Recording, Writer};

use crate::trial::rows;
use crate::{Chance, Flip, Rows};

/// Flips a byte of a random file of a closed recording, reads the recording, and puts the byte back.
pub(crate) fn flip(folder: &Path, before: &Rows, chance: &mut Chance) -> Option<Flip> {
    let files = files_below(folder);
    let path = chance.pick(&files);
    let file = path.strip_prefix(folder).ok()?.to_string_lossy().replace('\\', "/");
    let bytes = fs::read(path).ok().filter(|bytes| !bytes.is_empty())?;
    let position = chance.below(bytes.len());
    let mut flipped = bytes.clone();
    flipped[position] ^= 1 << chance.below(8);
    fs::write(path, flipped).ok()?;
    let read = read_all(folder);
    fs::write(path, bytes).ok()?;
    let is_same = read.as_ref().is_ok_and(|rows| same_tables(rows, before));
    Some(Flip { is_sealed: is_sealed(&file), file, position, is_refused: read.is_err(), is_same })
}

/// Flips a byte of the last checkpoint of a recording, and resumes the recording. The recording is not needed after
/// that.
pub(crate) fn flip_checkpoint(folder: &Path, chance: &mut Chance) -> Option<Flip> {
    let step = *Recording::open(folder).ok()?.checkpoints().last()?;
    let file = format!("checkpoint-{step}.bin");
    let path = folder.join(&file);
    let mut bytes = fs::read(&path).ok()?;
    let position = chance.below(bytes.len());
    bytes[position] ^= 1 << chance.below(8);
    fs::write(&path, bytes).ok()?;
    // An earlier checkpoint may take its place.
    let went_on = Writer::resume(folder).map(|(_, checkpoint)| checkpoint.step);
    let is_refused = went_on.is_ok_and(|other| other < step) || Writer::resume(folder).is_err();
    Some(Flip { file, position, is_sealed: true, is_refused, is_same: false })
}

/// Reads everything that a recording holds.
fn read_all(folder: &Path) -> Result<Rows, String> {
    let recording = Recording::open(folder).map_err(|e| e.to_string())?;
    for &step in recording.checkpoints() {
        recording.checkpoint(step).map_err(|e| e.to_string())?;
    }
    rows(&recording).map_err(|e| e.to_string())
}

/// Returns whether the tables are the same. The measures and the summary have no seal, so they may differ.
fn same_tables(one: &Rows, other: &Rows) -> bool {
    one.frames == other.frames && one.events == other.events && one.steps == other.steps
}

/// Returns whether a seal or a hash covers a file of a recording.
fn is_sealed(file: &str) -> bool {
    let folders = ["frames/", "events/", "steps/", "place/"];
    folders.iter().any(|folder| file.starts_with(folder)) || file == "scenario.toml" || file.starts_with("checkpoint-")
}

/// Returns all files below a folder, sorted.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
            if path.is_dir() { open.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    found
}
