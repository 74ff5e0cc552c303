//! What is recorded is what is read.

use crate::common;

use std::fs;

use crate::common::{about, contents, expected, folder, record};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::RowAccessor;
use populace_geom::Point;
use populace_record::{Recording, Trouble, Writer};
use populace_traj::{Cause, Event, EventKind, Frame, NOBODY, NOTHING, Status};

#[test]
fn a_recording_gives_back_what_was_recorded() {
    let folder = folder("round_trip");
    let mut writer = Writer::create(&folder, &about()).unwrap();
    record(&mut writer, 0..=25, &[]).unwrap();
    writer.measures("time_s,gate: flow_per_s\n1,0.5\n").unwrap();
    writer.finish("{\"left\": 0}").unwrap();

    let recording = Recording::open(&folder).unwrap();
    assert_eq!(contents(&recording), expected(25));
    assert_eq!(recording.about(), &about());
    // The segments hold the steps 0 to 10, the steps 11 to 20, and the rest.
    assert_eq!(recording.segments(), 3);
    assert_eq!(recording.summary().unwrap().unwrap(), "{\"left\": 0}");
    assert_eq!(recording.measures().unwrap().unwrap(), "time_s,gate: flow_per_s\n1,0.5\n");
    assert_eq!(fs::read(folder.join("place/models/hall.bin")).unwrap(), [0, 1, 255]);
    let parts =
        fs::read_dir(&folder).unwrap().filter(|e| e.as_ref().unwrap().path().extension().is_some_and(|x| x == "part"));
    assert_eq!(parts.count(), 0);
}

/// A pedestrian that left without an exit used to have the subject 4294967295.
#[test]
fn nobody_and_nothing_are_minus_one_in_the_table_and_causes_have_words() {
    let folder = folder("nothing");
    let mut writer = Writer::create(&folder, &about()).unwrap();
    let at = |pedestrian, kind, subject| Event { step: 1, pedestrian, kind, subject };
    let events = [
        at(NOBODY, EventKind::Opened, 0),
        at(3, EventKind::Left, NOTHING),
        at(4, EventKind::Stuck, Cause::Walls as u32),
    ];
    writer.events(&events).unwrap();
    writer.step(1, 0.05, 0, 1).unwrap();
    writer.finish("{}").unwrap();
    let recorded: Vec<_> = Recording::open(&folder).unwrap().events().map(|e| e.unwrap()).collect();
    assert_eq!(recorded, events);

    let table = fs::File::open(folder.join("events/000000.parquet")).unwrap();
    let table = SerializedFileReader::new(table).unwrap();
    let rows = table.get_row_iter(None).unwrap().map(|row| row.unwrap());
    let numbers: Vec<_> = rows.map(|row| (row.get_long(2).unwrap(), row.get_long(4).unwrap())).collect();
    assert_eq!(numbers, [(-1, 0), (3, -1), (4, 3)]);

    let manifest: serde_json::Value = serde_json::from_slice(&fs::read(folder.join("manifest.json")).unwrap()).unwrap();
    assert_eq!(manifest["event_subjects"]["stuck"], "cause");
    assert_eq!(manifest["causes"][3], "stuck: walls");
    assert_eq!(manifest["statuses"], serde_json::json!(Status::WORDS));
}

#[test]
fn positions_far_from_the_origin_are_good_to_a_tenth_of_a_millimetre() {
    let folder = folder("far");
    let mut writer = Writer::create(&folder, &about()).unwrap();
    let there = Point::new(427_318.123_456_7, -4_582_009.987_654_3);
    let frame = Frame {
        pedestrian: vec![3],
        position: vec![there],
        height: vec![12.3],
        floor: vec![65_535],
        status: vec![255],
        destination: vec![65_535],
        ..Frame::default()
    };
    writer.frame(&frame).unwrap();
    writer.step(0, 0.0, 1, 1).unwrap();
    writer.finish("{}").unwrap();

    let read = Recording::open(&folder).unwrap().frames().next().unwrap().unwrap();
    assert!(read.position[0].distance(there) < 1e-4);
    assert_eq!((read.pedestrian, read.height, read.floor), (frame.pedestrian, frame.height, frame.floor));
    assert_eq!((read.status, read.destination), (frame.status, frame.destination));
}

