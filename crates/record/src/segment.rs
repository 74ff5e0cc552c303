//! One file of one table, from its first row until it is closed.

use std::fs;
use std::path::{Path, PathBuf};

use parquet::file::writer::SerializedFileWriter;

use crate::RecordError;
use crate::disk::{Disk, Sink, part_of, publish};
use crate::tables::{Table, properties, schema};

/// A file that is being written, under its `.part` name.
pub(crate) struct Segment {
    part: PathBuf,
    path: PathBuf,
    writer: SerializedFileWriter<Box<dyn Sink>>,
}

/// Where segment `number` of the table is once it is closed.
pub(crate) fn path_of<T: Table>(folder: &Path, number: u32) -> PathBuf {
    folder.join(T::NAME).join(format!("{number:06}.parquet"))
}

impl Segment {
    /// Starts segment `number` of a table.
    pub fn start<T: Table>(disk: &dyn Disk, folder: &Path, number: u32, by: &str) -> Result<Self, RecordError> {
        let path = path_of::<T>(folder, number);
        let part = part_of(folder, &path);
        let sink = disk.create(&part).map_err(|e| RecordError::write(&part, &e))?;
        let writer = schema::<T>().and_then(|schema| SerializedFileWriter::new(sink, schema, properties::<T>(by)));
        match writer {
            Ok(writer) => Ok(Segment { part, path, writer }),
            Err(e) => {
                let _ = fs::remove_file(&part);
                Err(RecordError::encode(&part, e))
            }
        }
    }
    /// Writes the rows as one row group and forgets them.
    pub fn append<T: Table>(&mut self, rows: &mut T) -> Result<(), RecordError> {
        if rows.len() == 0 {
            return Ok(());
        }
        let written = self.writer.next_row_group().and_then(|mut group| {
            rows.write(&mut group)?;
            group.close()
        });
        written.map_err(|e| RecordError::encode(&self.part, e))?;
        rows.clear();
        Ok(())
    }
    /// Makes the file appear, whole and synced.
    pub fn close(self) -> Result<(), RecordError> {
        let Segment { part, path, writer } = self;
        let sink = writer.into_inner().map_err(|e| RecordError::encode(&part, e));
        let closed = sink.and_then(|sink| publish(sink, &part, &path));
        if closed.is_err() {
            let _ = fs::remove_file(&part);
        }
        closed
    }
    /// Gives the file up.
    pub fn discard(self) {
        let part = self.part.clone();
        drop(self);
        let _ = fs::remove_file(part);
    }
}
