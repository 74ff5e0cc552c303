//! The three tables of a recording, by columns: frames, events, steps.
//!
//! | table  | columns |
//! |--------|---------|
//! | frames | step int64, time double (s), pedestrian uint32, x y double (m), z float (m), floor uint16, status uint8, destination uint16 (65535: none) |
//! | events | step int64, time double (s), pedestrian int64 (−1: nobody), kind string, subject int64 (−1: nothing) |
//! | steps  | step int64, time double (s), state_hash uint64, inside uint32 |

use std::io::Write;
use std::sync::Arc;

use parquet::basic::{Compression, Encoding};
use parquet::column::reader::get_typed_column_reader;
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, FloatType, Int32Type, Int64Type};
use parquet::errors::{ParquetError, Result};
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesBuilder, WriterPropertiesPtr};
use parquet::file::reader::RowGroupReader;
use parquet::file::writer::SerializedRowGroupWriter;
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::{ColumnPath, TypePtr};
use populace_geom::Point;
use populace_traj::{Event, EventKind, Frame, NOBODY, NOTHING};

/// Positions are recorded in whole multiples of this, m. So a recorded position is at most 0.09 mm away from the true
/// position. The binary fractions of such multiples end in zeros, which halves the size of the columns.
pub const POSITION_STEP: f64 = 1.0 / 8192.0;

/// The size of a page of a Parquet file, bytes. For larger pages the allocator would ask the system for fresh memory
/// each time.
const PAGE_BYTES: usize = 1 << 18;

/// The rows of a table in memory, which can be written to a row group of a Parquet file and read back.
pub(crate) trait Table: Default {
    /// Name of the table's folder.
    const NAME: &'static str;
    /// The columns in Parquet's language.
    const SCHEMA: &'static str;
    /// Sets how the columns are encoded.
    fn encodings(properties: WriterPropertiesBuilder) -> WriterPropertiesBuilder;
    /// Returns the number of rows.
    fn len(&self) -> usize;
    /// Forgets the rows, and keeps the memory.
    fn clear(&mut self);
    /// Writes the rows as a row group.
    fn write<W: Write + Send>(&self, group: &mut SerializedRowGroupWriter<'_, W>) -> Result<()>;
    /// Reads a row group.
    fn read(group: &dyn RowGroupReader) -> Result<Self>;
}

/// Returns the schema of a table.
pub(crate) fn schema<T: Table>() -> Result<TypePtr> {
    Ok(Arc::new(parse_message_type(T::SCHEMA)?))
}

/// Returns the settings with which a table is written.
pub(crate) fn properties<T: Table>(created_by: &str) -> WriterPropertiesPtr {
    let common = WriterProperties::builder()
        .set_created_by(created_by.to_owned())
        .set_dictionary_enabled(false)
        .set_statistics_enabled(EnabledStatistics::None)
        .set_offset_index_disabled(true)
        .set_data_page_row_count_limit(usize::MAX)
        .set_write_batch_size(8192)
        .set_data_page_size_limit(PAGE_BYTES);
    Arc::new(T::encodings(common).build())
}

fn column(name: &str) -> ColumnPath {
    ColumnPath::from(name)
}

/// Rounds to the nearest multiple of [`POSITION_STEP`], ties to even, anywhere within 2³⁸ m.
fn rounded(coordinate: f64) -> f64 {
    // The last bit of the sum is worth one step, so the addition rounds. Unlike `round_ties_even`, it needs no call.
    const SHIFT: f64 = 1.5 * (1_u64 << 52) as f64 * POSITION_STEP;
    (coordinate + SHIFT) - SHIFT
}

/// Rounds the positions of a frame as a recording of the frame does.
pub fn round_positions(frame: &mut Frame) {
    frame.position.iter_mut().for_each(|p| *p = Point::new(rounded(p.x), rounded(p.y)));
}

/// Rows of pedestrians in frames.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct FrameRows {
    step: Vec<i64>,
    time: Vec<f64>,
    pedestrian: Vec<i32>,
    x: Vec<f64>,
    y: Vec<f64>,
    z: Vec<f32>,
    floor: Vec<i32>,
    status: Vec<i32>,
    destination: Vec<i32>,
}

