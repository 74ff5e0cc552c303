//! Writes a recording while the run goes on.
//!
//! The writer collects rows in memory, column by column, and writes them into the open segment in groups of rows. A segment is
//! closed (synced and renamed) after a number of steps, at a checkpoint and at the end. Segment `n` of the three tables covers the
//! same steps. The seals of a segment (`segments/n.json`: the rows, the size and the hash of each of its files) are written last. A
//! segment without seals does not count.
//!
//! Encoding takes about 0.05 µs of processor time per row of a frame. When a segment is closed, waiting for the disk can take a
//! second. One thread encodes one group of rows at a time, and another closes one segment at a time, while the caller goes on.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use populace_traj::{Event, Frame};
use serde_json::Value;

use crate::about::{self, About};
use crate::acts::{self, Act};
use crate::checkpoint;
use crate::disk::{Disk, FileSystem, Sink, write_whole};
use crate::folder::{self, Lock};
use crate::segment::Segment;
use crate::tables::{EventRows, FrameRows, Step, StepRows, Table};
use crate::{RecordError, Recording, Trouble};

/// This many rows of frames make a row group: about 2.5 MB.
const GROUP_ROWS: usize = 1 << 16;
/// The rows of frames after which a segment is closed, even when few steps are in it: about 60 MB.
const SEGMENT_ROWS: u64 = 4_000_000;

/// A recording that is being written.
///
/// For each step, the caller hands over the [`Frame`], the [`Event`]s and the row of the step, in any order. The first error stops
/// the recording: closed segments stay intact, and every later call returns the same error. A writer that is dropped without
/// [`Writer::finish`] leaves its closed segments, as a killed process does.
pub struct Writer {
    folder: PathBuf,
    about: About,
    by: String,
    disk: Arc<dyn Disk>,
    acts: Option<Box<dyn Sink>>,
    number: u32,
    open: Option<Open>,
    /// The thread that encodes rows of frames and puts them into the open segment.
    encoding: Option<JoinHandle<Encoded>>,
    closing: Option<JoinHandle<Result<(), RecordError>>>,
    frames: FrameRows,
    /// Memory for the next rows while others are encoded.
    spare: FrameRows,
    events: EventRows,
    steps: StepRows,
    rows_in_segment: u64,
    /// The segment is closed before the writer takes anything of a step after this.
    due: Option<u64>,
    failed: Option<RecordError>,
    _lock: Lock,
}

/// The open segment of each table.
struct Open {
    /// `None` while rows are being encoded.
    frames: Option<Segment>,
    events: Segment,
    steps: Segment,
}

/// The segment after a row group was written, and the memory of the rows.
type Encoded = (Result<Segment, RecordError>, FrameRows);

/// A checkpoint, from which a resumed run goes on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkpoint {
    /// The step after which the checkpoint was taken.
    pub step: u64,
    /// The state that was given to [`Writer::checkpoint`].
    pub state: Vec<u8>,
}

impl Writer {
    /// Starts a recording in a folder that is new or empty.
    pub fn create(folder: &Path, about: &About) -> Result<Self, RecordError> {
        Self::create_on(Arc::new(FileSystem), folder, about)
    }
    /// Starts a recording in place of the recording in the folder, if there is one. Refuses a folder with other files, and never
    /// touches them.
    pub fn replace(folder: &Path, about: &About) -> Result<Self, RecordError> {
        about.check(folder)?;
        folder::clear(folder)?;
        Self::create(folder, about)
    }
    /// Goes on from the last checkpoint in the folder. Everything that was recorded after it is removed. Refuses a recording of
    /// which a closed segment is damaged or missing, and leaves it as it is.
    pub fn resume(folder: &Path) -> Result<(Self, Checkpoint), RecordError> {
        Self::resume_on(Arc::new(FileSystem), folder)
    }

    pub(crate) fn create_on(disk: Arc<dyn Disk>, folder: &Path, about: &About) -> Result<Self, RecordError> {
        about.check(folder)?;
        folder::prepare(folder)?;
        let lock = Lock::take(folder)?;
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
        Ok(Self::at(disk, lock, folder, about.clone(), 0))
    }

    pub(crate) fn resume_on(disk: Arc<dyn Disk>, folder: &Path) -> Result<(Self, Checkpoint), RecordError> {
        Recording::open(folder)?;
        folder::refuse_links(folder)?;
        let lock = Lock::take(folder)?;
        // Another run may have gone on until now.
        let recording = Recording::open(folder)?;
        folder::verify(folder, recording.segments())?;
        let last = checkpoint::last(folder, recording.segments())?;
        folder::cut(folder, last.segments, last.step)?;
        acts::cut(&*disk, folder, last.step)?;
        let writer = Self::at(disk, lock, folder, recording.about().clone(), last.segments);
        Ok((writer, Checkpoint { step: last.step, state: last.state }))
    }

