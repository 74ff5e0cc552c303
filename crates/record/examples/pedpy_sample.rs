//! Writes a small recording with its exports and measures, for `xtask/python/check_recording.py`.
//!
//! ```text
//! cargo run -p populace-record --example pedpy_sample out/pedpy
//! python xtask/python/check_recording.py out/pedpy
//! ```
//!
//! 120 people walk through a corridor from both ends. Some walk along the border of the measurement area, some to and fro over the
//! measurement line, some upstairs.

mod findings;

use std::path::{Path, PathBuf};

use populace_geom::{Bounds, Draws, Point, Segment};
use populace_record::export::{EXPORTS, ExportOptions, Geometry};
use populace_record::{About, Document, Names, Recording, Writer};
use populace_traj::{
    Event, EventKind, Frame, MeasurementArea, MeasurementLine, SpeedMeter, Status, cumulative, first_crossings, flow,
};
use serde_json::json;

const STEPS: u64 = 1200;
const DT: f64 = 0.05;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let out = PathBuf::from(std::env::args().nth(1).ok_or("name a folder for the files")?);
    let recording = record(&out.join("recording"))?;
    export(&recording, &out)?;
    std::fs::write(out.join("measures.json"), measures(&recording, &out)?)?;
    Ok(())
}

fn record(folder: &Path) -> Result<Recording, Box<dyn std::error::Error>> {
    let about = About {
        populace: env!("CARGO_PKG_VERSION").into(),
        seed: 7,
        dt: DT,
        frame_every: 2,
        segment_steps: 500,
        until: None,
        names: Names {
            floors: vec!["ground".into(), "upper".into()],
            areas: vec!["west".into(), "east".into()],
            populations: vec!["walkers".into()],
            ..Names::default()
        },
        scenario: Document { name: "corridor.toml".into(), bytes: Vec::new() },
        place: Vec::new(),
    };
    let mut writer = Writer::replace(folder, &about)?;
    for step in 0..=STEPS {
        let frame = frame(step);
        let events: Vec<Event> = (0..120).flat_map(|pedestrian| events(step, pedestrian)).collect();
        if writer.wants_frame(step) {
            writer.frame(&frame)?;
        }
        writer.events(&events)?;
        writer.step(step, frame.time, Draws::new(7).bits(0, step, 0), frame.len() as u32)?;
    }
    writer.finish("{}\n")?;
    Ok(Recording::open(folder)?)
}

/// Returns the steps at which a pedestrian comes in and leaves.
fn stay(pedestrian: u64) -> (u64, u64) {
    let start = pedestrian * 5;
    (start, start + 400 + pedestrian % 7 * 30)
}

fn events(step: u64, pedestrian: u64) -> Option<Event> {
    let (start, end) = stay(pedestrian);
    let event = |kind, subject| Some(Event { step, pedestrian: pedestrian as u32, kind, subject });
    match step {
        _ if step == start => event(EventKind::Entered, 0),
        _ if step == end => event(EventKind::Left, (pedestrian % 2) as u32),
        _ => None,
    }
}

fn frame(step: u64) -> Frame {
    let mut frame = Frame { step, time: step as f64 * DT, ..Frame::default() };
    for pedestrian in 0..120 {
        let (start, end) = stay(pedestrian);
        if (start..end).contains(&step) {
            frame.pedestrian.push(pedestrian as u32);
            frame.position.push(place(pedestrian, (step - start) as f64 * DT));
            frame.height.push(if pedestrian % 10 == 9 { 4.0 } else { 0.0 });
            frame.floor.push(u16::from(pedestrian % 10 == 9));
            frame.status.push(status(pedestrian, step - start) as u8);
            frame.destination.push((pedestrian % 2) as u16);
        }
    }
    frame
}

/// Returns the status of a pedestrian a number of steps after it came in. Some pedestrians take a lift at the end, which counts for no
/// measure.
fn status(pedestrian: u64, steps: u64) -> Status {
    if pedestrian % 7 == 3 && steps >= 350 { Status::Riding } else { Status::Walking }
}

