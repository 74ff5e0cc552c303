//! Rates a velocity by comparing it with the wanted velocity (L §4.2; erratum A1.4).
//!
//! ```text
//! c_d = ((1 + cos θ) / 2)^β · 2 − 1, at least 0      c_n = (min |S| / max |S|)^β      n = c_d · c_n
//! ```

use populace_geom::maths;

/// Returns n(S_O, S_I, β_d, β_n), from 0 to 1; `cosine` is that of the angle between both velocities.
#[inline]
pub fn quality(cosine: f64, norm_out: f64, norm_in: f64, direction: f64, norm: f64) -> f64 {
    direction_quality(cosine, direction) * norm_quality(norm_out, norm_in, norm)
}

/// Returns c_d. A turn that rates below 0 is rejected: with β = 1 a turn of more than 90°.
#[inline]
pub fn direction_quality(cosine: f64, exponent: f64) -> f64 {
    (power((1.0 + cosine) * 0.5, exponent) * 2.0 - 1.0).max(0.0)
}

/// Returns c_n; 1 when both norms are 0, and 0 when one norm is 0.
#[inline]
pub fn norm_quality(a: f64, b: f64, exponent: f64) -> f64 {
    let (least, most) = if a < b { (a, b) } else { (b, a) };
    if least <= 0.0 {
        return if most <= 0.0 { 1.0 } else { 0.0 };
    }
    power(least / most, exponent)
}

/// Returns base^exponent; for the exponents of L's tables without a call.
#[inline]
fn power(base: f64, exponent: f64) -> f64 {
    if exponent == 1.0 {
        base
    } else if exponent == 5.0 {
        let square = base * base;
        square * square * base
    } else {
        maths::powf(base.max(0.0), exponent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cos_of(degrees: f64) -> f64 {
        maths::cos(degrees.to_radians())
    }

    /// Erratum A1.4: β = 1 gives cos θ; 120° would be −0.5, β = 5 at 60° −0.525: both clamped.
    #[test]
    fn direction_is_rated_by_the_cosine() {
        for degrees in [0.0, 16.07, 60.0, 89.0] {
            assert!((direction_quality(cos_of(degrees), 1.0) - cos_of(degrees)).abs() < 1e-12);
        }
        assert_eq!(direction_quality(cos_of(120.0), 1.0), 0.0);
        let unclamped = power((1.0 + cos_of(60.0)) * 0.5, 5.0) * 2.0 - 1.0;
        assert!((unclamped + 0.525).abs() < 5e-4, "{unclamped}");
        assert_eq!(direction_quality(cos_of(60.0), 5.0), 0.0);
    }

    /// 0.8^5 = 0.32768, by hand.
    #[test]
    fn norms_are_rated_by_their_ratio() {
        assert!((norm_quality(1.0, 1.25, 5.0) - 0.32768).abs() < 1e-12);
        assert!((norm_quality(1.25, 1.0, 1.0) - 0.8).abs() < 1e-12);
        assert!((norm_quality(1.25, 1.0, 0.5) - 0.8f64.sqrt()).abs() < 1e-12);
        assert_eq!(norm_quality(0.0, 0.0, 1.0), 1.0);
        assert_eq!(norm_quality(0.0, 1.0, 1.0), 0.0);
    }
}
