//! The findings of five measures of `MEASURES`, which `xtask/python/check_recording.py` compares with PedPy's. The
//! examples that use this module compute the other figures that PedPy has, too, without `MEASURES`.

use populace_geom::Point;
use populace_traj::{CutOff, Found, Frame, Ground, MeasurementArea, Settings, Subject, Timeline, measure_of};
use serde_json::{Map, Value, json};

/// Velocities are taken over this number of frames to either side.
const STEP: u64 = 2;
/// The cut-off is so narrow that it bounds many cells. Others end at walls or at the cells of neighbours.
const CUT_OFF: CutOff = CutOff { radius: 0.8, quarter: 3 };

/// Returns the findings in an area of a floor, by name. The ground of the floor lies between rings.
pub fn findings<'a>(
    frames: impl Iterator<Item = (u64, &'a Frame)>,
    rate: f64,
    area: &[Point],
    rings: &[Vec<Point>],
) -> Result<Value, Box<dyn std::error::Error>> {
    let subject = Subject {
        frame_rate: rate,
        area: MeasurementArea::new(area.to_vec(), None),
        ground: Some(Ground::new(rings).ok_or("no ground")?),
        settings: Settings { step: STEP, cut_off: CUT_OFF, ..Settings::default() },
        ..Subject::default()
    };
    let names = ["voronoi-density", "voronoi-speed", "area-speed", "speed", "smoothness"];
    let mut at_work = Vec::new();
    for name in names {
        let entry = measure_of(name).ok_or("no such measure")?;
        at_work.push((entry.begin)(&subject).ok_or("nothing to measure")?);
    }
    let mut timeline = Timeline::new(rate, STEP);
    for (number, frame) in frames {
        timeline.frame(number, frame, |moment| at_work.iter_mut().for_each(|work| work.moment(moment)));
    }
    timeline.finish(|moment| at_work.iter_mut().for_each(|work| work.moment(moment)));
    let ring = |ring: &Vec<Point>| ring.iter().map(|p| json!([p.x, p.y])).collect::<Vec<_>>();
    let mut found = Map::new();
    found.insert("step".into(), json!(STEP));
    found.insert("cut_off".into(), json!([CUT_OFF.radius, CUT_OFF.quarter]));
    found.insert("ground".into(), json!(rings.iter().map(ring).collect::<Vec<_>>()));
    for finding in at_work.iter().flat_map(|work| work.findings()) {
        let value = match finding.value {
            Found::Figure(value) => json!(value),
            Found::Series(_, rows) => json!(rows),
        };
        found.insert(finding.name.into(), value);
    }
    Ok(found.into())
}
