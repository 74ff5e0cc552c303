//! Recordings in the formats of other programs: one file per format, one line in [`EXPORTS`].

mod sqlite;
mod text;

use std::fs;
use std::path::{Path, PathBuf};

use populace_geom::Bounds;
use populace_traj::Frame;

use crate::{RecordError, Recording, Trouble};

/// A format that recordings are exported to.
#[derive(Debug)]
pub struct Export {
    /// Its name.
    pub name: &'static str,
    /// The usual ending of its files, without the dot.
    pub ending: &'static str,
    /// A line of help.
    pub about: &'static str,
    /// Writes the file.
    pub write: fn(&Recording, &Path, &ExportOptions) -> Result<Exported, RecordError>,
}

/// Every format. Of the formats with the same ending, the preferred one comes first.
pub const EXPORTS: [Export; 3] = [sqlite::VERSION_2, sqlite::VERSION_3, text::ARCHIVE];

/// The options of an export.
#[derive(Debug, Clone, Default)]
pub struct ExportOptions {
    /// The only floor to export. When absent, formats without height put all floors on one plan.
    pub floor: Option<u16>,
    /// The walkable area, for formats that hold it.
    pub geometry: Option<Geometry>,
}

/// A walkable area.
#[derive(Debug, Clone, PartialEq)]
pub struct Geometry {
    /// The outline as well-known text.
    pub wkt: String,
    /// The bounds of the area.
    pub bounds: Bounds,
}

/// The counts of an export.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Exported {
    /// The number of frames with at least one pedestrian.
    pub frames: u64,
    /// The number of rows.
    pub rows: u64,
    /// The number of frames with people on several floors, which the format cannot tell apart.
    pub flattened: u64,
}

impl Export {
    /// Returns the format of a file by its ending.
    pub fn by_ending(path: &Path) -> Option<&'static Export> {
        let ending = path.extension()?.to_str()?;
        EXPORTS.iter().find(|export| export.ending.eq_ignore_ascii_case(ending))
    }
}

/// Writes a file under another name first, so that `path` is either whole or absent.
fn whole(path: &Path, write: impl FnOnce(&Path) -> Result<Exported, RecordError>) -> Result<Exported, RecordError> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let part: PathBuf = path.with_file_name(name);
    let _ = fs::remove_file(&part);
    let exported = write(&part).and_then(|exported| match fs::rename(&part, path) {
        Ok(()) => Ok(exported),
        Err(e) => Err(RecordError::write(path, &e)),
    });
    if exported.is_err() {
        let _ = fs::remove_file(&part);
    }
    exported
}

/// Returns the rows of a frame on the chosen floor. People in lifts are left out: other programs would measure them as if they
/// stood on the floor.
fn rows(frame: &Frame, floor: Option<u16>) -> impl Iterator<Item = usize> + '_ {
    frame.on_floors().filter(move |&i| floor.is_none_or(|floor| frame.floor[i] == floor))
}

/// Refuses a floor that the recording does not have.
fn check_floor(recording: &Recording, path: &Path, floor: Option<u16>) -> Result<(), RecordError> {
    let names = &recording.about().names.floors;
    match floor {
        Some(floor) if usize::from(floor) >= names.len() => {
            let what = format!("floor {floor} is not in the recording");
            Err(RecordError::new(Trouble::Unfit, path, what).hint(format!("its floors are: {}", names.join(", "))))
        }
        _ => Ok(()),
    }
}
