//! The tape: every frame of a run so far in a file without a name, and its statistics, happenings and changes of trains in memory.
//!
//! One thread writes, any number of threads read. A page that goes back in time reads the same bytes that other pages read
//! when the frame was new. Frames take no memory.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::sync::{RwLock, RwLockReadGuard, RwLockWriteGuard};

use populace_traj::EventKind;

use crate::protocol::{Happening, Row, TrainChange};

/// The population of a pedestrian that has not come in yet.
pub const UNKNOWN: u16 = u16::MAX;
/// The most happenings of pedestrians that are kept. Happenings of the place are always kept, because pages need them.
const MOST_HAPPENINGS: usize = 20_000;
/// The most lines of a diary: a pedestrian that repeats its journey all day fills no memory.
const MOST_NOTES: usize = 400;

/// Frames, statistics, happenings, changes of trains and the roster of a run.
pub struct Tape {
    file: File,
    inner: RwLock<Inner>,
}

#[derive(Default)]
struct Inner {
    /// Where each frame begins in the file, and where the last frame ends.
    starts: Vec<u64>,
    rows: Vec<Row>,
    happenings: Vec<Happening>,
    trains: Vec<TrainChange>,
    /// What each pedestrian has done, by number.
    diaries: Vec<Vec<Remark>>,
    /// Everyone who has come in, by number.
    roster: Vec<Enlisted>,
    people: u32,
}

/// A pedestrian in the roster.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Enlisted {
    /// Its population.
    pub population: u16,
    /// Half the width of its body, m.
    pub radius: f64,
    /// The first frame that it is in.
    pub first: u32,
    /// The last frame that it is in; `None` while it is inside.
    pub last: Option<u32>,
}

/// Something that a pedestrian has done: a line of its diary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The first frame that shows it.
    pub frame: u32,
    /// What happened.
    pub kind: EventKind,
    /// What it is about, as the kind says.
    pub subject: u32,
}

impl Enlisted {
    /// Stands for a pedestrian that has not come in yet.
    const NOBODY: Self = Enlisted { population: UNKNOWN, radius: 0.0, first: 0, last: None };
}

impl Tape {
    /// Makes an empty tape in the system's folder for temporary files.
    pub fn new() -> io::Result<Self> {
        let inner = Inner { starts: vec![0], ..Inner::default() };
        Ok(Tape { file: tempfile::tempfile()?, inner: RwLock::new(inner) })
    }

    /// Returns the number of frames.
    pub fn frames(&self) -> u32 {
        (self.read().starts.len() - 1) as u32
    }
    /// Returns the number of rows of statistics.
    pub fn row_count(&self) -> u32 {
        self.read().rows.len() as u32
    }
    /// Returns the number of happenings.
    pub fn happening_count(&self) -> u32 {
        self.read().happenings.len() as u32
    }
    /// Returns the number of changes of trains.
    pub fn train_change_count(&self) -> u32 {
        self.read().trains.len() as u32
    }
    /// Returns the number of pedestrians in the roster. Pedestrians do not come in the order of their numbers: a pedestrian that
    /// finds no room waits outside.
    pub fn people(&self) -> u32 {
        self.read().people
    }

    /// Adds a frame.
    pub fn push_frame(&self, bytes: &[u8]) -> io::Result<()> {
        let start = self.read().starts.last().copied().unwrap_or(0);
        self.file.write_all_at(bytes, start)?;
        self.write().starts.push(start + bytes.len() as u64);
        Ok(())
    }
    /// Adds a row of statistics.
    pub fn push_row(&self, row: Row) {
        self.write().rows.push(row);
    }
    /// Adds a happening.
    pub fn push_happening(&self, happening: Happening) {
        let mut inner = self.write();
        if happening.pedestrian.is_none() || inner.happenings.len() < MOST_HAPPENINGS {
            inner.happenings.push(happening);
        }
    }
    /// Adds a change of a train.
    pub fn push_train_change(&self, change: TrainChange) {
        self.write().trains.push(change);
    }
    /// Adds a line to the diary of a pedestrian. A diary that is full takes no more.
    pub fn note(&self, pedestrian: u32, note: Remark) {
        let mut inner = self.write();
        let index = pedestrian as usize;
        if index >= inner.diaries.len() {
            inner.diaries.resize(index + 1, Vec::new());
        }
        if inner.diaries[index].len() < MOST_NOTES {
            inner.diaries[index].push(note);
        }
    }
    /// Returns the diary of a pedestrian up to a frame.
    pub fn diary(&self, pedestrian: u32, frame: u32) -> Vec<Remark> {
        let inner = self.read();
        let notes = inner.diaries.get(pedestrian as usize).map_or(&[][..], |notes| notes);
        notes.iter().copied().filter(|note| note.frame <= frame).collect()
    }
    /// Notes a pedestrian that has come in.
    pub fn enlist(&self, pedestrian: u32, who: Enlisted) {
        let mut inner = self.write();
        let index = pedestrian as usize;
        if index >= inner.roster.len() {
            inner.roster.resize(index + 1, Enlisted::NOBODY);
        }
        if inner.roster[index].population == UNKNOWN {
            inner.people += 1;
        }
        inner.roster[index] = who;
    }
    /// Notes the last frame of a pedestrian that has left.
    pub fn discharge(&self, pedestrian: u32, last: u32) {
        if let Some(who) = self.write().roster.get_mut(pedestrian as usize) {
            who.last = Some(last);
        }
    }

