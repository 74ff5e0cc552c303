//! Distributions as people write them: `1.2`, `{ normal = [1.34, 0.26] }`, `{ table = [[30, 1], [60, 3]] }`.

use std::borrow::Cow;

use populace_geom::{Distribution, ValueTable};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};

use crate::Range;
use crate::key_path::KeyPath;
use crate::problem::{Blame, Problem, within};
use crate::words::number;

/// The most rows of a `table`.
pub const MAX_ROWS: usize = 1000;

/// The limits of a weight of a `table`.
const WEIGHT: Range = Range { name: "weight", low: 0.0, high: 1e9, unit: "" };

/// The forms that may be written, for messages.
const FORMS: &str = "a number, { normal = [mean, deviation] }, { uniform = [least, most] }, { log_normal = [mean, deviation] }, \
     { triangular = [least, mode, most] }, { gamma = [mean, deviation] }, { exponential = mean } or { table = [[value, weight], …] }";

/// A number that differs from pedestrian to pedestrian, or from time to time: one value for all, or a table that says how it is
/// distributed.
#[derive(Clone, Debug, PartialEq)]
pub enum Spread {
    /// The value is always the same.
    Number(f64),
    /// The value is drawn.
    Table(SpreadTable),
}

/// A distribution: exactly one of `normal`, `uniform`, `log_normal`, `triangular`, `gamma`, `exponential` and `table`. All numbers but
/// weights have the unit of the key that takes the distribution.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SpreadTable {
    /// The mean and the standard deviation of a normal distribution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub normal: Option<[f64; 2]>,
    /// The least and the greatest value; all values between them are equally likely.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uniform: Option<[f64; 2]>,
    /// The mean and the standard deviation of a log-normal distribution. They are those of the value itself, not of its logarithm.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log_normal: Option<[f64; 2]>,
    /// The least, the most likely and the greatest value of a triangular distribution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub triangular: Option<[f64; 3]>,
    /// The mean and the standard deviation of a gamma distribution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gamma: Option<[f64; 2]>,
    /// The mean of an exponential distribution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exponential: Option<f64>,
    /// A list of `[value, weight]`, sorted by value. A draw gives one of these values, never a value between them, as often as its
    /// weight says. Weights need not add up to 1. At most 1000 rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<Vec<[f64; 2]>>,
    /// The least and the greatest value; a value outside is drawn again. It does not go with `uniform`. When absent, three standard
    /// deviations around the mean for `normal`; for all others the limits of the key that takes the distribution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub between: Option<[f64; 2]>,
}

impl Spread {
    /// Returns a normal distribution, cut at three standard deviations.
    pub fn normal(mean: f64, deviation: f64) -> Self {
        Spread::Table(SpreadTable { normal: Some([mean, deviation]), ..SpreadTable::default() })
    }
    /// Returns a uniform distribution.
    pub fn uniform(least: f64, most: f64) -> Self {
        Spread::Table(SpreadTable { uniform: Some([least, most]), ..SpreadTable::default() })
    }
    /// Returns a log-normal distribution with the mean and the standard deviation of the value itself.
    pub fn log_normal(mean: f64, deviation: f64) -> Self {
        Spread::Table(SpreadTable { log_normal: Some([mean, deviation]), ..SpreadTable::default() })
    }
    /// Returns a triangular distribution.
    pub fn triangular(least: f64, mode: f64, most: f64) -> Self {
        Spread::Table(SpreadTable { triangular: Some([least, mode, most]), ..SpreadTable::default() })
    }
    /// Returns a gamma distribution.
    pub fn gamma(mean: f64, deviation: f64) -> Self {
        Spread::Table(SpreadTable { gamma: Some([mean, deviation]), ..SpreadTable::default() })
    }
    /// Returns an exponential distribution.
    pub fn exponential(mean: f64) -> Self {
        Spread::Table(SpreadTable { exponential: Some(mean), ..SpreadTable::default() })
    }
    /// Returns the distribution of some values, each with its weight.
    pub fn table(rows: impl Into<Vec<[f64; 2]>>) -> Self {
        Spread::Table(SpreadTable { table: Some(rows.into()), ..SpreadTable::default() })
    }
    /// Returns the distribution, when all values that it can give are within the limits. `scale` turns the unit of the file into SI.
    pub fn prove(&self, at: &KeyPath, limits: Range, scale: f64) -> Result<Distribution, Problem> {
        Ok(match self {
            Spread::Number(value) => Distribution::Constant(within(at, limits, *value)? * scale),
            Spread::Table(table) => table.prove(at, limits, scale)?,
        })
    }
}

/// The one distribution that a table gives.
#[derive(Clone, Copy)]
enum Given<'a> {
    Normal([f64; 2]),
    Uniform([f64; 2]),
    LogNormal([f64; 2]),
    Triangular([f64; 3]),
    Gamma([f64; 2]),
    Exponential(f64),
    Table(&'a [[f64; 2]]),
}

