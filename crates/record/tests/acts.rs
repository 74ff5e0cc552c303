//! An act is on disk as soon as it was asked.

use std::fs;

use crate::common::{about, contents, expected, folder, record};
use populace_record::{Act, Recording, Trouble, Writer};
use serde_json::{Value, json};

fn add(count: u32) -> Value {
    json!({ "add": { "population": "visitors", "area": "door", "count": count } })
}

fn act(step: u64, count: u32) -> Act {
    Act { step, entry: add(count) }
}

#[test]
fn acts_are_readable_while_the_run_goes_on_and_after() {
    let folder = folder("acts");
    let mut writer = Writer::create(&folder, &about()).unwrap();
    assert_eq!(Recording::open(&folder).unwrap().acts().unwrap(), []);
    assert!(!folder.join("acts.jsonl").exists());
    for step in [0, 3, 3] {
        writer.act(step, &add(1)).unwrap();
    }
    let all = [act(0, 1), act(3, 1), act(3, 1)];
    assert_eq!(Recording::open(&folder).unwrap().acts().unwrap(), all);
    record(&mut writer, 0..=12, &[]).unwrap();
    writer.finish("{}").unwrap();
    assert_eq!(Recording::open(&folder).unwrap().acts().unwrap(), all);
    // The acts of such a file can be asked of another run.
    assert_eq!(Act::read_all(&folder.join("acts.jsonl")).unwrap(), all);
    Writer::replace(&folder, &about()).unwrap();
    assert_eq!(Recording::open(&folder).unwrap().acts().unwrap(), [], "it is another run");
}

#[test]
fn what_a_killed_run_was_writing_does_not_count() {
    let folder = folder("acts_killed");
    let mut writer = Writer::create(&folder, &about()).unwrap();
    writer.act(2, &add(1)).unwrap();
    writer.act(5, &add(2)).unwrap();
    drop(writer);
    let path = folder.join("acts.jsonl");
    let whole = fs::read(&path).unwrap();
    let first = whole.iter().position(|&b| b == b'\n').unwrap() + 1;
    for end in first..=whole.len() {
        fs::write(&path, &whole[..end]).unwrap();
        let acts = Recording::open(&folder).unwrap().acts().unwrap();
        assert_eq!(acts.len(), if end == whole.len() { 2 } else { 1 }, "cut at {end}");
    }
}

#[test]
fn a_damaged_line_is_named() {
    let folder = folder("acts_damaged");
    drop(Writer::create(&folder, &about()).unwrap());
    let good = "{\"step\": 4, \"act\": {}}\n";
    let cases = [
        ("{\"step\": 4}\n", "line 2: is no act"),
        ("nothing\n", "line 2: is no act"),
        ("{\"step\": -4, \"act\": {}}\n", "line 2: is no act"),
        ("{\"step\": 4, \"act\": [1]}\n", "line 2: is no act"),
        ("{\"step\": 3, \"act\": {}}\n", "line 2: is of an earlier step"),
        ("\u{fffd}\n", "line 2: is no act"),
    ];
    for (line, what) in cases {
        fs::write(folder.join("acts.jsonl"), format!("{good}{line}{good}")).unwrap();
        let error = Recording::open(&folder).unwrap().acts().unwrap_err();
        assert_eq!(error.kind, Trouble::Damaged);
        assert!(error.what.contains(what) && error.path.ends_with("acts.jsonl"), "{error}");
    }
}

#[test]
fn a_resumed_recording_has_the_acts_from_before_its_checkpoint() {
    let folder = folder("acts_resumed");
    let mut writer = Writer::create(&folder, &about()).unwrap();
    for step in [3, 12, 13, 20] {
        writer.act(step, &add(step as u32)).unwrap();
    }
    record(&mut writer, 0..=25, &[13]).unwrap();
    drop(writer);
    let (mut writer, checkpoint) = Writer::resume(&folder).unwrap();
    assert_eq!(checkpoint.step, 13);
    let before = [act(3, 3), act(12, 12)];
    assert_eq!(Recording::open(&folder).unwrap().acts().unwrap(), before);
    writer.act(14, &add(7)).unwrap();
    record(&mut writer, 14..=25, &[]).unwrap();
    writer.finish("{}").unwrap();
    let recording = Recording::open(&folder).unwrap();
    assert_eq!(recording.acts().unwrap(), [&before[..], &[act(14, 7)]].concat());
    assert_eq!(contents(&recording), expected(25));
}