impl FrameRows {
    /// Adds a frame.
    pub fn push(&mut self, frame: &Frame) {
        let rows = self.step.len() + frame.len();
        self.step.resize(rows, frame.step as i64);
        self.time.resize(rows, frame.time);
        self.pedestrian.extend(frame.pedestrian.iter().map(|&p| p as i32));
        self.x.extend(frame.position.iter().map(|p| rounded(p.x)));
        self.y.extend(frame.position.iter().map(|p| rounded(p.y)));
        self.z.extend_from_slice(&frame.height);
        self.floor.extend(frame.floor.iter().map(|&f| i32::from(f)));
        self.status.extend(frame.status.iter().map(|&s| i32::from(s)));
        self.destination.extend(frame.destination.iter().map(|&d| i32::from(d)));
    }
    /// Returns the frames.
    pub fn frames(&self) -> impl Iterator<Item = Frame> + '_ {
        self.step.chunk_by(|a, b| a == b).scan(0, |start, same| {
            let rows = *start..*start + same.len();
            *start = rows.end;
            Some(Frame {
                step: same[0] as u64,
                time: self.time[rows.start],
                pedestrian: self.pedestrian[rows.clone()].iter().map(|&p| p as u32).collect(),
                position: rows.clone().map(|i| Point::new(self.x[i], self.y[i])).collect(),
                height: self.z[rows.clone()].to_vec(),
                floor: self.floor[rows.clone()].iter().map(|&f| f as u16).collect(),
                status: self.status[rows.clone()].iter().map(|&s| s as u8).collect(),
                destination: self.destination[rows].iter().map(|&d| d as u16).collect(),
            })
        })
    }
}

impl Table for FrameRows {
    const NAME: &'static str = "frames";
    const SCHEMA: &'static str = "message frames {
        required int64 step; required double time; required int32 pedestrian (INTEGER(32,false));
        required double x; required double y; required float z; required int32 floor (INTEGER(16,false));
        required int32 status (INTEGER(8,false)); required int32 destination (INTEGER(16,false));
    }";
    fn encodings(properties: WriterPropertiesBuilder) -> WriterPropertiesBuilder {
        let spread = |properties: WriterPropertiesBuilder, name: &str| {
            properties
                .set_column_encoding(column(name), Encoding::BYTE_STREAM_SPLIT)
                .set_column_compression(column(name), Compression::LZ4_RAW)
        };
        let packed = |properties: WriterPropertiesBuilder, name: &str| {
            properties.set_column_encoding(column(name), Encoding::DELTA_BINARY_PACKED)
        };
        let properties = ["step", "pedestrian", "floor", "status"].into_iter().fold(properties, packed);
        // A dictionary takes more time than the other encodings. It is used for `destination` alone, whose values jump
        // from row to row, also to 65535, so that packing their differences saves little.
        let properties = properties.set_column_dictionary_enabled(column("destination"), true);
        let properties = ["time", "x", "y", "z"].into_iter().fold(properties, spread);
        // From frame to frame these columns change for a few people only. Compression makes use of that, packing does
        // not.
        let repeated = |properties: WriterPropertiesBuilder, name: &str| {
            properties.set_column_compression(column(name), Compression::LZ4_RAW)
        };
        ["pedestrian", "floor", "status", "destination"].into_iter().fold(properties, repeated)
    }
    fn len(&self) -> usize {
        self.step.len()
    }
    fn clear(&mut self) {
        self.step.clear();
        self.time.clear();
        self.pedestrian.clear();
        self.x.clear();
        self.y.clear();
        self.z.clear();
        self.floor.clear();
        self.status.clear();
        self.destination.clear();
    }
    fn write<W: Write + Send>(&self, group: &mut SerializedRowGroupWriter<'_, W>) -> Result<()> {
        put::<Int64Type, W>(group, &self.step)?;
        put::<DoubleType, W>(group, &self.time)?;
        put::<Int32Type, W>(group, &self.pedestrian)?;
        put::<DoubleType, W>(group, &self.x)?;
        put::<DoubleType, W>(group, &self.y)?;
        put::<FloatType, W>(group, &self.z)?;
        put::<Int32Type, W>(group, &self.floor)?;
        put::<Int32Type, W>(group, &self.status)?;
        put::<Int32Type, W>(group, &self.destination)
    }
    fn read(group: &dyn RowGroupReader) -> Result<Self> {
        Ok(FrameRows {
            step: take::<Int64Type>(group, 0)?,
            time: take::<DoubleType>(group, 1)?,
            pedestrian: take::<Int32Type>(group, 2)?,
            x: take::<DoubleType>(group, 3)?,
            y: take::<DoubleType>(group, 4)?,
            z: take::<FloatType>(group, 5)?,
            floor: take::<Int32Type>(group, 6)?,
            status: take::<Int32Type>(group, 7)?,
            destination: take::<Int32Type>(group, 8)?,
        })
    }
}

