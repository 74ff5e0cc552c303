//! The day of the station: its periods, and the trains of each.
//!
//! | number                             | unit | value | from                                                                    |
//! |------------------------------------|------|-------|-------------------------------------------------------------------------|
//! | periods and their shares           |      | below | two rush hours as at any commuter station; the shares are assumed       |
//! | time between trains in rush hours  | s    | 600 at most | assumed; more people are carried by more trains, down to 300 s    |
//! | cars, doors of a car               |      | 5, 3  | the platforms are 110 m long; cars of 22 m with three doors (assumed)   |
//! | people of a car                    |      | 150   | seats for 100 and room for 50 (assumed)                                 |
//! | time at the platform               | s    | 90    | assumed                                                                 |
//! | delay                              | s    | exponential, mean 20, 120 at most | assumed                                     |

use populace_scenario::Spread;
use populace_scenario::written::{TrainEntry, TrainTime, TrainTimes};

use super::furniture::{TRACK, track};
use super::{HOUR, Station};

/// The tracks, by where the trains of each go: to the west as those of the Pennsylvania Railroad, and to Long Island.
pub(super) const DESTINATIONS: [&str; 12] = [
    "Newark",
    "Trenton",
    "Philadelphia",
    "Washington",
    "Long Branch",
    "Dover",
    "Jamaica",
    "Hempstead",
    "Port Washington",
    "Babylon",
    "Ronkonkoma",
    "Montauk",
];

/// The cars of a train, the doors of a car, and the people that a car takes.
const CARS: u32 = 5;
const DOORS: u32 = 3;
const PEOPLE: u32 = 150;
/// The time at the platform, and the least such time of a train that is late, s.
const DWELL: f64 = 90.0;
const LEAST_DWELL: f64 = 60.0;
/// The time that is left between the last train of a period and the first of the next, s: longer than any delay.
const GAP: f64 = 120.0;

/// The times between the trains of one track in rush hours, s. The longest is taken for as long as trains have room.
pub(super) const HEADWAYS: [f64; 4] = [600.0, 480.0, 360.0, 300.0];
/// The most people who get on or off one train as a rule: so many find seats beside those who are in it.
pub(super) const MOST_BOARDING: f64 = 340.0;

/// A part of the day.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Period {
    name: &'static str,
    /// When it begins and ends, s since midnight.
    from: f64,
    until: f64,
    /// How many people are present, as a share of those in the rush hours.
    pub share: f64,
    /// The time between trains, as a multiple of that in the rush hours.
    pub headway: f64,
}

const fn period(name: &'static str, from: f64, until: f64, share: f64, headway: f64) -> Period {
    Period { name, from: from * HOUR, until: until * HOUR, share, headway }
}

/// The periods of the day; hours after midnight count on from 24.
const PERIODS: [Period; 6] = [
    period("early", 5.0, 6.5, 0.3, 2.0),
    period("morning", 6.5, 9.5, 1.0, 1.0),
    period("midday", 9.5, 16.0, 0.55, 1.5),
    period("afternoon", 16.0, 19.0, 1.0, 1.0),
    period("evening", 19.0, 22.0, 0.5, 1.5),
    period("night", 22.0, 25.0, 0.25, 2.0),
];

/// A part of a run that lies in one period.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Part {
    pub period: Period,
    /// When it begins and ends, s since the start of the run.
    pub from: f64,
    pub until: f64,
}

/// Returns the parts of a run, in order.
pub(super) fn parts(station: &Station) -> Vec<Part> {
    let part = |period: Period| {
        let from = (period.from - station.from).max(0.0);
        let until = (period.until - station.from).min(station.length);
        (until > from).then_some(Part { period, from, until })
    };
    PERIODS.into_iter().filter_map(part).collect()
}

/// Returns a time of day, `"07:30"`.
pub(super) fn clock(seconds: f64) -> String {
    let minutes = (seconds / 60.0).round() as u64 % (24 * 60);
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}

/// Returns the name of the trains of a track in a period.
pub(super) fn train(track: usize, period: &Period) -> String {
    format!("{}, {}", DESTINATIONS[track], period.name)
}

/// Returns the trains of a run, by the time between two trains in the rush hours, s. The trains of the tracks come one after the other.
pub(super) fn trains(station: &Station, headway: f64) -> Vec<TrainEntry> {
    let mut trains = Vec::new();
    for part in parts(station) {
        let every = headway * part.period.headway;
        for (number, destination) in DESTINATIONS.iter().enumerate() {
            let minutes = (every / 60.0 * number as f64 / DESTINATIONS.len() as f64).floor() + 1.0;
            let begins = (station.from + part.from) / 60.0;
            let first = 60.0 * (begins.ceil() + minutes);
            let last = station.from + part.until - DWELL - GAP;
            if first > last {
                continue;
            }
            trains.push(TrainEntry {
                name: train(number, &part.period),
                track: track(number),
                to: (*destination).into(),
                cars: Some(CARS),
                car_length: Some(TRACK / f64::from(CARS)),
                doors: Some(DOORS),
                capacity: Some(CARS * PEOPLE),
                arrive: clock(first).as_str().into(),
                every: Some(every),
                until: Some(TrainTimes(vec![TrainTime::TimeOfDay(clock(last - 30.0))])),
                dwell: Some(DWELL),
                least_dwell: Some(LEAST_DWELL),
                delay: Some(delay()),
                ..TrainEntry::default()
            });
        }
    }
    trains
}

/// Returns how much later than planned trains arrive.
fn delay() -> Spread {
    let mut delay = Spread::exponential(20.0);
    if let Spread::Table(table) = &mut delay {
        table.between = Some([0.0, 120.0]);
    }
    delay
}
