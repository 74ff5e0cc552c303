//! What pages are told of a recording is what `populace measure` finds in it.

use std::path::{Path, PathBuf};

use populace_geom::{Point, Segment};
use populace_harness::{Deadline, LONGEST};
use populace_record::{POSITION_STEP, Recording, Writer};
use populace_run::{Job, Measures, Recorder, Script, Summary, Tally};
use populace_serve::{Diagrams, Flows, Show, packing, tokio};
use populace_traj::{Found, Quantity, Settings};
use serde_json::Value;

use super::open::replay;
use super::shown::Shown;
use crate::measure::{self, Named, Source, SourceOptions};
use crate::span::Span;

/// Records the bottleneck, in which everyone leaves through a door. Returns the folder.
fn recording(test: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("populace-{test}-{}", std::process::id()));
    if folder.exists() {
        std::fs::remove_dir_all(&folder).unwrap();
    }
    let scene = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/bottleneck.scenario.toml");
    let job = Job::of_file(&scene, None, None).unwrap_or_else(|e| panic!("{e}"));
    let writer = Writer::create(&folder, &job.about(None)).unwrap();
    let (mut recorder, mut tally) = (Recorder::of(&job.scenario, writer), Tally::of(&job));
    let mut run = job.run(Script::of(&job.scenario), job.end(None));
    let ended = run.go(&mut [&mut recorder, &mut tally], || false).unwrap();
    let measures = Measures::of(&job);
    recorder.finish(&measures, &Summary::of(&run, "bottleneck", ended, &tally, &measures)).unwrap();
    folder
}

/// Shows a recording, and waits until all of it was read.
fn shown(folder: &Path) -> Shown {
    let shown = replay(folder).unwrap_or_else(|e| panic!("{e}"));
    let mut heads = shown.heads();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let ended = runtime.block_on(async {
        let ended = heads.wait_for(|head| !head.ended.is_empty());
        let head = tokio::time::timeout(LONGEST, ended).await.expect("it is read to its end in time");
        head.expect("pages are told the end").ended.clone()
    });
    assert_eq!(ended, "end of the recording");
    shown
}

/// Measures everyone and a line of the recording as `populace measure` does, in rows of a second.
fn found(folder: &Path, line: Segment) -> Vec<Quantity> {
    let source = Source::open(folder, &SourceOptions::default()).unwrap_or_else(|e| panic!("{e}"));
    let settings = Settings { interval: 10, ..Settings::default() };
    let chosen = measure::chosen(&source, &[], &[], None, settings).unwrap_or_else(|e| panic!("{e}"));
    let mut named: Vec<Named> = chosen.into_iter().filter(|one| one.name.is_none()).collect();
    let subject = named[0].subject.clone();
    let line = Named::of_line("line", line, Some(0));
    let subject = populace_traj::Subject { line: line.subject.line, ..subject };
    named.push(Named { subject, ..line });
    let whole = Span { from: 0.0, until: f64::INFINITY };
    measure::measure(&source, measure::choose(named, &[]), whole).unwrap_or_else(|e| panic!("{e}"))
}

fn rows(found: &[Quantity], name: &str) -> Vec<Vec<f64>> {
    match &found.iter().find(|one| one.finding.name == name).expect("it is measured").finding.value {
        Found::Series(_, rows) => rows.clone(),
        Found::Figure(_) => panic!("{name} is a figure"),
    }
}