/// Rows of events.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct EventRows {
    pub events: Vec<Event>,
    times: Vec<f64>,
}

impl EventRows {
    /// Adds an event that happened at `time`, s.
    pub fn push(&mut self, event: Event, time: f64) {
        self.events.push(event);
        self.times.push(time);
    }
}

impl Table for EventRows {
    const NAME: &'static str = "events";
    const SCHEMA: &'static str = "message events {
        required int64 step; required double time; required int64 pedestrian;
        required binary kind (STRING); required int64 subject;
    }";
    fn encodings(properties: WriterPropertiesBuilder) -> WriterPropertiesBuilder {
        properties
            .set_column_encoding(column("step"), Encoding::DELTA_BINARY_PACKED)
            .set_column_encoding(column("pedestrian"), Encoding::DELTA_BINARY_PACKED)
            .set_column_dictionary_enabled(column("kind"), true)
            .set_column_encoding(column("subject"), Encoding::DELTA_BINARY_PACKED)
    }
    fn len(&self) -> usize {
        self.events.len()
    }
    fn clear(&mut self) {
        self.events.clear();
        self.times.clear();
    }
    fn write<W: Write + Send>(&self, group: &mut SerializedRowGroupWriter<'_, W>) -> Result<()> {
        let words = EventKind::ALL.map(|(_, word, _)| ByteArray::from(word));
        put::<Int64Type, W>(group, &self.column(|e| e.step as i64))?;
        put::<DoubleType, W>(group, &self.times)?;
        put::<Int64Type, W>(group, &self.column(|e| number_or(NOBODY, e.pedestrian)))?;
        put::<ByteArrayType, W>(group, &self.column(|e| words[e.kind as usize].clone()))?;
        put::<Int64Type, W>(group, &self.column(|e| number_or(NOTHING, e.subject)))
    }
    fn read(group: &dyn RowGroupReader) -> Result<Self> {
        let steps = take::<Int64Type>(group, 0)?;
        let times = take::<DoubleType>(group, 1)?;
        let who = take::<Int64Type>(group, 2)?;
        let kinds = take::<ByteArrayType>(group, 3)?;
        let subjects = take::<Int64Type>(group, 4)?;
        let event = |i: usize| -> Result<Event> {
            Ok(Event {
                step: whole(steps[i])?,
                pedestrian: if who[i] < 0 { NOBODY } else { whole(who[i])? },
                kind: kind(&kinds[i])?,
                subject: if subjects[i] < 0 { NOTHING } else { whole(subjects[i])? },
            })
        };
        Ok(EventRows { events: (0..steps.len()).map(event).collect::<Result<_>>()?, times })
    }
}

impl EventRows {
    fn column<V>(&self, value: impl FnMut(&Event) -> V) -> Vec<V> {
        self.events.iter().map(value).collect()
    }
}

fn whole<N: TryFrom<i64>>(value: i64) -> Result<N> {
    N::try_from(value).map_err(|_| ParquetError::General(format!("{value} is out of range")))
}

fn kind(word: &ByteArray) -> Result<EventKind> {
    let known = EventKind::ALL.iter().find(|(_, known, _)| known.as_bytes() == word.data());
    known.map(|&(kind, ..)| kind).ok_or_else(|| ParquetError::General("an event of unknown kind".into()))
}

