//! Travel time: how long every pedestrian was seen, from its first frame to its last.
//!
//! Pedestrians that are still inside at the end of the run are counted apart: their time so far is no travel time yet.
//! (A run knows when people come in and leave between two frames: [`crate::TravelTimes`].)

use std::collections::BTreeMap;

use super::{Finding, MeasureEntry, Measuring, Of, gathers};
use crate::Moment;
use crate::intervals::quantile;

pub(super) const ENTRY: MeasureEntry = MeasureEntry {
    name: "travel-time",
    about: "time from the first to the last frame of every pedestrian that is gone before the last frame",
    unit: "s",
    source: "definition of this program: frames, not events",
    of: Of::Everyone,
    begin: |_| Some(Box::new(TravelTime::default())),
};

#[derive(Default)]
struct TravelTime {
    /// The first and the last time of each pedestrian, s.
    seen: BTreeMap<u32, (f64, f64)>,
    last: f64,
}

impl Measuring for TravelTime {
    fn moment(&mut self, moment: &Moment) {
        let time = moment.frame.time;
        self.last = time;
        for &pedestrian in &moment.frame.pedestrian {
            self.seen.entry(pedestrian).or_insert((time, time)).1 = time;
        }
    }
    fn findings(&self) -> Vec<Finding> {
        let gone = || self.seen.iter().filter(|(_, (_, last))| *last < self.last);
        let mut times: Vec<f64> = gone().map(|(_, (first, last))| last - first).collect();
        times.sort_unstable_by(f64::total_cmp);
        let mean = (!times.is_empty()).then(|| times.iter().sum::<f64>() / times.len() as f64);
        let rows = gone().map(|(who, (first, last))| vec![f64::from(*who), last - first]).collect();
        vec![
            Finding::figure("people", Some(self.seen.len() as f64), "persons"),
            Finding::figure("people_there_at_the_end", Some((self.seen.len() - times.len()) as f64), "persons"),
            Finding::figure("travel_time_mean", mean, "s"),
            Finding::figure("travel_time_median", quantile(&times, 0.5), "s"),
            Finding::figure("travel_time_p95", quantile(&times, 0.95), "s"),
            Finding::figure("travel_time_longest", times.last().copied(), "s"),
            Finding::series("travel_time", &[("pedestrian", "id"), ("travel time", "s")], rows),
        ]
    }
    gathers!(seen, last);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moment::tests::walk;
    use crate::{Found, Subject};

    #[test]
    fn who_is_there_at_the_end_has_no_travel_time() {
        let mut times = (ENTRY.begin)(&Subject::default()).unwrap();
        let (one, two) = ((0.0, 0.0), (5.0, 5.0));
        walk(&[&[one, two], &[one, two], &[one, two], &[one], &[one]], 1, |moment| times.moment(moment));
        let figures: Vec<Found> = times.findings().into_iter().map(|f| f.value).collect();
        assert_eq!(figures[..3], [Found::Figure(Some(2.0)), Found::Figure(Some(1.0)), Found::Figure(Some(0.2))]);
    }
}
