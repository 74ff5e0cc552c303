//! Transcendental functions, whose last bit depends on the library that computes them. No other crate may compute them.
//!
//! The standard library hands `sin`, `exp`, `ln` and their like to the mathematics of the operating system, so the same
//! program may give different bits on another machine. These functions are computed by `libm`, in Rust, from additions,
//! multiplications and square roots alone, which every machine rounds in the same way. `clippy.toml` refuses the
//! functions of the standard library in every crate, and `cargo tidy` refuses `libm` in every other crate.
//!
//! The standard of floating-point numbers defines every bit of square roots (`f64::sqrt`), rounding and remainders, so
//! crates use the methods of the standard library for these. A whole power is a product: write `x * x * x`.
//!
//! ```
//! use populace_geom::maths;
//!
//! let (sin, cos) = maths::sin_cos(std::f64::consts::FRAC_PI_6);
//! assert_eq!((sin, cos), (maths::sin(std::f64::consts::FRAC_PI_6), maths::cos(std::f64::consts::FRAC_PI_6)));
//! assert_eq!(maths::hypot(3.0, 4.0), 5.0);
//! ```

/// Declares functions that `libm` computes.
macro_rules! through_libm {
    ($($(#[$meta:meta])* $name:ident = $of:ident($($argument:ident),+);)*) => {$(
        $(#[$meta])*
        #[inline]
        pub fn $name($($argument: f64),+) -> f64 {
            libm::$of($($argument),+)
        }
    )*};
}

through_libm! {
    /// Returns the sine of an angle in radians.
    sin = sin(angle);
    /// Returns the cosine of an angle in radians.
    cos = cos(angle);
    /// Returns the tangent of an angle in radians.
    tan = tan(angle);
    /// Returns the angle whose sine is `x`, in −π/2..π/2.
    asin = asin(x);
    /// Returns the angle whose cosine is `x`, in 0..π.
    acos = acos(x);
    /// Returns the angle whose tangent is `x`, in −π/2..π/2.
    atan = atan(x);
    /// Returns the angle of the vector (x, y) from the x axis, in −π..π.
    atan2 = atan2(y, x);
    /// Returns e to the power of `x`.
    exp = exp(x);
    /// Returns the natural logarithm of `x`.
    ln = log(x);
    /// Returns the logarithm of `x` to the base of two.
    log2 = log2(x);
    /// Returns the logarithm of `x` to the base of ten; exact for the powers of ten from 10⁻²² to 10²².
    log10 = log10(x);
    /// Returns `base` to the power of `exponent`.
    powf = pow(base, exponent);
    /// Returns the length of the vector (x, y), without overflow on the way.
    hypot = hypot(x, y);
    /// Returns the cube root of `x`.
    cbrt = cbrt(x);
    /// Returns the complementary error function of `x`: 1 − erf(x).
    erfc = erfc(x);
}

/// Returns the sine and the cosine of an angle in radians: the bits of [`sin`] and of [`cos`].
#[inline]
pub fn sin_cos(angle: f64) -> (f64, f64) {
    libm::sincos(angle)
}

/// Returns the floating-point number nearest to 10ⁿ.
pub fn power_of_ten(n: i32) -> f64 {
    // The standard library reads decimal numbers exactly, and every text of this form is a decimal number.
    format!("1e{n}").parse().unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the bits of every function on the same arguments, folded into one word.
    fn bits() -> u64 {
        let mut word = 0xcbf2_9ce4_8422_2325u64;
        let mut put = |x: f64| word = (word ^ x.to_bits()).wrapping_mul(0x0100_0000_01b3).rotate_left(17);
        for i in 1..=2000 {
            let x = f64::from(i) * 0.007;
            let of_any =
                [sin(x), cos(x), tan(x), atan(x), exp(x - 7.0), ln(x), log2(x), log10(x), cbrt(x), erfc(x - 7.0)];
            let of_some = [asin(x / 15.0), acos(x / 15.0), atan2(x - 7.0, 3.0 - x), powf(x, 1.7), hypot(x, 1.0)];
            of_any.into_iter().chain(of_some).for_each(&mut put);
        }
        word
    }

    /// A machine or a version of `libm` that gives other bits would give other trajectories. This test fails there.
    #[test]
    fn every_machine_gives_these_bits() {
        assert_eq!(bits(), 0xff2a_e880_4611_e21a, "{:#x}", bits());
    }

    #[test]
    fn sine_and_cosine_together_have_the_bits_of_each_alone() {
        for i in -20_000..20_000 {
            let angle = f64::from(i) * 0.001_7;
            assert_eq!(sin_cos(angle), (sin(angle), cos(angle)), "{angle}");
        }
    }

    #[test]
    fn powers_of_ten_and_their_logarithms_are_exact() {
        for n in -22..=22 {
            assert_eq!(log10(power_of_ten(n)), f64::from(n), "{n}");
        }
        assert_eq!([power_of_ten(-4), power_of_ten(0), power_of_ten(3)], [1e-4, 1.0, 1e3]);
    }
}
