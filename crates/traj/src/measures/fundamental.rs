//! Fundamental diagram: density, speed and specific flow of an area over time.
//!
//! Zhang et al. 2011, doi:10.1088/1742-5468/2011/06/P06004. The diagram takes Voronoi density and speed; the specific flow is their
//! product, J = ρ v. The speed is the mean over the ground in the cells of pedestrians that have a speed. Ground in no
//! cell does not count: it lies beyond the cut-off of the cells and is not a standing crowd.

use super::voronoi_density::AreaCells;
use super::{Finding, MeasureEntry, Measuring, Of, TIME, gathers};
use crate::Moment;
use crate::intervals::Intervals;

pub(super) const ENTRY: MeasureEntry = MeasureEntry {
    name: "fundamental-diagram",
    about: "points of Voronoi density, mean speed and specific flow over time",
    unit: "1/(m s)",
    source: "Zhang et al. 2011, doi:10.1088/1742-5468/2011/06/P06004",
    of: Of::Area,
    needs_ground: true,
    begin: |subject| {
        let [density, speed] = [(); 2].map(|()| Intervals::new(subject.settings.interval));
        Some(Box::new(Diagram { cells: AreaCells::new(subject)?, density, speed }))
    },
};

struct Diagram {
    cells: AreaCells,
    density: Intervals,
    speed: Intervals,
}

impl Measuring for Diagram {
    fn moment(&mut self, moment: &Moment) {
        // A point needs both.
        if let (density, Some(speed)) = self.cells.density_and_speed(moment) {
            self.density.add(moment.number, moment.frame.time, density);
            self.speed.add(moment.number, moment.frame.time, speed);
        }
    }
    fn findings(&self) -> Vec<Finding> {
        let columns = [TIME, ("diagram density", "1/m²"), ("diagram speed", "m/s"), ("specific flow", "1/(m s)")];
        let point =
            |(density, speed): (Vec<f64>, Vec<f64>)| vec![density[0], density[1], speed[1], density[1] * speed[1]];
        let rows = self.density.rows().into_iter().zip(self.speed.rows()).map(point).collect();
        vec![Finding { is_by_interval: true, ..Finding::series("fundamental_diagram", &columns, rows) }]
    }
    gathers!(density, speed);
}

#[cfg(test)]
mod tests {
    use super::super::voronoi_density::tests::corridor;
    use super::*;
    use crate::Found;
    use crate::moment::tests::walk;

    #[test]
    fn the_flow_is_density_times_speed() {
        let mut diagram = (ENTRY.begin)(&corridor()).unwrap();
        // One person who walks at 1 m/s has the corridor of 12 m² alone: 4/12 of a person on 4 m².
        walk(&[&[(2.9, 1.0)], &[(3.0, 1.0)], &[(3.1, 1.0)]], 1, |moment| diagram.moment(moment));
        let Found::Series(_, rows) = &diagram.findings()[0].value else { panic!("a series") };
        assert_eq!(rows.len(), 1, "ends have no speed");
        for (found, expected) in rows[0].iter().zip([0.1, 1.0 / 12.0, 1.0, 1.0 / 12.0]) {
            assert!((found - expected).abs() < 1e-9, "{rows:?}");
        }
    }
}
