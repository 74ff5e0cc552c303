//! Acts as users of the command see them: a run with acts can be repeated and inspected; wrong acts are refused.

use std::path::PathBuf;

use crate::running::{Rows, file, fresh, json, populace, refused, scene, text};
use populace_record::Recording;
use populace_traj::EventKind;

/// People leave a room by a door. The door is shut and opened, an obstacle appears behind it, more people come, and some are sent
/// back.
const ACTS: &str = r#"{"step": 40, "act": {"close": "door"}}
{"step": 101, "act": {"block": {"outline": [[12, 4], [13, 4], [13, 6], [12, 6]]}}}
{"step": 160, "act": {"open": "door", "set": {"population": "audience", "parameter": "margin", "value": 0.2}}}
{"step": 161, "act": {"add": {"population": "audience", "area": "before the door", "count": 20}}}
{"step": 201, "act": {"send": {"pedestrians": [0, 1, 2, 3, 4], "to": "room"}}}
{"step": 900, "act": {"block": {"outline": [[1, 1], [7, 1], [7, 9], [1, 9]]}}}
{"step": 1400, "act": {"send": {"population": "audience", "to": "outside"}}}
"#;

fn acted(test: &str, threads: &str) -> PathBuf {
    let (acts, out) = (file(test, "acts.jsonl", ACTS), fresh(test, &format!("recording{threads}")));
    let scenario = scene("bottleneck.scenario.toml");
    let output =
        populace(&["run", &scenario, "--out", text(&out), "--acts", text(&acts), "--threads", threads, "--quiet"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    out
}

#[test]
fn a_run_that_was_acted_on_can_be_repeated() {
    let one = acted("repeated", "1");
    let rows = Rows::of(&one);
    rows.check_same(&Rows::of(&acted("repeated", "2")));
    let recording = Recording::open(&one).unwrap();
    assert_eq!(std::fs::read_to_string(one.join("acts.jsonl")).unwrap().lines().count(), 7);
    let steps: Vec<u64> = recording.acts().unwrap().iter().map(|a| a.step).collect();
    let obeyed: Vec<_> =
        rows.events.iter().filter(|e| e.kind == EventKind::Acted).map(|e| (e.step, e.subject)).collect();
    // An act is obeyed at the next decision, and decisions are at even steps.
    let expected: Vec<_> = steps.iter().enumerate().map(|(i, s)| (s.next_multiple_of(2), i as u32)).collect();
    assert_eq!(obeyed, expected);
    let checked = json(&["replay-check", text(&one), "--json"]);
    assert_eq!((&checked["agree"], &checked["steps"]), (&true.into(), &rows.last_step().into()));
    // All people came and left, also the added ones, and nobody was in a wall.
    let summary: serde_json::Value = serde_json::from_str(&recording.summary().unwrap().unwrap()).unwrap();
    assert_eq!((&summary["ended"], &summary["left"]), (&"empty".into(), &120.into()), "{summary}");
    assert_eq!(summary["wall_violations"], 0);
    assert!(summary["moved_aside"].as_u64().unwrap() >= 1, "those who were sent back stood there");
}

#[test]
fn replay_finds_an_act_that_was_changed() {
    let out = acted("changed", "2");
    let path = out.join("acts.jsonl");
    let changed = std::fs::read_to_string(&path).unwrap().replace("\"count\":20", "\"count\":19");
    std::fs::write(&path, changed).unwrap();
    let output = populace(&["replay-check", text(&out), "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let said: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(said["first_difference"], 163, "{said}");
}

/// The run used to go on without a word.
#[test]
fn a_recording_with_a_changed_step_of_an_act_is_not_resumed() {
    let acts = file("moved", "acts.jsonl", ACTS);
    let (scenario, out) = (scene("bottleneck.scenario.toml"), fresh("moved", "recording"));
    let run = ["run", &scenario, "--out", text(&out), "--acts", text(&acts), "--until", "6", "--quiet"];
    let output = populace(&[&run[..], &["--checkpoint-every", "5.5"]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let path = out.join("acts.jsonl");
    let recorded = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, recorded.replace("\"step\":101", "\"step\":99")).unwrap();
    let message = refused(&["run", "--resume", text(&out), "--until", "7", "--quiet"]);
    assert!(message.contains("line 2 of acts.jsonl"), "{message}");
    std::fs::write(&path, recorded).unwrap();
    assert!(populace(&["run", "--resume", text(&out), "--until", "7", "--quiet"]).status.success());
}

#[test]
fn a_pedestrian_of_a_recording_is_inspected_as_it_was_in_the_run() {
    let out = acted("inspected", "2");
    // The pedestrian is added at step 161, which is obeyed at 8.1 s. The run ends long after 60 s.
    let seen = json(&["inspect", text(&out), "--pedestrian", "103", "--at", "8.5", "--json"]);
    assert_eq!((&seen["population"], &seen["pedestrian"]), (&"audience".into(), &103.into()));
    let seen = json(&["inspect", text(&out), "--pedestrian", "0", "--at", "60", "--json"]);
    assert_eq!(seen["status"], "waiting", "it was sent back to the room");
    let message = refused(&["inspect", text(&out), "--pedestrian", "0", "--at", "8", "--seed", "3"]);
    assert!(message.contains("a recording has its seed"), "{message}");
    let message = refused(&["inspect", text(&out), "--pedestrian", "500", "--at", "8"]);
    assert!(message.contains("500 is not inside then"), "{message}");
}

#[test]
fn acts_that_cannot_be_are_refused_before_anything_is_written() {
    let scenario = scene("bottleneck.scenario.toml");
    let out = fresh("refused", "recording");
    let cases = [
        ("nonsense\n", "line 1: is no act with its step"),
        ("{\"step\": 9, \"act\": {\"close\": \"door\"}}\n{\"step\": 3, \"act\": {}}", "line 2: is of an earlier step"),
        ("{\"step\": 3, \"act\": {}}", "nothing happens"),
        ("{\"step\": 3, \"act\": {\"close\": \"dor\"}}", "did you mean \"door\"?"),
        ("{\"step\": 3, \"act\": {\"block\": {\"outline\": [[1, 1], [3, 3], [3, 1], [1, 3]]}}}", "crosses itself"),
        ("{\"step\": 3, \"act\": {\"at\": 3, \"close\": \"door\"}}", "leave `at` out"),
    ];
    for (text_of_acts, what) in cases {
        let acts = file("refused", "acts.jsonl", text_of_acts);
        let message = refused(&["run", &scenario, "--out", text(&out), "--acts", text(&acts), "--quiet"]);
        assert!(message.contains(what), "{message}");
        assert!(!out.exists(), "{what}");
    }
    let message = refused(&["run", &scenario, "--out", text(&out), "--acts", "no such file", "--quiet"]);
    assert!(message.contains("no such file: cannot be read"), "{message}");
}
