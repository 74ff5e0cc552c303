//! Distributions as people write them: `1.2`, `{ normal = [1.34, 0.26] }`, `{ uniform = [1.0, 1.5] }`.

use std::borrow::Cow;

use populace_ingest::Range;
use populace_sim::Distribution;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, Visitor};

use crate::at::At;
use crate::error::Problem;
use crate::limits::within;

/// A number, or a table that says how it is distributed.
#[derive(Clone, Debug, PartialEq)]
pub enum Spread {
    /// Everyone has the same.
    Number(f64),
    /// They differ.
    Table(SpreadTable),
}

/// A distribution: either `normal` or `uniform`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SpreadTable {
    /// Mean and standard deviation of a normal distribution.
    pub normal: Option<[f64; 2]>,
    /// Least and most, everything in between alike.
    pub uniform: Option<[f64; 2]>,
    /// With `normal`: least and most; what falls outside is drawn again. Three standard deviations when absent.
    pub between: Option<[f64; 2]>,
}

impl Spread {
    /// The distribution, when all it can give is within the limits. `scale` turns the unit of the file into SI.
    pub(crate) fn prove(&self, at: &At, limits: Range, scale: f64) -> Result<Distribution, Problem> {
        Ok(match self {
            Spread::Number(value) => Distribution::Constant(within(at, limits, *value)? * scale),
            Spread::Table(table) => table.prove(at, limits, scale)?,
        })
    }
}

impl SpreadTable {
    fn prove(&self, at: &At, limits: Range, scale: f64) -> Result<Distribution, Problem> {
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
