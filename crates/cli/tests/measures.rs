//! `populace run` measures what its recording holds. The measures do not depend on what is recorded, or on interruptions.

use crate::running;

use std::path::Path;

use crate::running::{Rows, file, fresh, json, measures, populace, result, scene, text};
use populace_geom::{Point, Segment};
use populace_record::Recording;
use populace_traj::{Frame, MeasurementLine, first_crossings, mean_flow};
use serde_json::Value;

const DENSITY: &str = "density before the door";
const FLOW: &str = "flow through the door";

/// Returns the number of a key.
fn number(value: &Value, key: &str) -> f64 {
    value[key].as_f64().unwrap_or_else(|| panic!("{key} of {value}"))
}

/// Checks that two numbers are equal up to the rounding of sums.
fn check_near(ours: f64, theirs: f64, what: &str) {
    assert!((ours - theirs).abs() <= 1e-9 * theirs.abs().max(1.0), "{what}: {ours}, not {theirs}");
}

/// Runs the bottleneck to its end.
fn bottleneck(test: &str) -> (std::path::PathBuf, Value) {
    let out = fresh(test, "recording");
    let summary = json(&["run", &scene("bottleneck.scenario.toml"), "--out", text(&out), "--json"]);
    assert_eq!(summary["ended"], "empty");
    assert_eq!(summary["measures"], result(&out)["measures"], "the summary in the recording has the same");
    (out, summary["measures"].clone())
}

/// Reads the table of measures: its header and its rows of numbers, NaN for an empty field.
fn table(csv: &str) -> (Vec<&str>, Vec<Vec<f64>>) {
    let mut lines = csv.lines();
    let number = |field: &str| if field.is_empty() { f64::NAN } else { field.parse().unwrap() };
    let header: Vec<_> = lines.next().unwrap().split(',').collect();
    let rows: Vec<Vec<f64>> = lines.map(|line| line.split(',').map(number).collect()).collect();
    assert!(rows.iter().all(|row| row.len() == header.len()));
    (header, rows)
}

/// Returns the line of the scene, across its door of 1.2 m.
fn door() -> Segment {
    Segment::new(Point::new(10.2, 4.4), Point::new(10.2, 5.6))
}

#[test]
fn the_flow_through_a_door_is_that_of_the_recording() {
    let (out, measured) = bottleneck("flow");
    let recording = Recording::open(&out).unwrap();
    let mut line = MeasurementLine::new(door(), Some(0));
    for frame in recording.frames() {
        let frame = frame.unwrap();
        line.frame(recording.about().frame_number(frame.step), &frame);
    }
    let first = first_crossings(line.crossings().iter().copied());
    let flow = mean_flow(&first, recording.about().frame_rate()).unwrap();
    let measured = &measured[FLOW];
    assert_eq!(first.len(), 100);
    assert_eq!((&measured["crossed_left"], &measured["crossed_right"]), (&0.into(), &100.into()));
    check_near(number(measured, "flow_mean_per_s"), flow, "mean flow");
    check_near(number(measured, "flow_specific_per_m_s"), flow / 1.2, "specific flow");

    // The table counts each pedestrian in the second in which it crossed; its first row is the start.
    let csv = measures(&out);
    let (header, rows) = table(&csv);
    let columns = ["crossed_left", "crossed_right", "flow_per_s"].map(|quantity| format!("{FLOW}: {quantity}"));
    assert_eq!(header[3..], columns);
    let mut crossed = vec![0.0; rows.len()];
    first.iter().for_each(|crossing| crossed[crossing.frame.div_ceil(10) as usize] += 1.0);
    assert_eq!(rows.iter().map(|row| row[4]).collect::<Vec<_>>(), crossed);
    assert!(rows.iter().all(|row| row[3] == 0.0));
    for row in &rows[..rows.len() - 1] {
        assert_eq!(row[5], row[4], "persons in a second are persons/s");
    }
}

/// Returns the people in the area of the scene, from (7, 3.5) to (10, 6.5). Nobody stands exactly on its border.
fn before_the_door(frame: &Frame) -> Vec<u32> {
    let inside = |p: &Point| p.x > 7.0 && p.x < 10.0 && p.y > 3.5 && p.y < 6.5;
    frame.pedestrian.iter().zip(&frame.position).filter(|(_, p)| inside(p)).map(|(&who, _)| who).collect()
}