impl SpreadTable {
    /// Returns the only key that says how the number is distributed, and its value.
    fn given(&self, at: &KeyPath) -> Result<(&'static str, Given<'_>), Problem> {
        let all = [
            self.normal.map(|n| ("normal", Given::Normal(n))),
            self.uniform.map(|n| ("uniform", Given::Uniform(n))),
            self.log_normal.map(|n| ("log_normal", Given::LogNormal(n))),
            self.triangular.map(|n| ("triangular", Given::Triangular(n))),
            self.gamma.map(|n| ("gamma", Given::Gamma(n))),
            self.exponential.map(|n| ("exponential", Given::Exponential(n))),
            self.table.as_deref().map(|n| ("table", Given::Table(n))),
        ];
        let mut given = all.into_iter().flatten();
        match (given.next(), given.next()) {
            (Some(one), None) => Ok(one),
            (Some((one, _)), Some((other, _))) => {
                Err(at.problem(format!("{one} and {other} contradict each other"), "keep one of them"))
            }
            _ => Err(at.problem("the table does not say how the number is distributed", format!("write {FORMS}"))),
        }
    }

    fn prove(&self, at: &KeyPath, limits: Range, scale: f64) -> Result<Distribution, Problem> {
        let (key, given) = self.given(at)?;
        let proof = Proof { at: at.key(key), limits, scale };
        let at = at.key("between");
        let between = match (self.between, given) {
            (Some(_), Given::Uniform(_)) => {
                return Err(at.problem("a uniform distribution has its limits already", "leave `between` out"));
            }
            (Some(between), _) => Some(Proof { at, ..proof.clone() }.pair(between)?),
            (None, _) => None,
        };
        match given {
            Given::Uniform(uniform) => proof.uniform(uniform),
            Given::Normal(normal) => proof.normal(normal, between),
            Given::LogNormal(numbers) => {
                let (mean, sd) = proof.mean_and_deviation(numbers)?;
                let (least, most) = proof.around(mean, between)?;
                Ok(Distribution::LogNormal { mean: mean * scale, sd: sd * scale, least, most })
            }
            Given::Gamma(numbers) => {
                let (mean, sd) = proof.mean_and_deviation(numbers)?;
                let (least, most) = proof.around(mean, between)?;
                Ok(Distribution::Gamma { mean: mean * scale, sd: sd * scale, least, most })
            }
            Given::Exponential(mean) => {
                let mean = proof.positive(&proof.at, mean)?;
                let (least, most) = proof.around(mean, between)?;
                Ok(Distribution::Exponential { mean: mean * scale, least, most })
            }
            Given::Triangular(corners) => proof.triangular(corners, between),
            Given::Table(rows) => proof.table(rows, between),
        }
    }
}

/// Proves the numbers of a distribution.
#[derive(Clone)]
struct Proof {
    /// The key of the distribution.
    at: KeyPath,
    limits: Range,
    /// Turns the unit of the file into SI.
    scale: f64,
}

impl Proof {
    /// Returns the least and the most, in the unit of the file.
    fn pair(&self, [least, most]: [f64; 2]) -> Result<(f64, f64), Problem> {
        let pair = (within(&self.at.item(0), self.limits, least)?, within(&self.at.item(1), self.limits, most)?);
        let upside_down = || self.at.problem(format!("the least, {least}, is more than the most, {most}"), "swap them");
        if pair.0 > pair.1 { Err(upside_down()) } else { Ok(pair) }
    }

    /// Returns the standard deviation, in the unit of the file.
    fn deviation(&self, sd: f64) -> Result<f64, Problem> {
        within(&self.at.item(1), Range { name: "standard deviation", low: 0.0, ..self.limits }, sd)
    }

    /// Returns a mean above 0, in the unit of the file.
    fn positive(&self, at: &KeyPath, mean: f64) -> Result<f64, Problem> {
        let mean = within(at, self.limits, mean)?;
        let what = format!("the mean is {}, and all values of this distribution are above 0", number(mean));
        if mean > 0.0 { Ok(mean) } else { Err(at.problem(what, "give a mean above 0")) }
    }

    /// Returns a mean above 0 and a deviation, in the unit of the file.
    fn mean_and_deviation(&self, [mean, sd]: [f64; 2]) -> Result<(f64, f64), Problem> {
        Ok((self.positive(&self.at.item(0), mean)?, self.deviation(sd)?))
    }

    /// Returns the limits in SI. Refuses limits that are not around the mean.
    fn around(&self, mean: f64, between: Option<(f64, f64)>) -> Result<(f64, f64), Problem> {
        let (least, most) = between.unwrap_or((self.limits.low, self.limits.high));
        self.check_mean(mean, least, most)?;
        Ok((least * self.scale, most * self.scale))
    }

    fn check_mean(&self, mean: f64, least: f64, most: f64) -> Result<(), Problem> {
        if (least..=most).contains(&mean) {
            return Ok(());
        }
        let what = format!("the mean, {}, is not between {least} and {most}", number(mean));
        Err(self.at.problem(what, "choose limits around the mean"))
    }

