//! Flow across a line and N–t ([`MeasurementLine`], [`crate::flow`], [`crate::mean_flow`]).

use std::collections::BTreeMap;

use super::{Finding, MeasureEntry, Measuring, Of, TIME, gathers};
use crate::intervals::interval_of;
use crate::{Crossing, MeasurementLine, Moment, cumulative, first_crossings, first_crossings_to, flow, mean_flow};

pub(super) const ENTRY: MeasureEntry = MeasureEntry {
    name: "flow",
    about: "people across the line over time (N–t), mean flow from first to last crossing, flow in windows",
    unit: "1/s",
    source: "PedPy compute_n_t, compute_flow",
    of: Of::Line,
    needs_ground: false,
    begin: |subject| {
        let (line, floor) = subject.line?;
        Some(Box::new(Flow {
            line: MeasurementLine::new(line, floor),
            rate: subject.frame_rate,
            interval: subject.settings.interval.max(1),
            window: subject.settings.flow_window,
            times: Vec::new(),
        }))
    },
};

struct Flow {
    line: MeasurementLine,
    rate: f64,
    /// Frames in a row of the series by interval.
    interval: u64,
    window: u64,
    /// Number and time of every frame, s.
    times: Vec<(u64, f64)>,
}

impl Flow {
    fn first(&self) -> Vec<Crossing> {
        first_crossings(self.line.crossings().iter().copied())
    }
    fn count(&self, is_to_left: bool) -> Option<f64> {
        Some(self.first_to(is_to_left).len() as f64)
    }
    /// Returns for every interval its last time, the pedestrians that crossed to the left and to the right for the first time, and the flow of
    /// the pedestrians that crossed for the first time at all.
    fn by_interval(&self, first: &[Crossing]) -> Vec<Vec<f64>> {
        let interval_of = |frame: u64| interval_of(frame, self.interval);
        let counted = |crossings: &[Crossing]| {
            let mut counts = BTreeMap::<u64, u64>::new();
            crossings.iter().for_each(|crossing| *counts.entry(interval_of(crossing.frame)).or_default() += 1);
            counts
        };
        let [left, right, all] = [&self.first_to(true)[..], &self.first_to(false)[..], first].map(counted);
        let count = |counts: &BTreeMap<u64, u64>, interval| counts.get(&interval).map_or(0.0, |&count| count as f64);
        let row = |frames: &[(u64, f64)]| {
            let (interval, time) = (interval_of(frames[0].0), frames[frames.len() - 1].1);
            let flow = count(&all, interval) / frames.len() as f64 * self.rate;
            vec![time, count(&left, interval), count(&right, interval), flow]
        };
        self.times.chunk_by(|a, b| interval_of(a.0) == interval_of(b.0)).map(row).collect()
    }
    fn first_to(&self, is_to_left: bool) -> Vec<Crossing> {
        first_crossings_to(is_to_left, self.line.crossings())
    }
    fn time_of(&self, frame: u64) -> f64 {
        self.times.binary_search_by_key(&frame, |t| t.0).map_or(f64::NAN, |place| self.times[place].1)
    }
}

impl Measuring for Flow {
    fn moment(&mut self, moment: &Moment) {
        self.line.frame(moment.number, moment.frame);
        self.times.push((moment.number, moment.frame.time));
    }
    fn findings(&self) -> Vec<Finding> {
        let first = self.first();
        let mean = mean_flow(&first, self.rate);
        let last = self.times.last().map_or(0, |t| t.0);
        let n_t =
            cumulative(&first).into_iter().map(|(frame, count)| vec![self.time_of(frame), count as f64]).collect();
        let windows = flow(&first, self.window, last, self.rate).into_iter().zip(1..);
        vec![
            Finding::figure("crossed_left", self.count(true), "persons"),
            Finding::figure("crossed_right", self.count(false), "persons"),
            Finding::figure("flow_mean", mean, "1/s"),
            Finding::figure("flow_specific", mean.map(|flow| flow / self.line.length()), "1/(m s)"),
            Finding {
                is_by_interval: true,
                ..Finding::series(
                    "passages",
                    &[TIME, ("crossed left", "persons"), ("crossed right", "persons"), ("flow", "1/s")],
                    self.by_interval(&first),
                )
            },
            Finding::series("n_t", &[TIME, ("N", "persons")], n_t),
            Finding::series(
                "flow",
                &[("window", "1"), ("flow", "1/s")],
                windows.map(|(flow, window)| vec![f64::from(window), flow]).collect(),
            ),
        ]
    }
    gathers!(line, times);
}