#[test]
fn the_order_of_calls_within_a_step_does_not_matter() {
    let folder = folder("order");
    let mut writer = Writer::create(&folder, &about()).unwrap();
    for step in 0..=25 {
        let row = common::row(step);
        writer.step(step, row.time, row.state_hash, row.inside).unwrap();
        writer.events(&common::events(step)).unwrap();
        if writer.wants_frame(step) {
            writer.frame(&common::frame(step)).unwrap();
        }
    }
    drop(writer);
    assert_eq!(contents(&Recording::open(&folder).unwrap()), expected(20));
}

#[test]
fn an_empty_run_is_a_recording() {
    let folder = folder("empty");
    Writer::create(&folder, &about()).unwrap().finish("{}").unwrap();
    assert_eq!(contents(&Recording::open(&folder).unwrap()), (vec![], vec![], vec![]));
}

#[test]
fn a_folder_with_other_content_is_refused_and_left_alone() {
    let folder = folder("occupied");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("thesis.txt"), "years of work").unwrap();
    for refused in [Writer::create(&folder, &about()), Writer::replace(&folder, &about())] {
        let error = refused.err().unwrap();
        assert_eq!(error.kind, Trouble::Occupied);
        assert!(error.to_string().contains("thesis.txt"), "{error}");
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
}

#[test]
fn a_recording_is_replaced_only_when_told() {
    let folder = folder("replaced");
    let mut writer = Writer::create(&folder, &about()).unwrap();
    record(&mut writer, 0..=25, &[20]).unwrap();
    writer.finish("{}").unwrap();
    assert_eq!(Writer::create(&folder, &about()).err().unwrap().kind, Trouble::Occupied);
    assert_eq!(Recording::open(&folder).unwrap().segments(), 3);

    let mut writer = Writer::replace(&folder, &about()).unwrap();
    record(&mut writer, 0..=3, &[]).unwrap();
    writer.finish("{}").unwrap();
    let recording = Recording::open(&folder).unwrap();
    assert_eq!(contents(&recording), expected(3));
    assert!(recording.checkpoints().is_empty());
}

#[test]
fn a_document_that_would_leave_the_folder_is_refused() {
    for name in ["../secret", "/etc/passwd", "", "a/../../b"] {
        let mut about = about();
        about.place[0].name = name.into();
        let error = Writer::create(&folder("escape"), &about).err().unwrap();
        assert_eq!(error.kind, Trouble::Unfit, "{name}");
    }
}

#[test]
fn a_segment_with_many_rows_is_closed_early() {
    let folder = folder("large");
    let mut about = about();
    about.segment_steps = 1_000_000;
    let mut writer = Writer::create(&folder, &about).unwrap();
    // There are more people than one row group takes, and more than 4 million rows in all.
    let people = 70_000_u32;
    let mut frame = Frame {
        pedestrian: (0..people).map(|p| 3 * p).collect(),
        position: (0..people).map(|p| Point::new(f64::from(p) * 0.125, f64::from(p % 50))).collect(),
        height: (0..people).map(|p| (p % 3) as f32).collect(),
        floor: (0..people).map(|p| (p % 3) as u16).collect(),
        status: (0..people).map(|p| (p % 13) as u8).collect(),
        destination: (0..people).map(|p| (p % 300) as u16).collect(),
        ..Frame::default()
    };
    for step in 0..60 {
        (frame.step, frame.time) = (step, step as f64 * 0.05);
        writer.frame(&frame).unwrap();
        writer.step(step, frame.time, step, people).unwrap();
    }
    writer.finish("{}").unwrap();

    let recording = Recording::open(&folder).unwrap();
    // 58 frames make 4.06 million rows.
    assert_eq!(recording.segments(), 2);
    let mut steps = 0;
    for (read, step) in recording.frames().zip(0..) {
        (frame.step, frame.time) = (step, step as f64 * 0.05);
        assert_eq!(read.unwrap(), frame);
        steps += 1;
    }
    assert_eq!(steps, 60);
    fs::remove_dir_all(&folder).unwrap();
}

/// The query used to leave out people who queue for a lift and to count the riders, because a status had been added
/// before both.
#[test]
fn the_query_in_the_text_of_a_recording_leaves_out_riders_of_lifts() {
    let text = include_str!("../recording.md");
    let riding = Status::Riding.number(None);
    assert!(text.contains(&format!("({riding}: see `statuses`")), "riding is status {riding}");
    assert!(text.contains(&format!("status <> {riding} ")), "riding is status {riding}");
}
