//! Flow across a line and N–t ([`MeasurementLine`], [`crate::flow`], [`crate::mean_flow`]).

use super::{Finding, MeasureEntry, Measuring, Of, TIME};
use crate::{Crossing, MeasurementLine, Moment, cumulative, first_crossings, flow, mean_flow};

pub(super) const ENTRY: MeasureEntry = MeasureEntry {
    name: "flow",
    about: "people across the line over time (N–t), mean flow from first to last crossing, flow in windows",
    unit: "1/s",
    source: "PedPy compute_n_t, compute_flow",
    of: Of::Line,
    begin: |subject| {
        let (line, floor) = subject.line?;
        Some(Box::new(Flow {
            line: MeasurementLine::new(line, floor),
            rate: subject.frame_rate,
            window: subject.settings.flow_window,
            times: Vec::new(),
        }))
    },
};

struct Flow {
    line: MeasurementLine,
    rate: f64,
    window: u64,
    /// Number and time of every frame, s.
    times: Vec<(u64, f64)>,
}

impl Flow {
    fn first(&self) -> Vec<Crossing> {
        first_crossings(self.line.crossings().iter().copied())
    }
    fn count(&self, is_to_left: bool) -> Option<f64> {
        let side = self.line.crossings().iter().copied().filter(|crossing| crossing.is_to_left == is_to_left);
        Some(first_crossings(side).len() as f64)
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
            Finding::series("n_t", &[TIME, ("N", "persons")], n_t),
            Finding::series(
                "flow",
                &[("window", "1"), ("flow", "1/s")],
                windows.map(|(flow, window)| vec![f64::from(window), flow]).collect(),
            ),
        ]
    }
}
