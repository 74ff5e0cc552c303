//! Gathers positions row by row. Refuses numbers that are not finite, frames of a pedestrian that do not ascend, and
//! people who would be too fast or too dense in the given unit.

use std::collections::BTreeMap;
use std::path::Path;

use populace_geom::{Bounds, Point};
use populace_traj::{Position, Trajectories};

use super::columns::Columns;
use super::{ImportOptions, Imported, Unit, foreign};
use crate::RecordError;

/// No pedestrian is faster than this in half of its frames, m/s: the fastest sprinters reach 12 m/s.
const FASTEST: f64 = 12.0;
/// No pedestrian jumps faster than this from a frame to the next, m/s, not even when a tracker mixes up two people.
const JUMP: f64 = 200.0;
/// No crowd is denser than this, persons/m².
const DENSEST: f64 = 25.0;

/// The most frames from the first to the last: a day at 1,000 frames/s.
const LONGEST: u64 = 100_000_000;

/// A row of a table, with its line in the file.
#[derive(Debug, Clone, Copy)]
struct Row {
    line: usize,
    pedestrian: u32,
    moment: f64,
    place: Point,
    height: f64,
}

/// The rows that were read so far.
pub(super) struct Gather<'a> {
    path: &'a Path,
    /// The word for a row in messages.
    word: &'static str,
    rows: Vec<Row>,
    /// The last moment of every pedestrian.
    last: BTreeMap<u32, f64>,
}

impl<'a> Gather<'a> {
    pub fn new(path: &'a Path, word: &'static str) -> Self {
        Gather { path, word, rows: Vec::new(), last: BTreeMap::new() }
    }

    /// Takes a line, given its fields.
    pub fn fields(&mut self, line: usize, fields: &[&str], columns: &Columns) -> Result<(), RecordError> {
        if fields.len() < columns.least() {
            let what = format!("has {} fields, not {}", fields.len(), columns.least());
            return Err(self.wrong(line, what).hint("give id, frame, x and y in every row"));
        }
        let number = |column: usize, name: &str| {
            let field = fields[column].trim();
            field.parse::<f64>().ok().filter(|value| value.is_finite()).ok_or_else(|| {
                self.wrong(line, format!("{name} {field:?} is not a finite number"))
                    .hint("write a plain decimal; leave out rows of people who are not there")
            })
        };
        let z = columns.z.filter(|&z| fields.get(z).is_some_and(|field| !field.trim().is_empty()));
        let place = Point::new(number(columns.x, "x")?, number(columns.y, "y")?);
        let height = z.map(|z| number(z, "z")).transpose()?.unwrap_or(0.0);
        let (id, moment) =
            (number(columns.id, "id")?, number(columns.moment, if columns.is_time { "t" } else { "frame" })?);
        self.row(line, id, moment, columns.is_time, place, height)
    }

    /// Takes a row.
    pub fn row(
        &mut self,
        line: usize,
        id: f64,
        moment: f64,
        is_time: bool,
        place: Point,
        height: f64,
    ) -> Result<(), RecordError> {
        if id < 0.0 || id.fract() != 0.0 || id >= f64::from(u32::MAX) {
            return Err(self.wrong(line, format!("id {id} is no whole number from 0 to {}", u32::MAX - 1)));
        }
        // Whole numbers up to this limit are exact.
        if !(0.0..=9e15).contains(&moment) || (!is_time && moment.fract() != 0.0) {
            let word = if is_time { "t" } else { "frame" };
            return Err(self
                .wrong(line, format!("{word} {moment} is no whole number from 0 on"))
                .hint("times in s are in a column t"));
        }
        if place.x.abs().max(place.y.abs()) > 1e9 {
            return Err(self.wrong(line, format!("({}, {}) is not on any place", place.x, place.y)));
        }
        let pedestrian = id as u32;
        if let Some(last) = self.last.insert(pedestrian, moment).filter(|&last| last >= moment) {
            let what = match last == moment {
                true => format!("pedestrian {pedestrian} is in frame {moment} twice"),
                false => format!("frames are out of order: pedestrian {pedestrian} was in {last} before {moment}"),
            };
            return Err(self.wrong(line, what).hint("sort the rows by id and frame, with one row for each"));
        }
        self.rows.push(Row { line, pedestrian, moment, place, height });
        Ok(())
    }

    /// Returns the trajectories, in metres.
    pub fn finish(self, columns: Columns, rate: Option<f64>, options: &ImportOptions) -> Result<Imported, RecordError> {
        if self.rows.is_empty() {
            return Err(foreign(self.path, "holds no trajectories").hint("give a file with rows of id, frame, x and y"));
        }
        let rate = self.rate(&columns, rate, options)?;
        let unit = self.unit(columns.unit, options)?;
        let scale = unit.unwrap_or(Unit::Metres).metres();
        let mut positions = Vec::with_capacity(self.rows.len());
        for row in &self.rows {
            let frame = if columns.is_time { self.frame_of(row, rate)? } else { row.moment as u64 };
            let (place, height) = (row.place * scale, (row.height * scale) as f32);
            positions.push(Position { pedestrian: row.pedestrian, frame, place, height });
        }
        let frames = || positions.iter().map(|one| one.frame);
        let (first, last) = (frames().min().unwrap_or(0), frames().max().unwrap_or(0));
        if last - first > LONGEST {
            return Err(foreign(self.path, format!("reaches from frame {first} to frame {last}: that is too long"))
                .hint("check the frames, or split the file by time"));
        }
        self.check_speeds(&positions, rate, unit)?;
        let trajectories = Trajectories::new(rate, positions);
        self.check_room(&trajectories, unit)?;
        let unit_or_metres = unit.unwrap_or(Unit::Metres);
        Ok(Imported {
            trajectories,
            unit: unit_or_metres,
            is_unit_assumed: unit.is_none(),
            geometry: None,
            ignored: columns.ignored,
        })
    }

