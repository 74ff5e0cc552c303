//! Distributions from which the properties of pedestrians, and the times that things take, are drawn.
//!
//! A value is a pure function of (draws, pedestrian, purpose, nth). A distribution with limits draws again while the value is
//! outside them, at most [`TRIES`] times.
//!
//! | distribution | how it is drawn |
//! |---|---|
//! | normal | Box & Muller 1958, doi:10.1214/aoms/1177706645 |
//! | log-normal | the exponential function of a normal draw |
//! | gamma | Marsaglia & Tsang 2000, doi:10.1145/358407.358414 |
//! | uniform, triangular, exponential, table | inverse transform: Devroye 1986, Non-Uniform Random Variate Generation, ch. II.2 and III.2, doi:10.1007/978-1-4613-8643-8 |

use std::sync::Arc;

use serde::{Serialize, Serializer};

use crate::{Draws, maths};

/// A distribution of a number.
#[derive(Clone, Debug, PartialEq, Serialize)]
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
    /// Log-normal, drawn again while outside the limits. Mean and deviation are those of the value, not of its logarithm.
    LogNormal {
        /// Mean, above 0.
        mean: f64,
        /// Standard deviation.
        sd: f64,
        /// Least.
        least: f64,
        /// Most.
        most: f64,
    },
    /// Triangular: the density rises evenly to the mode and falls evenly after it. Drawn again while outside the limits.
    Triangular {
        /// The value where the density begins to rise.
        from: f64,
        /// The most likely value.
        mode: f64,
        /// The value where the density has fallen to 0.
        to: f64,
        /// Least.
        least: f64,
        /// Most.
        most: f64,
    },
    /// Gamma, drawn again while outside the limits.
    Gamma {
        /// Mean, above 0.
        mean: f64,
        /// Standard deviation.
        sd: f64,
        /// Least.
        least: f64,
        /// Most.
        most: f64,
    },
    /// Exponential, drawn again while outside the limits.
    Exponential {
        /// Mean.
        mean: f64,
        /// Least.
        least: f64,
        /// Most.
        most: f64,
    },
    /// Some values, each with its weight.
    Table(ValueTable),
}

/// A distribution draws at most this many times. If every draw is outside the limits, the value is the mean, moved inside the limits.
const TRIES: u64 = 64;

/// The uniform numbers that one try takes at most: the gamma distribution takes all of them.
const PER_TRY: u64 = 4;

