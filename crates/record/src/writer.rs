//! Writes a recording while the run goes on.
//!
//! Rows gather in memory by columns, go into the open segment as row groups, and a segment is closed (synced and
//! renamed) after a number of steps, at a checkpoint and at the end. Segment `n` of the three tables covers the same
//! steps; its seals, `segments/n.json`, are written last and make it count.
//!
//! Encoding is cheap (about 0.05 µs of processor time per row) and happens on the caller's thread; waiting for the disk
//! when a segment is closed can take a second, so that is left to a thread of its own, one segment at a time.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use populace_traj::{Event, Frame};

use crate::about::{self, About};
use crate::checkpoint;
use crate::disk::{Disk, FileSystem, write_whole};
use crate::folder;
use crate::segment::Segment;
use crate::tables::{EventRows, FrameRows, Step, StepRows, Table};
use crate::{RecordError, Recording, Trouble};

/// Rows of frames that gather before they become a row group: about 2.5 MB.
const GROUP_ROWS: usize = 1 << 16;
/// Rows of frames after which a segment is closed, whatever its steps: about 60 MB.
const SEGMENT_ROWS: u64 = 4_000_000;

/// A recording that is being written.
///
/// Hand over the [`Frame`] and the [`Event`]s of a step, then [`Writer::step`]. The first error stops the recording:
/// what was closed before is intact, and every later call returns the same error.
/// A writer that is dropped without [`Writer::finish`] leaves its closed segments, as a killed process does.
pub struct Writer {
    folder: PathBuf,
    about: About,
    by: String,
    disk: Arc<dyn Disk>,
    number: u32,
    open: Option<Open>,
    closing: Option<JoinHandle<Result<(), RecordError>>>,
    frames: FrameRows,
    events: EventRows,
    steps: StepRows,
    rows_in_segment: u64,
    failed: Option<RecordError>,
}

/// The open segment of each table.
struct Open {
    frames: Segment,
    events: Segment,
    steps: Segment,
}

/// Where a resumed run goes on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkpoint {
    /// The step after which it was taken.
    pub step: u64,
    /// What was handed to [`Writer::checkpoint`].
    pub state: Vec<u8>,
}

impl Writer {
    /// Starts a recording in a folder that is new or empty.
    pub fn create(folder: &Path, about: &About) -> Result<Self, RecordError> {
        Self::create_on(Arc::new(FileSystem), folder, about)
    }
    /// Starts a recording in place of the one in the folder, if there is one. Files that are not of a recording
    /// are never touched: a folder with such files is refused.
    pub fn replace(folder: &Path, about: &About) -> Result<Self, RecordError> {
        about.check(folder)?;
        folder::clear(folder)?;
        Self::create(folder, about)
    }
    /// Goes on from the last checkpoint in the folder; what was recorded after it is removed.
    pub fn resume(folder: &Path) -> Result<(Self, Checkpoint), RecordError> {
        Self::resume_on(Arc::new(FileSystem), folder)
    }