#[test]
fn density_and_speed_are_those_of_the_recorded_frames() {
    let (out, measured) = bottleneck("density");
    let rows = Rows::of(&out);
    // 9 m², and a frame at the start and after every second step. At the end some frames have nobody inside.
    let frames = rows.last_step() / 2 + 1;
    let counts: Vec<usize> = rows.frames.iter().map(|frame| before_the_door(frame).len()).collect();
    let measured = &measured[DENSITY];
    let mean = counts.iter().sum::<usize>() as f64 / frames as f64 / 9.0;
    check_near(number(measured, "density_mean_per_m2"), mean, "mean density");
    let most = *counts.iter().max().unwrap();
    check_near(number(measured, "density_highest_per_m2"), most as f64 / 9.0, "highest density");
    let first = counts.iter().position(|&count| count == most).unwrap();
    check_near(number(measured, "density_highest_at_s"), rows.frames[first].time, "time of the highest density");

    // There is a frame every 0.1 s as long as anybody is inside.
    let mut speeds = Vec::new();
    for around in rows.frames.windows(3) {
        assert_eq!(around[2].step - around[0].step, 4);
        for who in before_the_door(&around[1]) {
            if let (Some(before), Some(after)) = (around[0].place_of(who), around[2].place_of(who)) {
                speeds.push(before.distance(after) / 0.2);
            }
        }
    }
    check_near(number(measured, "area_speed_mean_m_s"), speeds.iter().sum::<f64>() / speeds.len() as f64, "mean speed");

    let csv = measures(&out);
    let (header, table) = table(&csv);
    assert_eq!(header[..3], ["time_s", &format!("{DENSITY}: density_per_m2"), &format!("{DENSITY}: speed_m_s")]);
    assert_eq!(table.len() as u64, 1 + (frames - 1).div_ceil(10), "the start, and every second");
    for (second, row) in (0..).zip(&table[..table.len() - 1]) {
        assert_eq!(row[0], second as f64, "the end of the interval, s");
        let (steps, in_row) = if second == 0 { (0..=0, 1.0) } else { (second * 20 - 19..=second * 20, 10.0) };
        let people: usize = rows.frames.iter().zip(&counts).filter(|(f, _)| steps.contains(&f.step)).map(|c| c.1).sum();
        check_near(row[1], people as f64 / in_row / 9.0, "density in an interval");
        assert_eq!(row[2].is_nan(), people == 0 || second == 0, "nobody has no speed, and at the start nobody has one");
    }
}

/// Writes the bottleneck with another `[record]`, in its own folder.
fn unlike(test: &str, more: &str) -> std::path::PathBuf {
    file(test, "bottleneck.place.toml", std::fs::read(scene("bottleneck.place.toml")).unwrap());
    let scenario = std::fs::read_to_string(scene("bottleneck.scenario.toml")).unwrap();
    file(test, "bottleneck.scenario.toml", format!("{scenario}\n{more}"))
}

fn run(scenario: &Path, more: &[&str]) -> Value {
    json(&[&["run", text(scenario), "--until", "20", "--json"], more].concat())
}

/// Returns the parts of a summary that do not depend on what is recorded.
fn results(summary: &Value) -> [&Value; 4] {
    ["measures", "densest", "travel_s", "state_hash"].map(|key| &summary[key])
}

#[test]
fn measures_do_not_depend_on_what_is_recorded_or_on_interruptions() {
    let nothing = "[record]\nframes = false\nevents = false";
    let (whole, bare) = (unlike("whole", ""), unlike("bare", nothing));
    let expected = run(&whole, &["--out", text(&fresh("whole", "recording")), "--threads", "1"]);
    assert!(expected["measures"][FLOW]["crossed_right"].as_u64() > Some(10));
    assert_eq!(results(&run(&whole, &["--no-record", "--threads", "2"])), results(&expected));
    let out = fresh("bare", "recording");
    assert_eq!(results(&run(&bare, &["--out", text(&out)])), results(&expected));
    let csv = measures(&out);
    assert_eq!(csv, measures(&running::folder("whole").join("recording")));

    // The run is interrupted between two frames. Nothing is recorded from which it could be measured again.
    let out = fresh("bare", "interrupted");
    json(&["run", text(&bare), "--out", text(&out), "--until", "9.35", "--checkpoint-every", "9.35", "--json"]);
    assert!(Rows::of(&out).frames.is_empty());
    let resumed = json(&["run", "--resume", text(&out), "--until", "20", "--json"]);
    assert_eq!(results(&resumed), results(&expected));
    assert_eq!(measures(&out), csv);
}

#[test]
fn measures_are_told_with_units_and_names_are_quoted_in_the_table() {
    let more = "[[measure]]\nname = \"the \\\"hall\\\", west\"\narea = \"room\"";
    let scenario = unlike("told", more);
    let out = fresh("told", "recording");
    let output = populace(&["run", text(&scenario), "--out", text(&out), "--until", "2", "--quiet"]);
    let told = String::from_utf8(output.stdout).unwrap();
    // The column of names is as wide as the longest name.
    let columns: Vec<_> = told.lines().filter_map(|line| line.split_once("  every ")).collect();
    assert!(matches!(columns[..], [(name, "0.1 s")] if name.trim_end() == "measured"), "{told}");
    let (area, line) = (
        ["density mean ", " persons/m², density highest at ", " s, area speed mean ", " m/s\n"],
        ["crossed left ", " persons, crossed right "],
    );
    for words in area.into_iter().chain(line) {
        assert!(told.contains(words), "{words:?} in {told}");
    }
    let header = measures(&out).lines().next().unwrap().to_owned();
    assert!(header.ends_with(r#","the ""hall"", west: density_per_m2","the ""hall"", west: speed_m_s""#), "{header}");
}

#[test]
fn a_scenario_without_measures_leaves_no_table() {
    let out = fresh("none", "recording");
    let summary = json(&["run", &scene("circle.scenario.toml"), "--out", text(&out), "--until", "1", "--json"]);
    assert_eq!(summary["measures"], serde_json::json!({}));
    assert_eq!(Recording::open(&out).unwrap().measures().unwrap(), None);
}
