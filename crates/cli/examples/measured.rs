//! Prints what Populace measures in a recording, for `xtask/python/check_recording.py`: the density in the first area and the flow
//! across the first line that the scenario measures, on one floor.
//!
//! ```text
//! cargo run -p populace --example measured RECORDING > measures.json
//! ```

#[path = "../../record/examples/findings/mod.rs"]
mod findings;

use std::path::PathBuf;

use populace_env::{BuildOptions, build};
use populace_geom::{Point, Segment};
use populace_record::Recording;
use populace_scenario::{Measured, Scenario};
use populace_traj::{Frame, MeasurementArea, MeasurementLine, SpeedMeter, cumulative, first_crossings, flow};
use serde_json::json;

/// Frames in a window of the flow.
const WINDOW: u64 = 100;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("name the folder of a recording")?);
    println!("{:#}", measures(&Recording::open(&folder)?)?);
    Ok(())
}

fn measures(recording: &Recording) -> Result<serde_json::Value, Box<dyn std::error::Error>> {
    let about = recording.about();
    let documents = std::iter::once(&about.scenario).chain(&about.place);
    let sources: Vec<_> = documents.map(|d| (d.name.clone(), d.bytes.clone())).collect();
    let scenario = Scenario::from_sources(&sources)?;
    let areas = scenario.measures().iter().filter_map(|m| match m.of {
        Measured::Area(area) => Some(&scenario.environment().areas()[area]),
        _ => None,
    });
    let lines = scenario.measures().iter().filter_map(|m| match m.of {
        Measured::Line(floor, line) => Some((floor, line)),
        _ => None,
    });
    let (floor, ends) = lines.into_iter().next().ok_or("the scenario measures no line")?;
    let ring = areas.into_iter().find(|a| a.floor == floor).ok_or("the scenario measures no area of that floor")?;
    let ring = ring.ring.clone();
    let number = u16::try_from(floor.index())?;
    let area = MeasurementArea::new(ring.clone(), Some(number)).ok_or("the area has no size")?;
    let mut line = MeasurementLine::new(Segment::new(ends.a, ends.b), Some(number));

    let (mut meter, mut densities, mut last) = (SpeedMeter::default(), Vec::new(), 0);
    let mut frames: Vec<(u64, Frame)> = Vec::new();
    let rate = about.frame_rate();
    for frame in recording.frames() {
        let frame = on_floor(&frame?, number);
        last = about.frame_number(frame.step);
        densities.push(json!([last, area.density(&frame)]));
        line.frame(last, &frame);
        meter.frame(last, &frame, rate);
        frames.push((last, frame));
    }
    let first = first_crossings(line.crossings().iter().copied().filter(|crossing| crossing.is_seen_after));
    let pair = |p: &Point| json!([p.x, p.y]);
    let built = build(&Scenario::place_in_sources(&sources)?, &BuildOptions::default()).map_err(|e| e.what)?;
    let shapes = &built.sanitised.floors[floor.index()].shapes;
    let rings: Vec<_> = shapes.iter().flat_map(|s| std::iter::once(&s.outer).chain(&s.holes)).cloned().collect();
    let seen = frames.iter().map(|(number, frame)| (*number, frame));
    Ok(json!({
        "findings": findings::findings(seen, rate, &ring, &rings)?,
        "n_t": cumulative(&first),
        "floor": number,
        "frame_rate": rate,
        "area": ring.iter().map(pair).collect::<Vec<_>>(),
        "density": densities,
        "line": [pair(&ends.a), pair(&ends.b)],
        "crossings": first.iter().map(|c| json!([c.pedestrian, c.frame])).collect::<Vec<_>>(),
        "flow_window": WINDOW,
        "flow": flow(&first, WINDOW, last, rate),
        "mean_speed": meter.mean(),
    }))
}

/// Returns the pedestrians of a frame that are on one floor.
fn on_floor(frame: &Frame, floor: u16) -> Frame {
    let mut here = Frame { step: frame.step, time: frame.time, ..Frame::default() };
    (0..frame.len()).filter(|&row| frame.floor[row] == floor).for_each(|row| here.push_row(frame, row));
    here
}
