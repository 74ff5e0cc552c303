//! Prepares, empties and cuts the folder of a recording, and knows which files may be in it.

use std::fs::{self, File, TryLockError};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::about;
use crate::acts;
use crate::checkpoint;
use crate::disk::{Disk, read_text, write_whole};
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
        let is_locked = !matches!(file.try_lock(), Err(TryLockError::WouldBlock));
        // Some network file systems have no locks. A recording without a lock is better than no recording. A run that
        // ends removes the file. If another run had opened the file before, that run now holds the lock of a removed
        // file, which keeps nobody out: so the file must still be at its path.
        if is_locked && is_at(&file, &path) {
            return Ok(Lock { file, path });
        }
        Err(RecordError::new(Trouble::Occupied, folder, "is being written by another run")
            .hint("wait for it to end, or choose another folder"))
    }
}

/// Returns whether an open file is the file at a path.
pub(crate) fn is_at(file: &File, path: &Path) -> bool {
    let identity = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    file.metadata().ok().map(identity) == fs::metadata(path).ok().map(identity)
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
    refuse_links(folder)?;
    let entries = entries(folder)?;
    let refused = match foreign(folder, &entries)? {
        Some(path) => Some(format!("holds {}, which is not part of a recording", path.display())),
        None if entries.is_empty() || folder.join("manifest.json").is_file() || is_begun(&entries) => None,
        None => Some("is not a recording: it has no manifest.json".to_owned()),
    };
    if let Some(what) = refused {
        return Err(RecordError::new(Trouble::Occupied, folder, what).hint("choose another folder"));
    }
    let _lock = if entries.is_empty() { None } else { Some(Lock::take(folder)?) };
    for path in entries.into_iter().filter(|path| !path.ends_with(LOCK)) {
        let removed = if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
        removed.map_err(|e| RecordError::write(&path, &e))?;
    }
    Ok(())
}

/// Returns the path of something below the folder that is not part of a recording, if there is any.
fn foreign(folder: &Path, entries: &[PathBuf]) -> Result<Option<PathBuf>, RecordError> {
    if let Some(path) = entries.iter().find(|path| !is_ours(path)) {
        return Ok(Some(path.clone()));
    }
    for table in TABLES.into_iter().chain([SEALS]).map(|name| folder.join(name)).filter(|path| path.is_dir()) {
        let files = self::entries(&table)?;
        if let Some(path) = files.into_iter().find(|path| number(path).is_none() || path.is_dir()) {
            return Ok(Some(path));
        }
    }
    // Without a manifest that can be read, nobody knows which files the place has.
    let (place, path) = (folder.join("place"), folder.join("manifest.json"));
    let Ok(manifest) = read_text(&path).and_then(|text| about::from_json(&path, &text)) else { return Ok(None) };
    let known: Vec<PathBuf> = manifest.about.place.iter().map(|document| place.join(&document.name)).collect();
    let mut left = vec![place];
    while let Some(path) = left.pop() {
        if path.is_dir() && !path.is_symlink() {
            left.extend(self::entries(&path)?);
        } else if path.exists() && !known.contains(&path) {
            return Ok(Some(path));
        }
    }
    Ok(None)
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
    for path in after(folder, segments, step)? {
        fs::remove_file(&path).map_err(|e| RecordError::write(&path, &e))?;
    }
    Ok(())
}

/// Returns the files that were written after a checkpoint, in the order in which they are removed: results first, then
/// seals from the last on, then the files that they seal. So a run that is killed in between leaves a recording that
/// can be resumed.
pub(crate) fn after(folder: &Path, segments: u32, step: u64) -> Result<Vec<PathBuf>, RecordError> {
    let is_later = |path: &PathBuf| number(path).is_some_and(|n| n >= segments);
    let mut gone: Vec<PathBuf> = RESULTS.map(|name| folder.join(name)).into_iter().filter(|p| p.exists()).collect();
    gone.extend(checkpoint::steps(folder)?.into_iter().filter(|&s| s > step).map(|s| checkpoint::path_of(folder, s)));
    gone.extend(entries(&folder.join(SEALS))?.into_iter().rev().filter(is_later));
    for table in TABLES {
        gone.extend(entries(&folder.join(table))?.into_iter().filter(is_later));
    }
    gone.extend(entries(folder)?.into_iter().filter(|path| path.extension().is_some_and(|e| e == "part")));
    Ok(gone)
}

/// Refuses a recording in which a name leads to a file elsewhere, because a run would write to that file or remove it.
pub(crate) fn refuse_links(folder: &Path) -> Result<(), RecordError> {
    match entries(folder)?.iter().find(|path| path.is_symlink()) {
        None => Ok(()),
        Some(link) => Err(RecordError::new(Trouble::Write, link, "is a link, and a run would change what it leads to")
            .hint("replace the link by a copy of what it leads to, or choose another folder")),
    }
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
    let text = read_text(&path)?;
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

/// Refuses a finished recording that has a file of a segment without its seals. Only a run that was killed leaves one.
pub(crate) fn check_finished(folder: &Path, segments: u32) -> Result<(), RecordError> {
    let files = [
        path_of::<FrameRows>(folder, segments),
        path_of::<EventRows>(folder, segments),
        path_of::<StepRows>(folder, segments),
    ];
    if files.iter().any(|path| path.exists()) {
        return Err(RecordError::damaged(&seal_path(folder, segments), "is missing, though the run was finished"));
    }
    Ok(())
}

/// Returns the number of the segment to which a file of a table or of the seals belongs; `None` for other files.
fn number(path: &Path) -> Option<u32> {
    let (number, ending) = path.file_name()?.to_str()?.split_once('.')?;
    if ["parquet", "json"].contains(&ending) { number.parse().ok() } else { None }
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
