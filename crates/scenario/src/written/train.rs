//! Trains and buses as a scenario writes them.

use std::borrow::Cow;

use populace_ingest::spread::Spread;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserializer, Error, SeqAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};

use super::is_default;
use crate::several::Several;

/// Trains or buses of one line that stop at one track of the place.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TrainEntry {
    /// The name in reports, such as that of the line. It is unique.
    pub name: String,
    /// The track at which the trains stop: the name of an object of the kind `track`.
    pub track: String,
    /// Where they go. Journeys may name it: `board = "Newark"`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub to: Several<String>,
    /// How many cars a train has. 1 when absent, as a bus.
    pub cars: Option<u32>,
    /// The length of a car, m. 20 when absent.
    pub car_length: Option<f64>,
    /// How many doors each car has on the side of the platform. 2 when absent.
    pub doors: Option<u32>,
    /// How many people a train takes. 60 for each car when absent.
    pub capacity: Option<u32>,
    /// How many people are in a train when it arrives and stay in it. 0 when absent.
    pub aboard: Option<u32>,
    /// When the first train arrives, s since the start, or as a time of day, `"08:05"`; or a list of such times, one for each train.
    pub arrive: TrainTimes,
    /// The time from one arrival to the next, s. Only the trains of `arrive` come when absent.
    pub every: Option<f64>,
    /// With `every`: when the last train has arrived, s since the start, or as a time of day. The end of the run when absent.
    pub until: Option<TrainTimes>,
    /// The time from arrival to departure, s. 60 when absent.
    pub dwell: Option<f64>,
    /// The least time from arrival to departure when a train is late, s. `dwell` when absent.
    pub least_dwell: Option<f64>,
    /// How much later than planned a train arrives, s; drawn for each train. 0 when absent.
    pub delay: Option<Spread>,
    /// The time that one person takes to get off at a door, s. 1 when absent.
    pub alighting: Option<f64>,
    /// The time that one person takes to get on at a door, s. 1 when absent.
    pub boarding: Option<f64>,
}

/// A moment of a run.
#[derive(Clone, Debug, PartialEq)]
pub enum TrainTime {
    /// Seconds since the start.
    Seconds(f64),
    /// A time of day: the first such time after the start.
    TimeOfDay(String),
}

/// A moment of a run, or a list of moments. It is read by hand, because an untagged enum of serde loses the place of an error.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TrainTimes(pub Vec<TrainTime>);

impl TrainTimes {
    /// Returns a list of moments, s since the start.
    pub fn seconds(seconds: &[f64]) -> Self {
        TrainTimes(seconds.iter().map(|&seconds| TrainTime::Seconds(seconds)).collect())
    }
}

impl From<f64> for TrainTimes {
    fn from(seconds: f64) -> Self {
        TrainTimes(vec![TrainTime::Seconds(seconds)])
    }
}

impl From<&str> for TrainTimes {
    fn from(time: &str) -> Self {
        TrainTimes(vec![TrainTime::TimeOfDay(time.into())])
    }
}

impl Serialize for TrainTime {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            TrainTime::Seconds(seconds) => seconds.serialize(serializer),
            TrainTime::TimeOfDay(time) => time.serialize(serializer),
        }
    }
}

impl Serialize for TrainTimes {
    /// Writes a single moment without the list.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.as_slice() {
            [moment] => moment.serialize(serializer),
            moments => moments.serialize(serializer),
        }
    }
}

struct OneReader;

impl Visitor<'_> for OneReader {
    type Value = TrainTime;
    fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("seconds, or a time of day such as \"08:05\"")
    }
    fn visit_f64<E: Error>(self, seconds: f64) -> Result<TrainTime, E> {
        Ok(TrainTime::Seconds(seconds))
    }
    fn visit_i64<E: Error>(self, seconds: i64) -> Result<TrainTime, E> {
        Ok(TrainTime::Seconds(seconds as f64))
    }
    fn visit_u64<E: Error>(self, seconds: u64) -> Result<TrainTime, E> {
        Ok(TrainTime::Seconds(seconds as f64))
    }
    fn visit_str<E: Error>(self, time: &str) -> Result<TrainTime, E> {
        Ok(TrainTime::TimeOfDay(time.to_owned()))
    }
}

impl<'de> Deserialize<'de> for TrainTime {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(OneReader)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Vec<TrainTime>;
    fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("seconds, a time of day such as \"08:05\", or a list of them in [ ]")
    }
    fn visit_f64<E: Error>(self, seconds: f64) -> Result<Self::Value, E> {
        Ok(vec![TrainTime::Seconds(seconds)])
    }
    fn visit_i64<E: Error>(self, seconds: i64) -> Result<Self::Value, E> {
        Ok(vec![TrainTime::Seconds(seconds as f64)])
    }
    fn visit_u64<E: Error>(self, seconds: u64) -> Result<Self::Value, E> {
        Ok(vec![TrainTime::Seconds(seconds as f64)])
    }
    fn visit_str<E: Error>(self, time: &str) -> Result<Self::Value, E> {
        Ok(vec![TrainTime::TimeOfDay(time.to_owned())])
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        let mut moments = Vec::new();
        while let Some(moment) = items.next_element()? {
            moments.push(moment);
        }
        Ok(moments)
    }
}

impl<'de> Deserialize<'de> for TrainTimes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader).map(TrainTimes)
    }
}

impl JsonSchema for TrainTimes {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "TrainTimes".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let one = json_schema!({ "anyOf": [{ "type": "number" }, { "type": "string" }] });
        json_schema!({ "anyOf": [{ "type": "number" }, { "type": "string" }, { "type": "array", "items": one }] })
    }
}
