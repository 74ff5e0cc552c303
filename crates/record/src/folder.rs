//! Prepares, empties and cuts the folder of a recording, and knows which files may be in it.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::acts;
use crate::checkpoint;
use crate::disk::{Disk, write_whole};
use crate::segment::{Seal, path_of};
use crate::tables::{EventRows, FrameRows, StepRows, Table};
use crate::{RecordError, Trouble};

/// The text that says how to read a recording. Every recording carries it.
pub(crate) const README: &str = include_str!("../recording.md");

const TABLES: [&str; 3] = [FrameRows::NAME, EventRows::NAME, StepRows::NAME];
/// The folder of the seals.
const SEALS: &str = "segments";
/// A run locks this file while it writes the recording.
const LOCK: &str = "lock";
/// The results of a run, written when it ends: its measures and its summary.
const RESULTS: [&str; 2] = ["measures.csv", "summary.json"];
const FILES: [&str; 5] = ["manifest.json", "scenario.toml", "README.md", acts::NAME, LOCK];

/// Makes the folder and the folders of its tables. Refuses a folder that holds anything.
pub(crate) fn prepare(folder: &Path) -> Result<(), RecordError> {
    fs::create_dir_all(folder).map_err(|e| RecordError::write(folder, &e))?;
    if let Some(entry) = entries(folder)?.first() {
        let name = entry.file_name().unwrap_or_default().to_string_lossy().into_owned();
        return Err(RecordError::new(Trouble::Occupied, folder, format!("is not empty: it holds {name}"))
            .hint("choose another folder, or say that the recording in it may be replaced"));
    }
    for table in TABLES.into_iter().chain([SEALS]) {
        let path = folder.join(table);
        fs::create_dir(&path).map_err(|e| RecordError::write(&path, &e))?;
    }
    Ok(())
}

/// Keeps other runs from writing to the folder for as long as this value lives. The system releases the lock when a run is killed.
pub(crate) struct Lock {
    file: File,
    path: PathBuf,
}

impl Lock {
    /// Takes the lock. Fails when another run has it.
    pub fn take(folder: &Path) -> Result<Self, RecordError> {
        let path = folder.join(LOCK);
        let file = File::create(&path).map_err(|e| RecordError::write(&path, &e))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                Err(RecordError::new(Trouble::Occupied, folder, "is being written by another run")
                    .hint("wait for it to end, or choose another folder"))
            }
            // Some network file systems have no locks. A recording without a lock is better than no recording.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(Lock { file, path }),
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
        let _ = self.file.unlock();
    }
}

/// Removes the recording in the folder, if there is one. Refuses a folder that holds anything else.
pub(crate) fn clear(folder: &Path) -> Result<(), RecordError> {
    if !folder.exists() {
        return Ok(());
    }
    let entries = entries(folder)?;
    let mut all = entries.clone();
    for table in TABLES.into_iter().chain([SEALS]).map(|name| folder.join(name)).filter(|path| path.is_dir()) {
        all.extend(self::entries(&table)?.into_iter().filter(|path| number(path).is_none()));
    }
    let foreign = all.iter().find(|path| !is_ours(path));
    let refused = match foreign {
        Some(path) => Some(format!("holds {}, which is not part of a recording", path.display())),
        None if entries.is_empty() || folder.join("manifest.json").is_file() || is_begun(&entries) => None,
        None => Some("is not a recording: it has no manifest.json".to_owned()),
    };
    if let Some(what) = refused {
        return Err(RecordError::new(Trouble::Occupied, folder, what).hint("choose another folder"));
    }
    let _lock = if entries.is_empty() { None } else { Some(Lock::take(folder)?) };
    for path in entries {
        let removed = if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
        removed.map_err(|e| RecordError::write(&path, &e))?;
    }
    Ok(())
}

/// Returns whether the entries are empty tables: that is what a run leaves when it is killed while it makes its folder.
fn is_begun(entries: &[PathBuf]) -> bool {
    let folders = entries.iter().filter(|path| path.is_dir() && !path.ends_with("place"));
    let mut tables = folders.map(|path| self::entries(path).is_ok_and(|files| files.is_empty())).peekable();
    tables.peek().is_some() && tables.all(|is_empty| is_empty)
}

