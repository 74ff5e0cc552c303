//! Cost of walking, in whole units of time.
//!
//! Costs are integers, so that a sum does not depend on the order of its parts. Every planner finds the same cost for
//! the same pair, to the bit, in any order of threads.

/// Time, in units of 2⁻¹⁴ s (61 µs, 0.08 mm of walking).
pub type Cost = u32;

/// The cost of a way that does not exist. Two such costs can be added without overflow. A way that takes 36 hours or
/// longer counts as no way.
pub const NO_WAY: Cost = u32::MAX >> 1;

/// Units per second.
const PER_SECOND: f64 = 16_384.0;

/// Returns the cost of a part of a way. It is rounded up, so that no sum of parts is cheaper than the whole.
#[inline]
pub fn cost_of(seconds: f64) -> Cost {
    let units = seconds * PER_SECOND;
    if units < f64::from(NO_WAY) {
        // `f64::ceil` is a call where the processor is not known to have an instruction for it.
        let whole = units as Cost;
        whole + Cost::from(f64::from(whole) < units)
    } else {
        NO_WAY
    }
}

/// Returns the largest cost that is not above `seconds`: a lower bound, for heuristics.
#[inline]
pub fn bound_of(seconds: f64) -> Cost {
    ((seconds * PER_SECOND) as Cost).min(NO_WAY)
}

/// Returns a cost in seconds.
pub fn seconds_of(cost: Cost) -> f64 {
    f64::from(cost) / PER_SECOND
}

/// Returns the sum of two costs; [`NO_WAY`] if either is.
#[inline]
pub fn plus(a: Cost, b: Cost) -> Cost {
    (a + b).min(NO_WAY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cost_is_the_time_rounded_up_to_whole_units() {
        let unit = 1.0 / PER_SECOND;
        for (units, cost) in [(0.0, 0), (-0.5, 0), (1e-9, 1), (1.0, 1), (1.5, 2), (7.0, 7), (7.0 + 1e-9, 8)] {
            assert_eq!(cost_of(units * unit), cost, "{units} units");
        }
        for i in 0..20_000 {
            let seconds = f64::from(i) * 0.137_9;
            assert_eq!(f64::from(cost_of(seconds)), (seconds * PER_SECOND).ceil(), "{seconds} s");
        }
        let most = f64::from(NO_WAY);
        assert_eq!(cost_of((most - 1.0) * unit), NO_WAY - 1);
        assert_eq!([most - 0.5, most, 2.0 * most, f64::INFINITY, f64::NAN].map(|u| cost_of(u * unit)), [NO_WAY; 5]);
    }
}
