//! The timetable as pages see it: what every train does, and when its next stop is expected. It follows from the setup, the acts and the
//! events alone, so a live run and its replay show the same.

use populace_env::World;
use populace_env::objects::PlatformEdge;
use populace_geom::{Draws, Point};
use populace_mind::{KnownTrain, Train, TrainNow};
use populace_serve::protocol;
use populace_serve::protocol::TrainChange;
use populace_sim::{Command, Setup};
use populace_traj::{Event, EventKind};
use serde_json::Value;

/// Times that differ less than this are the same, s.
const SAME: f64 = 1e-6;

/// Returns the trains of a run, with coordinates counted from an origin.
pub fn trains(setup: &Setup, origin: Point) -> Vec<protocol::Train> {
    let world = World::new(&setup.env, &setup.doors);
    let draws = Draws::new(setup.seed);
    let flat = |points: Vec<Point>| {
        let local = points.into_iter().map(|point| point - origin);
        local.flat_map(|local| [local.x as f32, local.y as f32]).collect()
    };
    let one = |(number, train): (u32, &Train)| {
        let edge = PlatformEdge::of(&world.objects()[train.track as usize]);
        let part = |edge: &PlatformEdge| {
            let [from, to] = train.ends_along(edge);
            edge.part(from, to)
        };
        let doors = |edge: &PlatformEdge| train.doors_along(edge).map(|along| edge.at(along).0).collect();
        protocol::Train {
            name: train.name.clone(),
            track: train.track as u16,
            to: train.to.clone(),
            cars: train.cars as u16,
            car_length: train.car_length as f32,
            capacity: train.capacity,
            line: flat(edge.as_ref().map(part).unwrap_or_default()),
            platform_left: edge.as_ref().is_some_and(PlatformEdge::is_platform_left),
            doors: flat(edge.as_ref().map(doors).unwrap_or_default()),
            closing: KnownTrain::CLOSING as f32,
            calls: calls(number, train, draws),
        }
    };
    (0..).zip(&setup.trains).map(one).collect()
}

/// Returns the stops of a train: the planned arrival and departure of each, and those that are expected at the start, s.
fn calls(number: u32, train: &Train, draws: Draws) -> Vec<f64> {
    let now = TrainNow::before(train);
    let known = KnownTrain { number, train, now: &now, doors: &[], draws };
    let each = (0..).zip(&train.calls).flat_map(|(call, planned)| {
        let expected = known.expected(call).unwrap_or(*planned);
        [planned.arrives, planned.departs, expected.arrives, expected.departs]
    });
    each.collect()
}

/// A delay that was asked for and has not been seen yet.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Asked {
    train: u32,
    /// The time from which the scenario asks for it, s; absent for acts.
    from: Option<f64>,
    /// By how much, s.
    by: f64,
}

/// What the trains of a run do, as the events tell.
#[derive(Debug)]
pub struct Timetable {
    trains: Vec<Train>,
    now: Vec<TrainNow>,
    draws: Draws,
    dt: f64,
    /// The delays of the scenario, by time, then those of acts, in order: an event does not tell by how much a train is delayed.
    asked: Vec<Asked>,
}

impl Timetable {
    /// Returns the timetable before the first step.
    pub fn of(setup: &Setup) -> Self {
        let mut planned: Vec<(f64, Asked)> = Vec::new();
        for (time, command) in &setup.commands {
            if let &Command::DelayTrain { train, seconds } = command {
                planned.push((*time, Asked { train, from: Some(*time), by: seconds }));
            }
        }
        planned.sort_by(|a, b| a.0.total_cmp(&b.0));
        Timetable {
            now: setup.trains.iter().map(TrainNow::before).collect(),
            trains: setup.trains.clone(),
            draws: Draws::new(setup.seed),
            dt: setup.timing.dt,
            asked: planned.into_iter().map(|(_, asked)| asked).collect(),
        }
    }

    /// Takes an act, as it was written.
    pub fn act(&mut self, entry: &Value) {
        let delay = &entry["delay"];
        let train = delay["train"].as_str().and_then(|name| self.trains.iter().position(|train| train.name == name));
        if let (Some(train), Some(by)) = (train, delay["by"].as_f64()) {
            self.asked.push(Asked { train: train as u32, from: None, by });
        }
    }

    /// Returns the name of a train.
    pub fn name(&self, train: u32) -> &str {
        self.trains.get(train as usize).map_or("", |train| &train.name)
    }

