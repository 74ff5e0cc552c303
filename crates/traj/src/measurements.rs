//! Measures at work: they measure what a scenario, a command or a page asks for, in one pass over the frames of a run.
//!
//! Everything that measures a run goes through here, so the summary of a run and `populace measure` of its recording agree.

use std::collections::BTreeMap;

use crate::intervals::interval_of;
use crate::{Event, Finding, Found, Frame, MeasureEntry, Measuring, Subject, Timeline};

/// The measures to take, and the area, the line or the people to measure.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// The name of the area or the line in reports; `None` when all people are measured.
    pub name: Option<String>,
    /// The measures.
    pub measures: Vec<MeasureEntry>,
    /// The area or the line, and how it is measured.
    pub subject: Subject,
}

/// A quantity that was measured.
#[derive(Clone, Debug)]
pub struct Quantity {
    /// The name of the area or the line; `None` when all people were measured.
    pub of: Option<String>,
    /// The measure that found it.
    pub measure: MeasureEntry,
    /// The value that was found.
    pub finding: Finding,
}

impl Quantity {
    /// Returns the name in files: the area or line, then the quantity.
    pub fn key(&self) -> String {
        match &self.of {
            Some(of) => format!("{of}: {}", self.finding.name),
            None => self.finding.name.to_owned(),
        }
    }
}

/// The part of a checkpoint: the ends of the intervals, the timeline, and the state of every measure.
type Saved = (Vec<(u64, f64)>, Vec<u8>, Vec<Vec<u8>>);

/// Measures at work on the frames of one run, in order.
pub struct Measurements {
    chosen: Vec<Chosen>,
    frame_rate: f64,
    interval: u64,
    timeline: Timeline,
    /// The measures at work, in the order of `chosen` and of the measures of each.
    at_work: Vec<Box<dyn Measuring>>,
    /// The number and the time, s, of the last frame of every interval.
    ends: Vec<(u64, f64)>,
}

impl Measurements {
    /// Begins to measure each subject with the measures that fit it. All subjects have the same frame rate, interval and step.
    pub fn new(chosen: Vec<Chosen>) -> Self {
        let subject = chosen.first().map_or_else(Subject::default, |one| one.subject.clone());
        let (frame_rate, settings) = (subject.frame_rate, subject.settings);
        let (mut fitting, mut at_work) = (Vec::new(), Vec::new());
        for mut one in chosen {
            let begun = |measure: &MeasureEntry| Some((*measure, (measure.begin)(&one.subject)?));
            let (measures, works): (Vec<_>, Vec<_>) = one.measures.iter().filter_map(begun).unzip();
            one.measures = measures;
            at_work.extend(works);
            fitting.push(one);
        }
        let (interval, timeline) = (settings.interval.max(1), Timeline::new(frame_rate, settings.step));
        Measurements { chosen: fitting, frame_rate, interval, timeline, at_work, ends: Vec::new() }
    }
    /// Returns whether nothing is measured.
    pub fn is_empty(&self) -> bool {
        self.at_work.is_empty()
    }

    /// Takes the next frame, with its number: 0 is the start, an interval of its own. Frames with nobody inside count too.
    pub fn frame(&mut self, number: u64, frame: &Frame) {
        let is_same = self.ends.last().is_some_and(|end| self.interval_of(end.0) == self.interval_of(number));
        if is_same {
            self.ends.pop();
        }
        self.ends.push((number, frame.time));
        let at_work = &mut self.at_work;
        self.timeline.frame(number, frame, |moment| at_work.iter_mut().for_each(|work| work.moment(moment)));
    }

    /// Takes the next event of a run.
    pub fn event(&mut self, event: &Event) {
        self.at_work.iter_mut().for_each(|work| work.event(event));
    }

