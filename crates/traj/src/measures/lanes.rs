//! Lane order parameter: whether pedestrians that go the same way walk behind each other.
//!
//! Nowak, Schadschneider 2012, doi:10.1103/PhysRevE.85.066128 (arXiv:1206.3084), after the order parameter for lanes of colloids.
//! Of the people within 3/4 of a body's diameter to the side of a pedestrian, N go the same way and M the opposite way. Then φ =
//! ((N − M) / (N + M))², and Φ is the mean of φ. Lanes give 1, a random mix nearly 0 (1/(N + M) on average). The pedestrian itself
//! counts among the N, so a pedestrian alone in a lane is in order.

use populace_geom::{Point, maths};

use super::{Finding, MeasureEntry, Measuring, Of, gathers};
use crate::intervals::Intervals;
use crate::{MeasurementArea, Moment};

pub(super) const ENTRY: MeasureEntry = MeasureEntry {
    name: "lanes",
    about: "lane order parameter: 1 in lanes, near 0 when opposite directions are mixed",
    unit: "1",
    source: "Nowak, Schadschneider 2012, doi:10.1103/PhysRevE.85.066128",
    of: Of::Area,
    needs_ground: false,
    begin: |subject| {
        let settings = subject.settings;
        let (reach, rows) = (2.0 * settings.radius * LANE_REACH, Intervals::new(settings.interval));
        Some(Box::new(Lanes { area: subject.area.clone()?, axis: settings.axis, reach, rows }))
    },
};

/// The reach of a lane to either side of a pedestrian, in diameters of a body.
pub const LANE_REACH: f64 = 0.75;
/// The direction of a pedestrian that is slower than this does not count, m/s.
const SLOWEST: f64 = 0.05;

/// Returns the lane order parameter; `None` without people. Each pedestrian is given by its distance to the side of a
/// line along the corridor, m, and by the way that it goes along that line: `true` for one way, `false` for the other.
/// Lanes reach `reach` m to either side.
pub fn lane_order(people: &[(f64, bool)], reach: f64) -> Option<f64> {
    let order = |&(side, way): &(f64, bool)| {
        let (mut same, mut opposite) = (0.0, 0.0);
        for &(_, other) in people.iter().filter(|other| (other.0 - side).abs() < reach) {
            if other == way { same += 1.0 } else { opposite += 1.0 }
        }
        let balance: f64 = (same - opposite) / (same + opposite);
        balance * balance
    };
    (!people.is_empty()).then(|| people.iter().map(order).sum::<f64>() / people.len() as f64)
}

/// Returns the main axis of velocities; opposite velocities have the same axis. Returns `None` when no axis is the main
/// one, as when nobody moves.
pub fn main_axis(velocities: impl IntoIterator<Item = Point>) -> Option<Point> {
    let (mut along, mut across) = (0.0, 0.0);
    for v in velocities {
        along += v.x * v.x - v.y * v.y;
        across += 2.0 * v.x * v.y;
    }
    let (sin, cos) = maths::sin_cos(0.5 * maths::atan2(across, along));
    (along != 0.0 || across != 0.0).then_some(Point::new(cos, sin))
}

struct Lanes {
    area: MeasurementArea,
    axis: Option<Point>,
    reach: f64,
    rows: Intervals,
}

impl Measuring for Lanes {
    fn moment(&mut self, moment: &Moment) {
        let here = self.area.people(moment.frame).filter_map(|row| Some((row, moment.motion[row]?.velocity)));
        let moving: Vec<(usize, Point)> = here.filter(|(_, v)| v.norm() >= SLOWEST).collect();
        let Some(axis) = self.axis.and_then(Point::unit).or_else(|| main_axis(moving.iter().map(|m| m.1))) else {
            return;
        };
        let side = |&(row, v): &(usize, Point)| (axis.cross(moment.frame.position[row]), v.dot(axis) > 0.0);
        let people: Vec<(f64, bool)> = moving.iter().map(side).collect();
        if let Some(order) = lane_order(&people, self.reach) {
            self.rows.add(moment.number, moment.frame.time, order);
        }
    }
    fn findings(&self) -> Vec<Finding> {
        vec![
            Finding::figure("lane_order_mean", self.rows.mean(), "1"),
            Finding::over_time("lane_order", ("lane order", "1"), self.rows.rows()),
        ]
    }
    gathers!(rows);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_are_in_order_and_a_mix_is_not() {
        let lanes = [(0.0, true), (0.1, true), (1.0, false), (1.1, false)];
        assert_eq!(lane_order(&lanes, 0.3), Some(1.0));
        // Two of each way in one row.
        let mix = [(0.0, true), (0.1, false), (0.1, true), (0.0, false)];
        assert_eq!(lane_order(&mix, 0.3), Some(0.0));
        // By hand: three against one gives (2/4)² for each of the four; a person alone has 1.
        let most = [(0.0, true), (0.1, false), (0.1, true), (0.0, true), (5.0, false)];
        assert_eq!(lane_order(&most, 0.3), Some((4.0 * 0.25 + 1.0) / 5.0));
        assert_eq!(lane_order(&[], 0.3), None);
    }

    #[test]
    fn the_main_axis_is_that_of_both_ways() {
        let axis = main_axis([Point::new(1.0, 1.0), Point::new(-2.0, -2.0), Point::new(0.1, -0.1)]).unwrap();
        assert!((axis.x - axis.y).abs() < 1e-9 && (axis.norm() - 1.0).abs() < 1e-12, "{axis:?}");
        let axis = main_axis([Point::new(0.0, -1.0)]).unwrap();
        assert!(axis.x.abs() < 1e-12, "{axis:?}");
        assert_eq!(main_axis([Point::ZERO]), None);
    }
}