fn is_ours(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if path.is_dir() {
        return TABLES.contains(&&*name) || name == SEALS || name == "place";
    }
    FILES.contains(&&*name)
        || RESULTS.contains(&&*name)
        || name.ends_with(".part")
        || (name.starts_with("checkpoint-") && name.ends_with(".bin"))
}

/// Removes everything that was written after a checkpoint: segments from number `segments` on, later checkpoints, unfinished files
/// (`.part`) and results.
pub(crate) fn cut(folder: &Path, segments: u32, step: u64) -> Result<(), RecordError> {
    let mut gone: Vec<PathBuf> = Vec::new();
    for table in TABLES.into_iter().chain([SEALS]) {
        gone.extend(
            entries(&folder.join(table))?.into_iter().filter(|path| number(path).is_none_or(|n| n >= segments)),
        );
    }
    gone.extend(entries(folder)?.into_iter().filter(|path| path.extension().is_some_and(|e| e == "part")));
    gone.extend(checkpoint::steps(folder)?.into_iter().filter(|&s| s > step).map(|s| checkpoint::path_of(folder, s)));
    gone.extend(RESULTS.map(|name| folder.join(name)).into_iter().filter(|path| path.exists()));
    for path in gone {
        fs::remove_file(&path).map_err(|e| RecordError::write(&path, &e))?;
    }
    Ok(())
}

/// Writes the seals of a closed segment, in the order of [`TABLES`].
pub(crate) fn seal(disk: &dyn Disk, folder: &Path, number: u32, seals: &[Seal; 3]) -> Result<(), RecordError> {
    let entries = TABLES.iter().zip(seals).map(|(table, seal)| (table.to_string(), seal.to_json()));
    let text = format!("{:#}\n", Value::Object(entries.collect()));
    write_whole(disk, folder, &seal_path(folder, number), &[text.as_bytes()])
}

/// Reads the seal of a table's file in a closed segment.
pub(crate) fn read_seal<T: Table>(folder: &Path, number: u32) -> Result<Seal, RecordError> {
    let path = seal_path(folder, number);
    let text = fs::read_to_string(&path).map_err(|e| RecordError::read(&path, &e))?;
    let value: Option<Value> = serde_json::from_str(&text).ok();
    value.and_then(|v| Seal::from_json(&v[T::NAME])).ok_or_else(|| RecordError::damaged(&path, "is damaged"))
}

/// Checks that every file of the closed segments is the same as when it was closed. The error names the first file that is not.
pub(crate) fn verify(folder: &Path, segments: u32) -> Result<(), RecordError> {
    for number in 0..segments {
        verify_file::<FrameRows>(folder, number)?;
        verify_file::<EventRows>(folder, number)?;
        verify_file::<StepRows>(folder, number)?;
    }
    Ok(())
}

fn verify_file<T: Table>(folder: &Path, number: u32) -> Result<(), RecordError> {
    let path = path_of::<T>(folder, number);
    match path.exists() {
        true => read_seal::<T>(folder, number)?.check(&path),
        false => Err(RecordError::damaged(&path, format!("is missing, though segment {number} was closed"))),
    }
}

pub(crate) fn seal_path(folder: &Path, number: u32) -> PathBuf {
    folder.join(SEALS).join(format!("{number:06}.json"))
}

/// Returns how many segments are closed. There are no gaps between them.
pub(crate) fn closed_segments(folder: &Path) -> Result<u32, RecordError> {
    let paths = entries(&folder.join(SEALS))?;
    let mut closed = 0;
    for found in paths.iter().filter_map(|path| number(path)) {
        if found != closed {
            let what = format!("is missing, though segment {found} is there");
            return Err(RecordError::damaged(&seal_path(folder, closed), what));
        }
        closed += 1;
    }
    Ok(closed)
}

fn number(path: &Path) -> Option<u32> {
    path.file_name()?.to_str()?.split_once('.')?.0.parse().ok()
}

/// Returns the paths of everything in a folder, sorted by name.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, RecordError> {
    let unreadable = |e| RecordError::read(folder, &e);
    let mut paths =
        fs::read_dir(folder).map_err(unreadable)?.map(|entry| entry.map(|e| e.path())).collect::<Result<Vec<_>, _>>();
    if let Ok(paths) = &mut paths {
        paths.sort();
    }
    paths.map_err(unreadable)
}