    /// Returns everything that was measured, as if the run ended here. More frames may follow.
    pub fn quantities(&self) -> Vec<Quantity> {
        let mut copy = Measurements::new(self.chosen.clone());
        // Bytes that were saved just now can be loaded.
        let _ = copy.load(&self.save());
        copy.end()
    }
    /// Returns everything that was measured in a run that is over.
    pub fn end(mut self) -> Vec<Quantity> {
        let at_work = &mut self.at_work;
        self.timeline.finish(|moment| at_work.iter_mut().for_each(|work| work.moment(moment)));
        let each = self.chosen.iter().flat_map(|one| one.measures.iter().map(move |measure| (&one.name, measure)));
        let found = each.zip(&self.at_work).flat_map(|((of, measure), work)| {
            let quantity = |finding| Quantity { of: of.clone(), measure: *measure, finding };
            work.findings().into_iter().map(quantity).collect::<Vec<_>>()
        });
        found.collect()
    }

    /// Returns a table with a row for every interval: the last time of the interval, s, and the value of every column. A column has a heading
    /// and a unit; a value that is missing is NaN.
    pub fn table(&self) -> IntervalTable {
        let times: Vec<f64> = self.ends.iter().map(|end| end.1).collect();
        let row_of: BTreeMap<u64, usize> =
            self.ends.iter().enumerate().map(|(row, end)| (self.interval_of(end.0), row)).collect();
        let mut columns = Vec::new();
        for quantity in self.quantities() {
            let Found::Series(headings, rows) = &quantity.finding.value else { continue };
            if !quantity.finding.is_by_interval {
                continue;
            }
            for (i, &(heading, unit)) in headings.iter().enumerate().skip(1) {
                let mut values = vec![f64::NAN; times.len()];
                for row in rows {
                    let number = (row[0] * self.frame_rate).round() as u64;
                    if let Some(&at) = row_of.get(&self.interval_of(number)) {
                        values[at] = row[i];
                    }
                }
                columns.push(Column { of: quantity.of.clone(), heading, unit, values });
            }
        }
        IntervalTable { times, columns }
    }

    fn interval_of(&self, number: u64) -> u64 {
        interval_of(number, self.interval)
    }

    /// Returns the state of all measures as bytes.
    pub fn save(&self) -> Vec<u8> {
        let works: Vec<Vec<u8>> = self.at_work.iter().map(|work| work.save()).collect();
        crate::bytes::save(&(&self.ends, self.timeline.save(), works))
    }
    /// Loads the bytes that [`Measurements::save`] returned for the same choice, and goes on from there; `None` when the bytes are
    /// something else.
    pub fn load(&mut self, bytes: &[u8]) -> Option<()> {
        let (ends, timeline, works): Saved = crate::bytes::load(bytes)?;
        if works.len() != self.at_work.len() {
            return None;
        }
        self.ends = ends;
        self.timeline.load(&timeline)?;
        self.at_work.iter_mut().zip(works).try_for_each(|(work, bytes)| work.load(&bytes))
    }
}

/// The values of every interval.
#[derive(Clone, Debug)]
pub struct IntervalTable {
    /// The last time of every interval, s.
    pub times: Vec<f64>,
    /// The columns: everything that was measured by interval.
    pub columns: Vec<Column>,
}

/// A quantity in every interval.
#[derive(Clone, Debug)]
pub struct Column {
    /// The name of the area or the line; `None` when all people were measured.
    pub of: Option<String>,
    /// The heading of the column.
    pub heading: &'static str,
    /// Its unit.
    pub unit: &'static str,
    /// Its values; NaN when there is no value.
    pub values: Vec<f64>,
}

/// Returns a name with its unit as one word for keys and headings: `density` in 1/m² becomes `density_per_m2`, counts and shares have no unit.
pub fn with_unit(name: &str, unit: &str) -> String {
    let unit = match unit {
        "1" | "persons" | "share" | "id" => String::new(),
        _ => unit
            .replace("1/", "per_")
            .replace(['(', ')'], "")
            .replace(['/', ' '], "_")
            .replace('²', "2")
            .replace('³', "3"),
    };
    let name = name.replace([' ', '-'], "_");
    if unit.is_empty() { name } else { format!("{name}_{unit}") }
}

#[cfg(test)]
mod tests {
    use populace_geom::{Point, Segment};

    use super::*;
    use crate::frame::tests::frame;
    use crate::{MEASURES, MeasurementArea, MeasurementLine, Of, Settings, Status, first_crossings, mean_flow};