    fn at(disk: Arc<dyn Disk>, lock: Lock, folder: &Path, about: About, number: u32) -> Self {
        Writer {
            folder: folder.to_owned(),
            by: format!("populace {}", about.populace),
            about,
            disk,
            acts: None,
            number,
            open: None,
            encoding: None,
            closing: None,
            frames: FrameRows::default(),
            spare: FrameRows::default(),
            events: EventRows::default(),
            steps: StepRows::default(),
            rows_in_segment: 0,
            due: None,
            failed: None,
            _lock: lock,
        }
    }

    /// Returns what the recording says about its run.
    pub fn about(&self) -> &About {
        &self.about
    }
    /// Moves the end of the run, s. A resumed run goes on until then.
    pub fn set_until(&mut self, until: f64) -> Result<(), RecordError> {
        self.guard()?;
        self.about.until = Some(until);
        let text = about::to_json(&self.about);
        let path = self.folder.join("manifest.json");
        let written = self
            .about
            .check(&self.folder)
            .and_then(|()| write_whole(&*self.disk, &self.folder, &path, &[text.as_bytes()]));
        self.note(written)
    }
    /// Returns whether the frame after `step` is to be recorded.
    pub fn wants_frame(&self, step: u64) -> bool {
        step.is_multiple_of(u64::from(self.about.frame_every))
    }

    /// Records where all people are.
    pub fn frame(&mut self, frame: &Frame) -> Result<(), RecordError> {
        self.arrive(frame.step)?;
        self.frames.push(frame);
        self.rows_in_segment += frame.len() as u64;
        if self.rows_in_segment >= SEGMENT_ROWS {
            self.due = Some(frame.step);
        }
        let flushed = self.flush(GROUP_ROWS);
        self.note(flushed)
    }
    /// Records events, in order.
    pub fn events(&mut self, events: &[Event]) -> Result<(), RecordError> {
        self.guard()?;
        for event in events {
            self.arrive(event.step)?;
            self.events.push(*event, self.about.time(event.step));
        }
        Ok(())
    }
    /// Records that the step is over, with the hash of the state after it and the number of people inside.
    pub fn step(&mut self, step: u64, time: f64, state_hash: u64, inside: u32) -> Result<(), RecordError> {
        self.arrive(step)?;
        self.steps.steps.push(Step { step, time, state_hash, inside });
        if step > 0 && step.is_multiple_of(self.about.segment_steps) {
            self.due = Some(step);
        }
        let flushed = self.flush(GROUP_ROWS);
        self.note(flushed)
    }
    /// Records an act that is asked for after `step` steps, before the simulation obeys it. The act is on disk when this returns.
    pub fn act(&mut self, step: u64, entry: &Value) -> Result<(), RecordError> {
        self.guard()?;
        let act = Act { step, entry: entry.clone() };
        let written = acts::append(&*self.disk, &self.folder, &mut self.acts, &act);
        self.note(written)
    }
    /// Puts everything up to `step` on disk, then the state from which a run can go on. Keeps the last two checkpoints.
    pub fn checkpoint(&mut self, step: u64, state: &[u8]) -> Result<(), RecordError> {
        self.guard()?;
        let done = self
            .close_segment()
            .and_then(|()| self.wait())
            .and_then(|()| checkpoint::write(&*self.disk, &self.folder, step, self.number, state))
            .and_then(|()| checkpoint::forget_old(&self.folder));
        self.note(done)
    }
    /// Puts everything so far on disk, then what the run measured, as comma-separated values. Only the summary may follow.
    pub fn measures(&mut self, csv: &str) -> Result<(), RecordError> {
        self.guard()?;
        let path = self.folder.join("measures.csv");
        let written = self
            .close_segment()
            .and_then(|()| self.wait())
            .and_then(|()| write_whole(&*self.disk, &self.folder, &path, &[csv.as_bytes()]));
        self.note(written)
    }
    /// Ends the recording with a summary of the run as JSON.
    pub fn finish(mut self, summary: &str) -> Result<(), RecordError> {
        self.guard()?;
        let closed = self.close_segment().and_then(|()| self.wait());
        self.note(closed)?;
        write_whole(&*self.disk, &self.folder, &self.folder.join("summary.json"), &[summary.as_bytes()])
    }

