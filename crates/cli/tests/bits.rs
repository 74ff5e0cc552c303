//! The same scenario and seed give the same bits: on any number of threads, recorded or not, interrupted or not. `populace
//! replay-check` names the first step that differs. `cargo ci` compares a debug build with a release build.

use std::path::{Path, PathBuf};

use crate::running::{Rows, folder, fresh, json, measures, populace, refused, result, scene, text};
use populace_record::{About, Recording, Writer};
use populace_scenario::Scenario;
use populace_sim::Simulation;
use serde_json::Value;

/// The scenes, and the time to which each is run, s. By then the station has enough people to be split over threads.
const SCENES: [(&str, f64); 5] =
    [("bottleneck", 30.0), ("counter_flow", 60.0), ("three_floors", 120.0), ("town_square", 60.0), ("station", 200.0)];

fn file_of(name: &str) -> String {
    scene(&format!("{name}.scenario.toml"))
}

/// Runs a scene. Returns the folder of its recording.
fn record(test: &str, name: &str, until: f64, more: &[&str]) -> PathBuf {
    let out = fresh(test, &format!("{name}{}", more.join("")));
    let until = until.to_string();
    let mut arguments = vec!["run", "--quiet", "--until", &until, "--out", text(&out)];
    arguments.extend(more);
    let scene = file_of(name);
    let output = populace(&[&arguments[..], &[&scene]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    out
}

#[test]
fn every_step_is_the_same_on_1_2_and_4_threads() {
    for (name, until) in SCENES {
        let first = record("threads", name, until, &["--threads", "1"]);
        let rows = Rows::of(&first);
        assert_eq!(rows.steps.len() as f64, (until / 0.05).round() + 1.0, "{name}: a row for the start and every step");
        assert!(!rows.events.is_empty() && !rows.frames.is_empty(), "{name}");
        for threads in ["2", "4"] {
            let other = record("threads", name, until, &["--threads", threads]);
            Rows::of(&other).check_same(&rows);
            assert_eq!(result(&other), result(&first), "{name} on {threads} threads");
            assert_eq!(measures(&other), measures(&first), "{name} on {threads} threads");
        }
    }
}

#[test]
fn every_step_is_the_same_with_and_without_recording() {
    for (name, until) in SCENES {
        let recorded = Rows::of(&record("recorded", name, until, &[]));
        let scenario = Scenario::read(Path::new(&file_of(name))).unwrap_or_else(|e| panic!("{e}"));
        let mut simulation = Simulation::new(scenario.setup(None));
        let mut events = Vec::new();
        for row in &recorded.steps {
            let report = if row.step == 0 { simulation.begin() } else { simulation.step() };
            assert_eq!((row.step, row.state_hash), (report.step, report.hash), "{name}");
            events.extend_from_slice(report.events);
        }
        assert!(events == recorded.events, "{name}: the events differ");
        let last = recorded.steps.last().unwrap().state_hash;
        let summary = json(&["run", &file_of(name), "--until", &until.to_string(), "--no-record", "--json"]);
        assert_eq!(summary["state_hash"], format!("{last:016x}"), "{name}");
        assert_eq!(summary["recording"], Value::Null);
        assert_eq!(summary["measures"], result(&folder("recorded").join(name))["measures"], "{name}");
    }
}

#[test]
fn a_run_that_goes_on_from_a_checkpoint_is_the_same() {
    for (name, until) in SCENES {
        let whole = record("resumed", name, until, &["--threads", "1"]);
        // The checkpoint is at an odd step, between two decisions.
        let out = record("resumed", name, 17.35, &["--checkpoint-every", "17.35"]);
        assert_eq!(Recording::open(&out).unwrap().checkpoints(), [347]);
        let until = until.to_string();
        json(&["run", "--resume", text(&out), "--until", &until, "--json", "--threads", "2"]);
        Rows::of(&out).check_same(&Rows::of(&whole));
        assert_eq!(result(&out), result(&whole), "{name}");
        assert_eq!(measures(&out), measures(&whole), "{name}");
        assert!(replay(&out).0 == Some(0), "{name}");
    }
}

#[test]
fn another_seed_is_another_run() {
    let hash = |more: &[&str]| Rows::of(&record("seed", "bottleneck", 1.0, more)).steps[0].state_hash;
    assert_eq!(hash(&[]), hash(&["--seed", "1"]), "the scenario's own");
    assert_ne!(hash(&[]), hash(&["--seed", "2"]));
}

/// Replays a recording. Returns the exit code and the answer.
fn replay(folder: &Path) -> (Option<i32>, Value) {
    let output = populace(&["replay-check", text(folder), "--json", "--threads", "2"]);
    (output.status.code(), serde_json::from_slice(&output.stdout).unwrap_or_default())
}

/// Makes a copy of a recording with other rows, or with a manifest of another run.
fn forged(name: &str, original: &Path, change: impl FnOnce(&mut About, &mut Rows)) -> PathBuf {
    let (mut about, mut rows) = (Recording::open(original).unwrap().about().clone(), Rows::of(original));
    change(&mut about, &mut rows);
    let out = fresh("forged", name);
    let mut writer = Writer::create(&out, &about).unwrap();
    writer.events(&rows.events).unwrap();
    for step in &rows.steps {
        writer.step(step.step, step.time, step.state_hash, step.inside).unwrap();
    }
    writer.finish("{}").unwrap();
    out
}

#[test]
fn a_replay_agrees_or_names_the_first_step_that_differs() {
    let original = record("replay", "bottleneck", 30.0, &["--threads", "1"]);
    assert_eq!(replay(&original).1["steps"], 600);
    let differs = |name: &str, change: &dyn Fn(&mut About, &mut Rows)| {
        let out = forged(name, &original, change);
        let (code, answer) = replay(&out);
        assert_eq!(code, Some(if answer["agree"] == true { 0 } else { 1 }), "{name}");
        let told = String::from_utf8(populace(&["replay-check", text(&out), "--quiet"]).stdout).unwrap();
        (answer["first_difference"].as_u64(), told)
    };
    assert_eq!(differs("same", &|_, _| {}), (None, "all 600 steps agree\n".into()));
    let (step, told) = differs("hash", &|_, rows| {
        rows.steps[412].state_hash ^= 1;
        rows.steps[500].state_hash ^= 1;
    });
    assert_eq!(step, Some(412), "{told}");
    assert!(told.starts_with("step 412 (20.60 s) is the first that differs: recorded hash "), "{told}");
    assert_eq!(differs("count", &|_, rows| rows.steps[100].inside += 1).0, Some(100));
    let without_row = |_: &mut About, rows: &mut Rows| rows.steps.retain(|s| s.step != 100);
    assert_eq!(differs("missing", &without_row).0, Some(101));
    assert_eq!(differs("seed", &|about, _| about.seed += 1).0, Some(0), "the start differs");
    let fewer = |about: &mut About, _: &mut Rows| {
        let text = String::from_utf8(about.scenario.bytes.clone()).unwrap();
        about.scenario.bytes = text.replace("count = 100", "count = 99").into_bytes();
    };
    assert_eq!(differs("scenario", &fewer).0, Some(0));
}

#[test]
fn a_replay_compares_the_events_in_order() {
    let original = record("events", "bottleneck", 30.0, &["--threads", "1"]);
    let rows = Rows::of(&original);
    // The first events are people who come in at the start. An event carries the number of steps before it; the next step reports it.
    let last = rows.events.len() - 1;
    let last_step = rows.events[last].step + 1;
    let step = |name: &str, change: &dyn Fn(&mut Rows)| {
        let out = forged(name, &original, |_, rows| change(rows));
        replay(&out).1["first_difference"].as_u64()
    };
    assert_eq!(step("order", &|rows| rows.events.swap(0, 1)), Some(0));
    assert_eq!(step("subject", &|rows| rows.events[last].subject += 1), Some(last_step));
    assert_eq!(step("lost", &|rows| rows.events.truncate(last)), Some(last_step));
    let repeated = |rows: &mut Rows| rows.events.push(rows.events[last]);
    assert_eq!(step("repeated", &repeated), Some(last_step), "one more than happened");
}

#[test]
fn a_damaged_recording_is_refused_rather_than_replayed() {
    let out = record("damaged_replay", "bottleneck", 5.0, &[]);
    let path = out.join("steps/000000.parquet");
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let message = refused(&["replay-check", text(&out), "--quiet"]);
    assert!(message.contains(text(&path)) && message.contains("is damaged"), "{message}");
    let nowhere = folder("damaged_replay").join("nowhere");
    assert!(refused(&["replay-check", text(&nowhere)]).contains("is not a recording"));
}
