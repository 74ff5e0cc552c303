//! The trains of a world: for every track one line or two, with short stops, small trains and long delays.

use populace_scenario::Spread;
use populace_scenario::written::{TrainEntry, TrainTimes};

use crate::Chance;
use crate::worlds::{Draft, DraftObject};

/// The limits of the time at the track, s.
const DWELL: (f64, f64) = (5.0, 30.0);
/// The limits of the time that one person takes at a door, s.
const DOOR: (f64, f64) = (0.3, 3.0);

/// Draws the trains of a place, and notes their names.
pub(crate) fn draw(draft: &mut Draft, until: f64, chance: &mut Chance) -> Vec<TrainEntry> {
    let tracks: Vec<DraftObject> = draft.objects.iter().filter(|object| object.kind == "track").cloned().collect();
    let trains: Vec<TrainEntry> = tracks.iter().filter_map(|track| train(track, until, chance)).collect();
    draft.trains = trains.iter().map(|train| train.name.clone()).collect();
    trains
}

fn train(track: &DraftObject, until: f64, chance: &mut Chance) -> Option<TrainEntry> {
    let length = track.around.width();
    let cars = chance.count(1, 3) as u32;
    // Some trains are as long as the track, most are shorter.
    let car_length = (length * chance.between(0.4, 1.0) / f64::from(cars)).max(2.0);
    if car_length * f64::from(cars) > length || chance.is(0.1) {
        return None;
    }
    let dwell = chance.between(DWELL.0, DWELL.1).round();
    let capacity = chance.count(2, 20) as u32;
    let first = chance.between(0.0, until * 0.5).round();
    let is_often = chance.is(0.6);
    let every = dwell + chance.between(5.0, 40.0).round();
    let times: Vec<f64> = (0..chance.count(1, 3)).map(|i| first + f64::from(i as u32) * every).collect();
    let times: Vec<f64> = times.into_iter().filter(|time| *time < until).collect();
    Some(TrainEntry {
        name: format!("line of {}", track.name),
        track: track.name.clone(),
        to: if chance.is(0.5) { "elsewhere".into() } else { Default::default() },
        cars: Some(cars),
        car_length: Some(car_length),
        doors: Some(chance.count(1, 3) as u32),
        capacity: Some(capacity),
        aboard: chance.may(0.5, |chance| chance.below(capacity as usize) as u32),
        arrive: if is_often { first.into() } else { TrainTimes::seconds(&times) },
        every: is_often.then_some(every.max(10.0)),
        until: None,
        dwell: Some(dwell),
        least_dwell: chance.may(0.5, |chance| chance.between(DWELL.0, dwell)),
        delay: chance.may(0.5, |chance| Spread::uniform(0.0, chance.between(1.0, 40.0))),
        alighting: chance.may(0.5, |chance| chance.between(DOOR.0, DOOR.1)),
        boarding: chance.may(0.5, |chance| chance.between(DOOR.0, DOOR.1)),
    })
}
