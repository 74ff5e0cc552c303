//! A scenario as a person writes it. The JSON Schema is generated from these types; nothing here is proven.

use populace_ingest::entries::{ImportEntry, Ring, Xy};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::several::Several;
use crate::spread::Spread;

/// A scenario file (`*.scenario.toml`): a place, who comes, what they do, what happens, and what is recorded.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Populace scenario file")]
pub struct ScenarioFile {
    /// Version of this format: 1.
    #[schemars(extend("const" = 1))]
    pub version: u32,
    /// What people call it; the file's name when absent.
    pub name: Option<String>,
    /// The place: the path of a file in the folder of this one or below, or a table with `file` and how to read it.
    pub place: Option<ImportEntry>,
    /// Width of a body for the place's graph, m; 0.5 when absent.
    pub body_width: Option<f64>,
    /// Time of day at the start, `"08:00"`: doors with opening hours follow them. They do not when it is absent.
    pub time_of_day: Option<String>,
    /// Names the random draws: the same seed gives the same run. 0 when absent.
    #[serde(default)]
    pub seed: u64,
    /// When the run ends at the latest, s.
    pub until: f64,
    /// Whether it ends as soon as everyone has left and nobody is still to come; it does when absent.
    pub until_empty: Option<bool>,
    /// How often things happen.
    #[serde(default)]
    pub timing: TimingEntry,
    /// How people perceive each other: `[perception.graph]` or `[perception.grid]`; the graph when absent.
    #[serde(default)]
    pub perception: PerceptionEntry,
    /// Who comes, and what they do.
    #[serde(default)]
    pub population: Vec<PopulationEntry>,
    /// Who knows whom; those whom nothing is said about are strangers.
    #[serde(default)]
    pub acquaintance: Vec<AcquaintanceEntry>,
    /// What happens at given times.
    #[serde(default)]
    pub event: Vec<EventEntry>,
    /// What a run leaves behind.
    #[serde(default)]
    pub record: RecordEntry,
    /// What is measured.
    #[serde(default)]
    pub measure: Vec<MeasureEntry>,
}

/// How well people of two populations know each other, for models that go by that (`comfort`). Those of one group are friends whatever it says.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AcquaintanceEntry {
    /// The names of two populations, or one name twice: people of the same population.
    pub between: [String; 2],
    /// From 0, strangers, to 1, friends.
    pub level: f64,
}

/// How often things happen.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TimingEntry {
    /// Time between two moves, s; 0.05 when absent.
    pub dt: Option<f64>,
    /// How often everyone perceives and decides, Hz; 10 when absent. A whole number of moves must fit between two decisions.
    pub think_rate: Option<f64>,
    /// Routes that are planned in one step at most; 200 when absent.
    pub routes_per_step: Option<u32>,
    /// Someone who wants to go on and has not got half a metre farther for this long is stuck, s; 60 when absent.
    pub stuck_after: Option<f64>,
}

/// How people perceive each other: at most one of the two.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PerceptionEntry {
    /// Neighbours in the triangulation of each floor that see each other (Lamarche & Donikian 2004, §4.1).
    pub graph: Option<GraphEntry>,
    /// The nearest people in sight.
    pub grid: Option<GridEntry>,
}

/// The neighbourhood graph.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GraphEntry {
    /// 1: direct neighbours; 2: also their neighbours. 1 when absent.
    pub rings: Option<u32>,
    /// Longer relations are dropped, m; 15 when absent.
    pub range: Option<f64>,
}

/// The nearest people from a uniform grid.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GridEntry {
    /// How far people look, m; 15 when absent.
    pub range: Option<f64>,
    /// How many they perceive; 6 when absent.
    pub most: Option<u32>,
    /// Angle around the walking direction in which they perceive, degrees; 200 when absent.
    pub fan_degrees: Option<f64>,
}

/// People who are alike: bodies from the same distributions, one model, one journey.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PopulationEntry {
    /// Its name in reports; unique.
    pub name: String,
    /// How they steer: a name that `populace models` lists; the first of them when absent.
    pub model: Option<String>,
    /// Parameters of the model; `populace models` lists them with their defaults.
    pub parameters: Option<serde_json::Map<String, serde_json::Value>>,
    /// How they follow a route: a name that `populace models` lists; the first of them, `cones`, when absent.
    pub follow: Option<String>,
    /// Which ways are open to them, by the name of a profile; `adult` when absent.
    pub profile: Option<String>,
    /// Desired speed on the flat, m/s; when absent N(1.34, 0.26) between 0.5 and 2.2 (Weidmann 1993), or the speeds of the model's paper
    /// (`comfort`: N(1.36, 0.162)); for slower profiles in proportion.
    pub speed: Option<Spread>,
    /// Half the width of the body, m; when absent 0.2, for wider profiles 0.05 less than half their width.
    pub radius: Option<Spread>,
    /// Time between coming in and beginning the journey, s; 0 when absent.
    pub pre_movement: Option<Spread>,
    /// Narrowest cone that still widens the view ahead, degrees: large keeps to the middle of passages, small skims walls.
    /// Uniform from 2.9 to 28.6 (0.05 to 0.5 rad) when absent.
    pub cone: Option<Spread>,
    /// Most change of speed, m/s²; 2.7 when absent.
    pub acceleration: Option<f64>,
    /// Most change of direction, degrees/s; 360 when absent.
    pub turning: Option<f64>,
    /// When and where they come in: a table or several.
    #[serde(default)]
    pub arrive: Several<ArrivalEntry>,
    /// What they do inside, in order. Who has done everything without leaving through an exit is gone from where they are.
    #[serde(default)]
    pub journey: Vec<StageEntry>,
}

