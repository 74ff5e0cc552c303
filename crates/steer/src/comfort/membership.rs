//! Fuzzy memberships: piecewise-linear functions from 0 to 1 (a proposal).

/// Returns 0 up to `from`, 1 from `to` on, and a linear value in between. It falls when `to` is less than `from`.
#[inline]
pub fn ramp(value: f64, from: f64, to: f64) -> f64 {
    if from == to {
        return f64::from(u8::from(value >= to));
    }
    ((value - from) / (to - from)).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::ramp;

    #[test]
    fn memberships_rise_or_fall_between_two_values() {
        assert_eq!([0.0, 1.0, 1.5, 2.0, 3.0].map(|v| ramp(v, 1.0, 2.0)), [0.0, 0.0, 0.5, 1.0, 1.0]);
        assert_eq!([0.0, 1.0, 1.5, 2.0, 3.0].map(|v| ramp(v, 2.0, 1.0)), [1.0, 1.0, 0.5, 0.0, 0.0]);
        assert_eq!([0.9, 1.0].map(|v| ramp(v, 1.0, 1.0)), [0.0, 1.0]);
    }
}
