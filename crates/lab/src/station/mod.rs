//! The living station: a look-alike of the original Pennsylvania Station in New York as T describes it (Shao & Terzopoulos
//! 2007, *Autonomous pedestrians*, §5–6), and its people over a day.
//!
//! One number says how many people are present in the rush hours. The place and the scenario follow from it:
//!
//! ```
//! use populace_lab::station::Station;
//!
//! let station = Station { present: 600, ..Station::default() };
//! assert!(station.place().area.len() >= 43);
//! assert_eq!(station.scenario().time_of_day.as_deref(), Some("07:30"));
//! ```
//!
//! What scales with the number, and what does not, is told in [`people`].

mod drawing;
mod furniture;
mod levels;
pub mod people;
mod regions;
mod text;
mod timetable;

use populace_scenario::place::PlaceFile;
use populace_scenario::written::ScenarioFile;
use serde_json::Value;

pub use regions::LEAST_REGIONS;

/// The station, by how many people are in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Station {
    /// How many people are present in the rush hours.
    pub present: u32,
    /// Decides all random draws.
    pub seed: u64,
    /// The time of day at which the run begins, s since midnight.
    pub from: f64,
    /// How long the run takes, s.
    pub length: f64,
    /// Whether people are inside from the start, as many as at this time of day. Otherwise it begins empty.
    pub is_filled: bool,
}

impl Default for Station {
    /// Returns the bundled station: 1,000 people, from the morning's rush hours until the last train.
    fn default() -> Self {
        let from = 7.5 * HOUR;
        Station { present: 1000, seed: 1, from, length: DAY.1 - from, is_filled: true }
    }
}

/// Who made the files.
const MADE: &str = "Made by `populace station`; the generator is in crates/lab/src/station.";
const ABOUT_PLACE: &str = "A look-alike of the original Pennsylvania Station in New York, as Shao & Terzopoulos describe it (2007, Autonomous pedestrians):\n\
    200 x 150 m; an arcade of shops, a waiting room, concourses on two levels, and stairs down to twelve tracks. x runs east, y north; metres.\n\
    Made by `populace station`; the generator is in crates/lab/src/station.";
/// What the lists of the place are about, in their order.
const PLACE_HEADINGS: [(&str, &str); 5] = [
    ("floor", "The levels, from the streets down to the platforms."),
    ("stairs", "Stairs and escalators."),
    ("link", "Lifts: to the streets, to the arcade and to each platform."),
    ("area", "Regions, entrances and exits."),
    ("object", "What people use."),
];
/// What the lists of the scenario are about, in their order.
const SCENARIO_HEADINGS: [(&str, &str); 5] = [
    ("need", "Needs that fewer people feel, since the station has no room for more machines."),
    ("kind", "Kinds of people, beside the built-in ones."),
    ("train", "The timetable: the trains of each track in each part of the day."),
    ("population", "Who comes, and what they do beside what they need."),
    ("measure", "What is measured."),
];

/// An hour, s.
const HOUR: f64 = 3600.0;
/// When the station opens and closes, s since the midnight before: at 05:00, and at 01:00 of the next day.
pub const DAY: (f64, f64) = (5.0 * HOUR, 25.0 * HOUR);

/// How many of each thing the station has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Equipment {
    /// Ticket booths.
    pub booths: u32,
    /// Machines that sell tickets.
    pub ticket_machines: u32,
    /// Machines that sell drinks and food.
    pub vending_machines: u32,
}

impl Equipment {
    /// Returns what a number of people present needs, as far as the station has room for it: a booth for every 160, a ticket machine for
    /// every 70 and a vending machine for every 60 people (assumed, so that lines form and are served).
    fn of(present: u32) -> Self {
        let most = furniture::MOST;
        Equipment {
            booths: present.div_ceil(160).clamp(4, most.booths),
            ticket_machines: present.div_ceil(70).clamp(6, most.ticket_machines),
            vending_machines: present.div_ceil(60).clamp(6, most.vending_machines),
        }
    }
}

impl Station {
    /// Returns the station over a whole day: it opens empty at 05:00 and closes at 01:00.
    pub fn day(present: u32) -> Self {
        Station { present, from: DAY.0, length: DAY.1 - DAY.0, is_filled: false, ..Station::default() }
    }

    /// Returns what the station has for its people.
    pub fn equipment(&self) -> Equipment {
        Equipment::of(self.present)
    }

    /// Returns the place.
    pub fn place(&self) -> PlaceFile {
        let mut drawing = drawing::Drawing::default();
        drawing.place.name = Some("Penn Station".into());
        levels::draw(&mut drawing);
        regions::draw(&mut drawing);
        furniture::draw(&mut drawing, &self.equipment());
        drawing.place
    }

    /// Returns the scenario: who comes and what they do, and the trains.
    pub fn scenario(&self) -> ScenarioFile {
        people::scenario(self)
    }

    /// Returns the names and the texts of the files of the place and of the scenario, in this order.
    pub fn files(&self) -> [(&'static str, String); 2] {
        let written = |file: serde_json::Result<Value>, comment: &str, headings: &[(&str, &str)]| match file {
            Ok(Value::Object(file)) => text::written(&file, comment, headings),
            // Entries are tables with texts as keys.
            _ => String::new(),
        };
        let place = written(serde_json::to_value(self.place()), ABOUT_PLACE, &PLACE_HEADINGS);
        let about = format!("{}\n{MADE}", self.about());
        let scenario = written(serde_json::to_value(self.scenario()), &about, &SCENARIO_HEADINGS);
        [(people::PLACE, place), ("penn_station.scenario.toml", scenario)]
    }

    /// Returns what there is to see.
    fn about(&self) -> String {
        let hours = format!("from {} to {}", timetable::clock(self.from), timetable::clock(self.from + self.length));
        format!(
            "A day in the life of a station, {hours}: commuters, tourists, shoppers, friends, officers, soldiers and performers between six\n\
             streets and twelve tracks. About {} people are present in the rush hours.",
            self.present
        )
    }
}