    /// Prepares for a frame, an event or the row of a step: closes the segment first, if it has to end before that step.
    fn arrive(&mut self, step: u64) -> Result<(), RecordError> {
        self.guard()?;
        if self.due.is_none_or(|due| step <= due) {
            return Ok(());
        }
        let closed = self.close_segment();
        self.note(closed)
    }
    /// Fails with the error that stopped the recording, if there is one. The error may come from the threads that encode and close.
    fn guard(&mut self) -> Result<(), RecordError> {
        // The first error stays, even when other threads meet errors later.
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        if self.encoding.as_ref().is_some_and(JoinHandle::is_finished) {
            let encoded = self.take_encoded();
            self.note(encoded)?;
        }
        if self.closing.as_ref().is_some_and(JoinHandle::is_finished) {
            let closed = self.wait();
            self.note(closed)?;
        }
        Ok(())
    }
    /// Waits until the segment that is being closed is on disk.
    fn wait(&mut self) -> Result<(), RecordError> {
        let lost = |_| Err(RecordError::new(Trouble::Write, &self.folder, "a segment could not be closed"));
        self.closing.take().map_or(Ok(()), |closing| closing.join().unwrap_or_else(lost))
    }
    /// Notes the first error, and gives up the open segment.
    fn note(&mut self, result: Result<(), RecordError>) -> Result<(), RecordError> {
        if let Err(error) = &result {
            self.failed = Some(error.clone());
            let _ = self.take_encoded();
            self.open = None;
        }
        result
    }

    /// Starts a segment, unless one is open.
    fn open(&mut self) -> Result<(), RecordError> {
        if self.open.is_none() {
            let (disk, folder, number, by) = (&*self.disk, &self.folder, self.number, &self.by);
            let frames = Segment::start::<FrameRows>(disk, folder, number, by)?;
            let events = Segment::start::<EventRows>(disk, folder, number, by)?;
            let steps = Segment::start::<StepRows>(disk, folder, number, by)?;
            self.open = Some(Open { frames: Some(frames), events, steps });
        }
        Ok(())
    }
    /// Writes a row group of every table in which at least a number of rows wait.
    fn flush(&mut self, rows: usize) -> Result<(), RecordError> {
        if self.frames.len().max(self.events.len()).max(self.steps.len()) < rows {
            return Ok(());
        }
        self.open()?;
        if self.frames.len() >= rows {
            self.encode_frames()?;
        }
        let Some(open) = &mut self.open else { return Ok(()) };
        if self.events.len() >= rows {
            open.events.append(&mut self.events)?;
        }
        if self.steps.len() >= rows {
            open.steps.append(&mut self.steps)?;
        }
        Ok(())
    }
    /// Gives the rows of frames to the encoder, after the rows before them.
    fn encode_frames(&mut self) -> Result<(), RecordError> {
        self.take_encoded()?;
        let Some(mut segment) = self.open.as_mut().and_then(|open| open.frames.take()) else { return Ok(()) };
        let mut rows = std::mem::replace(&mut self.frames, std::mem::take(&mut self.spare));
        let encode = move || {
            let appended = segment.append(&mut rows);
            (appended.map(|()| segment), rows)
        };
        let encoding = thread::Builder::new().name("encoder".into()).spawn(encode);
        self.encoding = Some(encoding.map_err(|e| RecordError::write(&self.folder, &e))?);
        Ok(())
    }
    /// Waits until the rows that are being encoded are in the segment.
    fn take_encoded(&mut self) -> Result<(), RecordError> {
        let Some(encoding) = self.encoding.take() else { return Ok(()) };
        let lost = |_| RecordError::new(Trouble::Write, &self.folder, "rows could not be encoded");
        let (segment, rows) = encoding.join().map_err(lost)?;
        self.spare = rows;
        if let Some(open) = &mut self.open {
            open.frames = Some(segment?);
        }
        Ok(())
    }
    fn close_segment(&mut self) -> Result<(), RecordError> {
        self.due = None;
        self.flush(1)?;
        self.take_encoded()?;
        self.wait()?;
        let Some(open) = self.open.take() else { return Ok(()) };
        let (disk, folder, number) = (self.disk.clone(), self.folder.clone(), self.number);
        let closing = thread::Builder::new().name("recorder".into()).spawn(move || open.close(&*disk, &folder, number));
        self.closing = Some(closing.map_err(|e| RecordError::write(&self.folder, &e))?);
        self.number += 1;
        self.rows_in_segment = 0;
        Ok(())
    }
}

impl Open {
    fn close(self, disk: &dyn Disk, folder: &Path, number: u32) -> Result<(), RecordError> {
        let lost = || RecordError::new(Trouble::Write, folder, "the frames of a segment are lost");
        let seals = [self.frames.ok_or_else(lost)?.close()?, self.events.close()?, self.steps.close()?];
        folder::seal(disk, folder, number, &seals)
    }
}

impl Drop for Writer {
    /// Waits for the threads that still write.
    fn drop(&mut self) {
        let _ = self.take_encoded();
        let _ = self.wait();
    }
}