    /// Takes note of an event, which a frame is the first to show. Returns the change of a train; `None` when it is about something else.
    pub fn take(&mut self, event: &Event, frame: u32) -> Option<TrainChange> {
        let number = event.subject;
        let time = event.step as f64 * self.dt;
        let by = if event.kind == EventKind::TrainDelayed { self.take_delay(number, time) } else { 0.0 };
        let (train, now) = self.trains.get(number as usize).zip(self.now.get_mut(number as usize))?;
        match event.kind {
            EventKind::TrainDelayed => now.put_off(by),
            EventKind::TrainCancelled => now.leave_out(),
            EventKind::TrainCloses => now.close(time),
            EventKind::TrainDeparted => now.depart(time),
            EventKind::TrainArrived => now.arrive(train, time),
            _ => return None,
        }
        let expected = KnownTrain { number, train, now, doors: &[], draws: self.draws }.expected(now.call);
        Some(TrainChange {
            frame,
            train: number as u16,
            kind: event.kind.word().into(),
            phase: now.phase.word().into(),
            call: now.call,
            arrives: expected.map_or(0.0, |call| call.arrives),
            departs: expected.map_or(0.0, |call| call.departs),
        })
    }

    /// Returns by how much a train is delayed at a time, s. The scenario's delays come before those of acts.
    fn take_delay(&mut self, train: u32, time: f64) -> f64 {
        let is_due = |asked: &Asked| asked.train == train && asked.from.is_none_or(|from| from <= time + SAME);
        let found = self.asked.iter().position(is_due);
        found.map_or(0.0, |i| self.asked.remove(i).by)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::bundled;

    fn event(step: u64, kind: EventKind) -> Event {
        Event { step, pedestrian: populace_traj::NOBODY, kind, subject: 0 }
    }

    /// Line 1 of the scene comes at 08:02, two minutes after the start, and stays for 45 s.
    #[test]
    fn the_events_tell_what_a_train_does_and_when_it_is_expected() {
        let scenario = bundled::scene("platform").expect("it is bundled").expect("it is proven");
        let mut setup = scenario.setup(None);
        setup.commands = vec![(30.0, Command::DelayTrain { train: 0, seconds: 60.0 })];
        let mut timetable = Timetable::of(&setup);
        timetable.act(&serde_json::json!({ "delay": { "train": "line 1", "by": 15.0 } }));
        let mut take = |step, kind| {
            let change = timetable.take(&event(step, kind), 7).expect("it is about a train");
            (change.phase, change.call, change.arrives, change.departs)
        };
        let at = |seconds: f64| (seconds / setup.timing.dt).round() as u64;
        // The act before the delay of the scenario, and the delay of the scenario.
        assert_eq!(take(at(20.0), EventKind::TrainDelayed), ("away".into(), 0, 135.0, 180.0));
        assert_eq!(take(at(30.0), EventKind::TrainDelayed), ("away".into(), 0, 195.0, 240.0));
        assert_eq!(take(at(195.0), EventKind::TrainArrived), ("open".into(), 0, 120.0, 240.0));
        assert_eq!(take(at(238.0), EventKind::TrainCloses), ("closing".into(), 0, 120.0, 241.0));
        assert_eq!(take(at(241.0), EventKind::TrainDeparted), ("away".into(), 1, 360.0, 405.0));
        assert_eq!(take(at(300.0), EventKind::TrainCancelled), ("away".into(), 2, 600.0, 645.0));
        assert_eq!(timetable.take(&event(0, EventKind::Alarm), 0), None);
    }

    /// The track is 96 m long, and four cars of 22 m stand in its middle, with three doors each.
    #[test]
    fn a_train_stands_in_the_middle_of_its_track() {
        let scenario = bundled::scene("platform").expect("it is bundled").expect("it is proven");
        let shown = trains(&scenario.setup(None), Point::new(30.0, 0.0));
        let line = &shown[0];
        // From 34 + 4 m to 130 - 4 m, at y = 2 m.
        assert_eq!(line.line, [8.0, 2.0, 96.0, 2.0]);
        assert!(line.platform_left, "the line runs east, and the platform is north of it");
        assert_eq!(line.doors.len(), 2 * 12);
        assert!((line.doors[0] - (8.0 + 22.0 / 6.0)).abs() < 1e-4, "{:?}", line.doors);
        assert_eq!(line.calls[..4], [120.0, 165.0, 120.0, 165.0]);
        assert!(!shown[1].platform_left);
    }
}
