//! Trajectories of experiments and of other programs: one file per format, one line in [`IMPORTS`].

mod columns;
mod csv;
mod gather;
mod sqlite;
mod text;

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use flate2::read::MultiGzDecoder;
use populace_traj::Trajectories;

use crate::{RecordError, Trouble};

/// A format that trajectories are read from.
#[derive(Debug)]
pub struct Import {
    /// Its name.
    pub name: &'static str,
    /// A line of help.
    pub about: &'static str,
    /// Returns whether a file with these first bytes and this ending is of the format.
    pub sniff: fn(&[u8], &str) -> bool,
    /// Reads the file. Its bytes are already unpacked.
    pub read: fn(&Path, &[u8], &ImportOptions) -> Result<Imported, RecordError>,
}

/// Every format, in the order in which files are tried. The last format takes every text.
pub const IMPORTS: [Import; 3] = [sqlite::JUPEDSIM, csv::CSV, text::ARCHIVE];

/// The values that the user gives when the file does not hold them.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct ImportOptions {
    /// Frames per second.
    pub frame_rate: Option<f64>,
    /// Unit of the coordinates.
    pub unit: Option<Unit>,
}

/// A unit of coordinates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Metres.
    Metres,
    /// Centimetres.
    Centimetres,
}

impl Unit {
    /// Returns the word for the unit in files.
    pub fn word(self) -> &'static str {
        match self {
            Unit::Metres => "m",
            Unit::Centimetres => "cm",
        }
    }
    /// Returns the unit of a word.
    pub fn of(word: &str) -> Option<Self> {
        [Unit::Metres, Unit::Centimetres].into_iter().find(|unit| unit.word() == word)
    }
    /// Returns how many metres the unit is.
    pub fn metres(self) -> f64 {
        match self {
            Unit::Metres => 1.0,
            Unit::Centimetres => 0.01,
        }
    }
}

/// The contents of a file that was read.
#[derive(Debug, Clone, PartialEq)]
pub struct Imported {
    /// The trajectories, in metres.
    pub trajectories: Trajectories,
    /// The unit of the file.
    pub unit: Unit,
    /// Whether neither the file nor the user gave the unit. Then metres are assumed, unless people would be too fast or
    /// too dense.
    pub is_unit_assumed: bool,
    /// The walkable area as well-known text, when the format holds it.
    pub geometry: Option<String>,
    /// The names of columns that were left out.
    pub ignored: Vec<String>,
}

/// The largest file that is read, bytes when unpacked. 1 GB holds some 30 million rows.
const LARGEST: u64 = 1_000_000_000;

/// Reads the trajectories of a file, packed with gzip or not.
pub fn read(path: &Path, options: &ImportOptions) -> Result<Imported, RecordError> {
    let bytes = unpacked(path, File::open(path).map_err(|e| RecordError::read(path, &e))?)?;
    read_bytes(path, &bytes, options)
}

/// Reads the trajectories in the bytes of a file. `path` gives its ending and its name in messages.
pub fn read_bytes(path: &Path, bytes: &[u8], options: &ImportOptions) -> Result<Imported, RecordError> {
    let name = path.to_string_lossy().to_lowercase();
    let name = name.strip_suffix(".gz").unwrap_or(&name);
    let ending = name.rsplit_once('.').map_or("", |parts| parts.1);
    let head = &bytes[..bytes.len().min(4096)];
    match IMPORTS.iter().find(|import| (import.sniff)(head, ending)) {
        Some(import) => (import.read)(path, bytes, options),
        None => Err(foreign(path, "is neither text nor a database of JuPedSim")
            .hint("give a recording, rows `id frame x y`, comma-separated values or SQLite of JuPedSim")),
    }
}

/// Returns the bytes of a file, unpacked.
fn unpacked(path: &Path, mut file: File) -> Result<Vec<u8>, RecordError> {
    let failed = |e: io::Error| RecordError::read(path, &e);
    let mut bytes = Vec::new();
    (&mut file).take(LARGEST + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.starts_with(&[0x1f, 0x8b]) {
        let mut plain = Vec::new();
        MultiGzDecoder::new(&bytes[..]).take(LARGEST + 1).read_to_end(&mut plain).map_err(failed)?;
        bytes = plain;
    }
    if bytes.len() as u64 > LARGEST {
        return Err(foreign(path, format!("is larger than {LARGEST} bytes")).hint("split it by time"));
    }
    Ok(bytes)
}

/// Returns the text of a file.
fn text_of<'a>(path: &Path, bytes: &'a [u8]) -> Result<&'a str, RecordError> {
    std::str::from_utf8(bytes).map_err(|e| {
        let line = bytes[..e.valid_up_to()].iter().filter(|&&byte| byte == b'\n').count() + 1;
        foreign(path, format!("line {line}: is not text")).hint("give a text file in UTF-8")
    })
}

fn foreign(path: &Path, what: impl Into<String>) -> RecordError {
    RecordError::new(Trouble::Foreign, path, what)
}
