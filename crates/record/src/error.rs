//! The error of recordings: which file, what is wrong, and what to do.

use std::io;
use std::path::{Path, PathBuf};

/// The error of a recording that could not be written, read or exported.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}: {what}{}", path.display(), help(hint))]
pub struct RecordError {
    /// The file or folder.
    pub path: PathBuf,
    /// The sort of trouble.
    pub kind: Trouble,
    /// What is wrong.
    pub what: String,
    /// What to do about it; empty when there is nothing to add.
    pub hint: String,
}

/// The sorts of trouble.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    /// The folder already holds something, or another run is writing to it.
    Occupied,
    /// The disk or a quota is full, or a file has reached a limit on its size.
    Full,
    /// A file cannot be written for another reason.
    Write,
    /// A file cannot be read.
    Read,
    /// A file does not hold what it should.
    Damaged,
    /// The folder is not a recording, or it is a recording of another format version, or a file of trajectories has no known
    /// format.
    Foreign,
    /// The caller gave something that cannot be recorded.
    Unfit,
    /// There is no checkpoint to resume from.
    NoCheckpoint,
}

fn help(hint: &str) -> String {
    if hint.is_empty() { String::new() } else { format!("\n  help: {hint}") }
}

impl RecordError {
    /// Returns the error that `what` is wrong at `path`.
    pub(crate) fn new(kind: Trouble, path: &Path, what: impl Into<String>) -> Self {
        RecordError { path: path.to_owned(), kind, what: what.into(), hint: String::new() }
    }
    /// Adds what to do.
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = hint.into();
        self
    }
    /// Returns the error of a file that cannot be written.
    pub(crate) fn write(path: &Path, cause: &io::Error) -> Self {
        use io::ErrorKind::{FileTooLarge, PermissionDenied, QuotaExceeded, ReadOnlyFilesystem, StorageFull};
        match cause.kind() {
            StorageFull | QuotaExceeded | FileTooLarge => {
                Self::new(Trouble::Full, path, format!("there is no room to write it ({cause})"))
                    .hint("what was recorded before is intact; free some space and resume, or record fewer frames")
            }
            PermissionDenied | ReadOnlyFilesystem => {
                Self::new(Trouble::Write, path, format!("may not be written ({cause})"))
                    .hint("choose a folder that you may write to")
            }
            _ => Self::new(Trouble::Write, path, format!("cannot be written ({cause})"))
                .hint("check the path, or choose another folder"),
        }
    }
    /// Returns the error of a file that cannot be read.
    pub(crate) fn read(path: &Path, cause: &io::Error) -> Self {
        Self::new(Trouble::Read, path, format!("cannot be read ({cause})"))
    }
    /// Returns the error of a file that does not hold what it should.
    pub(crate) fn damaged(path: &Path, what: impl Into<String>) -> Self {
        Self::new(Trouble::Damaged, path, what)
            .hint("the other files of the recording can still be read with any Parquet reader; or run it again")
    }
    /// Returns the error of a table that the Parquet writer could not write. Its cause is often the disk.
    pub(crate) fn encode(path: &Path, cause: parquet::errors::ParquetError) -> Self {
        match cause {
            parquet::errors::ParquetError::External(inner) => match inner.downcast::<io::Error>() {
                Ok(io) => Self::write(path, &io),
                Err(other) => Self::new(Trouble::Write, path, format!("cannot be written ({other})")),
            },
            other => Self::new(Trouble::Write, path, format!("cannot be written ({other})")),
        }
    }
    /// Returns the error of a table that the Parquet reader could not read.
    pub(crate) fn decode(path: &Path, cause: parquet::errors::ParquetError) -> Self {
        Self::damaged(path, format!("is damaged ({cause})"))
    }
}
