//! Cost of walking, in whole units of time.
//!
//! Costs are integers, so that sums do not depend on the order in which they are made: every planner finds the same cost for the
//! same pair, to the bit, and the order of threads can never show.

/// Time, in units of 2⁻¹⁴ s (61 µs, 0.08 mm of walking).
pub type Cost = u32;

/// No way. Two of them still add without overflow; the longest way that counts takes 36 hours.
pub const NO_WAY: Cost = u32::MAX >> 1;

/// Units per second.
const PER_SECOND: f64 = 16_384.0;

/// Cost of a part of a way: rounded up, so that no sum of parts is cheaper than the whole.
#[inline]
pub fn cost_of(seconds: f64) -> Cost {
    let units = (seconds * PER_SECOND).ceil();
    if units < f64::from(NO_WAY) { units as Cost } else { NO_WAY }
}

/// Largest cost that is certainly not above `seconds`, for heuristics.
#[inline]
pub fn bound_of(seconds: f64) -> Cost {
    ((seconds * PER_SECOND) as Cost).min(NO_WAY)
}

/// A cost in seconds.
pub fn seconds_of(cost: Cost) -> f64 {
    f64::from(cost) / PER_SECOND
}

/// Sum of two costs, [`NO_WAY`] if either is.
#[inline]
pub fn plus(a: Cost, b: Cost) -> Cost {
    (a + b).min(NO_WAY)
}