    pub(crate) fn create_on(disk: Arc<dyn Disk>, folder: &Path, about: &About) -> Result<Self, RecordError> {
        about.check(folder)?;
        folder::prepare(folder)?;
        let put = |name: &str, bytes: &[u8]| write_whole(&*disk, folder, &folder.join(name), &[bytes]);
        put("README.md", folder::README.as_bytes())?;
        put("scenario.toml", &about.scenario.bytes)?;
        for document in &about.place {
            let path = folder.join("place").join(&document.name);
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent).map_err(|e| RecordError::write(parent, &e))?;
            }
            write_whole(&*disk, folder, &path, &[&document.bytes])?;
        }
        put("manifest.json", about::to_json(about).as_bytes())?;
        Ok(Self::at(disk, folder, about.clone(), 0))
    }

    pub(crate) fn resume_on(disk: Arc<dyn Disk>, folder: &Path) -> Result<(Self, Checkpoint), RecordError> {
        let recording = Recording::open(folder)?;
        let last = checkpoint::last(folder, recording.segments())?;
        folder::cut(folder, last.segments, last.step)?;
        let writer = Self::at(disk, folder, recording.about().clone(), last.segments);
        Ok((writer, Checkpoint { step: last.step, state: last.state }))
    }

    fn at(disk: Arc<dyn Disk>, folder: &Path, about: About, number: u32) -> Self {
        Writer {
            folder: folder.to_owned(),
            by: format!("populace {}", about.populace),
            about,
            disk,
            number,
            open: None,
            closing: None,
            frames: FrameRows::default(),
            events: EventRows::default(),
            steps: StepRows::default(),
            rows_in_segment: 0,
            failed: None,
        }
    }

    /// What the run is.
    pub fn about(&self) -> &About {
        &self.about
    }
    /// Whether the frame after `step` is to be recorded.
    pub fn wants_frame(&self, step: u64) -> bool {
        step.is_multiple_of(u64::from(self.about.frame_every))
    }

    /// Records where everyone is.
    pub fn frame(&mut self, frame: &Frame) -> Result<(), RecordError> {
        self.guard()?;
        self.frames.push(frame);
        self.rows_in_segment += frame.len() as u64;
        if self.frames.len() < GROUP_ROWS {
            return Ok(());
        }
        let flushed = self.flush_frames();
        self.note(flushed)
    }
    /// Records what happened, in order.
    pub fn events(&mut self, events: &[Event]) -> Result<(), RecordError> {
        self.guard()?;
        for event in events {
            self.events.push(*event, self.about.time(event.step));
        }
        Ok(())
    }
    /// Records that the step is over: call it after the frame and the events of the step.
    pub fn step(&mut self, step: u64, time: f64, state_hash: u64, inside: u32) -> Result<(), RecordError> {
        self.guard()?;
        self.steps.steps.push(Step { step, time, state_hash, inside });
        let is_last = step > 0 && step.is_multiple_of(self.about.segment_steps);
        if !is_last && self.rows_in_segment < SEGMENT_ROWS {
            return Ok(());
        }
        let closed = self.close_segment();
        self.note(closed)
    }
    /// Puts everything up to `step` on disk, then the state from which to go on. Keeps the last two checkpoints.
    pub fn checkpoint(&mut self, step: u64, state: &[u8]) -> Result<(), RecordError> {
        self.guard()?;
        let done = self
            .close_segment()
            .and_then(|()| self.wait())
            .and_then(|()| checkpoint::write(&*self.disk, &self.folder, step, self.number, state))
            .and_then(|()| checkpoint::forget_old(&self.folder));
        self.note(done)
    }
    /// Ends the recording, with a summary of the run as JSON.
    pub fn finish(mut self, summary: &str) -> Result<(), RecordError> {
        self.guard()?;
        let closed = self.close_segment().and_then(|()| self.wait());
        self.note(closed)?;
        write_whole(&*self.disk, &self.folder, &self.folder.join("summary.json"), &[summary.as_bytes()])
    }

    /// The error that stopped the recording, also one of the segment that was being closed meanwhile.
    fn guard(&mut self) -> Result<(), RecordError> {
        if self.closing.as_ref().is_some_and(JoinHandle::is_finished) {
            let closed = self.wait();
            return self.note(closed);
        }
        self.failed.clone().map_or(Ok(()), Err)
    }
    /// Waits until the segment that is being closed is on disk.
    fn wait(&mut self) -> Result<(), RecordError> {
        let lost = |_| Err(RecordError::new(Trouble::Write, &self.folder, "a segment could not be closed"));
        self.closing.take().map_or(Ok(()), |closing| closing.join().unwrap_or_else(lost))
    }
    /// Remembers the first error and gives up what is open.
    fn note(&mut self, result: Result<(), RecordError>) -> Result<(), RecordError> {
        if let Err(error) = &result {
            self.failed = Some(error.clone());
            self.open = None;
        }
        result
    }

    fn open(&mut self) -> Result<&mut Open, RecordError> {
        if self.open.is_none() {
            let (disk, folder, number, by) = (&*self.disk, &self.folder, self.number, &self.by);
            let frames = Segment::start::<FrameRows>(disk, folder, number, by)?;
            let events = Segment::start::<EventRows>(disk, folder, number, by)?;
            let steps = Segment::start::<StepRows>(disk, folder, number, by)?;
            self.open = Some(Open { frames, events, steps });
        }
        Ok(self.open.as_mut().expect("just opened"))
    }
    fn flush_frames(&mut self) -> Result<(), RecordError> {
        let mut rows = std::mem::take(&mut self.frames);
        let appended = self.open().and_then(|open| open.frames.append(&mut rows));
        self.frames = rows;
        appended
    }
    fn close_segment(&mut self) -> Result<(), RecordError> {
        if self.frames.len() + self.events.len() + self.steps.len() == 0 && self.open.is_none() {
            return Ok(());
        }
        self.flush_frames()?;
        let (mut events, mut steps) = (std::mem::take(&mut self.events), std::mem::take(&mut self.steps));
        let open = self.open()?;
        open.events.append(&mut events)?;
        open.steps.append(&mut steps)?;
        (self.events, self.steps) = (events, steps);
        self.wait()?;
        if let Some(open) = self.open.take() {
            let (disk, folder, number) = (self.disk.clone(), self.folder.clone(), self.number);
            let closing =
                thread::Builder::new().name("recorder".into()).spawn(move || open.close(&*disk, &folder, number));
            self.closing = Some(closing.map_err(|e| RecordError::write(&self.folder, &e))?);
        }
        self.number += 1;
        self.rows_in_segment = 0;
        Ok(())
    }
}

impl Open {
    fn close(self, disk: &dyn Disk, folder: &Path, number: u32) -> Result<(), RecordError> {
        let seals = [self.frames.close()?, self.events.close()?, self.steps.close()?];
        folder::seal(disk, folder, number, &seals)
    }
}

impl Drop for Writer {
    /// Leaves no thread behind that still writes.
    fn drop(&mut self) {
        let _ = self.wait();
    }
}
