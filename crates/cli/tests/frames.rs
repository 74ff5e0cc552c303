//! Frames say what every pedestrian is doing and where it is going, live and in a recording.

use crate::running;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::running::{fresh, json, populace, scene, text};
use populace_geom::Point;
use populace_record::{Recording, round_positions};
use populace_scenario::Scenario;
use populace_sim::Simulation;
use populace_traj::{EventKind, Frame, NOWHERE, Status};

/// Runs a scene to its end. Hands out every frame from the start on, with the pedestrians that boarded a lift and have not got out yet.
fn frames(name: &str, mut look: impl FnMut(&Simulation, &Frame, &BTreeSet<u32>)) {
    let scenario = Scenario::read(Path::new(&scene(name))).unwrap_or_else(|e| panic!("{e}"));
    let mut simulation = Simulation::new(scenario.setup(None));
    let (mut frame, mut aboard) = (Frame::default(), BTreeSet::new());
    assert_eq!(simulation.begin().step, 0);
    simulation.frame(&mut frame);
    look(&simulation, &frame, &aboard);
    while !simulation.is_over() && simulation.time() < scenario.until().time {
        let report = simulation.step();
        for event in report.events {
            match event.kind {
                EventKind::Boarded => assert!(aboard.insert(event.pedestrian)),
                EventKind::Alighted => assert!(aboard.remove(&event.pedestrian)),
                _ => {}
            }
        }
        let inside = report.inside;
        simulation.frame(&mut frame);
        assert_eq!(frame.len(), inside);
        assert!(frame.pedestrian.is_sorted_by(|a, b| a < b));
        look(&simulation, &frame, &aboard);
    }
    assert!(simulation.is_over());
}

fn counts(frame: &Frame) -> BTreeMap<&'static str, u64> {
    let mut counts = BTreeMap::new();
    for &status in &frame.status {
        *counts.entry(Status::WORDS[usize::from(status)]).or_default() += 1;
    }
    counts
}

#[test]
fn the_statuses_of_every_frame_are_those_of_the_census() {
    for name in ["station.scenario.toml", "three_floors.scenario.toml"] {
        frames(name, |simulation, frame, _| {
            assert_eq!(counts(frame), simulation.census().by_reason.into_iter().collect(), "{name}: {} s", frame.time);
        });
    }
}

/// A pedestrian in a lift used to be missing in frames.
#[test]
fn riders_of_lifts_are_in_frames_at_the_place_of_the_lift() {
    // For each pedestrian: the last step at which it was seen in the cabin and its height then; and how far it has risen or sunk,
    // m.
    let (mut last, mut climbed) = (BTreeMap::new(), BTreeMap::<u32, f32>::new());
    frames("three_floors.scenario.toml", |simulation, frame, aboard| {
        let rides = |row: &usize| frame.status[*row] == Status::Riding as u8;
        let riders: Vec<usize> = (0..frame.len()).filter(rides).collect();
        assert_eq!(riders.iter().map(|&row| frame.pedestrian[row]).collect::<BTreeSet<_>>(), *aboard);
        // A pedestrian that is stepping in is still in front of the doors.
        for row in riders.into_iter().filter(|&row| simulation.row(frame.pedestrian[row]).is_none()) {
            // The stops are at (20, 12.8) of every floor; the eight people of a cabin stand side by side.
            assert!(frame.position[row].distance(Point::new(20.0, 12.8)) < 1.0, "{:?}", frame.position[row]);
            let (who, height) = (frame.pedestrian[row], frame.height[row]);
            let floor = &simulation.env().floors()[usize::from(frame.floor[row])].name;
            let level = ["ground floor", "first floor", "second floor"].iter().position(|name| name == floor).unwrap();
            assert!((height - 3.5 * level as f32).abs() < 1.751, "{floor} at {height} m");
            if let Some((_, before)) = last.insert(who, (frame.step, height)).filter(|seen| seen.0 + 1 == frame.step) {
                // 1 m/s in steps of 0.05 s.
                assert!((height - before).abs() < 0.0501, "a cabin does not jump");
                *climbed.entry(who).or_default() += (height - before).abs();
            }
        }
    });
    assert!(climbed.len() >= 2, "the wheelchairs at least");
    // The floors are 3.5 m apart. A cabin is only seen after steps, so up to one step is missing at either end.
    for (who, climbed) in climbed {
        let floors = (climbed / 3.5).round();
        assert!(floors >= 1.0 && (climbed - floors * 3.5).abs() < 0.1 * floors, "{who} climbed {climbed} m");
    }
}

