//! What happens during a run, as a scenario writes it.

use populace_ingest::entries::Ring;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::is_default;
use crate::several::Several;

/// Something that happens at a given time. A user who watches a run can ask for the same as an act, without `at`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EventEntry {
    /// The time of the event, s since the start.
    pub at: f64,
    /// Doors and objects to open, and lifts to put into service, by name.
    #[serde(default, skip_serializing_if = "is_default")]
    pub open: Several<String>,
    /// Doors to shut, objects to close, and lifts to take out of service, by name.
    #[serde(default, skip_serializing_if = "is_default")]
    pub close: Several<String>,
    /// A signal to give. Journeys wait for it with `wait_for`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub signal: Several<String>,
    /// Whether the alarm is raised: everyone drops what it does and gets out, each after the response time of its kind.
    #[serde(default, skip_serializing_if = "is_default")]
    pub alarm: bool,
    /// The next stop of a train takes place later.
    pub delay: Option<DelayEntry>,
    /// Trains whose next stop does not take place, by name. A train that is at its track departs as planned.
    #[serde(default, skip_serializing_if = "is_default")]
    pub cancel: Several<String>,
    /// More people come in.
    pub add: Option<AddEntry>,
    /// An obstacle appears. People who stand there are put beside it.
    pub block: Option<BlockEntry>,
    /// A parameter of the model of a population changes.
    pub set: Option<SetEntry>,
    /// Some people drop the rest of their journey and go elsewhere.
    pub send: Option<SendEntry>,
}

/// A train that comes later.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DelayEntry {
    /// The train, by name.
    pub train: String,
    /// How much later it arrives; when it is there, how much later it departs, s.
    pub by: f64,
}

/// People who come in, in addition to the people of `arrive`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AddEntry {
    /// The population of the newcomers, by name.
    pub population: String,
    /// The area where they come in, by name. Newcomers that find no room wait outside.
    pub area: String,
    /// The number of newcomers.
    pub count: u64,
}

/// An obstacle that appears and stays.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BlockEntry {
    /// The floor, by name. It may be absent when the place has one floor.
    pub floor: Option<String>,
    /// The corners of the obstacle, one after the other, m. The outline must not cross itself.
    pub outline: Ring,
}

/// A parameter that changes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetEntry {
    /// The population, by name.
    pub population: String,
    /// The parameter of the model, as in `parameters`. `populace models` lists them.
    pub parameter: String,
    /// The value from then on, within the same limits.
    pub value: serde_json::Value,
}

/// People who are sent to an area. Give `to`, and either `pedestrians` or `population`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SendEntry {
    /// Some pedestrians, by their numbers in recordings. Pedestrians that are not inside are left out.
    pub pedestrians: Option<Vec<u32>>,
    /// All people of a population who are inside.
    pub population: Option<String>,
    /// The area, by name. People who are sent to an exit leave there; in other areas they stay. An area is an exit by its kind, or
    /// because a journey leaves by it.
    pub to: String,
}
