//! Classic density: the number of people in an area, divided by its size ([`MeasurementArea::density`]).

use super::{Finding, MeasureEntry, Measuring, Of, gathers};
use crate::intervals::Intervals;
use crate::{MeasurementArea, Moment};

pub(super) const ENTRY: MeasureEntry = MeasureEntry {
    name: "density",
    about: "classic density: people in the area over its size",
    unit: "1/m²",
    source: "Steffen, Seyfried 2010, doi:10.1016/j.physa.2009.12.015; PedPy compute_classic_density",
    of: Of::Area,
    needs_ground: false,
    begin: |subject| {
        let (area, rows) = (subject.area.clone()?, Intervals::new(subject.settings.interval));
        Some(Box::new(Classic { area, rows }))
    },
};

struct Classic {
    area: MeasurementArea,
    rows: Intervals,
}

impl Measuring for Classic {
    fn moment(&mut self, moment: &Moment) {
        self.rows.add(moment.number, moment.frame.time, self.area.density(moment.frame));
    }
    fn findings(&self) -> Vec<Finding> {
        vec![
            Finding::figure("density_mean", self.rows.mean(), "1/m²"),
            Finding::figure("density_highest", self.rows.most().map(|most| most.0), "1/m²"),
            Finding::figure("density_highest_at", self.rows.most().filter(|most| most.0 > 0.0).map(|most| most.1), "s"),
            Finding::over_time("density", ("density", "1/m²"), self.rows.rows()),
        ]
    }
    gathers!(rows);
}
