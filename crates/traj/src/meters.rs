//! Everything that is measured in a run, frame by frame: areas ([`AreaMeter`]) and lines ([`LineMeter`]).
//!
//! They share what they know of the frame before. Beside the measures over the whole run, each keeps a row for every interval of
//! some frames.

use populace_geom::{Bounds, Point};

use crate::area_meter::AreaMeter;
use crate::flow::is_near;
use crate::line_meter::LineMeter;
use crate::words::{Words, put, put_list};
use crate::{Frame, MeasurementArea, MeasurementLine};

/// Measures areas and lines.
#[derive(Clone, Debug)]
pub struct Meters {
    /// Frames in an interval.
    interval: u64,
    areas: Vec<AreaMeter>,
    lines: Vec<LineMeter>,
    /// The box around all lines.
    bounds: Bounds,
    /// Number of the last frame of each closed interval.
    ends: Vec<u64>,
    last_number: Option<u64>,
    /// Those on floors in the last frame.
    last: Vec<Seen>,
}

/// Someone on a floor in the last frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    pub pedestrian: u32,
    pub floor: u16,
    pub position: Point,
}

impl Meters {
    /// Meters of areas and lines, for frames of a rate, 1/s, with a row for every `interval` of frames.
    pub fn new(areas: Vec<MeasurementArea>, lines: Vec<MeasurementLine>, frame_rate: f64, interval: u64) -> Self {
        let bounds = lines.iter().fold(Bounds::EMPTY, |all, line| all.union(line.bounds()));
        Meters {
            interval: interval.max(1),
            areas: areas.into_iter().map(|area| AreaMeter::new(area, frame_rate)).collect(),
            lines: lines.into_iter().map(|line| LineMeter::new(line, frame_rate)).collect(),
            bounds,
            ends: Vec::new(),
            last_number: None,
            last: Vec::new(),
        }
    }
    /// Whether nothing is measured.
    pub fn is_empty(&self) -> bool {
        self.areas.is_empty() && self.lines.is_empty()
    }
    /// Meters of the areas, in their order.
    pub fn areas(&self) -> &[AreaMeter] {
        &self.areas
    }
    /// Meters of the lines, in their order.
    pub fn lines(&self) -> &[LineMeter] {
        &self.lines
    }
    /// Number of the last frame of each interval, the one that is still going on included: one for each row of every meter.
    pub fn ends(&self) -> impl Iterator<Item = u64> + '_ {
        self.ends.iter().copied().chain(self.last_number)
    }

    /// Takes the next frame, with its number: the first after the start is 1. Frames with nobody in them count too. Over a gap in the numbers
    /// nobody has a speed, and nobody crosses a line.
    pub fn frame(&mut self, number: u64, frame: &Frame) {
        if self.last_number.is_some_and(|last| last + 1 != number) {
            self.last.clear();
            self.areas.iter_mut().for_each(AreaMeter::lose);
        }
        self.areas.iter_mut().for_each(|area| area.pass(frame));
        if let Some(last) = self.last_number.filter(|&last| self.interval_of(last) != self.interval_of(number)) {
            self.ends.push(last);
            self.areas.iter_mut().for_each(AreaMeter::close);
            self.lines.iter_mut().for_each(LineMeter::close);
        }
        self.areas.iter_mut().for_each(|area| area.frame(frame, &self.last));
        self.lines.iter_mut().for_each(LineMeter::frame);
        if !self.lines.is_empty() {
            self.movements(number, frame);
        }
        self.last.clear();
        let seen = |row: usize| {
            let (pedestrian, floor, position) = (frame.pedestrian[row], frame.floor[row], frame.position[row]);
            Seen { pedestrian, floor, position }
        };
        self.last.extend(frame.on_floors().map(seen));
        self.last_number = Some(number);
    }

    /// Hands those who are in the last frame too to the lines.
    fn movements(&mut self, number: u64, frame: &Frame) {
        let (last, mut before) = (&self.last, 0);
        for now in frame.on_floors() {
            let who = frame.pedestrian[now];
            while last.get(before).is_some_and(|seen| seen.pedestrian < who) {
                before += 1;
            }
            let Some(seen) = last.get(before).filter(|seen| seen.pedestrian == who) else { continue };
            let (from, to) = (seen.position, frame.position[now]);
            if is_near(&self.bounds, from, to) {
                let floors = [seen.floor, frame.floor[now]];
                self.lines.iter_mut().for_each(|line| line.movement(number, who, floors, from, to));
            }
        }
    }

    fn interval_of(&self, number: u64) -> u64 {
        number.saturating_sub(1) / self.interval
    }

    /// Appends what was measured so far.
    pub fn save(&self, to: &mut String) {
        put_list(to, &self.ends, put);
        put_list(to, self.last_number.as_slice(), put);
        put_list(to, &self.last, |to, seen| {
            put(to, seen.pedestrian);
            put(to, seen.floor);
            put(to, seen.position.x);
            put(to, seen.position.y);
        });
        self.areas.iter().for_each(|area| area.save(to));
        self.lines.iter().for_each(|line| line.save(to));
    }
    /// Goes on from what [`Meters::save`] wrote for the same areas and lines; `None` when it is something else.
    pub fn load(&mut self, from: &mut Words) -> Option<()> {
        self.ends = from.list(Words::take)?;
        self.last_number = from.list(Words::take)?.first().copied();
        self.last =
            from.list(|from| Some(Seen { pedestrian: from.take()?, floor: from.take()?, position: from.point()? }))?;
        self.areas.iter_mut().try_for_each(|area| area.load(from))?;
        self.lines.iter_mut().try_for_each(|line| line.load(from))
    }
}

