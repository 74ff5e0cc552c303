//! Files that appear only when they are whole: each is written as `.part`, synced, then renamed. Only regular files are
//! read, up to a limit.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::{RecordError, Trouble};

/// The most bytes of a file that is read as a whole.
const MOST_BYTES: u64 = 1 << 30;

/// The disk that makes new files. Tests use a disk that runs full.
pub(crate) trait Disk: Send + Sync {
    /// Opens a new file in place of an old one.
    fn create(&self, path: &Path) -> io::Result<Box<dyn Sink>>;
    /// Opens a file to write at its end.
    fn append(&self, path: &Path) -> io::Result<Box<dyn Sink>>;
}

/// An open file.
pub(crate) trait Sink: Write + Send {
    /// Waits until everything that was written would survive a power cut.
    fn sync(&mut self) -> io::Result<()>;
}

/// The file system.
pub(crate) struct FileSystem;

impl Disk for FileSystem {
    fn create(&self, path: &Path) -> io::Result<Box<dyn Sink>> {
        Ok(Box::new(File::create(path)?))
    }
    fn append(&self, path: &Path) -> io::Result<Box<dyn Sink>> {
        Ok(Box::new(File::options().create(true).append(true).open(path)?))
    }
}

impl Sink for File {
    fn sync(&mut self) -> io::Result<()> {
        self.sync_data()
    }
}

/// Returns the name under which the file at `path`, inside the recording `folder`, is written before it is whole:
/// `frames/000001.parquet` is written as `frames-000001.parquet.part`. That file lies outside the folders of tables, so that a
/// program that reads such a folder finds closed segments only.
pub(crate) fn part_of(folder: &Path, path: &Path) -> PathBuf {
    let inside = path.strip_prefix(folder).unwrap_or(path);
    let words: Vec<_> = inside.components().map(|c| c.as_os_str().to_string_lossy()).collect();
    folder.join(format!("{}.part", words.join("-")))
}

/// Makes the finished `part` appear as `path`.
pub(crate) fn publish(sink: &mut dyn Sink, part: &Path, path: &Path) -> Result<(), RecordError> {
    sink.flush().and_then(|()| sink.sync()).map_err(|e| RecordError::write(part, &e))?;
    fs::rename(part, path).map_err(|e| RecordError::write(path, &e))?;
    sync_folder(path.parent());
    Ok(())
}

/// Writes a small file as a whole, or not at all.
pub(crate) fn write_whole(disk: &dyn Disk, folder: &Path, path: &Path, pieces: &[&[u8]]) -> Result<(), RecordError> {
    let part = part_of(folder, path);
    let written = write_part(disk, &part, pieces).and_then(|mut sink| publish(&mut *sink, &part, path));
    if written.is_err() {
        let _ = fs::remove_file(&part);
    }
    written
}

fn write_part(disk: &dyn Disk, part: &Path, pieces: &[&[u8]]) -> Result<Box<dyn Sink>, RecordError> {
    let mut sink = disk.create(part).map_err(|e| RecordError::write(part, &e))?;
    for piece in pieces {
        sink.write_all(piece).map_err(|e| RecordError::write(part, &e))?;
    }
    Ok(sink)
}

/// Makes a rename durable. Some systems cannot sync a folder. A rename survives a killed process even without it.
pub(crate) fn sync_folder(folder: Option<&Path>) {
    if let Some(Ok(folder)) = folder.map(File::open) {
        let _ = folder.sync_all();
    }
}

/// Opens a file to read. Refuses pipes and devices, since reading one of them may never end.
pub(crate) fn open(path: &Path) -> Result<File, RecordError> {
    let unreadable = |e| RecordError::read(path, &e);
    // Already the opening of a pipe would wait for another program.
    if !fs::metadata(path).map_err(unreadable)?.is_file() {
        return Err(RecordError::new(Trouble::Read, path, "cannot be read (it is not a file)"));
    }
    File::open(path).map_err(unreadable)
}

/// Reads a whole file.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, RecordError> {
    read_up_to(path, MOST_BYTES)
}

/// Reads a whole file, which has at most a number of bytes.
pub(crate) fn read_up_to(path: &Path, most: u64) -> Result<Vec<u8>, RecordError> {
    let mut bytes = Vec::new();
    open(path)?.take(most + 1).read_to_end(&mut bytes).map_err(|e| RecordError::read(path, &e))?;
    if bytes.len() as u64 > most {
        return Err(RecordError::new(Trouble::Unfit, path, format!("is longer than {most} bytes")));
    }
    Ok(bytes)
}

/// Reads a file of text.
pub(crate) fn read_text(path: &Path) -> Result<String, RecordError> {
    let not_text = |_| RecordError::read(path, &io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8"));
    String::from_utf8(read(path)?).map_err(not_text)
}