impl Distribution {
    /// Returns the distribution in which all values of a range are equally likely.
    pub fn range([least, most]: [f64; 2]) -> Self {
        Distribution::Uniform { least, most }
    }
    /// Returns the value for a pedestrian and a purpose. The same draws, pedestrian and purpose always give the same value.
    pub fn draw(&self, draws: Draws, pedestrian: u32, purpose: u64) -> f64 {
        self.draw_nth(draws, pedestrian, purpose, 0)
    }
    /// Returns the value that a pedestrian draws for a purpose after it has drawn `nth` values for it, such as the time of its third
    /// service at a till. Values of different `nth` are independent of each other; the value of number 0 is that of [`draw`](Self::draw).
    pub fn draw_nth(&self, draws: Draws, pedestrian: u32, purpose: u64, nth: u32) -> f64 {
        let first = u64::from(nth) * TRIES * PER_TRY;
        let unit = |counter: u64| draws.unit(pedestrian.into(), first + counter, purpose);
        let cut = |least: f64, most: f64, value: &dyn Fn(u64) -> f64| {
            let inside = (0..TRIES).map(value).find(|x| (least..=most).contains(x));
            inside.unwrap_or_else(|| self.mean())
        };
        match *self {
            Distribution::Constant(value) => value,
            Distribution::Uniform { least, most } => least + (most - least) * unit(0),
            Distribution::Normal { mean, sd, least, most } => {
                cut(least, most, &|i| mean + sd * normal(unit(2 * i), unit(2 * i + 1)))
            }
            Distribution::LogNormal { mean, sd, least, most } => {
                // The normal distribution of the logarithm: its variance is ln(1 + sd² / mean²).
                let share = sd / mean;
                let variance = maths::ln(1.0 + share * share);
                let (middle, deviation) = (maths::ln(mean) - variance / 2.0, variance.sqrt());
                cut(least, most, &|i| maths::exp(middle + deviation * normal(unit(2 * i), unit(2 * i + 1))))
            }
            Distribution::Triangular { from, mode, to, least, most } => {
                cut(least, most, &|i| triangular(from, mode, to, unit(i)))
            }
            Distribution::Gamma { mean, sd, least, most } => {
                let (shape, scale) = ((mean / sd) * (mean / sd), sd * sd / mean);
                // A draw that is refused is not a number, which is inside no limits.
                cut(least, most, &|i| gamma(shape, |k| unit(PER_TRY * i + k)).map_or(f64::NAN, |x| x * scale))
            }
            Distribution::Exponential { mean, least, most } => cut(least, most, &|i| -maths::ln(1.0 - unit(i)) * mean),
            Distribution::Table(ref table) => table.value(unit(0)),
        }
    }
    /// Returns the mean of the distribution before it is cut to its limits, moved inside the limits.
    pub fn mean(&self) -> f64 {
        let inside = |mean: f64, least: f64, most: f64| mean.clamp(least.min(most), most);
        match *self {
            Distribution::Constant(value) => value,
            Distribution::Uniform { least, most } => (least + most) / 2.0,
            Distribution::Normal { mean, least, most, .. }
            | Distribution::LogNormal { mean, least, most, .. }
            | Distribution::Gamma { mean, least, most, .. }
            | Distribution::Exponential { mean, least, most } => inside(mean, least, most),
            Distribution::Triangular { from, mode, to, least, most } => inside((from + mode + to) / 3.0, least, most),
            Distribution::Table(ref table) => table.mean(),
        }
    }
    /// Returns the distribution in words, with the unit of the number.
    pub fn words(&self, unit: &str) -> String {
        match *self {
            Distribution::Constant(value) => format!("{value} {unit}"),
            Distribution::Uniform { least, most } => format!("{least} to {most} {unit}"),
            Distribution::Normal { mean, .. }
            | Distribution::LogNormal { mean, .. }
            | Distribution::Gamma { mean, .. }
            | Distribution::Exponential { mean, .. } => format!("about {mean} {unit}"),
            Distribution::Triangular { mode, .. } => {
                format!("{} to {} {unit}, most often about {mode} {unit}", self.least(), self.most())
            }
            Distribution::Table(ref table) => match table.shares.as_ref() {
                [(value, _)] => format!("{value} {unit}"),
                shares => format!("one of {} values from {} to {} {unit}", shares.len(), self.least(), self.most()),
            },
        }
    }
    /// Returns the least value that it can give.
    pub fn least(&self) -> f64 {
        match *self {
            Distribution::Constant(value) => value,
            Distribution::Uniform { least, .. }
            | Distribution::Normal { least, .. }
            | Distribution::LogNormal { least, .. }
            | Distribution::Gamma { least, .. }
            | Distribution::Exponential { least, .. } => least,
            Distribution::Triangular { from, least, .. } => from.max(least),
            Distribution::Table(ref table) => table.shares.first().map_or(0.0, |row| row.0),
        }
    }
    /// Returns the largest value that it can give.
    pub fn most(&self) -> f64 {
        match *self {
            Distribution::Constant(value) => value,
            Distribution::Uniform { most, .. }
            | Distribution::Normal { most, .. }
            | Distribution::LogNormal { most, .. }
            | Distribution::Gamma { most, .. }
            | Distribution::Exponential { most, .. } => most,
            Distribution::Triangular { to, most, .. } => to.min(most),
            Distribution::Table(ref table) => table.shares.last().map_or(0.0, |row| row.0),
        }
    }
}