    fn wrong(&self, line: usize, what: impl std::fmt::Display) -> RecordError {
        foreign(self.path, format!("{} {line}: {what}", self.word))
    }

    /// Returns the number of frames per second: from the file, from the user, or from the times.
    fn rate(&self, columns: &Columns, said: Option<f64>, options: &ImportOptions) -> Result<f64, RecordError> {
        if let (Some(said), Some(given)) = (said, options.frame_rate)
            && (said - given).abs() > 1e-9 * given
        {
            return Err(foreign(self.path, format!("says {said} frames/s, but {given} were given"))
                .hint("leave --frame-rate out"));
        }
        let rate = said.or(options.frame_rate).or_else(|| columns.is_time.then(|| self.rate_of_times()).flatten());
        match rate {
            Some(rate) if rate.is_finite() && rate > 0.0 && rate <= 1e6 => Ok(rate),
            Some(rate) => Err(foreign(self.path, format!("a frame rate of {rate} frames/s is not possible"))
                .hint("give the frames per second with --frame-rate")),
            None => Err(foreign(self.path, "does not say its frame rate")
                .hint("give the frames per second with --frame-rate, or write `# framerate: 25` into the file")),
        }
    }
    /// Returns the frame rate that follows from the shortest time between two rows of a pedestrian.
    fn rate_of_times(&self) -> Option<f64> {
        let mut last: BTreeMap<u32, f64> = BTreeMap::new();
        let between = self.rows.iter().filter_map(|row| Some(row.moment - last.insert(row.pedestrian, row.moment)?));
        let shortest = between.fold(f64::INFINITY, f64::min);
        // Files round their times, and frame rates have few decimals.
        shortest.is_finite().then(|| (1e3 / shortest).round() / 1e3)
    }
    fn frame_of(&self, row: &Row, rate: f64) -> Result<u64, RecordError> {
        let frame = row.moment * rate;
        if (frame - frame.round()).abs() > 0.1 {
            let what = format!("t {} lies between two frames at {rate} frames/s", row.moment);
            return Err(self.wrong(row.line, what).hint("give the right --frame-rate"));
        }
        Ok(frame.round() as u64)
    }

    /// Returns the unit: from the file or from the user.
    fn unit(&self, said: Option<Unit>, options: &ImportOptions) -> Result<Option<Unit>, RecordError> {
        match (said, options.unit) {
            (Some(said), Some(given)) if said != given => {
                let what = format!("units are mixed: the file says {}, --unit says {}", said.word(), given.word());
                Err(foreign(self.path, what).hint("leave --unit out"))
            }
            (said, given) => Ok(said.or(given)),
        }
    }

    /// Refuses people who are too fast for the unit. The error names the first row in which they are.
    fn check_speeds(&self, positions: &[Position], rate: f64, unit: Option<Unit>) -> Result<(), RecordError> {
        let mut people: BTreeMap<u32, (usize, Vec<f64>)> = BTreeMap::new();
        let mut last: BTreeMap<u32, &Position> = BTreeMap::new();
        for (index, one) in positions.iter().enumerate() {
            let Some(before) = last.insert(one.pedestrian, one) else { continue };
            if before.frame == one.frame {
                let what = format!("pedestrian {} is in frame {} twice", one.pedestrian, one.frame);
                return Err(self.wrong(self.rows[index].line, what).hint("give the right --frame-rate"));
            }
            let speed = before.place.distance(one.place) / (one.frame - before.frame) as f64 * rate;
            if speed > JUMP && unit.is_some() {
                let what = format!("units are mixed: pedestrian {} jumps at {speed:.0} m/s", one.pedestrian);
                return Err(self.wrong(self.rows[index].line, what).hint("write all rows in one unit"));
            }
            people.entry(one.pedestrian).or_insert_with(|| (index, Vec::new())).1.push(speed);
        }
        for (pedestrian, (index, mut speeds)) in people {
            speeds.sort_unstable_by(f64::total_cmp);
            let (median, fastest) = (speeds[speeds.len() / 2], speeds[speeds.len() - 1]);
            if median > FASTEST || fastest > JUMP {
                let unit = unit.unwrap_or(Unit::Metres).word();
                let what = format!(
                    "pedestrian {pedestrian} moves at {:.0} m/s when coordinates are in {unit}",
                    median.max(fastest)
                );
                return Err(self.wrong(self.rows[index].line, what).hint("say the right unit, e.g. --unit cm"));
            }
        }
        Ok(())
    }
    /// Refuses a crowd that is too dense in the unit.
    fn check_room(&self, trajectories: &Trajectories, unit: Option<Unit>) -> Result<(), RecordError> {
        for (number, frame) in trajectories.frames().iter().filter(|(_, frame)| frame.len() >= 10) {
            let room = Bounds::of(frame.position.iter().copied()).expanded(0.1).size();
            if frame.len() as f64 > DENSEST * room.x * room.y {
                let unit = unit.unwrap_or(Unit::Metres).word();
                let what = format!(
                    "frame {number}: {} people stand on {:.2} m × {:.2} m when coordinates are in {unit}",
                    frame.len(),
                    room.x,
                    room.y
                );
                return Err(foreign(self.path, what).hint("say the right unit, e.g. --unit m"));
            }
        }
        Ok(())
    }
}
