//! Distributions as people write them: `1.2`, `{ normal = [1.34, 0.26] }`, `{ uniform = [1.0, 1.5] }`.

use std::borrow::Cow;

use populace_ingest::Range;
use populace_sim::Distribution;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};

use crate::error::{Blame, Problem};
use crate::limits::within;
use populace_ingest::key_path::KeyPath;

/// A number that differs from pedestrian to pedestrian: one value for all, or a table that says how it is distributed.
#[derive(Clone, Debug, PartialEq)]
pub enum Spread {
    /// All pedestrians have this value.
    Number(f64),
    /// Each pedestrian draws its value.
    Table(SpreadTable),
}

/// A distribution: either `normal` or `uniform`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SpreadTable {
    /// The mean and the standard deviation of a normal distribution.
    pub normal: Option<[f64; 2]>,
    /// The least and the greatest value; all values between them are equally likely.
    pub uniform: Option<[f64; 2]>,
    /// With `normal`: the least and the greatest value; a value outside is drawn again. Three standard deviations around the mean when
    /// absent.
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
    /// Returns the distribution, when all values that it can give are within the limits. `scale` turns the unit of the file into SI.
    pub(crate) fn prove(&self, at: &KeyPath, limits: Range, scale: f64) -> Result<Distribution, Problem> {
        Ok(match self {
            Spread::Number(value) => Distribution::Constant(within(at, limits, *value)? * scale),
            Spread::Table(table) => table.prove(at, limits, scale)?,
        })
    }
}

impl SpreadTable {
    fn prove(&self, at: &KeyPath, limits: Range, scale: f64) -> Result<Distribution, Problem> {
        let pair = |key: &str, [least, most]: [f64; 2]| {
            let at = at.key(key);
            let pair = (within(&at.item(0), limits, least)?, within(&at.item(1), limits, most)?);
            let upside_down = || at.problem(format!("the least, {least}, is more than the most, {most}"), "swap them");
            if pair.0 > pair.1 { Err(upside_down()) } else { Ok(pair) }
        };
        match (self.normal, self.uniform) {
            (Some(_), Some(_)) => Err(at.problem("normal and uniform contradict each other", "keep one of them")),
            (None, None) => {
                let example = "write a number, { normal = [mean, deviation] } or { uniform = [least, most] }";
                Err(at.problem("a distribution needs `normal` or `uniform`", example))
            }
            (None, Some(_)) if self.between.is_some() => {
                Err(at.key("between").problem("a uniform distribution has its limits already", "leave `between` out"))
            }
            (None, Some(uniform)) => {
                let (least, most) = pair("uniform", uniform)?;
                Ok(Distribution::Uniform { least: least * scale, most: most * scale })
            }
            (Some([mean, sd]), None) => {
                let at = at.key("normal");
                let mean = within(&at.item(0), limits, mean)?;
                let deviation = Range { name: "standard deviation", low: 0.0, ..limits };
                let sd = within(&at.item(1), deviation, sd)?;
                let (least, most) = match self.between {
                    Some(between) => pair("between", between)?,
                    None => ((mean - 3.0 * sd).max(limits.low), (mean + 3.0 * sd).min(limits.high)),
                };
                if !(least..=most).contains(&mean) {
                    let what = format!("the mean, {mean}, is not between {least} and {most}");
                    return Err(at.problem(what, "choose limits around the mean"));
                }
                Ok(Distribution::Normal {
                    mean: mean * scale,
                    sd: sd * scale,
                    least: least * scale,
                    most: most * scale,
                })
            }
        }
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
        f.write_str("a number, { normal = [mean, deviation] } or { uniform = [least, most] }")
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