/// Returns where a pedestrian is a time after it came in.
fn place(pedestrian: u64, time: f64) -> Point {
    let draw = |purpose| Draws::new(7).unit(pedestrian, 0, purpose);
    let (speed, lane) = (0.9 + 0.6 * draw(0), 0.1 + 3.8 * draw(1));
    match pedestrian % 8 {
        // Pedestrians that walk along the border of the area, in steps of a quarter of a metre that end on the line.
        0 => Point::new(-10.0 + (time * 10.0).floor() * 0.125, 1.0),
        // Pedestrians that walk to and fro over the line.
        1 => Point::new((time * 1.3 + draw(2) * 6.0) % 2.0 - 1.0, lane),
        2..5 => Point::new(10.0 - speed * time, lane),
        _ => Point::new(-10.0 + speed * time, lane),
    }
}

fn export(recording: &Recording, out: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let bounds = Bounds { min: Point::new(-40.0, 0.0), max: Point::new(40.0, 4.0) };
    let wkt = "POLYGON ((-40 0, 40 0, 40 4, -40 4, -40 0))".to_owned();
    let options = ExportOptions { floor: Some(0), geometry: Some(Geometry { wkt, bounds }) };
    for export in &EXPORTS {
        (export.write)(recording, &out.join(format!("{}.{}", export.name, export.ending)), &options)?;
    }
    Ok(())
}

fn measures(recording: &Recording, out: &Path) -> Result<String, Box<dyn std::error::Error>> {
    let ring = [(-1.0, 1.0), (1.5, 1.0), (1.5, 3.0), (-1.0, 3.0)];
    let area = MeasurementArea::new(ring.map(|(x, y)| Point::new(x, y)).to_vec(), Some(0)).ok_or("no area")?;
    let ends = [(0.0, 0.0), (0.0, 4.0)];
    let [a, b] = ends.map(|(x, y)| Point::new(x, y));
    let mut line = MeasurementLine::new(Segment::new(a, b), Some(0));
    let (mut meter, mut densities, mut last) = (SpeedMeter::default(), Vec::new(), 0);
    let rate = recording.about().frame_rate();
    for frame in recording.frames() {
        let frame = on_ground(&frame?);
        last = recording.about().frame_number(frame.step);
        densities.push(json!([last, area.density(&frame)]));
        line.frame(last, &frame);
        meter.frame(last, &frame, rate);
    }
    let first = first_crossings(line.crossings().iter().copied().filter(|crossing| crossing.is_seen_after));
    // The other measures are taken from the trajectories in the text file.
    let read = populace_record::import::read(&out.join("text.txt"), &Default::default())?.trajectories;
    let ground = [(-40.0, 0.0), (40.0, 0.0), (40.0, 4.0), (-40.0, 4.0)].map(|(x, y)| Point::new(x, y));
    let frames = read.frames().iter().map(|(number, frame)| (*number, frame));
    let corners = ring.map(|(x, y)| Point::new(x, y));
    let value = json!({
        "findings": findings::findings(frames, read.frame_rate(), &corners, &[ground.to_vec()])?,
        "n_t": cumulative(&first),
        "floor": 0,
        "frame_rate": rate,
        "area": ring,
        "density": densities,
        "line": ends,
        "crossings": first.iter().map(|c| json!([c.pedestrian, c.frame])).collect::<Vec<_>>(),
        "flow_window": 100,
        "flow": flow(&first, 100, last, rate),
        "mean_speed": meter.mean(),
    });
    Ok(format!("{value:#}\n"))
}

fn on_ground(frame: &Frame) -> Frame {
    let mut ground = Frame { step: frame.step, time: frame.time, ..Frame::default() };
    (0..frame.len()).filter(|&row| frame.floor[row] == 0).for_each(|row| ground.push_row(frame, row));
    ground
}
