//! A file of a table, from its first row until it is closed, and the seal by which the closed file is recognised.

use std::fs;
use std::hash::Hasher;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use parquet::file::writer::SerializedFileWriter;
use serde_json::{Value, json};
use twox_hash::XxHash64;

use crate::RecordError;
use crate::disk::{Disk, Sink, open, part_of, publish};
use crate::tables::{Table, properties, schema};

/// A file that is being written, under its `.part` name.
pub(crate) struct Segment {
    part: PathBuf,
    path: PathBuf,
    rows: u64,
    writer: SerializedFileWriter<Hashed>,
}

/// Returns the path of segment `number` of a table after it is closed.
pub(crate) fn path_of<T: Table>(folder: &Path, number: u32) -> PathBuf {
    folder.join(T::NAME).join(format!("{number:06}.parquet"))
}

impl Segment {
    /// Starts segment `number` of a table.
    pub fn start<T: Table>(disk: &dyn Disk, folder: &Path, number: u32, by: &str) -> Result<Self, RecordError> {
        let path = path_of::<T>(folder, number);
        let part = part_of(folder, &path);
        let sink = disk.create(&part).map_err(|e| RecordError::write(&part, &e))?;
        let sink = Hashed { sink, bytes: 0, hash: XxHash64::with_seed(0) };
        let writer = schema::<T>().and_then(|schema| SerializedFileWriter::new(sink, schema, properties::<T>(by)));
        match writer {
            Ok(writer) => Ok(Segment { part, path, rows: 0, writer }),
            Err(e) => {
                let _ = fs::remove_file(&part);
                Err(RecordError::encode(&part, e))
            }
        }
    }
    /// Writes the rows as a row group, and forgets them.
    pub fn append<T: Table>(&mut self, rows: &mut T) -> Result<(), RecordError> {
        if rows.len() == 0 {
            return Ok(());
        }
        let written = self.writer.next_row_group().and_then(|mut group| {
            rows.write(&mut group)?;
            group.close()
        });
        written.map_err(|e| RecordError::encode(&self.part, e))?;
        self.rows += rows.len() as u64;
        rows.clear();
        Ok(())
    }
    /// Ends the file, syncs it to the disk, and gives it its name without `.part`.
    pub fn close(mut self) -> Result<Seal, RecordError> {
        self.writer.finish().map_err(|e| RecordError::encode(&self.part, e))?;
        let written = self.writer.inner_mut();
        publish(&mut *written.sink, &self.part, &self.path)?;
        Ok(Seal { rows: self.rows, bytes: written.bytes, hash: format!("{:016x}", written.hash.finish()) })
    }
}

impl Drop for Segment {
    /// Removes the `.part` file. A closed file has another name and stays.
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.part);
    }
}

/// A file that is hashed as it is written.
struct Hashed {
    sink: Box<dyn Sink>,
    bytes: u64,
    hash: XxHash64,
}

impl Write for Hashed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.sink.write(bytes)?;
        self.hash.write(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }
    fn flush(&mut self) -> io::Result<()> {
        self.sink.flush()
    }
}

/// The seal by which a closed file is recognised. Parquet readers trust what they read, so damage must be found before
/// they read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Seal {
    rows: u64,
    bytes: u64,
    hash: String,
}

impl Seal {
    pub fn to_json(&self) -> Value {
        json!({ "rows": self.rows, "bytes": self.bytes, "xxh64": self.hash })
    }
    pub fn from_json(value: &Value) -> Option<Self> {
        let hash = value["xxh64"].as_str()?.to_owned();
        Some(Seal { rows: value["rows"].as_u64()?, bytes: value["bytes"].as_u64()?, hash })
    }
    /// Checks that the file is the same as when it was closed.
    pub fn check(&self, path: &Path) -> Result<(), RecordError> {
        let unreadable = |e| RecordError::read(path, &e);
        let mut file = open(path)?;
        let length = file.metadata().map_err(unreadable)?.len();
        if length != self.bytes {
            let what = format!("is damaged: it has {length} bytes instead of {}", self.bytes);
            return Err(RecordError::damaged(path, what));
        }
        let (mut buffer, mut hash, mut bytes) = (vec![0; 1 << 16], XxHash64::with_seed(0), 0_u64);
        loop {
            let read = file.read(&mut buffer).map_err(unreadable)?;
            if read == 0 {
                break;
            }
            hash.write(&buffer[..read]);
            bytes += read as u64;
        }
        if bytes == self.bytes && format!("{:016x}", hash.finish()) == self.hash {
            return Ok(());
        }
        Err(RecordError::damaged(path, "is damaged: its hash is not the one in its seal"))
    }
}