/// Returns the number as files hold it: −1 for none.
fn number_or(none: u32, number: u32) -> i64 {
    if number == none { -1 } else { i64::from(number) }
}

/// A row of the table of steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// The number of the step; 0 is the start.
    pub step: u64,
    /// The time after the step, s.
    pub time: f64,
    /// The hash of the state after the step.
    pub state_hash: u64,
    /// The number of people inside after the step.
    pub inside: u32,
}

/// Rows of steps.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct StepRows {
    pub steps: Vec<Step>,
}

impl Table for StepRows {
    const NAME: &'static str = "steps";
    const SCHEMA: &'static str = "message steps {
        required int64 step; required double time; required int64 state_hash (INTEGER(64,false));
        required int32 inside (INTEGER(32,false));
    }";
    fn encodings(properties: WriterPropertiesBuilder) -> WriterPropertiesBuilder {
        properties
            .set_column_encoding(column("step"), Encoding::DELTA_BINARY_PACKED)
            .set_column_encoding(column("inside"), Encoding::DELTA_BINARY_PACKED)
    }
    fn len(&self) -> usize {
        self.steps.len()
    }
    fn clear(&mut self) {
        self.steps.clear();
    }
    fn write<W: Write + Send>(&self, group: &mut SerializedRowGroupWriter<'_, W>) -> Result<()> {
        put::<Int64Type, W>(group, &self.column(|s| s.step as i64))?;
        put::<DoubleType, W>(group, &self.column(|s| s.time))?;
        put::<Int64Type, W>(group, &self.column(|s| s.state_hash as i64))?;
        put::<Int32Type, W>(group, &self.column(|s| s.inside as i32))
    }
    fn read(group: &dyn RowGroupReader) -> Result<Self> {
        let steps = take::<Int64Type>(group, 0)?;
        let times = take::<DoubleType>(group, 1)?;
        let hashes = take::<Int64Type>(group, 2)?;
        let inside = take::<Int32Type>(group, 3)?;
        let row = |i: usize| -> Result<Step> {
            Ok(Step { step: whole(steps[i])?, time: times[i], state_hash: hashes[i] as u64, inside: inside[i] as u32 })
        };
        Ok(StepRows { steps: (0..steps.len()).map(row).collect::<Result<_>>()? })
    }
}

impl StepRows {
    fn column<V>(&self, value: impl FnMut(&Step) -> V) -> Vec<V> {
        self.steps.iter().map(value).collect()
    }
}

fn put<T: DataType, W: Write + Send>(group: &mut SerializedRowGroupWriter<'_, W>, values: &[T::T]) -> Result<()> {
    let mut column = group.next_column()?.ok_or_else(|| ParquetError::General("too many columns".into()))?;
    column.typed::<T>().write_batch(values, None, None)?;
    column.close()
}

/// Reads the whole column `index` of a row group.
fn take<T: DataType>(group: &dyn RowGroupReader, index: usize) -> Result<Vec<T::T>> {
    let rows = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
    let mut reader = get_typed_column_reader::<T>(group.get_column_reader(index)?);
    let mut values = Vec::new();
    reader.read_records(rows, None, None, &mut values)?;
    if values.len() == rows {
        Ok(values)
    } else {
        Err(ParquetError::General(format!("{} of {rows} values in column {index}", values.len())))
    }
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn coordinates_are_rounded_to_the_nearest_step() {
        let draws = populace_geom::Draws::new(1);
        for case in 0..100_000 {
            let reach = populace_geom::maths::power_of_ten((case % 9) as i32);
            // Every fourth coordinate lies in the middle between two steps.
            let drawn = (draws.unit(case, 0, 0) - 0.5) * reach;
            let middle = ((drawn / POSITION_STEP).floor() + 0.5) * POSITION_STEP;
            let coordinate = if case % 4 == 0 { middle } else { drawn };
            assert_eq!(rounded(coordinate), (coordinate / POSITION_STEP).round_ties_even() * POSITION_STEP);
        }
    }
}