#[cfg(test)]
mod tests {
    use populace_geom::Segment;

    use super::*;
    use crate::frame::tests::frame;
    use crate::line_meter::Passage;
    use crate::{Status, first_crossings, mean_flow};

    /// The square from (0, 0) to (2, 2), and the line x = 1 across it, whose left is the west. 10 frames/s, rows of two frames.
    fn meters() -> Meters {
        let corners = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)].map(|(x, y)| Point::new(x, y));
        Meters::new(vec![MeasurementArea::new(corners.to_vec(), Some(0)).unwrap()], vec![line()], 10.0, 2)
    }

    fn line() -> MeasurementLine {
        MeasurementLine::new(Segment::new(Point::new(1.0, 0.0), Point::new(1.0, 2.0)), Some(0))
    }

    /// Person 0 goes east, over the line between frames 3 and 4. Person 1 goes west at 0.25 m per frame, over the line between 4 and 5, and
    /// back after frame 5. Person 2 stands outside.
    const WALKS: [[(f64, f64); 3]; 6] = [
        [(-0.75, 0.5), (1.9, 1.5), (9.0, 9.0)],
        [(-0.25, 0.5), (1.65, 1.5), (9.0, 9.0)],
        [(0.75, 0.5), (1.4, 1.5), (9.0, 9.0)],
        [(1.25, 0.5), (1.15, 1.5), (9.0, 9.0)],
        [(1.75, 0.5), (0.9, 1.5), (9.0, 9.0)],
        [(2.25, 0.5), (1.15, 1.5), (9.0, 9.0)],
    ];

    fn walk() -> impl Iterator<Item = (u64, Frame)> {
        (1..).zip(WALKS).map(|(number, places)| (number, Frame { time: number as f64 / 10.0, ..frame(&places) }))
    }

    #[test]
    fn an_area_has_mean_and_highest_density_and_the_mean_speed_of_those_in_it() {
        let mut meters = meters();
        walk().for_each(|(number, frame)| meters.frame(number, &frame));
        let area = &meters.areas()[0];
        // People in the six frames: 1, 1, 2, 2, 2, 1, on 4 m².
        assert_eq!(area.mean_density(), Some(9.0 / 6.0 / 4.0));
        assert_eq!(area.highest_density(), Some((0.5, 0.3)));
        // Rows of two frames: person 1 alone; both twice; two and one. Speeds over the frames around, at 10 frames/s: person 1 at frames
        // 2, 3 and 4 goes 0.5 m in 0.2 s, at frame 5 it is back where it was; person 0 at 3 goes 1.5 m, at 4 and 5 goes 1 m.
        let rows: Vec<_> = area.rows().collect();
        let expected = [(0.25, 2.5), (0.5, (2.5 + 2.5 + 7.5 + 5.0) / 4.0), (0.375, 2.5)];
        assert_eq!(rows.len(), 3);
        for ((density, speed), (d, s)) in rows.into_iter().zip(expected) {
            assert_eq!(density, d);
            assert!((speed.unwrap() - s).abs() < 1e-9, "{speed:?}, not {s}");
        }
        let mean = (2.5 * 3.0 + 7.5 + 5.0 * 2.0) / 7.0;
        assert!((area.mean_speed().unwrap() - mean).abs() < 1e-9);
        assert_eq!(meters.ends().collect::<Vec<_>>(), [2, 4, 6]);
    }

    #[test]
    fn a_line_counts_people_by_side_and_their_first_crossing_for_the_flow() {
        let (mut meters, mut alone) = (meters(), line());
        for (number, frame) in walk() {
            meters.frame(number, &frame);
            alone.frame(number, &frame);
        }
        let line = &meters.lines()[0];
        // Person 0 to the right at frame 4, person 1 to the left at 5 and to the right at 6: two people, 0.1 s apart.
        assert_eq!((line.to_left(), line.to_right()), (1, 2));
        assert_eq!((line.mean_flow(), line.specific_flow()), (Some(10.0), Some(5.0)));
        assert_eq!(line.mean_flow(), mean_flow(&first_crossings(alone.crossings().iter().copied()), 10.0));
        let row = |to_left, to_right, flow| Passage { to_left, to_right, flow };
        assert_eq!(line.rows().collect::<Vec<_>>(), [row(0, 0, 0.0), row(0, 1, 5.0), row(1, 1, 5.0)]);
    }

    #[test]
    fn a_checkpoint_after_any_frame_changes_nothing() {
        let mut whole = meters();
        walk().for_each(|(number, frame)| whole.frame(number, &frame));
        let saved = |meters: &Meters| {
            let mut text = String::new();
            meters.save(&mut text);
            text
        };
        for cut in 0..=6 {
            let mut before = meters();
            walk().take(cut).for_each(|(number, frame)| before.frame(number, &frame));
            let (text, mut after) = (saved(&before), meters());
            assert_eq!(after.load(&mut Words::of(&text)), Some(()));
            walk().skip(cut).for_each(|(number, frame)| after.frame(number, &frame));
            assert_eq!(saved(&after), saved(&whole), "cut after frame {cut}");
            // Anything shorter is refused.
            let short = text.trim_end().rsplit_once(' ').unwrap().0;
            assert_eq!(meters().load(&mut Words::of(short)), None);
        }
    }

    #[test]
    fn over_a_gap_nobody_has_a_speed_or_crosses() {
        let mut meters = meters();
        for (number, frame) in walk().filter(|(number, _)| number % 2 == 0) {
            meters.frame(number, &frame);
        }
        assert_eq!((meters.areas()[0].mean_speed(), meters.lines()[0].mean_flow()), (None, None));
        assert_eq!((meters.lines()[0].to_left(), meters.lines()[0].to_right()), (0, 0));
        assert_eq!(meters.areas()[0].highest_density().map(|most| most.1), Some(0.4));
    }

    /// Person 0 is in a lift in frames 3 and 4, and seen at the same places.
    #[test]
    fn who_rides_a_lift_is_in_no_area_has_no_speed_and_crosses_no_line() {
        let mut meters = meters();
        for (number, mut frame) in walk() {
            if number == 3 || number == 4 {
                frame.status[0] = Status::Riding as u8;
            }
            meters.frame(number, &frame);
        }
        let (area, line) = (&meters.areas()[0], &meters.lines()[0]);
        // People in the six frames: 1, 1, 1, 1, 2, 1. Person 1 has its four speeds; person 0 is never seen in three frames in a row.
        assert_eq!(area.mean_density(), Some(7.0 / 6.0 / 4.0));
        assert!((area.mean_speed().unwrap() - 2.5 * 3.0 / 4.0).abs() < 1e-9);
        assert_eq!((line.to_left(), line.to_right()), (1, 1));
    }

    #[test]
    fn other_floors_and_empty_frames_count_for_nobody() {
        let mut meters = meters();
        for (number, mut frame) in walk() {
            frame.floor.fill(1);
            meters.frame(number, &frame);
        }
        meters.frame(7, &Frame::default());
        assert_eq!((meters.areas()[0].mean_density(), meters.areas()[0].highest_density()), (Some(0.0), None));
        assert_eq!(meters.lines()[0].to_right(), 0);
        assert_eq!(meters.ends().collect::<Vec<_>>(), [2, 4, 6, 7]);
    }
}