#[test]
fn charts_have_the_figures_that_measure_finds_in_the_recording() {
    let folder = recording("charts");
    let shown = shown(&folder);
    let table = shown.tape().rows(0, usize::MAX);
    let last = table.last().unwrap();

    // People through the door, each way, and how many of them had passed by the end of each second.
    let place = shown.place(0);
    let corner = |i: usize| {
        let pieces = &place.links[0].pieces;
        Point::new(place.origin_x, place.origin_y) + Point::new(pieces[i].into(), pieces[i + 1].into())
    };
    assert_eq!((place.links.len(), place.links[0].pieces.len()), (1, 6), "a door of one piece");
    let door = Segment::new(corner(0), corner(3));
    let found = found(&folder, door);
    let passages = rows(&found, "passages");
    let mut sums = [0.0, 0.0];
    for (row, passed) in passages.iter().zip(&table) {
        // The run may end between two frames.
        assert!((row[0] - f64::from(passed.time)).abs() < 0.06, "{row:?} {passed:?}");
        sums = [sums[0] + row[2], sums[1] + row[1]];
        assert_eq!(sums, [passed.passed[0], passed.passed[1]].map(f64::from), "at {} s", passed.time);
    }
    assert_eq!(sums[0] + sums[1], 100.0, "everyone leaves");

    // The same line, drawn on a page.
    let (flows, deadline) = (Flows::default(), Deadline::far());
    let flow = loop {
        // A request has a second; the next one goes on from there.
        let flow = flows.count(&shown, 0, door, shown.tape().frames() - 1).unwrap_or_else(|no| panic!("{}", no.what));
        deadline.left("the line is not counted to its end");
        if flow.forward.len() + 1 >= passages.len() {
            break flow;
        }
    };
    // The first row is the start, before the first second.
    let column = |i: usize| passages[1..].iter().map(|row| row[i] as u16).collect::<Vec<_>>();
    assert_eq!((flow.forward, flow.backward), (column(2), column(1)));

    // Mean speed of everyone by second.
    let speeds = rows(&found, "speed");
    assert!(speeds.len() > 30);
    for row in &speeds {
        let second = ((row[0] * 10.0).round() as usize - 1) / 10;
        assert_eq!(table[1 + second].speed, row[1] as f32, "at {} s", row[0]);
    }

    // Travel times: those that are measured, and those of the summary.
    let ours: Vec<f32> = table.iter().flat_map(|row| row.travel.iter().copied()).collect();
    let theirs: Vec<f32> = rows(&found, "travel_time").iter().map(|row| row[1] as f32).collect();
    assert_eq!(ours, theirs);
    let summary: Value =
        serde_json::from_str(&Recording::open(&folder).unwrap().summary().unwrap().expect("it was finished")).unwrap();
    let longest = theirs.iter().copied().fold(0.0, f32::max);
    assert_eq!(summary["travel_s"]["longest"].as_f64().map(|time| time as f32), Some(longest));
    assert_eq!((last.entered, last.left, last.inside), (100, 100, 0));
    std::fs::remove_dir_all(&folder).unwrap();
}

/// The diagram of an area that pages get has the points of the measure, second by second.
#[test]
fn the_fundamental_diagram_has_the_points_that_measure_finds_in_the_recording() {
    let folder = recording("diagram");
    let shown = shown(&folder);
    let source = Source::open(&folder, &SourceOptions::default()).unwrap_or_else(|e| panic!("{e}"));
    let settings = Settings { interval: 10, ..Settings::default() };
    let whole = Span { from: 0.0, until: f64::INFINITY };
    let diagrams = Diagrams::default();
    for (number, area) in (0..).zip(&shown.place(0).areas) {
        let named = measure::chosen(&source, std::slice::from_ref(&area.name), &[], None, settings);
        let named = measure::choose(named.unwrap_or_else(|e| panic!("{e}")), &[]);
        let found = measure::measure(&source, named, whole).unwrap_or_else(|e| panic!("{e}"));
        let points = rows(&found, "fundamental_diagram");

        let deadline = Deadline::far();
        let diagram = loop {
            // A request has a second; the next one goes on from there.
            let diagram = diagrams.measure(&shown, number).unwrap_or_else(|no| panic!("{}", no.what));
            deadline.left("the area is not measured to its end");
            if diagram.frames == shown.tape().frames() {
                break diagram;
            }
        };
        let column = |i: usize| points.iter().map(|point| point[i] as f32).collect::<Vec<_>>();
        assert_eq!(diagram.times, column(0), "{}", area.name);
        assert_eq!(diagram.densities, column(1), "{}", area.name);
        assert_eq!(diagram.speeds, column(2), "{}", area.name);
        assert_eq!(diagram.flows, column(3), "{}", area.name);
        if area.name == "before the door" {
            assert!(points.len() > 30, "people jam before the door");
            assert!(diagram.densities.iter().any(|&density| density > 2.0), "{:?}", diagram.densities);
        }
    }
    assert!(diagrams.measure(&shown, 999).is_err(), "there is no such area");
    std::fs::remove_dir_all(&folder).unwrap();
}

/// What is counted on the tape is what was recorded, to the last bit.
#[test]
fn positions_are_sent_as_they_are_recorded() {
    let folder = recording("positions");
    let shown = shown(&folder);
    let place = shown.place(0);
    assert_eq!(place.step, POSITION_STEP);
    let origin = Point::new(place.origin_x, place.origin_y);
    let mut count = 0;
    for frame in Recording::open(&folder).unwrap().frames() {
        let frame = frame.unwrap();
        let number = Recording::open(&folder).unwrap().about().frame_number(frame.step);
        let bytes = shown.tape().frame(number as u32, &[]).expect("every frame is on the tape");
        assert_eq!(packing::unpack(&bytes, origin, place.step).expect("it is a frame").position, frame.position);
        count += frame.len();
    }
    assert!(count > 1000);
    std::fs::remove_dir_all(&folder).unwrap();
}
