//! Means over intervals of frames, in order: the rows of a series over time.

use crate::speed::Mean;

/// Gathers values: their mean in each interval, and over all.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub(crate) struct Intervals {
    frames: u64,
    /// The interval, its last time, s, and the mean in it.
    rows: Vec<(u64, f64, Mean)>,
    all: Mean,
    /// The highest value, and the first time it was reached, s.
    most: Option<(f64, f64)>,
}

impl Intervals {
    /// Returns an empty series with intervals of `frames` frames, at least one.
    pub fn new(frames: u64) -> Self {
        Intervals { frames: frames.max(1), rows: Vec::new(), all: Mean::default(), most: None }
    }
    /// Takes a value of a frame.
    pub fn add(&mut self, number: u64, time: f64, value: f64) {
        let interval = interval_of(number, self.frames);
        if self.rows.last().is_none_or(|row| row.0 != interval) {
            self.rows.push((interval, time, Mean::default()));
        }
        if let Some(row) = self.rows.last_mut() {
            row.1 = time;
            row.2.add(value);
        }
        self.all.add(value);
        if self.most.is_none_or(|most| value > most.0) {
            self.most = Some((value, time));
        }
    }
    /// Returns the mean of all values.
    pub fn mean(&self) -> Option<f64> {
        self.all.value()
    }
    /// Returns the highest value, and the first time at which it was reached, s.
    pub fn most(&self) -> Option<(f64, f64)> {
        self.most
    }
    /// Returns the last time and the mean of each interval that has values.
    pub fn rows(&self) -> Vec<Vec<f64>> {
        self.rows.iter().map(|(_, time, mean)| vec![*time, mean.value().unwrap_or(f64::NAN)]).collect()
    }
}

/// Returns the interval of a frame. Frame 0, the start of a run, is an interval of its own. Every further interval has
/// `frames` frames.
pub(crate) fn interval_of(number: u64, frames: u64) -> u64 {
    number.div_ceil(frames.max(1))
}

/// Returns the value below which a share of sorted values lies, interpolated as in NumPy; `None` without values.
pub(crate) fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let place = sorted.len().checked_sub(1)? as f64 * share;
    let below = place as usize;
    let above = (below + 1).min(sorted.len() - 1);
    Some(sorted[below] + (sorted[above] - sorted[below]) * (place - below as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_means_of_their_frames() {
        let mut rows = Intervals::new(2);
        for (number, value) in [(0, 7.0), (1, 1.0), (2, 3.0), (3, 5.0), (7, 4.0)] {
            rows.add(number, number as f64 / 10.0, value);
        }
        assert_eq!(rows.rows(), [vec![0.0, 7.0], vec![0.2, 2.0], vec![0.3, 5.0], vec![0.7, 4.0]]);
        assert_eq!((rows.mean(), rows.most()), (Some(4.0), Some((7.0, 0.0))));
    }

    #[test]
    fn quantiles_lie_between_the_nearest_two() {
        for (share, value) in [(0.0, 1.0), (0.5, 2.5), (0.95, 9.8), (1.0, 11.0)] {
            assert!((quantile(&[1.0, 2.0, 3.0, 11.0], share).unwrap() - value).abs() < 1e-9, "{share}");
        }
        assert_eq!(quantile(&[], 0.5), None);
    }
}
