//! The tape: every frame of a run so far in a file without a name, and its statistics and happenings in memory.
//!
//! One thread writes, any number of threads read. A page that goes back in time reads the same bytes that other pages read
//! when the frame was new. Frames take no memory.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::sync::{RwLock, RwLockReadGuard, RwLockWriteGuard};

use crate::protocol::{Happening, Row};

/// The population of a pedestrian that has not come in yet.
pub const UNKNOWN: u16 = u16::MAX;
/// The most happenings of pedestrians that are kept. Happenings of the place are always kept, because pages need them.
const MOST_HAPPENINGS: usize = 20_000;

/// Frames, statistics, happenings and the roster of a run.
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
    populations: Vec<u16>,
    people: u32,
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
    /// Notes the population of a pedestrian.
    pub fn enlist(&self, pedestrian: u32, population: u16) {
        let mut inner = self.write();
        let index = pedestrian as usize;
        if index >= inner.populations.len() {
            inner.populations.resize(index + 1, UNKNOWN);
        }
        if inner.populations[index] == UNKNOWN {
            inner.people += 1;
        }
        inner.populations[index] = population;
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
    /// Returns the populations of pedestrians from a number on, at most `most` of them.
    pub fn populations(&self, from: u32, most: usize) -> Vec<u16> {
        self.read().populations.iter().skip(from as usize).take(most).copied().collect()
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
        tape.enlist(2, 5);
        assert_eq!((tape.populations(1, 9), tape.people()), (vec![UNKNOWN, 5], 1));
    }
}
