//! A scenario as it is written, by a person in TOML or by code as a value. Nothing here is proven: [`Scenario`](crate::Scenario) does
//! that. The JSON Schema and the tables of the book are generated from these types.
//!
//! Every entry is a plain value with public fields. Code gives the fields that it needs and takes the others from `default()`:
//!
//! ```
//! use populace_scenario::written::{ArrivalEntry, PopulationEntry, ScenarioFile, StageEntry};
//!
//! let file = ScenarioFile {
//!     place: Some("corridor.place.toml".into()),
//!     until: 240.0,
//!     population: vec![PopulationEntry {
//!         name: "eastbound".into(),
//!         arrive: ArrivalEntry { rate: Some(1.5), areas: Some("west".into()), ..ArrivalEntry::default() }.into(),
//!         journey: vec![StageEntry::go_to("kiosk"), StageEntry::wait(30.0), StageEntry::leave("east")],
//!         ..PopulationEntry::default()
//!     }],
//!     ..ScenarioFile::default()
//! };
//! let text = file.to_text()?;
//! assert_eq!(ScenarioFile::from_toml(&text)?, file);
//! # Ok::<(), populace_scenario::ScenarioError>(())
//! ```

mod event;
mod kind;
mod population;
mod train;

use std::collections::BTreeMap;
use std::path::Path;

use populace_ingest::entries::{ImportEntry, Xy};
use populace_ingest::key_path::from_toml;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::error::ScenarioError;
use crate::several::Several;

pub use event::{AddEntry, BlockEntry, DelayEntry, EventEntry, SendEntry, SetEntry};
pub use kind::{KindEntry, NeedEntry};
pub use population::{ArrivalEntry, CircleEntry, PopulationEntry, StageEntry};
pub use train::{TrainEntry, TrainTime, TrainTimes};

/// A scenario file (`*.scenario.toml`): a place, the people who come, what they do, what happens, and what is recorded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Populace scenario file")]
pub struct ScenarioFile {
    /// The version of this format: 1.
    #[schemars(extend("const" = 1))]
    pub version: u32,
    /// The name of the scenario in reports. Without it, the name of the file.
    pub name: Option<String>,
    /// The place: the path of a file in the folder of this file or below, or a table with `file` and how to read it.
    pub place: Option<ImportEntry>,
    /// The width of a body for the graph of the place, m. 0.5 when absent.
    pub body_width: Option<f64>,
    /// The time of day at the start, `"08:00"`. With it, doors keep their opening hours; without it, they do not.
    pub time_of_day: Option<String>,
    /// A number that decides all random draws: the same seed gives the same run. 0 when absent.
    #[serde(default, skip_serializing_if = "is_default")]
    pub seed: u64,
    /// The latest end of the run, s.
    pub until: f64,
    /// Whether the run ends as soon as all people have left and nobody is still to come. `true` when absent.
    pub until_empty: Option<bool>,
    /// The timing of a run: moves, decisions, routes, and the time after which people are stuck.
    #[serde(default, skip_serializing_if = "is_default")]
    pub timing: TimingEntry,
    /// The way in which people perceive each other: one table, such as `[perception.grid]`. The first way of perceiving when absent.
    #[serde(default, skip_serializing_if = "is_default")]
    pub perception: PerceptionEntry,
    /// The people who come, and what they do.
    #[serde(default, skip_serializing_if = "is_default")]
    pub population: Vec<PopulationEntry>,
    /// The trains and buses that come.
    #[serde(default, skip_serializing_if = "is_default")]
    pub train: Vec<TrainEntry>,
    /// Needs that people may have, beside those that are built in. A need of a built-in name changes it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub need: Vec<NeedEntry>,
    /// Kinds of people, beside those that are built in. A kind of a built-in name changes it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub kind: Vec<KindEntry>,
    /// How well people know each other. People of populations that are not listed are strangers.
    #[serde(default, skip_serializing_if = "is_default")]
    pub acquaintance: Vec<AcquaintanceEntry>,
    /// The events, each at a given time.
    #[serde(default, skip_serializing_if = "is_default")]
    pub event: Vec<EventEntry>,
    /// The recording that a run leaves behind.
    #[serde(default, skip_serializing_if = "is_default")]
    pub record: RecordEntry,
    /// The measures.
    #[serde(default, skip_serializing_if = "is_default")]
    pub measure: Vec<MeasureEntry>,
}

