//! People as a scenario writes them: bodies, arrivals and journeys.

use populace_ingest::entries::{Ring, Xy};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::is_default;
use crate::Spread;
use crate::several::Several;

/// People who are alike: bodies from the same distributions, one model, one journey.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PopulationEntry {
    /// The name of the population in reports. It is unique.
    pub name: String,
    /// The steering model: a name that `populace models` lists. The first of them when absent.
    pub model: Option<String>,
    /// The parameters of the model. `populace models` lists them with their defaults.
    pub parameters: Option<serde_json::Map<String, serde_json::Value>>,
    /// The planner of routes: a name that the chapter on routes lists. `labels` when absent.
    pub planner: Option<String>,
    /// The way in which people follow a route: a name that `populace models` lists. `cones` when absent.
    pub follow: Option<String>,
    /// The profile of these people, by name: it says which ways are open to them. `adult` when absent.
    pub profile: Option<String>,
    /// The desired speed on the flat, m/s. When absent, N(1.34, 0.26) between 0.5 and 2.2 (Weidmann 1993), or the speeds of the paper
    /// of the model (`comfort`: N(1.36, 0.162)). Slower profiles are slower in proportion.
    pub speed: Option<Spread>,
    /// The top speed of a pedestrian, as a multiple of its desired speed. It walks faster than it desires only for a moment, to avoid
    /// somebody. Uniform from 1.37 to 1.82 when absent (Bohannon 1997); from 1.1 to 1.3 for the profiles `wheelchair` and `luggage`.
    pub haste: Option<Spread>,
    /// Half the width of the body, m. When absent 0.2; for wider profiles, 0.05 less than half their width.
    pub radius: Option<Spread>,
    /// The time between coming in and beginning the journey, s. 0 when absent.
    pub pre_movement: Option<Spread>,
    /// The least angle of the cone in which a pedestrian looks through the portals ahead, degrees. A large angle keeps people in
    /// the middle of passages, a small angle lets them skim walls. Uniform from 2.9 to 28.6 (0.05 to 0.5 rad) when absent.
    pub cone: Option<Spread>,
    /// The greatest change of speed, m/s². 2.7 when absent.
    pub acceleration: Option<f64>,
    /// The greatest change of direction, degrees/s. 360 when absent.
    pub turning: Option<f64>,
    /// The kind of people: a name of the chapter on minds, such as `"commuter"`, or of a `[[kind]]`. People of a kind have its needs, and
    /// interrupt their journey to meet them. People without a kind need nothing.
    pub kind: Option<String>,
    /// When a pedestrian has to be where its journey ends, s since the start. With `kind`, it meets its needs only in the time that is left
    /// before that. With `board`, it takes the first train that departs then or later. It has all the time in the world when absent.
    pub departs: Option<Spread>,
    /// The times and places at which people come in: a table or a list of tables.
    #[serde(default, skip_serializing_if = "is_default")]
    pub arrive: Several<ArrivalEntry>,
    /// The stages that people go through inside, in order. After the last stage a pedestrian leaves the run: at the exit of `leave`, or
    /// where it stands.
    #[serde(default, skip_serializing_if = "is_default")]
    pub journey: Vec<StageEntry>,
}

/// When and where people come in: exactly one of `count`, `rate`, `timetable`, `train`, `at` and `circle`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ArrivalEntry {
    /// This many people are inside from the start, spread over the areas; with `train`, this many get off each train.
    pub count: Option<u64>,
    /// This many people per second come in, each through one of the areas, drawn at random.
    pub rate: Option<f64>,
    /// A list of `[time, count]`: `count` people come in at `time`, s.
    pub timetable: Option<Vec<(f64, u64)>>,
    /// With `count`: the trains that people get off, by name, track or destination.
    pub train: Option<Several<String>>,
    /// One pedestrian is at each of these points from the start, m.
    pub at: Option<Ring>,
    /// People stand evenly on a circle from the start. Each goes to the opposite point.
    pub circle: Option<CircleEntry>,
    /// With `count`, `rate` and `timetable`: the areas where people come in, by name; or `"everywhere"` for all ground of all floors, by
    /// its size. People come in only on ground from which they can reach the first goal of their journey.
    pub areas: Option<Several<String>>,
    /// With `rate`: when the stream begins, s. 0 when absent.
    pub from: Option<f64>,
    /// With `rate`: when the stream ends, s. The end of the run when absent.
    pub until: Option<f64>,
    /// With `rate`: whether people come at random moments (a Poisson process) or evenly. `true` when absent.
    pub random: Option<bool>,
    /// With `at`: a goal for each pedestrian, m. The pedestrian goes there before it begins its journey.
    pub goals: Option<Ring>,
    /// With `at` and `circle`: the floor, by name. It may be absent when the place has one floor.
    pub floor: Option<String>,
}

/// People on a circle who exchange places.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CircleEntry {
    /// The centre of the circle, m.
    pub centre: Xy,
    /// The radius of the circle, m.
    pub radius: f64,
    /// The number of people.
    pub count: u64,
}

/// A part of a journey: the key of one behaviour, such as `go_to`, and the keys that go with it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct StageEntry(pub Map<String, Value>);

impl StageEntry {
    /// Returns the stage of a behaviour, given by its key and the value of the key.
    pub fn of(key: &str, value: impl Into<Value>) -> Self {
        StageEntry::default().with(key, value)
    }
    /// Returns the stage with another key.
    pub fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.0.insert(key.into(), value.into());
        self
    }
    /// Returns the stage in which people go to an area.
    pub fn go_to(area: &str) -> Self {
        StageEntry::of("go_to", area)
    }
    /// Returns the stage in which people go to a point of the only floor, m.
    pub fn go_to_point(point: Xy) -> Self {
        StageEntry::of("go_to_point", point.to_vec())
    }
    /// Returns the stage in which people stay for a time, s.
    pub fn wait(time: impl Into<Spread>) -> Self {
        // Only keys that are not texts cannot be told, and a spread has none.
        StageEntry::of("wait", serde_json::to_value(time.into()).unwrap_or_default())
    }
    /// Returns the stage in which people stay until a signal is given.
    pub fn wait_for(signal: &str) -> Self {
        StageEntry::of("wait_for", signal)
    }
    /// Returns the stage in which people leave by the nearest of some areas.
    pub fn leave(areas: impl Into<Several<String>>) -> Self {
        match areas.into().0.as_slice() {
            [area] => StageEntry::of("leave", area.as_str()),
            areas => StageEntry::of("leave", areas.to_vec()),
        }
    }
}
