//! Who crosses a line over a run, and the flow across it.

use std::collections::BTreeSet;

use populace_geom::Point;

use crate::MeasurementLine;
use crate::flow::flow_between;
use crate::words::{Words, put, put_list};

/// Measures the flow across a line.
#[derive(Clone, Debug)]
pub struct LineMeter {
    line: MeasurementLine,
    frame_rate: f64,
    /// Who has crossed to the left and to the right.
    crossed: [BTreeSet<u32>; 2],
    /// Frames of the first and the last of all first crossings, and how many there are.
    first: Option<(u64, u64, u64)>,
    open: Passed,
    closed: Vec<Passed>,
}

/// People in an interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Passed {
    frames: u64,
    /// Who crossed to the left and to the right for the first time.
    crossed: [u64; 2],
    /// Who crossed for the first time at all.
    people: u64,
}

/// What passed a line in an interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Passage {
    /// People who crossed to the left for the first time.
    pub to_left: u64,
    /// People who crossed to the right for the first time.
    pub to_right: u64,
    /// People who crossed for the first time at all, over the length of the interval, persons/s.
    pub flow: f64,
}

impl LineMeter {
    pub(crate) fn new(line: MeasurementLine, frame_rate: f64) -> Self {
        let (crossed, open) = Default::default();
        LineMeter { line, frame_rate, crossed, first: None, open, closed: Vec::new() }
    }
    /// How many people have crossed to the left, each counted once.
    pub fn to_left(&self) -> usize {
        self.crossed[0].len()
    }
    /// How many people have crossed to the right, each counted once; who went both ways is in both counts.
    pub fn to_right(&self) -> usize {
        self.crossed[1].len()
    }
    /// Flow between the first and the last crossing, persons/s, as [`crate::mean_flow`]: each person counts at their first crossing.
    pub fn mean_flow(&self) -> Option<f64> {
        self.first.and_then(|(start, end, people)| flow_between(start, end, people, self.frame_rate))
    }
    /// The same per metre of the line, persons/(m s).
    pub fn specific_flow(&self) -> Option<f64> {
        self.mean_flow().map(|flow| flow / self.line.length())
    }
    /// What passed in each interval.
    pub fn rows(&self) -> impl Iterator<Item = Passage> + '_ {
        let rows = self.closed.iter().chain([&self.open]).filter(|row| row.frames > 0);
        rows.map(|row| {
            let [to_left, to_right] = row.crossed;
            Passage { to_left, to_right, flow: row.people as f64 / row.frames as f64 * self.frame_rate }
        })
    }

    /// Another frame begins.
    pub(crate) fn frame(&mut self) {
        self.open.frames += 1;
    }
    /// Someone moved from one frame to the next.
    #[inline]
    pub(crate) fn movement(&mut self, number: u64, pedestrian: u32, floors: [u16; 2], from: Point, to: Point) {
        if !floors.iter().all(|&floor| self.line.is_on(floor)) || !self.line.is_crossed(from, to) {
            return;
        }
        let side = usize::from(!self.line.is_left(to));
        let is_first = self.crossed.iter().all(|side| !side.contains(&pedestrian));
        if self.crossed[side].insert(pedestrian) {
            self.open.crossed[side] += 1;
        }
        if is_first {
            self.open.people += 1;
            let (start, _, people) = self.first.unwrap_or((number, number, 0));
            self.first = Some((start, number, people + 1));
        }
    }
    /// The interval is over.
    pub(crate) fn close(&mut self) {
        self.closed.push(std::mem::take(&mut self.open));
    }

    pub(crate) fn save(&self, to: &mut String) {
        self.crossed.iter().for_each(|side| put_list(to, side, put));
        put_list(to, self.first.as_slice(), |to, (start, end, people)| {
            [start, end, people].into_iter().for_each(|word| put(to, word));
        });
        self.open.save(to);
        put_list(to, &self.closed, |to, row| row.save(to));
    }
    pub(crate) fn load(&mut self, from: &mut Words) -> Option<()> {
        for side in &mut self.crossed {
            *side = from.list(Words::take)?.into_iter().collect();
        }
        self.first = from.list(|from| Some((from.take()?, from.take()?, from.take()?)))?.first().copied();
        self.open = Passed::load(from)?;
        self.closed = from.list(Passed::load)?;
        Some(())
    }
}

impl Passed {
    fn save(&self, to: &mut String) {
        let [left, right] = self.crossed;
        [self.frames, left, right, self.people].into_iter().for_each(|word| put(to, word));
    }
    fn load(from: &mut Words) -> Option<Self> {
        let (frames, crossed) = (from.take()?, [from.take()?, from.take()?]);
        Some(Passed { frames, crossed, people: from.take()? })
    }
}