impl Default for ScenarioFile {
    /// Returns a file of the current version in which nothing is said yet. A scenario needs at least a place, an end and a population.
    fn default() -> Self {
        ScenarioFile {
            version: 1,
            name: None,
            place: None,
            body_width: None,
            time_of_day: None,
            seed: 0,
            until: 0.0,
            until_empty: None,
            timing: TimingEntry::default(),
            perception: PerceptionEntry::default(),
            population: Vec::new(),
            train: Vec::new(),
            need: Vec::new(),
            kind: Vec::new(),
            acquaintance: Vec::new(),
            event: Vec::new(),
            record: RecordEntry::default(),
            measure: Vec::new(),
        }
    }
}

impl ScenarioFile {
    /// Reads a scenario file from its text, without proving it.
    pub fn from_toml(text: &str) -> Result<Self, ScenarioError> {
        let read = from_toml(text).map_err(|e| ScenarioError::of_toml(Path::new(""), text, &e))?;
        Ok(read.0)
    }
    /// Writes the scenario as TOML, which reads back to an equal value. Fails when a parameter holds what TOML cannot:
    /// `null`, or a whole number that does not fit into 64 bits with a sign.
    pub fn to_text(&self) -> Result<String, ScenarioError> {
        toml::to_string(self).map_err(|e| {
            let what = format!("the scenario cannot be written as TOML: {e}");
            ScenarioError::whole(Path::new(""), what, "use texts, finite numbers, lists and tables as parameters")
        })
    }
}

/// Returns whether a value is its default, so that a file need not hold it.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// How well people of two populations know each other, for models that use it (`comfort`).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AcquaintanceEntry {
    /// The names of two populations. The same name twice means people of one population among themselves.
    pub between: [String; 2],
    /// How well they know each other, from 0 (strangers) to 1 (friends).
    pub level: f64,
}

/// The timing of a run: moves, decisions, routes, and the time after which people are stuck.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TimingEntry {
    /// The time between two moves, s. 0.05 when absent.
    pub dt: Option<f64>,
    /// The rate at which people perceive and decide, Hz. 10 when absent. A whole number of moves must fit between two decisions.
    pub think_rate: Option<f64>,
    /// The most routes that are planned in one step. 200 when absent.
    pub routes_per_step: Option<u32>,
    /// A pedestrian that wants to go on is stuck when the rest of its way gets less than half a metre shorter in this time, s. 60 when absent.
    pub stuck_after: Option<f64>,
}

/// The way in which people perceive each other: at most one table, with the name and the settings of a way of perceiving.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct PerceptionEntry(pub BTreeMap<String, Map<String, Value>>);

impl PerceptionEntry {
    /// Names a way of perceiving with its settings; without settings, its defaults are in force.
    pub fn named(name: &str, settings: Map<String, Value>) -> Self {
        PerceptionEntry(BTreeMap::from([(name.to_owned(), settings)]))
    }
}

/// The recording that a run leaves behind.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordEntry {
    /// The folder of the recording: relative to where the program runs, and below it. Without it, a folder named after the scenario.
    pub folder: Option<String>,
    /// Frames per second. 10 when absent. A whole number of moves must fit between two frames.
    pub frame_rate: Option<f64>,
    /// Whether frames are recorded: the positions of all people. `true` when absent.
    pub frames: Option<bool>,
    /// Whether events are recorded: people enter, leave, get stuck … `true` when absent.
    pub events: Option<bool>,
}

/// Something to measure: in an `area`, across a `line`, or, without both, of everyone.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MeasureEntry {
    /// The name of the measure in reports. It is unique.
    pub name: String,
    /// The measures: one name or several of the [table of measures](measuring.md#measures), such as `"level-of-service"`. When absent,
    /// `density` and `area-speed` of an area, and `flow` across a line.
    #[serde(default, skip_serializing_if = "is_default")]
    pub what: Several<String>,
    /// The area in which it is measured, by name.
    pub area: Option<String>,
    /// The line across which it is measured, between two points, m.
    pub line: Option<[Xy; 2]>,
    /// With `line`: the floor of the line, by name. It may be absent when the place has one floor.
    pub floor: Option<String>,
}