/// When and where people come in: exactly one of `count`, `rate`, `timetable`, `at` and `circle`.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ArrivalEntry {
    /// So many, spread over the areas from the start.
    pub count: Option<u64>,
    /// So many people per second, through the areas in turn.
    pub rate: Option<f64>,
    /// `[time, count]`: so many at each time, s, such as the trains of a timetable.
    pub timetable: Option<Vec<(f64, u64)>>,
    /// Each at a given point from the start, m.
    pub at: Option<Ring>,
    /// Evenly on a circle from the start, each with the opposite point as goal.
    pub circle: Option<CircleEntry>,
    /// With `count`, `rate` and `timetable`: the areas where they come in, by name.
    pub areas: Option<Several<String>>,
    /// With `rate`: from when, s; 0 when absent.
    pub from: Option<f64>,
    /// With `rate`: until when, s; the end of the run when absent.
    pub until: Option<f64>,
    /// With `rate`: at random moments (a Poisson process) or evenly; at random when absent.
    pub random: Option<bool>,
    /// With `at`: an own goal for each, before the journey, m.
    pub goals: Option<Ring>,
    /// With `at` and `circle`: the floor, by name; may be absent when the place has one.
    pub floor: Option<String>,
}

/// People on a circle who exchange places.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CircleEntry {
    /// Its centre, m.
    pub centre: Xy,
    /// Its radius, m.
    pub radius: f64,
    /// How many people.
    pub count: u64,
}

/// A part of a journey: exactly one of `go_to`, `go_to_point`, `wait`, `wait_for` and `leave`.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StageEntry {
    /// Go to a spot of this area, drawn for each pedestrian.
    pub go_to: Option<String>,
    /// Go to this point, m.
    pub go_to_point: Option<Xy>,
    /// With `go_to_point`: its floor, by name; may be absent when the place has one.
    pub floor: Option<String>,
    /// Stay for a time, s.
    pub wait: Option<Spread>,
    /// Stay until the signal of this name was given by an event.
    pub wait_for: Option<String>,
    /// Choose one of these areas, go there and leave the place.
    pub leave: Option<Several<String>>,
    /// With `leave`: how one of several is chosen; `nearest` when absent.
    pub by: Option<ByWord>,
    /// With `leave`: drawn with these weights, one per area, instead of `by`.
    pub shares: Option<Vec<f64>>,
}

/// How an exit is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ByWord {
    /// The one reached soonest by an empty way.
    Nearest,
    /// The one reached soonest when those who go there already are counted.
    LeastTime,
}

/// What happens at a time. Whoever watches a run can ask for the same, without `at`.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EventEntry {
    /// When, s since the start.
    pub at: f64,
    /// Doors to open and lifts to put into service, by name.
    #[serde(default)]
    pub open: Several<String>,
    /// Doors to shut and lifts to take out of service, by name.
    #[serde(default)]
    pub close: Several<String>,
    /// A signal to give, for which a journey waits.
    #[serde(default)]
    pub signal: Several<String>,
    /// More people come in.
    pub add: Option<AddEntry>,
    /// An obstacle appears. Whoever stands there is put beside it.
    pub block: Option<BlockEntry>,
    /// A parameter of the model of a population changes.
    pub set: Option<SetEntry>,
    /// A group drops the rest of its journey and goes elsewhere.
    pub send: Option<SendEntry>,
}

/// People who come in, besides those of `arrive`.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AddEntry {
    /// Their population, by name.
    pub population: String,
    /// The area where they come in, by name; who finds no room waits outside.
    pub area: String,
    /// How many.
    pub count: u64,
}

/// An obstacle that appears and stays.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BlockEntry {
    /// The floor, by name; may be absent when the place has one.
    pub floor: Option<String>,
    /// Its corners one after the other, m; the outline must not cross itself.
    pub outline: Ring,
}

/// A parameter that changes.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetEntry {
    /// The population, by name.
    pub population: String,
    /// The parameter of its model, as in `parameters`; `populace models` lists them.
    pub parameter: String,
    /// Its value from then on, within the same limits.
    pub value: serde_json::Value,
}

/// Who is sent where: `to`, and exactly one of `pedestrians` and `population`.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SendEntry {
    /// Some pedestrians, by number as in recordings, as far as they are inside.
    pub pedestrians: Option<Vec<u32>>,
    /// Everyone of a population who is inside.
    pub population: Option<String>,
    /// The area, by name. Who is sent to an exit (by its kind, or because a journey leaves by it) leaves there; others stay there.
    pub to: String,
}

/// What a run leaves behind.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordEntry {
    /// Folder of the recording, relative to where the program is run; named after the scenario when absent.
    pub folder: Option<String>,
    /// Frames per second; 10 when absent. A whole number of moves must fit between two frames.
    pub frame_rate: Option<f64>,
    /// Whether frames (where everyone is) are recorded; they are when absent.
    pub frames: Option<bool>,
    /// Whether events (who entered, left, got stuck …) are recorded; they are when absent.
    pub events: Option<bool>,
}

/// Something to measure: exactly one of `area` and `line`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MeasureEntry {
    /// Its name in reports; unique.
    pub name: String,
    /// Density and speed in this area, by name.
    pub area: Option<String>,
    /// Flow across the line between two points, m.
    pub line: Option<[Xy; 2]>,
    /// With `line`: its floor, by name; may be absent when the place has one.
    pub floor: Option<String>,
}
