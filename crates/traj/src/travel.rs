//! Measures how long people took from coming in to leaving.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::intervals::quantile;
use crate::{Event, EventKind};

/// Gathers travel times from events, in order. Its serialised form is its part of a checkpoint.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TravelTimes {
    /// The step in which each pedestrian inside came in.
    inside: BTreeMap<u32, u64>,
    /// Every pedestrian that left, with its steps between coming in and leaving.
    steps: Vec<(u32, u64)>,
}

/// Travel times of the pedestrians that left, s.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TravelSummary {
    /// The number of pedestrians that left.
    pub count: usize,
    /// The mean.
    pub mean: f64,
    /// Half of the pedestrians took less.
    pub median: f64,
    /// 95 % of the pedestrians took less.
    pub p95: f64,
    /// The longest travel time.
    pub longest: f64,
}

impl TravelTimes {
    /// Takes an event. Returns the steps that the pedestrian took from coming in to leaving, when it leaves.
    pub fn event(&mut self, event: &Event) -> Option<u64> {
        match event.kind {
            EventKind::Entered => {
                self.inside.insert(event.pedestrian, event.step);
                None
            }
            EventKind::Left => {
                let steps = event.step.saturating_sub(self.inside.remove(&event.pedestrian)?);
                self.steps.push((event.pedestrian, steps));
                Some(steps)
            }
            _ => None,
        }
    }
    /// Returns how many pedestrians came in and did not leave.
    pub fn inside(&self) -> usize {
        self.inside.len()
    }
    /// Returns whether nobody came in.
    pub fn is_empty(&self) -> bool {
        self.inside.is_empty() && self.steps.is_empty()
    }
    /// Returns the time of every pedestrian that left, s, in the order of leaving, with steps of `dt` s.
    pub fn each(&self, dt: f64) -> Vec<(u32, f64)> {
        self.steps.iter().map(|&(pedestrian, steps)| (pedestrian, steps as f64 * dt)).collect()
    }
    /// Returns the summary of the times, with steps of `dt` s; `None` when nobody left.
    pub fn summary(&self, dt: f64) -> Option<TravelSummary> {
        let steps = TravelSummary::of(self.steps.iter().map(|&(_, steps)| steps as f64).collect())?;
        Some(TravelSummary {
            count: steps.count,
            mean: steps.mean * dt,
            median: steps.median * dt,
            p95: steps.p95 * dt,
            longest: steps.longest * dt,
        })
    }
}

impl TravelSummary {
    /// Returns the summary of times; `None` without times. Quantiles lie between the nearest two, as in pandas and NumPy.
    pub(crate) fn of(mut times: Vec<f64>) -> Option<Self> {
        times.sort_unstable_by(f64::total_cmp);
        Some(TravelSummary {
            count: times.len(),
            mean: times.iter().sum::<f64>() / times.len() as f64,
            median: quantile(&times, 0.5)?,
            p95: quantile(&times, 0.95)?,
            longest: *times.last()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn travel_times_are_those_of_who_left() {
        let mut times = TravelTimes::default();
        let mut event = |step, pedestrian, kind| times.event(&Event { step, pedestrian, kind, subject: 0 });
        for pedestrian in 0..6 {
            event(10, pedestrian, EventKind::Entered);
        }
        event(15, 3, EventKind::Chose);
        // People take 10, 20, 30, 40 and 100 steps; the sixth pedestrian stays. There is a checkpoint in between.
        for (pedestrian, step) in [(4, 20), (3, 30), (1, 40), (0, 50), (2, 110)] {
            let bytes = postcard::to_stdvec(&times).unwrap();
            times = postcard::from_bytes(&bytes).unwrap();
            times.event(&Event { step, pedestrian, kind: EventKind::Left, subject: 0 });
        }
        // By hand: mean 40; median 30; p95 at place 3.8 of 0..4: 40 + 0.8 · 60 = 88.
        let summary = times.summary(0.5).unwrap();
        assert_eq!((summary.count, summary.mean, summary.median, summary.longest), (5, 20.0, 15.0, 50.0));
        assert!((summary.p95 - 44.0).abs() < 1e-9);
        assert_eq!(TravelTimes::default().summary(0.5), None);
    }
}
