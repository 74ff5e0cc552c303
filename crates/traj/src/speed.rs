//! The speed of people, from their positions.
//!
//! The speed at a frame is the distance from the frame before to the frame after, divided by the time between them. PedPy's
//! `compute_individual_speed` is the same with a frame step of 1 and borders excluded.

use populace_geom::Point;
use serde::{Deserialize, Serialize};

use crate::Frame;
use crate::flow::movements;

/// Gathers the mean speed over all people and frames.
#[derive(Clone, Debug, Default)]
pub struct SpeedMeter {
    last_number: Option<u64>,
    last: Vec<(u32, Point)>,
    /// The pedestrians in the last two frames, and where they were in the earlier frame.
    both: Vec<(u32, Point)>,
    speed: Mean,
}

/// A mean that is being gathered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Mean {
    pub sum: f64,
    pub count: u64,
}

impl Mean {
    pub fn add(&mut self, value: f64) {
        self.sum += value;
        self.count += 1;
    }
    /// Returns the mean; `None` without values.
    pub fn value(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }
}

impl SpeedMeter {
    /// Takes the next frame, with its number; `frame_rate` is in 1/s. A pedestrian has no speed across a gap in the numbers or a
    /// ride in a lift.
    pub fn frame(&mut self, number: u64, frame: &Frame, frame_rate: f64) {
        let here: Vec<_> = frame.on_floors().map(|row| (frame.pedestrian[row], frame.position[row])).collect();
        if self.last_number.is_some_and(|last| last + 1 == number) {
            for (_, from, to) in movements(&self.both, &here) {
                self.speed.add(over_two_frames(from, to, frame_rate));
            }
            self.both = movements(&self.last, &here).map(|(pedestrian, from, _)| (pedestrian, from)).collect();
        } else {
            self.both.clear();
        }
        self.last = here;
        self.last_number = Some(number);
    }
    /// Returns the mean speed, m/s; `None` when nobody was in three successive frames.
    pub fn mean(&self) -> Option<f64> {
        self.speed.value()
    }
}

/// Returns the speed at a frame from the positions in the frames around it, m/s.
pub(crate) fn over_two_frames(before: Point, after: Point, frame_rate: f64) -> f64 {
    before.distance(after) * frame_rate * 0.5
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::tests::frame;

    #[test]
    fn mean_speed_is_taken_over_the_frames_around() {
        let mut meter = SpeedMeter::default();
        // The first pedestrian goes 0.1 m, then 0.3 m per frame: 2 m/s over both at 10 frames/s. The second stands.
        for (x, number) in [0.0, 0.1, 0.4].into_iter().zip(0..) {
            assert_eq!(meter.mean(), None);
            meter.frame(number, &frame(&[(x, 0.0), (5.0, 5.0)]), 10.0);
        }
        assert_eq!(meter.mean(), Some(1.0));
        // After a gap it takes three frames again.
        meter.frame(4, &frame(&[(9.0, 0.0)]), 10.0);
        meter.frame(5, &frame(&[(9.0, 0.0)]), 10.0);
        assert_eq!(meter.mean(), Some(1.0));
        meter.frame(6, &frame(&[(9.0, 0.4)]), 10.0);
        assert_eq!(meter.mean(), Some(4.0 / 3.0));
    }
}
