//! Mean speed of the pedestrians in an area: over each interval, and over all frames. The speed of each pedestrian in
//! each frame counts once.

use super::{Finding, MeasureEntry, Measuring, Of, gathers};
use crate::intervals::Intervals;
use crate::{MeasurementArea, Moment};

pub(super) const ENTRY: MeasureEntry = MeasureEntry {
    name: "area-speed",
    about: "mean speed of the pedestrians in the area",
    unit: "m/s",
    source: "PedPy compute_mean_speed_per_frame",
    of: Of::Area,
    needs_ground: false,
    begin: |subject| {
        let (area, rows) = (subject.area.clone()?, Intervals::new(subject.settings.interval));
        Some(Box::new(AreaSpeed { area, rows }))
    },
};

struct AreaSpeed {
    area: MeasurementArea,
    rows: Intervals,
}

impl Measuring for AreaSpeed {
    fn moment(&mut self, moment: &Moment) {
        for speed in self.area.people(moment.frame).filter_map(|row| moment.speed(row)) {
            self.rows.add(moment.number, moment.frame.time, speed);
        }
    }
    fn findings(&self) -> Vec<Finding> {
        vec![
            Finding::figure("area_speed_mean", self.rows.mean(), "m/s"),
            Finding::over_time("area_speed", ("speed", "m/s"), self.rows.rows()),
        ]
    }
    gathers!(rows);
}