/// Values with weights. A draw gives one of the values, never a value between two of them, so that a table says exactly what can happen.
/// Copies share the rows.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueTable {
    /// Each value, in rising order, with the probability of a value that is at most as large. The last probability is 1.
    shares: Arc<[(f64, f64)]>,
}

impl ValueTable {
    /// Returns the table of some values and their weights. Each value is drawn as often as its weight says, among the values within the
    /// limits. Returns `None` when no value within the limits has a weight above 0, or when weights are too large to be added.
    pub fn of(rows: &[[f64; 2]], least: f64, most: f64) -> Option<Self> {
        let is_drawn = |row: &&[f64; 2]| (least..=most).contains(&row[0]) && row[1] > 0.0;
        let mut kept: Vec<[f64; 2]> = rows.iter().filter(is_drawn).copied().collect();
        kept.sort_by(|a, b| a[0].total_cmp(&b[0]));
        let all: f64 = kept.iter().map(|row| row[1]).sum();
        let mut sum = 0.0;
        let share = |[value, weight]: [f64; 2]| {
            sum += weight;
            (value, sum / all)
        };
        (all > 0.0 && all.is_finite()).then(|| ValueTable { shares: kept.into_iter().map(share).collect() })
    }
    /// Returns the value at a uniform number in 0..1 (1 excluded).
    fn value(&self, u: f64) -> f64 {
        let row = self.shares.partition_point(|row| row.1 <= u);
        self.shares.get(row).or(self.shares.last()).map_or(0.0, |row| row.0)
    }
    fn mean(&self) -> f64 {
        let mut before = 0.0;
        let part = |&(value, share): &(f64, f64)| value * (share - std::mem::replace(&mut before, share));
        self.shares.iter().map(part).sum()
    }
}

impl Serialize for ValueTable {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.shares.iter())
    }
}

/// Returns a value of the normal distribution of mean 0 and deviation 1 from two uniform numbers, by Box & Muller 1958.
fn normal(u: f64, v: f64) -> f64 {
    (-2.0 * maths::ln(1.0 - u)).sqrt() * maths::cos(std::f64::consts::TAU * v)
}

/// Returns the value of the triangular distribution below which the share `u` of all values lies.
fn triangular(from: f64, mode: f64, to: f64, u: f64) -> f64 {
    let (rise, all) = (mode - from, to - from);
    // The share of the values below the mode is rise / all.
    if u * all < rise { from + (u * all * rise).sqrt() } else { to - ((1.0 - u) * all * (to - mode)).sqrt() }
}

/// Returns a value of the gamma distribution of a shape and the scale 1 from four uniform numbers, by Marsaglia & Tsang 2000; `None` when
/// the method refuses these numbers, which is seldom.
fn gamma(shape: f64, unit: impl Fn(u64) -> f64) -> Option<f64> {
    // A shape below 1 is drawn with a shape that is larger by 1 (their §6).
    let (shape, small) =
        if shape < 1.0 { (shape + 1.0, maths::powf(1.0 - unit(3), 1.0 / shape)) } else { (shape, 1.0) };
    let d = shape - 1.0 / 3.0;
    let x = normal(unit(0), unit(1));
    let root = 1.0 + x / (9.0 * d).sqrt();
    if root <= 0.0 {
        return None;
    }
    let (v, u) = (root * root * root, 1.0 - unit(2));
    let is_taken = u < 1.0 - 0.0331 * x * x * x * x || maths::ln(u) < x * x / 2.0 + d * (1.0 - v + maths::ln(v));
    is_taken.then_some(d * v * small)
}

/// Returns the time until the next event of a Poisson process with a rate per second, s.
pub fn exponential(draws: Draws, counter: u64, purpose: u64, rate: f64) -> f64 {
    -maths::ln(1.0 - draws.unit(0, counter, purpose)) / rate
}

#[cfg(test)]
#[path = "distribution_tests.rs"]
mod tests;