    fn uniform(&self, uniform: [f64; 2]) -> Result<Distribution, Problem> {
        let (least, most) = self.pair(uniform)?;
        Ok(Distribution::Uniform { least: least * self.scale, most: most * self.scale })
    }

    fn normal(&self, [mean, sd]: [f64; 2], between: Option<(f64, f64)>) -> Result<Distribution, Problem> {
        let Proof { limits, scale, .. } = *self;
        let mean = within(&self.at.item(0), limits, mean)?;
        let sd = self.deviation(sd)?;
        let usual = || ((mean - 3.0 * sd).max(limits.low), (mean + 3.0 * sd).min(limits.high));
        let (least, most) = between.unwrap_or_else(usual);
        self.check_mean(mean, least, most)?;
        Ok(Distribution::Normal { mean: mean * scale, sd: sd * scale, least: least * scale, most: most * scale })
    }

    fn triangular(&self, corners: [f64; 3], between: Option<(f64, f64)>) -> Result<Distribution, Problem> {
        let [from, mode, to] = corners;
        for (i, corner) in corners.into_iter().enumerate() {
            within(&self.at.item(i), self.limits, corner)?;
        }
        if from > to {
            return Err(self.at.problem(format!("the least, {from}, is more than the most, {to}"), "swap them"));
        }
        if !(from..=to).contains(&mode) {
            let what = format!("the mode, {mode}, is not between {from} and {to}");
            return Err(self.at.item(1).problem(what, "write [least, mode, most]"));
        }
        let (least, most) = between.unwrap_or((from, to));
        // Rounding must not put the mean of equal corners beside them.
        self.check_mean(((from + mode + to) / 3.0).clamp(from, to), least, most)?;
        let [from, mode, to, least, most] = [from, mode, to, least, most].map(|x| x * self.scale);
        Ok(Distribution::Triangular { from, mode, to, least, most })
    }

    fn table(&self, rows: &[[f64; 2]], between: Option<(f64, f64)>) -> Result<Distribution, Problem> {
        let at = &self.at;
        if !(1..=MAX_ROWS).contains(&rows.len()) {
            let what = format!("the table has {} rows", rows.len());
            return Err(at.problem(what, format!("give [value, weight] at least once and at most {MAX_ROWS} times")));
        }
        for (i, &[value, weight]) in rows.iter().enumerate() {
            within(&at.item(i).item(0), self.limits, value)?;
            within(&at.item(i).item(1), WEIGHT, weight)?;
        }
        if let Some(i) = (1..rows.len()).find(|&i| rows[i][0] <= rows[i - 1][0]) {
            let (value, before) = (rows[i][0], rows[i - 1][0]);
            let what = match value == before {
                true => format!("the value {value} is in two rows"),
                false => format!("the value {value} comes after {before}: the table is out of order"),
            };
            return Err(at.item(i).problem(what, "sort the rows by value, each value once"));
        }
        if rows.iter().all(|row| row[1] == 0.0) {
            return Err(at.problem("all weights are zero: no value can be drawn", "give a value a weight above 0"));
        }
        let (least, most) = between.unwrap_or((self.limits.low, self.limits.high));
        let scaled: Vec<[f64; 2]> = rows.iter().map(|&[value, weight]| [value * self.scale, weight]).collect();
        let table = ValueTable::of(&scaled, least * self.scale, most * self.scale);
        table.map(Distribution::Table).ok_or_else(|| {
            let what = format!("no value with a weight is between {least} and {most}");
            at.problem(what, "choose limits around some of the values")
        })
    }
}

impl From<f64> for Spread {
    fn from(value: f64) -> Self {
        Spread::Number(value)
    }
}

impl Serialize for Spread {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Spread::Number(value) => serializer.serialize_f64(*value),
            Spread::Table(table) => table.serialize(serializer),
        }
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Spread;
    fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(FORMS)
    }
    fn visit_f64<E: Error>(self, value: f64) -> Result<Spread, E> {
        Ok(Spread::Number(value))
    }
    fn visit_i64<E: Error>(self, value: i64) -> Result<Spread, E> {
        Ok(Spread::Number(value as f64))
    }
    fn visit_u64<E: Error>(self, value: u64) -> Result<Spread, E> {
        Ok(Spread::Number(value as f64))
    }
    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Spread, A::Error> {
        SpreadTable::deserialize(MapAccessDeserializer::new(map)).map(Spread::Table)
    }
}

impl<'de> Deserialize<'de> for Spread {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader)
    }
}

impl JsonSchema for Spread {
    fn schema_name() -> Cow<'static, str> {
        "Spread".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let table = generator.subschema_for::<SpreadTable>();
        json_schema!({ "description": "A number, or how it is distributed.", "anyOf": [{ "type": "number" }, table] })
    }
}