#[test]
fn who_waits_goes_nowhere_and_who_leaves_goes_to_an_exit() {
    let mut seen = BTreeSet::new();
    frames("three_floors.scenario.toml", |simulation, frame, _| {
        for row in 0..frame.len() {
            let area = simulation.env().areas().get(usize::from(frame.destination[row]));
            assert_eq!(area.is_none(), frame.destination[row] == NOWHERE);
            seen.insert((Status::WORDS[usize::from(frame.status[row])], area.map(|a| a.name.clone())));
        }
    });
    let of =
        |status: &str| -> Vec<Option<&str>> { seen.iter().filter(|s| s.0 == status).map(|s| s.1.as_deref()).collect() };
    assert_eq!(of("waiting"), [None]);
    assert_eq!(of("walking"), ["exit", "lobby", "meeting room", "open office"].map(Some));
}

#[test]
fn a_recording_holds_the_frames_of_the_run() {
    let (name, out) = ("three_floors.scenario.toml", fresh("frames", "recording"));
    json(&["run", &scene(name), "--out", text(&out), "--json"]);
    let recording = Recording::open(&out).unwrap();
    let mut recorded = recording.frames().map(|frame| frame.unwrap());
    let (every, mut steps) = (u64::from(recording.about().frame_every), recording.steps());
    let mut riders = 0;
    frames(name, |_, frame, aboard| {
        riders += aboard.len();
        assert_eq!(steps.next().unwrap().unwrap().inside as usize, frame.len());
        if frame.step.is_multiple_of(every) && !frame.is_empty() {
            let mut frame = frame.clone();
            round_positions(&mut frame);
            assert!(recorded.next() == Some(frame));
        }
    });
    assert!(recorded.next().is_none() && riders > 0);
}

/// Recordings used to begin after the first steps, so where people started was in no frame.
#[test]
fn the_first_frame_of_a_recording_is_the_start() {
    let out = fresh("frames", "start");
    json(&["run", &scene("bottleneck.scenario.toml"), "--out", text(&out), "--until", "2", "--json"]);
    let recording = Recording::open(&out).unwrap();
    let first = recording.frames().next().unwrap().unwrap();
    assert_eq!((first.step, first.time, first.len()), (0, 0.0, 100));
    let row = recording.steps().next().unwrap().unwrap();
    assert_eq!((row.step, row.inside), (0, 100));
    let file = running::folder("frames").join("start.txt");
    assert!(populace(&["convert", text(&out), "--out", text(&file), "--overwrite"]).status.success());
    let rows = std::fs::read_to_string(&file).unwrap();
    assert_eq!(rows.lines().filter(|row| row.split(' ').nth(1) == Some("0")).count(), 100);
}

/// Nobody is there yet. The recording has no frame of that moment, but its first step says so.
#[test]
fn a_scene_without_people_at_the_start_has_an_empty_start() {
    let out = fresh("frames", "empty");
    json(&["run", &scene("corridor.scenario.toml"), "--out", text(&out), "--until", "2", "--json"]);
    let recording = Recording::open(&out).unwrap();
    let row = recording.steps().next().unwrap().unwrap();
    let first = recording.frames().next().unwrap().unwrap();
    assert_eq!((row.step, row.inside, first.step > 0), (0, 0, true));
}