    /// Measures the square from (0, 0) to (2, 2) and the line x = 1 across it, whose left is the west. 10 frames/s, rows of two
    /// frames.
    fn all() -> Measurements {
        let corners = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)].map(|(x, y)| Point::new(x, y));
        let settings = Settings { interval: 2, ..Settings::default() };
        let subject = Subject { frame_rate: 10.0, settings, ..Subject::default() };
        let area = MeasurementArea::new(corners.to_vec(), Some(0));
        let chosen = |name: &str, of, subject| Chosen {
            name: Some(name.into()),
            measures: MEASURES.iter().filter(|measure| measure.of == of).copied().collect(),
            subject,
        };
        Measurements::new(vec![
            chosen("square", Of::Area, Subject { area, ..subject.clone() }),
            chosen("door", Of::Line, Subject { line: Some((segment(), Some(0))), ..subject.clone() }),
            Chosen { name: None, ..chosen("", Of::Everyone, subject) },
        ])
    }

    fn segment() -> Segment {
        Segment::new(Point::new(1.0, 0.0), Point::new(1.0, 2.0))
    }

    /// Pedestrian 0 goes east, over the line between frames 3 and 4. Pedestrian 1 goes west at 0.25 m per frame, over the line between 4 and 5,
    /// and back after frame 5. Pedestrian 2 stands outside.
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

    fn figure(measured: &Measurements, name: &str) -> Option<f64> {
        let found = measured.quantities().into_iter().find(|quantity| quantity.finding.name == name);
        match found.map(|quantity| quantity.finding.value) {
            Some(Found::Figure(value)) => value,
            other => panic!("{name}: {other:?}"),
        }
    }

    fn column(table: &IntervalTable, of: &str, heading: &str) -> Vec<f64> {
        let found = table.columns.iter().find(|column| column.of.as_deref() == Some(of) && column.heading == heading);
        found.unwrap_or_else(|| panic!("{of}: {heading}")).values.clone()
    }

    fn near(found: &[f64], expected: &[f64]) -> bool {
        found.len() == expected.len() && found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9)
    }

    #[test]
    fn an_area_has_mean_and_highest_density_and_the_mean_speed_of_those_in_it() {
        let mut measured = all();
        walk().for_each(|(number, frame)| measured.frame(number, &frame));
        // Pedestrians in the six frames: 1, 1, 2, 2, 2, 1, on 4 m².
        assert!((figure(&measured, "density_mean").unwrap() - 9.0 / 6.0 / 4.0).abs() < 1e-12);
        assert_eq!(
            (figure(&measured, "density_highest"), figure(&measured, "density_highest_at")),
            (Some(0.5), Some(0.3))
        );
        // Rows of two frames: pedestrian 1 alone; both twice; two and one. Speeds over the frames around, at 10 frames/s: pedestrian 1 at frames
        // 2, 3 and 4 goes 0.5 m in 0.2 s, at frame 5 it is back where it was; pedestrian 0 at 3 goes 1.5 m, at 4 and 5 goes 1 m.
        let table = measured.table();
        assert!(near(&table.times, &[0.2, 0.4, 0.6]));
        assert!(near(&column(&table, "square", "density"), &[0.25, 0.5, 0.375]));
        assert!(near(&column(&table, "square", "speed"), &[2.5, (2.5 + 2.5 + 7.5 + 5.0) / 4.0, 2.5]));
        let mean = (2.5 * 3.0 + 7.5 + 5.0 * 2.0) / 7.0;
        assert!((figure(&measured, "area_speed_mean").unwrap() - mean).abs() < 1e-9);
    }

    #[test]
    fn a_line_counts_people_by_side_and_their_first_crossing_for_the_flow() {
        let (mut measured, mut alone) = (all(), MeasurementLine::new(segment(), Some(0)));
        for (number, frame) in walk() {
            measured.frame(number, &frame);
            alone.frame(number, &frame);
        }
        // Pedestrian 0 to the right at frame 4, pedestrian 1 to the left at 5 and to the right at 6: two people, 0.1 s apart.
        assert_eq!((figure(&measured, "crossed_left"), figure(&measured, "crossed_right")), (Some(1.0), Some(2.0)));
        assert_eq!((figure(&measured, "flow_mean"), figure(&measured, "flow_specific")), (Some(10.0), Some(5.0)));
        let first = first_crossings(alone.crossings().iter().copied());
        assert_eq!(figure(&measured, "flow_mean"), mean_flow(&first, 10.0));
        let table = measured.table();
        assert_eq!(column(&table, "door", "crossed left"), [0.0, 0.0, 1.0]);
        assert_eq!(column(&table, "door", "crossed right"), [0.0, 1.0, 1.0]);
        assert_eq!(column(&table, "door", "flow"), [0.0, 5.0, 5.0]);
    }

    #[test]
    fn a_checkpoint_after_any_frame_changes_nothing() {
        let mut whole = all();
        walk().for_each(|(number, frame)| whole.frame(number, &frame));
        for cut in 0..=6 {
            let mut before = all();
            walk().take(cut).for_each(|(number, frame)| before.frame(number, &frame));
            let (bytes, mut after) = (before.save(), all());
            assert_eq!(after.load(&bytes), Some(()));
            walk().skip(cut).for_each(|(number, frame)| after.frame(number, &frame));
            assert_eq!(after.save(), whole.save(), "cut after frame {cut}");
            // Anything shorter is refused.
            assert_eq!(all().load(&bytes[..bytes.len() - 1]), None);
        }
    }

    #[test]
    fn over_a_gap_nobody_has_a_speed_or_crosses() {
        let mut measured = all();
        for (number, frame) in walk().filter(|(number, _)| number % 2 == 0) {
            measured.frame(number, &frame);
        }
        assert_eq!((figure(&measured, "area_speed_mean"), figure(&measured, "flow_mean")), (None, None));
        assert_eq!((figure(&measured, "crossed_left"), figure(&measured, "crossed_right")), (Some(0.0), Some(0.0)));
        assert_eq!(figure(&measured, "density_highest_at"), Some(0.4));
    }

    /// Pedestrian 0 is in a lift in frames 3 and 4, at the same places as before.
    #[test]
    fn a_rider_of_a_lift_is_in_no_area_has_no_speed_and_crosses_no_line() {
        let mut measured = all();
        for (number, mut frame) in walk() {
            if number == 3 || number == 4 {
                frame.status[0] = Status::Riding as u8;
            }
            measured.frame(number, &frame);
        }
        // Pedestrians in the six frames: 1, 1, 1, 1, 2, 1. Pedestrian 1 has its four speeds; pedestrian 0 is never seen in three frames in a row.
        assert!((figure(&measured, "density_mean").unwrap() - 7.0 / 6.0 / 4.0).abs() < 1e-12);
        assert!((figure(&measured, "area_speed_mean").unwrap() - 2.5 * 3.0 / 4.0).abs() < 1e-9);
        assert_eq!((figure(&measured, "crossed_left"), figure(&measured, "crossed_right")), (Some(1.0), Some(1.0)));
    }

    #[test]
    fn other_floors_and_empty_frames_count_for_nobody() {
        let mut measured = all();
        for (number, mut frame) in walk() {
            frame.floor.fill(1);
            measured.frame(number, &frame);
        }
        measured.frame(7, &Frame { time: 0.7, ..Frame::default() });
        assert_eq!((figure(&measured, "density_mean"), figure(&measured, "density_highest_at")), (Some(0.0), None));
        assert_eq!(figure(&measured, "crossed_right"), Some(0.0));
        assert!(near(&measured.table().times, &[0.2, 0.4, 0.6, 0.7]));
    }

    #[test]
    fn units_become_words() {
        let words =
            [("density mean", "1/m²"), ("flow", "1/(m s)"), ("speed", "m/s"), ("crossed left", "persons"), ("at", "s")];
        let named = words.map(|(name, unit)| with_unit(name, unit));
        assert_eq!(named, ["density_mean_per_m2", "flow_per_m_s", "speed_m_s", "crossed_left", "at_s"]);
    }
}
