//! Distributions from which the properties of pedestrians are drawn.

use crate::{Draws, maths};

/// A distribution of a number.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub enum Distribution {
    /// Always the same.
    Constant(f64),
    /// All values between two limits are equally likely.
    Uniform {
        /// Least.
        least: f64,
        /// Most.
        most: f64,
    },
    /// Normal, drawn again while outside the limits.
    Normal {
        /// Mean.
        mean: f64,
        /// Standard deviation.
        sd: f64,
        /// Least.
        least: f64,
        /// Most.
        most: f64,
    },
}

/// A normal distribution draws at most this many times. If every draw is outside the limits, the value is the mean, moved inside the limits.
const TRIES: u64 = 64;

impl Distribution {
    /// Returns the distribution in which all values of a range are equally likely.
    pub fn range([least, most]: [f64; 2]) -> Self {
        Distribution::Uniform { least, most }
    }
    /// Returns the value for a pedestrian and a purpose. The same draws, pedestrian and purpose always give the same value.
    pub fn draw(&self, draws: Draws, pedestrian: u32, purpose: u64) -> f64 {
        match *self {
            Distribution::Constant(value) => value,
            Distribution::Uniform { least, most } => least + (most - least) * draws.unit(pedestrian.into(), 0, purpose),
            Distribution::Normal { mean, sd, least, most } => (0..TRIES)
                .map(|i| mean + sd * normal(draws, pedestrian, 2 * i, purpose))
                .find(|x| (least..=most).contains(x))
                .unwrap_or(mean.clamp(least.min(most), most)),
        }
    }
    /// Returns the distribution in words, with the unit of the number.
    pub fn words(&self, unit: &str) -> String {
        match *self {
            Distribution::Constant(value) => format!("{value} {unit}"),
            Distribution::Uniform { least, most } => format!("{least} to {most} {unit}"),
            Distribution::Normal { mean, .. } => format!("about {mean} {unit}"),
        }
    }
    /// Returns the least value that it can give.
    pub fn least(&self) -> f64 {
        match *self {
            Distribution::Constant(value) => value,
            Distribution::Uniform { least, .. } | Distribution::Normal { least, .. } => least,
        }
    }
    /// Returns the largest value that it can give.
    pub fn most(&self) -> f64 {
        match *self {
            Distribution::Constant(value) => value,
            Distribution::Uniform { most, .. } | Distribution::Normal { most, .. } => most,
        }
    }
}

/// Returns a draw from the normal distribution of mean 0 and deviation 1, by Box & Muller 1958 (doi:10.1214/aoms/1177706645).
fn normal(draws: Draws, pedestrian: u32, counter: u64, purpose: u64) -> f64 {
    let (u, v) = (draws.unit(pedestrian.into(), counter, purpose), draws.unit(pedestrian.into(), counter + 1, purpose));
    (-2.0 * maths::ln(1.0 - u)).sqrt() * maths::cos(std::f64::consts::TAU * v)
}

/// Returns the time until the next event of a Poisson process with a rate per second, s.
pub fn exponential(draws: Draws, counter: u64, purpose: u64, rate: f64) -> f64 {
    -maths::ln(1.0 - draws.unit(0, counter, purpose)) / rate
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normal_draws_have_their_mean_and_deviation() {
        let d = Distribution::Normal { mean: 1.34, sd: 0.26, least: 0.0, most: 3.0 };
        let values: Vec<f64> = (0..20_000).map(|i| d.draw(Draws::new(1), i, 7)).collect();
        let mean = values.iter().sum::<f64>() / 20_000.0;
        let sd = (values.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / 20_000.0).sqrt();
        assert!((mean - 1.34).abs() < 0.006, "{mean}");
        assert!((sd - 0.26).abs() < 0.004, "{sd}");
    }

    #[test]
    fn draws_keep_their_limits() {
        let d = Distribution::Normal { mean: 1.0, sd: 5.0, least: 0.9, most: 1.2 };
        assert!((0..1000).all(|i| (0.9..=1.2).contains(&d.draw(Draws::new(3), i, 1))));
    }
}
