//! Reads a recording back.

use std::fs::File;
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};
use populace_traj::{Event, Frame};

use crate::about::{self, About, Document, content_hash, stays_inside};
use crate::acts::{self, Act};
use crate::disk::{self, read, read_text};
use crate::segment::{Seal, path_of};
use crate::tables::{EventRows, FrameRows, Step, StepRows, Table};
use crate::writer::Checkpoint;
use crate::{RecordError, Trouble, checkpoint, folder};

/// A recording on disk: everything in its closed segments.
#[derive(Debug, Clone)]
pub struct Recording {
    folder: PathBuf,
    about: About,
    segments: u32,
    checkpoints: Vec<u64>,
}

impl Recording {
    /// Opens the recording in the folder, with the scenario and the place from which it was made.
    pub fn open(folder: &Path) -> Result<Self, RecordError> {
        let path = folder.join("manifest.json");
        if !path.exists() {
            return Err(RecordError::new(Trouble::Foreign, folder, "is not a recording: it has no manifest.json")
                .hint("name the folder that a run wrote"));
        }
        let mut manifest = about::from_json(&path, &read_text(&path)?)?;
        let mut hashes = manifest.hashes.into_iter();
        load(&folder.join("scenario.toml"), &mut manifest.about.scenario, hashes.next())?;
        for document in &mut manifest.about.place {
            if !stays_inside(&document.name) {
                return Err(RecordError::damaged(&path, format!("names a file outside: {:?}", document.name)));
            }
            load(&folder.join("place").join(&document.name), document, hashes.next())?;
        }
        let recording = Recording {
            folder: folder.to_owned(),
            about: manifest.about,
            segments: folder::closed_segments(folder)?,
            checkpoints: checkpoint::steps(folder)?,
        };
        if folder.join("summary.json").exists() {
            folder::check_finished(folder, recording.segments)?;
        }
        Ok(recording)
    }
    /// Returns the manifest of the recording.
    pub fn about(&self) -> &About {
        &self.about
    }
    /// Returns how many segments are closed.
    pub fn segments(&self) -> u32 {
        self.segments
    }
    /// Returns the steps of the checkpoints, ascending.
    pub fn checkpoints(&self) -> &[u64] {
        &self.checkpoints
    }
    /// Reads the checkpoint of a step.
    pub fn checkpoint(&self, step: u64) -> Result<Checkpoint, RecordError> {
        checkpoint::read(&self.folder, step).map(|stored| Checkpoint { step, state: stored.state })
    }
    /// Returns the summary as JSON; `None` when the run was not finished.
    pub fn summary(&self) -> Result<Option<String>, RecordError> {
        self.result("summary.json")
    }
    /// Returns the measured values, as comma-separated values; `None` when the run was not finished or measured
    /// nothing.
    pub fn measures(&self) -> Result<Option<String>, RecordError> {
        self.result("measures.csv")
    }
    fn result(&self, name: &str) -> Result<Option<String>, RecordError> {
        let path = self.folder.join(name);
        if !path.exists() {
            return Ok(None);
        }
        read_text(&path).map(Some)
    }

    /// Returns the acts that were asked of the running simulation, in order.
    pub fn acts(&self) -> Result<Vec<Act>, RecordError> {
        acts::read(&self.folder)
    }

    /// Returns the frames in order. A moment at which nobody was inside has no rows, hence no frame.
    pub fn frames(&self) -> impl Iterator<Item = Result<Frame, RecordError>> + '_ {
        self.table().flat_map(|group: Result<FrameRows, _>| match group {
            Ok(rows) => rows.frames().map(Ok).collect::<Vec<_>>(),
            Err(error) => vec![Err(error)],
        })
    }
    /// Returns the events in order.
    pub fn events(&self) -> impl Iterator<Item = Result<Event, RecordError>> + '_ {
        self.table().flat_map(|group: Result<EventRows, _>| match group {
            Ok(rows) => rows.events.into_iter().map(Ok).collect::<Vec<_>>(),
            Err(error) => vec![Err(error)],
        })
    }
    /// Returns the steps in order.
    pub fn steps(&self) -> impl Iterator<Item = Result<Step, RecordError>> + '_ {
        self.table().flat_map(|group: Result<StepRows, _>| match group {
            Ok(rows) => rows.steps.into_iter().map(Ok).collect::<Vec<_>>(),
            Err(error) => vec![Err(error)],
        })
    }

    fn table<T: Table>(&self) -> Groups<'_, T> {
        Groups { recording: self, segment: 0, open: None, group: 0, rows: PhantomData }
    }
}

fn load(path: &Path, document: &mut Document, hash: Option<String>) -> Result<(), RecordError> {
    document.bytes = read(path)?;
    if hash != Some(format!("{:016x}", content_hash(&document.bytes))) {
        return Err(RecordError::damaged(path, "was changed since the run: its hash is not the one in manifest.json"));
    }
    Ok(())
}

/// The row groups of a table, over all closed segments. They end after an error.
struct Groups<'a, T> {
    recording: &'a Recording,
    segment: u32,
    open: Option<SerializedFileReader<File>>,
    group: usize,
    rows: PhantomData<T>,
}

impl<T: Table> Iterator for Groups<'_, T> {
    type Item = Result<T, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.segment < self.recording.segments {
            let path = path_of::<T>(&self.recording.folder, self.segment);
            match self.next_in(&path) {
                Ok(Some(rows)) => return Some(Ok(rows)),
                Ok(None) => self.segment += 1,
                Err(error) => {
                    self.segment = u32::MAX;
                    return Some(Err(error));
                }
            }
        }
        None
    }
}

impl<T: Table> Groups<'_, T> {
    fn next_in(&mut self, path: &Path) -> Result<Option<T>, RecordError> {
        let reader = match self.open.take() {
            Some(reader) => reader,
            None => {
                self.group = 0;
                open::<T>(path, &folder::read_seal::<T>(&self.recording.folder, self.segment)?)?
            }
        };
        if self.group == reader.num_row_groups() {
            return Ok(None);
        }
        let rows = undisturbed(|| reader.get_row_group(self.group).and_then(|group| T::read(&*group)));
        self.group += 1;
        self.open = Some(reader);
        rows.map(Some).map_err(|e| RecordError::decode(path, e))
    }
}

fn open<T: Table>(path: &Path, seal: &Seal) -> Result<SerializedFileReader<File>, RecordError> {
    seal.check(path)?;
    let file = disk::open(path)?;
    let reader = undisturbed(|| SerializedFileReader::new(file)).map_err(|e| RecordError::decode(path, e))?;
    let expected = crate::tables::schema::<T>().map_err(|e| RecordError::decode(path, e))?;
    if reader.metadata().file_metadata().schema_descr().root_schema() != &*expected {
        return Err(RecordError::damaged(path, format!("does not have the columns of {}", T::NAME)));
    }
    Ok(reader)
}

/// Turns a panic of the Parquet reader into an error. The reader panics on some files that were forged to fit their seal.
fn undisturbed<V>(read: impl FnOnce() -> parquet::errors::Result<V>) -> parquet::errors::Result<V> {
    catch_unwind(AssertUnwindSafe(read))
        .unwrap_or_else(|_| Err(ParquetError::General("not a valid Parquet file".into())))
}
