//! The observations of a run: where everyone was at each frame, and what happened.

use populace_geom::{Point, Segment};
use populace_sim::{Census, Counts};
use populace_traj::{Event, EventKind, Frame, MeasurementLine, first_crossings};

/// The observations of a run.
#[derive(Clone, Debug, Default)]
pub struct Observed {
    /// Time between two frames, s.
    pub interval: f64,
    /// The frames, in order: where everyone was. The first frame is the start, before anybody has moved.
    pub frames: Vec<Frame>,
    /// The events, each with its time, s.
    pub events: Vec<(f64, Event)>,
    /// The population of each pedestrian.
    pub population: Vec<u16>,
    /// The desired speed of each pedestrian, m/s.
    pub speed: Vec<f64>,
    /// The names of the areas, by number.
    pub areas: Vec<String>,
    /// Counts of the simulation.
    pub counts: Counts,
    /// The census at the end.
    pub census: Census,
    /// Whether everyone had come in and left by the end.
    pub is_over: bool,
}

impl Observed {
    pub(crate) fn new(interval: f64, areas: Vec<String>) -> Self {
        Observed { interval, areas, ..Observed::default() }
    }

    /// Returns how long the run was observed, s.
    pub fn duration(&self) -> f64 {
        self.frames.last().map_or(0.0, |f| f.time)
    }

    /// Returns when each pedestrian went across a line for the first time, s, in order of time.
    pub fn passages(&self, a: Point, b: Point) -> Vec<(f64, u32)> {
        let mut line = MeasurementLine::new(Segment::new(a, b), None);
        for (number, frame) in self.frames.iter().enumerate() {
            line.frame(number as u64, frame);
        }
        let first = first_crossings(line.crossings().iter().copied());
        first.iter().map(|c| (c.frame as f64 * self.interval, c.pedestrian)).collect()
    }

    /// Returns when each pedestrian left, s, and by which area, in order of time.
    pub fn left(&self) -> Vec<(f64, u32, u32)> {
        let left = self.events.iter().filter(|(_, e)| e.kind == EventKind::Left);
        left.map(|(time, e)| (*time, e.pedestrian, e.subject)).collect()
    }

    /// Returns when the last pedestrian left, s; `None` when a pedestrian is still inside, never came in, or nobody
    /// left.
    pub fn emptied(&self) -> Option<f64> {
        self.is_over.then(|| self.left().last().map(|l| l.0)).flatten()
    }

    /// Returns the positions of each pedestrian, with the number of its first frame.
    pub fn paths(&self) -> Vec<(usize, Vec<Point>)> {
        let mut paths: Vec<(usize, Vec<Point>)> = vec![(0, Vec::new()); self.population.len()];
        for (number, frame) in self.frames.iter().enumerate() {
            for (&who, &at) in frame.pedestrian.iter().zip(&frame.position) {
                let path = &mut paths[who as usize];
                if path.1.is_empty() {
                    path.0 = number;
                }
                path.1.push(at);
            }
        }
        paths
    }

    /// Returns the least distance between the edges of two bodies over all frames, m; negative where bodies overlap.
    /// All bodies have this `radius`. Distances above 5 m may be left out, and the answer is infinite when all of them
    /// are.
    pub fn least_gap(&self, radius: f64) -> f64 {
        let mut least = f64::INFINITY;
        for frame in &self.frames {
            let mut places: Vec<(Point, u16)> =
                frame.on_floors().map(|row| (frame.position[row], frame.floor[row])).collect();
            places.sort_by(|p, q| p.0.x.total_cmp(&q.0.x).then(p.0.y.total_cmp(&q.0.y)));
            for (i, (p, floor)) in places.iter().enumerate() {
                for (q, other) in &places[i + 1..] {
                    if q.x - p.x > least.min(5.0) + 2.0 * radius {
                        break;
                    }
                    if floor == other {
                        least = least.min(p.distance(*q) - 2.0 * radius);
                    }
                }
            }
        }
        least
    }

    /// Returns the longest time between two passages, s. When fewer than `people` pass, the time from the last passage
    /// to the end counts, too. The time before the first passage does not count, unless nobody passes.
    pub fn longest_pause(&self, passages: &[(f64, u32)], people: usize) -> f64 {
        let pauses = passages.windows(2).map(|w| w[1].0 - w[0].0);
        let last = passages.last().map_or(self.duration(), |last| self.duration() - last.0);
        let rest = if passages.len() < people { last } else { 0.0 };
        pauses.fold(rest, f64::max)
    }
}

/// Returns the mean flow between two passages, 1/s: the first after a tenth of the people, and the first after nine
/// tenths. `None` when fewer people pass.
pub(crate) fn steady_flow(passages: &[(f64, u32)], people: usize) -> Option<f64> {
    let (first, last) = (people / 10, people * 9 / 10);
    let (start, end) = (passages.get(first)?.0, passages.get(last)?.0);
    (end > start).then(|| (last - first) as f64 / (end - start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flow_counts_people_between_the_first_and_the_last_tenth() {
        // Ten people, one every half a second: 2 per second.
        let passages: Vec<(f64, u32)> = (0..10).map(|i| (0.5 * f64::from(i), i)).collect();
        assert_eq!(steady_flow(&passages, 10), Some(2.0));
        // The last three never pass.
        assert_eq!(steady_flow(&passages[..7], 10), None);
    }

    #[test]
    fn a_jam_that_lasts_to_the_end_is_a_pause() {
        let frames = vec![Frame { time: 60.0, ..Frame::default() }];
        let observed = Observed { frames, ..Observed::default() };
        assert_eq!(observed.longest_pause(&[(1.0, 0), (3.0, 1), (4.0, 2)], 3), 2.0);
        assert_eq!(observed.longest_pause(&[(1.0, 0), (3.0, 1), (4.0, 2)], 4), 56.0);
    }
}
