//! Smoothness: how much people change their speed and direction.
//!
//! The measure gives three means: of the size of the acceleration (PedPy's `compute_individual_acceleration`), of the
//! size of the jerk, and of the angle by which the direction of motion turns in a second. The jerk is the change of the
//! acceleration over `step` frames, divided by their time. The angle counts only while a pedestrian walks. SteerSuite
//! scores sums of the same quantities (`AgentMetricsCollector.h`). A sum grows with the frame rate, a mean does not.

use std::collections::{BTreeMap, VecDeque};

use populace_geom::{Point, maths};

use super::{Finding, MeasureEntry, Measuring, Of, gathers};
use crate::speed::Mean;
use crate::{Moment, Motion};

pub(super) const ENTRY: MeasureEntry = MeasureEntry {
    name: "smoothness",
    about: "mean acceleration, jerk and turning of everyone: low is smooth",
    unit: "m/s²",
    source: "PedPy compute_individual_acceleration; SteerSuite AgentMetricsCollector",
    of: Of::Everyone,
    needs_ground: false,
    begin: |subject| {
        let step = subject.settings.step.max(1);
        let time = step as f64 / subject.frame_rate;
        Some(Box::new(Smoothness { step, time, ..Smoothness::default() }))
    },
};

/// The direction of a pedestrian that is slower than this does not count, m/s.
const SLOWEST: f64 = 0.2;

#[derive(Default)]
struct Smoothness {
    step: u64,
    /// The time of a step, s.
    time: f64,
    /// The last motions of each pedestrian, with the number of their frame.
    last: BTreeMap<u32, VecDeque<(u64, Motion)>>,
    acceleration: Mean,
    jerk: Mean,
    turning: Mean,
}

impl Measuring for Smoothness {
    fn moment(&mut self, moment: &Moment) {
        for (row, &pedestrian) in moment.frame.pedestrian.iter().enumerate() {
            let Some(motion) = moment.motion[row] else { continue };
            self.acceleration.add(motion.acceleration.norm());
            let last = self.last.entry(pedestrian).or_default();
            while last.front().is_some_and(|(number, _)| number + self.step < moment.number) {
                last.pop_front();
            }
            if let Some((_, before)) = last.front().filter(|(number, _)| number + self.step == moment.number) {
                self.jerk.add((motion.acceleration - before.acceleration).norm() / self.time);
                if before.velocity.norm() >= SLOWEST && motion.velocity.norm() >= SLOWEST {
                    self.turning.add(angle(before.velocity, motion.velocity) / self.time);
                }
            }
            last.push_back((moment.number, motion));
        }
    }
    fn findings(&self) -> Vec<Finding> {
        vec![
            Finding::figure("acceleration_mean", self.acceleration.value(), "m/s²"),
            Finding::figure("jerk_mean", self.jerk.value(), "m/s³"),
            Finding::figure("turning_mean", self.turning.value(), "rad/s"),
        ]
    }
    gathers!(last, acceleration, jerk, turning);
}

/// Returns the angle between two directions, rad, 0 to π.
fn angle(a: Point, b: Point) -> f64 {
    maths::atan2(a.cross(b), a.dot(b)).abs()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moment::tests::walk;
    use crate::{Found, Subject};

    #[test]
    fn straight_and_even_is_smooth_and_a_corner_is_not() {
        let found = |frames: &[&[(f64, f64)]]| {
            let mut smoothness = (ENTRY.begin)(&Subject { frame_rate: 10.0, ..Subject::default() }).unwrap();
            walk(frames, 1, |moment| smoothness.moment(moment));
            let figure = |f: &Finding| if let Found::Figure(value) = f.value { value.unwrap() } else { f64::NAN };
            smoothness.findings().iter().map(figure).collect::<Vec<_>>()
        };
        let even = found(&[&[(0.0, 0.0)], &[(0.1, 0.0)], &[(0.2, 0.0)], &[(0.3, 0.0)]]);
        assert!(even.iter().all(|v| v.abs() < 1e-9), "{even:?}");
        // East, then north at 1 m/s, in 0.1 s: velocities (1, 0), (½, ½), (0, 1); accelerations 0, 10 (−1, 1), 0.
        let corner = found(&[&[(0.0, 0.0)], &[(0.1, 0.0)], &[(0.2, 0.0)], &[(0.2, 0.1)], &[(0.2, 0.2)]]);
        let root = 2.0_f64.sqrt();
        for (value, expected) in
            corner.iter().zip([10.0 * root / 3.0, 100.0 * root, std::f64::consts::FRAC_PI_4 * 10.0])
        {
            assert!((value - expected).abs() < 1e-6, "{corner:?}");
        }
    }
}
