//! Voronoi speed of an area: the mean speed over the ground of the area, where the ground in a cell has the speed of
//! the cell's pedestrian.

use super::voronoi_density::AreaCells;
use super::{Finding, MeasureEntry, Measuring, Of, gathers};
use crate::Moment;
use crate::intervals::Intervals;

pub(super) const ENTRY: MeasureEntry = MeasureEntry {
    name: "voronoi-speed",
    about: "speeds weighted by the part of the area that lies in the pedestrian's Voronoi cell; ground in no cell counts as standing",
    unit: "m/s",
    source: "Zhang et al. 2011, doi:10.1088/1742-5468/2011/06/P06004; PedPy compute_voronoi_speed",
    of: Of::Area,
    needs_ground: true,
    begin: |subject| {
        let (cells, rows) = (AreaCells::new(subject)?, Intervals::new(subject.settings.interval));
        Some(Box::new(VoronoiSpeed { cells, rows }))
    },
};

struct VoronoiSpeed {
    cells: AreaCells,
    rows: Intervals,
}

impl Measuring for VoronoiSpeed {
    fn moment(&mut self, moment: &Moment) {
        self.rows.add(moment.number, moment.frame.time, self.cells.speed(moment));
    }
    fn findings(&self) -> Vec<Finding> {
        vec![
            Finding::figure("voronoi_speed_mean", self.rows.mean(), "m/s"),
            Finding::over_time("voronoi_speed", ("voronoi speed", "m/s"), self.rows.rows()),
        ]
    }
    gathers!(rows);
}
