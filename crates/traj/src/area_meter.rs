//! Density and speed in an area over a run.

use populace_geom::Point;

use crate::meters::Seen;
use crate::speed::{Mean, over_two_frames};
use crate::words::{Words, put, put_list};
use crate::{Frame, MeasurementArea};

/// Measures density and speed in an area.
#[derive(Clone, Debug)]
pub struct AreaMeter {
    area: MeasurementArea,
    frame_rate: f64,
    all: Gathered,
    /// Most people in a frame, and when, s.
    most: Option<(u64, f64)>,
    /// Who is in the area in the last frame, and where they were in the frame before it.
    here: Vec<(u32, Point)>,
    open: Gathered,
    closed: Vec<Gathered>,
}

/// What some frames add up to.
#[derive(Clone, Copy, Debug, Default)]
struct Gathered {
    frames: u64,
    /// People in the area, over all frames.
    people: u64,
    /// Speeds of those in the area.
    speed: Mean,
}

impl AreaMeter {
    pub(crate) fn new(area: MeasurementArea, frame_rate: f64) -> Self {
        let (all, open) = (Gathered::default(), Gathered::default());
        AreaMeter { area, frame_rate, all, most: None, here: Vec::new(), open, closed: Vec::new() }
    }
    /// Mean density over all frames, persons/m²; `None` before the first.
    pub fn mean_density(&self) -> Option<f64> {
        self.density_of(&self.all)
    }
    /// The highest density of a frame, persons/m², and the first time it was reached, s; `None` when nobody came.
    pub fn highest_density(&self) -> Option<(f64, f64)> {
        self.most.map(|(people, time)| (people as f64 / self.area.size(), time))
    }
    /// Mean speed over all people and frames in which they were in the area, m/s. The speed at a frame is that of [`crate::SpeedMeter`].
    pub fn mean_speed(&self) -> Option<f64> {
        self.all.speed.value()
    }
    /// Mean density, persons/m², and mean speed, m/s, in each interval.
    pub fn rows(&self) -> impl Iterator<Item = (f64, Option<f64>)> + '_ {
        let rows = self.closed.iter().chain([&self.open]);
        rows.filter_map(|row| Some((self.density_of(row)?, row.speed.value())))
    }

    fn density_of(&self, gathered: &Gathered) -> Option<f64> {
        (gathered.frames > 0).then(|| gathered.people as f64 / (gathered.frames as f64 * self.area.size()))
    }

    /// Takes the frame after the last one for the speeds in the last one.
    pub(crate) fn pass(&mut self, frame: &Frame) {
        for (pedestrian, before) in self.here.drain(..) {
            if let Some(after) = frame.place_of(pedestrian) {
                let speed = over_two_frames(before, after, self.frame_rate);
                self.all.speed.add(speed);
                self.open.speed.add(speed);
            }
        }
    }
    /// Takes the frame itself; `last` are those who were on floors in the one before, ascending by pedestrian.
    pub(crate) fn frame(&mut self, frame: &Frame, last: &[Seen]) {
        let mut people = 0;
        for i in self.area.people(frame) {
            people += 1;
            let pedestrian = frame.pedestrian[i];
            if let Ok(before) = last.binary_search_by_key(&pedestrian, |seen| seen.pedestrian) {
                self.here.push((pedestrian, last[before].position));
            }
        }
        for gathered in [&mut self.all, &mut self.open] {
            gathered.frames += 1;
            gathered.people += people;
        }
        if people > self.most.map_or(0, |most| most.0) {
            self.most = Some((people, frame.time));
        }
    }
    /// The frame after the last one is missing.
    pub(crate) fn lose(&mut self) {
        self.here.clear();
    }
    /// The interval is over.
    pub(crate) fn close(&mut self) {
        self.closed.push(std::mem::take(&mut self.open));
    }

    pub(crate) fn save(&self, to: &mut String) {
        self.all.save(to);
        put_list(to, self.most.as_slice(), |to, (people, time)| {
            put(to, people);
            put(to, time);
        });
        put_list(to, &self.here, |to, (pedestrian, before)| {
            put(to, pedestrian);
            put(to, before.x);
            put(to, before.y);
        });
        self.open.save(to);
        put_list(to, &self.closed, |to, row| row.save(to));
    }
    pub(crate) fn load(&mut self, from: &mut Words) -> Option<()> {
        self.all = Gathered::load(from)?;
        self.most = from.list(|from| Some((from.take()?, from.take()?)))?.first().copied();
        self.here = from.list(|from| Some((from.take()?, from.point()?)))?;
        self.open = Gathered::load(from)?;
        self.closed = from.list(Gathered::load)?;
        Some(())
    }
}

impl Gathered {
    fn save(&self, to: &mut String) {
        put(to, self.frames);
        put(to, self.people);
        put(to, self.speed.sum);
        put(to, self.speed.count);
    }
    fn load(from: &mut Words) -> Option<Self> {
        let (frames, people) = (from.take()?, from.take()?);
        Some(Gathered { frames, people, speed: Mean { sum: from.take()?, count: from.take()? } })
    }
}
