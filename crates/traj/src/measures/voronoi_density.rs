//! Voronoi density of an area: the sum over all people of the share of their cell that lies in the area, divided by the size of the
//! area.

use super::{Finding, MeasureEntry, Measuring, Of, Subject, gathers};
use crate::intervals::Intervals;
use crate::{CutOff, Frame, Ground, MeasurementArea, Moment, Sites};

pub(super) const ENTRY: MeasureEntry = MeasureEntry {
    name: "voronoi-density",
    about: "people by the share of their Voronoi cell that lies in the area, over its size",
    unit: "1/m²",
    source: "Steffen, Seyfried 2010, doi:10.1016/j.physa.2009.12.015; PedPy compute_voronoi_density",
    of: Of::Area,
    needs_ground: true,
    begin: |subject| {
        let (cells, rows) = (AreaCells::new(subject)?, Intervals::new(subject.settings.interval));
        Some(Box::new(VoronoiDensity { cells, rows }))
    },
};

struct VoronoiDensity {
    cells: AreaCells,
    rows: Intervals,
}

impl Measuring for VoronoiDensity {
    fn moment(&mut self, moment: &Moment) {
        self.rows.add(moment.number, moment.frame.time, self.cells.density(moment.frame));
    }
    fn findings(&self) -> Vec<Finding> {
        vec![
            Finding::figure("voronoi_density_mean", self.rows.mean(), "1/m²"),
            Finding::figure("voronoi_density_highest", self.rows.most().map(|most| most.0), "1/m²"),
            Finding::over_time("voronoi_density", ("voronoi density", "1/m²"), self.rows.rows()),
        ]
    }
    gathers!(rows);
}

/// The Voronoi cells that have ground in an area.
#[derive(Clone, Debug)]
pub struct AreaCells {
    area: MeasurementArea,
    ground: Option<Ground>,
    cut_off: CutOff,
}

/// The part of an area that belongs to a pedestrian.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part {
    /// The row in the frame.
    pub row: usize,
    /// The size of the pedestrian's cell, m².
    pub cell: f64,
    /// The size of the part of the cell in the area, m².
    pub common: f64,
}

impl AreaCells {
    /// Returns the cells in the area of a subject, cut to the subject's ground; `None` when the subject has no area.
    pub fn new(subject: &Subject) -> Option<Self> {
        let (area, ground) = (subject.area.clone()?, subject.ground.clone());
        Some(AreaCells { area, ground, cut_off: subject.settings.cut_off })
    }
    /// Returns the area.
    pub fn area(&self) -> &MeasurementArea {
        &self.area
    }
    /// Returns the part of each pedestrian whose cell has ground in the area, by row.
    pub fn parts(&self, frame: &Frame) -> Vec<Part> {
        let floor = self.area.floor();
        let here = || frame.on_floors().filter(|&row| floor.is_none_or(|floor| floor == frame.floor[row]));
        let sites = Sites::new(here().map(|row| frame.position[row]));
        let near = self.area.bounds().expanded(self.cut_off.radius);
        let part = |row: usize| {
            let p = frame.position[row];
            let cell = near.contains(p).then(|| sites.cell(p, self.cut_off, self.ground.as_ref()))??;
            let common = self.area.common(&cell);
            (common > 0.0).then_some(Part { row, cell: cell.size(), common })
        };
        here().filter_map(part).collect()
    }
    /// Returns the Voronoi density, persons/m².
    pub fn density(&self, frame: &Frame) -> f64 {
        self.parts(frame).iter().map(|part| part.common / part.cell).sum::<f64>() / self.area.size()
    }
    /// Returns the Voronoi density, persons/m², and the mean speed, m/s. The mean is over the pedestrians that have a speed, each
    /// weighted by its ground in the area.
    pub fn density_and_speed(&self, moment: &Moment) -> (f64, Option<f64>) {
        let parts = self.parts(moment.frame);
        let density = parts.iter().map(|part| part.common / part.cell).sum::<f64>() / self.area.size();
        let moving = || parts.iter().filter_map(|part| Some((part.common, moment.speed(part.row)?)));
        let size: f64 = moving().map(|(size, _)| size).sum();
        let speed = moving().map(|(size, speed)| size * speed).sum::<f64>() / size;
        (density, (size > 0.0).then_some(speed))
    }
    /// Returns the Voronoi speed as PedPy defines it, m/s. Ground of the area that belongs to nobody, or to a pedestrian without a
    /// speed, counts with a speed of 0.
    pub fn speed(&self, moment: &Moment) -> f64 {
        let parts = self.parts(moment.frame);
        let moving = parts.iter().filter_map(|part| Some(part.common * moment.speed(part.row)?));
        moving.sum::<f64>() / self.area.size()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use populace_geom::Point;

    use super::*;
    use crate::frame::tests::frame;
    use crate::moment::tests::walk;

    pub fn rectangle(x: [f64; 2], y: [f64; 2]) -> Vec<Point> {
        [(x[0], y[0]), (x[1], y[0]), (x[1], y[1]), (x[0], y[1])].map(|(x, y)| Point::new(x, y)).to_vec()
    }
    /// Returns a corridor of 6 m × 2 m, measured between x = 2 and x = 4. The cut-off is so large that it does not cut any cell.
    pub fn corridor() -> Subject {
        let settings = crate::Settings { cut_off: CutOff { radius: 50.0, quarter: 3 }, ..crate::Settings::default() };
        Subject {
            frame_rate: 10.0,
            area: MeasurementArea::new(rectangle([2.0, 4.0], [0.0, 2.0]), None),
            ground: Ground::new(&[rectangle([0.0, 6.0], [0.0, 2.0])]),
            settings,
            ..Subject::default()
        }
    }

    /// People at x = 1 and x = 4: cells of 5 m² and 7 m², of which 1 m² and 3 m² are in the area of 4 m².
    #[test]
    fn density_is_shares_of_cells_over_the_size() {
        let cells = AreaCells::new(&corridor()).unwrap();
        let density = cells.density(&frame(&[(1.0, 1.0), (4.0, 1.0)]));
        assert!((density - (1.0 / 5.0 + 3.0 / 7.0) / 4.0).abs() < 1e-9, "{density}");
        assert_eq!(cells.density(&frame(&[])), 0.0);
    }

    /// The first walks at 1 m/s, the second stands: 1 m² of 4 m² moves.
    #[test]
    fn voronoi_speed_weighs_by_ground() {
        let cells = AreaCells::new(&corridor()).unwrap();
        let mut found = Vec::new();
        let frames: [&[(f64, f64)]; 3] =
            [&[(0.9, 1.0), (4.0, 1.0)], &[(1.0, 1.0), (4.0, 1.0)], &[(1.1, 1.0), (4.0, 1.0)]];
        walk(&frames, 1, |moment| found.push((cells.speed(moment), cells.density_and_speed(moment).1)));
        assert!((found[1].0 - 0.25).abs() < 1e-9 && (found[1].1.unwrap() - 0.25).abs() < 1e-9, "{found:?}");
        assert_eq!(found[0], (0.0, None));
    }
}