    /// Returns the bytes of a frame behind `prefix`; `None` when there is no such frame.
    pub fn frame(&self, number: u32, prefix: &[u8]) -> Option<Vec<u8>> {
        let (start, end) = {
            let inner = self.read();
            (*inner.starts.get(number as usize)?, *inner.starts.get(number as usize + 1)?)
        };
        let mut bytes = vec![0; prefix.len() + usize::try_from(end - start).ok()?];
        bytes[..prefix.len()].copy_from_slice(prefix);
        self.file.read_exact_at(&mut bytes[prefix.len()..], start).ok()?;
        Some(bytes)
    }
    /// Returns the rows from a number on, at most `most` of them.
    pub fn rows(&self, from: u32, most: usize) -> Vec<Row> {
        self.read().rows.iter().skip(from as usize).take(most).cloned().collect()
    }
    /// Returns the happenings from a number on, at most `most` of them.
    pub fn happenings(&self, from: u32, most: usize) -> Vec<Happening> {
        self.read().happenings.iter().skip(from as usize).take(most).cloned().collect()
    }
    /// Returns the changes of trains from a number on, at most `most` of them.
    pub fn train_changes(&self, from: u32, most: usize) -> Vec<TrainChange> {
        self.read().trains.iter().skip(from as usize).take(most).cloned().collect()
    }
    /// Returns the populations of pedestrians from a number on, at most `most` of them, and half the widths of their bodies, cm.
    pub fn roster(&self, from: u32, most: usize) -> (Vec<u16>, Vec<u8>) {
        let each = |who: &Enlisted| (who.population, (who.radius * 100.0).round().clamp(0.0, 255.0) as u8);
        self.read().roster.iter().skip(from as usize).take(most).map(each).unzip()
    }
    /// Returns the first and the last frame of a pedestrian; `None` when it has not come in yet.
    pub fn presence(&self, pedestrian: u32) -> Option<(u32, Option<u32>)> {
        let who = self.read().roster.get(pedestrian as usize).copied()?;
        (who.population != UNKNOWN).then_some((who.first, who.last))
    }

    fn read(&self) -> RwLockReadGuard<'_, Inner> {
        self.inner.read().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
    fn write(&self) -> RwLockWriteGuard<'_, Inner> {
        self.inner.write().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_come_back_in_any_order() {
        let tape = Tape::new().expect("a temporary file");
        for bytes in [&b"one"[..], b"", b"three"] {
            tape.push_frame(bytes).expect("room on the disk");
        }
        assert_eq!(tape.frames(), 3);
        assert_eq!(tape.frame(2, b"#").as_deref(), Some(&b"#three"[..]));
        assert_eq!(tape.frame(1, b"").as_deref(), Some(&b""[..]));
        assert_eq!(tape.frame(3, b""), None);
        tape.enlist(2, Enlisted { population: 5, radius: 0.254, first: 7, last: None });
        assert_eq!((tape.roster(1, 9), tape.people()), ((vec![UNKNOWN, 5], vec![0, 25]), 1));
        assert_eq!((tape.presence(1), tape.presence(2), tape.presence(9)), (None, Some((7, None)), None));
        let note = |frame| Remark { frame, kind: EventKind::Joined, subject: 3 };
        for frame in [4, 9] {
            tape.note(2, note(frame));
        }
        assert_eq!((tape.diary(2, 8), tape.diary(7, 8)), (vec![note(4)], vec![]));
        tape.discharge(2, 8);
        assert_eq!(tape.presence(2), Some((7, Some(8))));
    }
}
