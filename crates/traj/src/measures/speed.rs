//! The speed of all people.

use std::collections::BTreeMap;

use super::{Finding, MeasureEntry, Measuring, Of, gathers};
use crate::Moment;
use crate::intervals::Intervals;
use crate::speed::Mean;

pub(super) const ENTRY: MeasureEntry = MeasureEntry {
    name: "speed",
    about: "individual speeds: mean over all people and frames, over time and by pedestrian",
    unit: "m/s",
    source: "PedPy compute_individual_speed, borders excluded",
    of: Of::Everyone,
    needs_ground: false,
    begin: |subject| {
        let rows = Intervals::new(subject.settings.interval);
        Some(Box::new(Speed { rows, people: BTreeMap::new() }))
    },
};

struct Speed {
    rows: Intervals,
    people: BTreeMap<u32, Mean>,
}

impl Measuring for Speed {
    fn moment(&mut self, moment: &Moment) {
        for (row, &pedestrian) in moment.frame.pedestrian.iter().enumerate() {
            if let Some(speed) = moment.speed(row) {
                self.rows.add(moment.number, moment.frame.time, speed);
                self.people.entry(pedestrian).or_default().add(speed);
            }
        }
    }
    fn findings(&self) -> Vec<Finding> {
        let by_person =
            self.people.iter().filter_map(|(who, mean)| Some(vec![f64::from(*who), mean.value()?])).collect();
        vec![
            Finding::figure("speed_mean", self.rows.mean(), "m/s"),
            Finding::over_time("speed", ("speed", "m/s"), self.rows.rows()),
            Finding::series("speed_of_pedestrian", &[("pedestrian", "id"), ("speed", "m/s")], by_person),
        ]
    }
    gathers!(rows, people);
}
