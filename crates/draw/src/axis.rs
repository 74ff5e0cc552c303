//! Axes of charts and plans: where a value is on an axis, and which round values are written beside it.

use populace_geom::maths;

/// A direction of a chart: what it shows, with the unit, from `low` to `high`.
#[derive(Clone, PartialEq, Debug)]
pub struct Axis {
    /// The label of the axis, with its unit.
    pub label: String,
    /// The value at its beginning.
    pub low: f64,
    /// The value at its end.
    pub high: f64,
    /// Whether the axis is logarithmic: every factor of ten takes the same room. Then `low` and `high` are powers of
    /// ten.
    pub is_log: bool,
}

impl Axis {
    /// Returns an axis of powers of ten around the values.
    pub fn powers_of_ten(label: &str, values: impl Iterator<Item = f64>) -> Self {
        let (low, high) = range(values.filter(|v| *v > 0.0)).unwrap_or((0.1, 1.0));
        let (low, high) = (maths::log10(low).floor(), maths::log10(high).ceil());
        let high = if high > low { high } else { low + 1.0 };
        let (low, high) = (maths::power_of_ten(low as i32), maths::power_of_ten(high as i32));
        Axis { label: label.into(), low, high, is_log: true }
    }

    /// Returns an axis from zero to a round number above the values. When some values are negative, the axis begins at a
    /// round number below them.
    pub fn from_zero(label: &str, values: impl Iterator<Item = f64>) -> Self {
        let (low, high) = range(values).map_or((0.0, 1.0), |(low, high)| (low.min(0.0), high.max(0.0)));
        let span = if high > low { high - low } else { 1.0 };
        let step = round_step(span / 12.0);
        // A little more than the greatest value, so that no line lies on the border.
        let (low, high) = ((low / step).floor() * step, ((low + span * 1.02) / step).ceil() * step);
        Axis { label: label.into(), low, high, is_log: false }
    }

    /// Returns where a value is between both ends, 0 to 1.
    pub(crate) fn share(&self, value: f64) -> f64 {
        let share = if self.is_log {
            maths::log10(value.max(self.low) / self.low) / maths::log10(self.high / self.low)
        } else {
            (value - self.low) / (self.high - self.low)
        };
        share.clamp(0.0, 1.0)
    }

    /// Returns the values to write beside the axis: all powers of ten on a logarithmic axis, else at most about `most`
    /// round values.
    pub(crate) fn ticks(&self, most: f64) -> Vec<f64> {
        if self.is_log {
            let powers = maths::log10(self.low).round() as i32..=maths::log10(self.high).round() as i32;
            return powers.map(maths::power_of_ten).collect();
        }
        ticks(self.low, self.high, most)
    }
}

/// Returns round values between `low` and `high` at equal distances: at most about `most`, at least one.
pub fn ticks(low: f64, high: f64, most: f64) -> Vec<f64> {
    let mut step = round_step((high - low) / most.max(1.0));
    loop {
        let (first, last) = ((low / step - 1e-9).ceil() as i64, (high / step + 1e-9).floor() as i64);
        let found: Vec<f64> = (first..=last).map(|i| i as f64 * step).collect();
        // A short axis may lie between two round values; the tenth of the span never does.
        if !found.is_empty() || step * 10.0 < high - low || step <= 0.0 {
            return found;
        }
        step = round_step(step * 0.4);
    }
}

/// Returns a number without needless digits.
pub fn short(value: f64) -> String {
    let rounded = (value * 1e6).round() / 1e6;
    // Zero has no sign.
    format!("{}", if rounded == 0.0 { 0.0 } else { rounded })
}

/// Returns the least and the greatest value.
fn range(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.filter(|v| v.is_finite()).map(|v| (v, v)).reduce(|(low, high), (v, _)| (low.min(v), high.max(v)))
}

/// Returns the least of 1, 2, 5 × 10ⁿ that is not below `step`.
pub fn round_step(step: f64) -> f64 {
    let power = maths::power_of_ten(maths::log10(step.max(1e-12)).floor() as i32);
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|f| f * power).find(|s| *s >= step * 0.999).unwrap_or(10.0 * power)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_round_ends_and_ticks() {
        let metres = Axis::from_zero("m", [3.0, 1730.0].into_iter());
        assert_eq!((metres.low, metres.high, metres.ticks(6.0).len()), (0.0, 1800.0, 4));
        let below = Axis::from_zero("m", [-3.2, 7.1].into_iter());
        assert_eq!((below.low, below.high), (-4.0, 8.0));
        assert!(Axis::from_zero("share", [1.0].into_iter()).high > 1.0);
        let times = Axis::powers_of_ten("ms", [0.02, 47.0].into_iter());
        assert_eq!(times.ticks(6.0).len(), 5);
        assert!((times.share(1.0) - 0.5).abs() < 1e-9);
    }

    #[test]
    fn an_axis_without_values_still_has_two_ends() {
        for axis in [
            Axis::from_zero("m", std::iter::empty()),
            Axis::from_zero("m", [0.0].into_iter()),
            Axis::powers_of_ten("ms", [0.0, -1.0].into_iter()),
        ] {
            assert!(axis.low < axis.high, "{axis:?}");
        }
    }

    #[test]
    fn ticks_are_round_and_within_the_axis() {
        assert_eq!(ticks(0.0, 6.0, 6.0), [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        assert_eq!(ticks(0.0, 2.6, 6.0), [0.0, 0.5, 1.0, 1.5, 2.0, 2.5]);
        assert_eq!(ticks(-0.5, 1.2, 1.0), [0.0]);
        assert_eq!(ticks(431_253.0, 431_391.0, 3.0), [431_300.0, 431_350.0]);
    }

    #[test]
    fn a_short_axis_between_two_round_values_has_a_tick() {
        for (low, high) in [(10.2, 10.9), (-3.7, -3.1), (99.97, 99.99)] {
            let found = ticks(low, high, 1.0);
            assert!(!found.is_empty() && found.iter().all(|v| *v >= low && *v <= high), "{low} {high}: {found:?}");
        }
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!([0.30000000000000004, -0.0, 12.0, -2.5].map(short), ["0.3", "0", "12", "-2.5"]);
    }
}
