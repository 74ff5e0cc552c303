//! A small run to record, and a folder to record it in.

use std::fs;
use std::path::PathBuf;

use populace_geom::Point;
use populace_record::{About, Document, Names, POSITION_STEP, RecordError, Recording, Step, Writer};
use populace_traj::{Event, EventKind, Frame, NOBODY, NOWHERE, Status};

/// Returns a fresh path under the target folder, by the name of the test.
pub fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/record-tests").join(name);
    let _ = fs::remove_dir_all(&path);
    path
}

/// Returns a run with steps of 0.05 s, a frame after every second step, and segments of ten steps.
pub fn about() -> About {
    let names = |list: &[&str]| list.iter().map(|s| s.to_string()).collect();
    About {
        populace: "0.1.0".into(),
        seed: u64::MAX - 4,
        dt: 0.05,
        frame_every: 2,
        segment_steps: 10,
        until: Some(2.0),
        names: Names {
            floors: names(&["ground", "upper"]),
            areas: names(&["door", "gate"]),
            links: names(&["stairs"]),
            populations: names(&["visitors"]),
            stages: names(&["to the door"]),
            trains: Vec::new(),
        },
        scenario: Document { name: "visit.toml".into(), bytes: b"[place]\n".to_vec() },
        place: vec![
            Document { name: "hall.place.toml".into(), bytes: b"# a hall\n".to_vec() },
            Document { name: "models/hall.bin".into(), bytes: vec![0, 1, 255] },
        ],
    }
}

/// Returns the frame after a step: pedestrian `p` comes at step `p`, walks east at 1 m/s along line `p`, and stays inside.
pub fn frame(step: u64) -> Frame {
    let mut frame = Frame { step, time: step as f64 * 0.05, ..Frame::default() };
    for pedestrian in 0..(step as u32).min(7) {
        let east = (f64::from(pedestrian) + step as f64 * 0.05) / POSITION_STEP;
        frame.pedestrian.push(pedestrian);
        frame.position.push(Point::new(-east.round() * POSITION_STEP, f64::from(pedestrian)));
        frame.height.push(pedestrian as f32 * 0.1);
        frame.floor.push((pedestrian % 2) as u16);
        frame.status.push((step as u32 / 4 + pedestrian) as u8 % Status::WORDS.len() as u8);
        frame.destination.push([0, 1, NOWHERE][(pedestrian % 3) as usize]);
    }
    frame
}

/// Returns the events of a step.
pub fn events(step: u64) -> Vec<Event> {
    let at = |pedestrian, kind, subject| Event { step, pedestrian, kind, subject };
    match step {
        0 => vec![at(NOBODY, EventKind::Opened, 0)],
        1..8 => vec![at(step as u32 - 1, EventKind::Entered, 0), at(step as u32 - 1, EventKind::Chose, 1)],
        _ => Vec::new(),
    }
}

/// Returns the row of a step.
pub fn row(step: u64) -> Step {
    let inside = (step as u32).min(7);
    Step { step, time: step as f64 * 0.05, state_hash: step.wrapping_mul(0x9e37_79b9_7f4a_7c15), inside }
}

/// Records the steps of a range, with a checkpoint after every step of `checkpoints`.
pub fn record(
    writer: &mut Writer,
    steps: std::ops::RangeInclusive<u64>,
    checkpoints: &[u64],
) -> Result<(), RecordError> {
    for step in steps {
        if writer.wants_frame(step) {
            writer.frame(&frame(step))?;
        }
        writer.events(&events(step))?;
        let Step { time, state_hash, inside, .. } = row(step);
        writer.step(step, time, state_hash, inside)?;
        if checkpoints.contains(&step) {
            writer.checkpoint(step, &step.to_le_bytes())?;
        }
    }
    Ok(())
}

/// Reads everything in a recording.
pub fn contents(recording: &Recording) -> (Vec<Frame>, Vec<Event>, Vec<Step>) {
    (
        recording.frames().collect::<Result<_, _>>().unwrap(),
        recording.events().collect::<Result<_, _>>().unwrap(),
        recording.steps().collect::<Result<_, _>>().unwrap(),
    )
}

/// Returns what a recording of the steps `0..=last` must contain.
pub fn expected(last: u64) -> (Vec<Frame>, Vec<Event>, Vec<Step>) {
    let frames = (0..=last).filter(|s| s % 2 == 0).map(frame).filter(|f| !f.is_empty()).collect();
    (frames, (0..=last).flat_map(events).collect(), (0..=last).map(row).collect())
}
