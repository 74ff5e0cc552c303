//! Times of place files as people write them: `30`, `[20, 40]`, `{ exponential = 30 }`.

use schemars::JsonSchema;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};

use crate::spread::{Spread, SpreadTable};

/// A time, s: how it is distributed, or a range in which all times are equally likely.
#[derive(Clone, Debug, PartialEq)]
pub enum TimeEntry {
    /// Always the same, or drawn.
    Spread(Spread),
    /// The least and the greatest.
    Range([f64; 2]),
}

/// The forms of a time, for messages.
const TIMES: &str = "seconds, [least, most] in seconds, or a distribution such as { exponential = 30 }";

struct TimeReader;

impl<'de> Visitor<'de> for TimeReader {
    type Value = TimeEntry;
    fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(TIMES)
    }
    fn visit_f64<E: Error>(self, time: f64) -> Result<TimeEntry, E> {
        Ok(TimeEntry::Spread(Spread::Number(time)))
    }
    fn visit_i64<E: Error>(self, time: i64) -> Result<TimeEntry, E> {
        self.visit_f64(time as f64)
    }
    fn visit_u64<E: Error>(self, time: u64) -> Result<TimeEntry, E> {
        self.visit_f64(time as f64)
    }
    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<TimeEntry, A::Error> {
        <[f64; 2]>::deserialize(SeqAccessDeserializer::new(seq)).map(TimeEntry::Range)
    }
    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<TimeEntry, A::Error> {
        let table = SpreadTable::deserialize(MapAccessDeserializer::new(map))?;
        Ok(TimeEntry::Spread(Spread::Table(table)))
    }
}

impl<'de> Deserialize<'de> for TimeEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TimeReader)
    }
}

impl Serialize for TimeEntry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            TimeEntry::Spread(spread) => spread.serialize(serializer),
            TimeEntry::Range(range) => range.serialize(serializer),
        }
    }
}

impl JsonSchema for TimeEntry {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "TimeEntry".into()
    }
    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let (spread, range) = (generator.subschema_for::<Spread>(), generator.subschema_for::<[f64; 2]>());
        schemars::json_schema!({ "description": TIMES, "anyOf": [spread, range] })
    }
}
