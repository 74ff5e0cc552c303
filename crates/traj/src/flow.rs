//! Flow across a measurement line.
//!
//! Crossings, the cumulative count over time and the flow are defined as in PedPy's `compute_n_t` and `compute_flow`. A movement
//! from a frame to the next crosses the line when it touches the line and does not end on it. Each pedestrian counts once, at its
//! first crossing.

use std::collections::BTreeSet;

use populace_geom::{Point, Segment, Turn, turn};

use crate::Frame;
use crate::density::is_within_box;

/// A movement that ends nearer to the line than this ends on it, m.
const ON_LINE: f64 = 1e-5;

/// A crossing of the line by a pedestrian.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Crossing {
    /// Number of the frame at the end of the movement.
    pub frame: u64,
    /// The pedestrian.
    pub pedestrian: u32,
    /// Whether the pedestrian came to the left side of the line, seen from the line's first end to its second.
    pub is_to_left: bool,
    /// Whether the pedestrian is in the next frame, too. PedPy drops the last movement of every pedestrian, so it counts only these
    /// crossings.
    pub is_seen_after: bool,
}

/// Gathers the crossings of a line, frame by frame.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct MeasurementLine {
    line: Segment,
    floor: Option<u16>,
    last_number: Option<u64>,
    last: Vec<(u32, Point)>,
    crossings: Vec<Crossing>,
}

impl MeasurementLine {
    /// Returns a line on one floor or, without a floor, on all floors.
    pub fn new(line: Segment, floor: Option<u16>) -> Self {
        MeasurementLine { line, floor, last_number: None, last: Vec::new(), crossings: Vec::new() }
    }
    /// Returns the length of the line, m.
    pub fn length(&self) -> f64 {
        self.line.length()
    }
    /// Takes the next frame, with its number. A movement over a gap in the numbers does not count, and neither does a movement in a
    /// lift.
    pub fn frame(&mut self, number: u64, frame: &Frame) {
        let is_next = self.last_number.is_some_and(|last| last + 1 == number);
        let here: Vec<(u32, Point)> = frame
            .on_floors()
            .filter(|&i| self.floor.is_none_or(|floor| frame.floor[i] == floor))
            .map(|i| (frame.pedestrian[i], frame.position[i]))
            .collect();
        if is_next {
            self.confirm(number - 1, &here);
            for (pedestrian, from, to) in movements(&self.last, &here) {
                if let Some(is_to_left) = crossing(&self.line, from, to) {
                    self.crossings.push(Crossing { frame: number, pedestrian, is_to_left, is_seen_after: false });
                }
            }
        }
        self.last = here;
        self.last_number = Some(number);
    }
    /// Returns all crossings so far, by frame, then by pedestrian.
    pub fn crossings(&self) -> &[Crossing] {
        &self.crossings
    }

    /// Marks the crossings of the last frame whose pedestrians are still here.
    fn confirm(&mut self, frame: u64, here: &[(u32, Point)]) {
        for crossing in self.crossings.iter_mut().rev().take_while(|crossing| crossing.frame == frame) {
            crossing.is_seen_after = here.binary_search_by_key(&crossing.pedestrian, |&(p, _)| p).is_ok();
        }
    }
}

/// Returns whether a movement across a line ends on the line's left, seen from the line's first end to its second;
/// `None` when the movement does not cross the line.
#[inline]
pub fn crossing(line: &Segment, from: Point, to: Point) -> Option<bool> {
    let is_crossed = is_near(line, from, to) && touch(&Segment::new(from, to), line) && line.distance(to) >= ON_LINE;
    is_crossed.then(|| turn(line.a, line.b, to) == Turn::Left)
}

/// Returns whether the box around a movement shares a point with the box around a line.
#[inline]
fn is_near(line: &Segment, from: Point, to: Point) -> bool {
    let overlaps = |a: f64, b: f64, p: f64, q: f64| p.min(q) <= a.max(b) && p.max(q) >= a.min(b);
    overlaps(line.a.x, line.b.x, from.x, to.x) && overlaps(line.a.y, line.b.y, from.y, to.y)
}

/// Returns each pedestrian that is in both lists, with its place before and its place now. Both lists ascend by
/// pedestrian.
pub fn movements<'a, P: Copy>(before: &'a [(u32, P)], now: &'a [(u32, P)]) -> impl Iterator<Item = (u32, P, P)> + 'a {
    let mut before = before.iter().peekable();
    now.iter().filter_map(move |&(pedestrian, to)| {
        while before.next_if(|&&(other, _)| other < pedestrian).is_some() {}
        before.next_if(|&&(other, _)| other == pedestrian).map(|&(_, from)| (pedestrian, from, to))
    })
}

/// Returns whether two segments have a point in common (exact).
fn touch(p: &Segment, q: &Segment) -> bool {
    let sides = [turn(q.a, q.b, p.a), turn(q.a, q.b, p.b), turn(p.a, p.b, q.a), turn(p.a, p.b, q.b)];
    if sides[0] != sides[1] && sides[2] != sides[3] {
        return true;
    }
    // An end of one segment lies on the other segment, or all four ends are on one line.
    let on = |side: Turn, s: &Segment, end: Point| side == Turn::Straight && is_within_box(s.a, s.b, end);
    on(sides[0], q, p.a) || on(sides[1], q, p.b) || on(sides[2], p, q.a) || on(sides[3], p, q.b)
}

/// Returns the first crossing of each pedestrian to one side, in order.
pub fn first_crossings_to(is_to_left: bool, crossings: &[Crossing]) -> Vec<Crossing> {
    first_crossings(crossings.iter().copied().filter(|crossing| crossing.is_to_left == is_to_left))
}

/// Returns the first crossing of each pedestrian, in order.
pub fn first_crossings(crossings: impl IntoIterator<Item = Crossing>) -> Vec<Crossing> {
    let mut seen = BTreeSet::new();
    crossings.into_iter().filter(|crossing| seen.insert(crossing.pedestrian)).collect()
}

/// Returns how many people have crossed after each frame with a crossing (N-t), given the first crossings in order.
pub fn cumulative(first: &[Crossing]) -> Vec<(u64, u64)> {
    let mut counts: Vec<(u64, u64)> = Vec::new();
    for (crossing, count) in first.iter().zip(1..) {
        match counts.last_mut() {
            Some(last) if last.0 == crossing.frame => last.1 = count,
            _ => counts.push((crossing.frame, count)),
        }
    }
    counts
}

/// Returns the flow in successive windows of `window` frames, persons/s, as PedPy's `compute_flow` does. A window begins at the
/// frame after the last crossing of the window before; the first window begins at the first crossing. A window ends at
/// the frame after its own last crossing. Windows without a crossing are left out. `last_frame` is the last frame of
/// the trajectories.
pub fn flow(first: &[Crossing], window: u64, last_frame: u64, frame_rate: f64) -> Vec<f64> {
    let counts = cumulative(first);
    let Some(&(start, _)) = counts.first() else { return Vec::new() };
    let (mut flows, mut passed, mut since) = (Vec::new(), 0, start);
    let mut end = start + window.max(1);
    while end < last_frame {
        let until = counts.partition_point(|&(frame, _)| frame <= end);
        let (frame, count) = counts[until - 1];
        if count != passed {
            flows.push((count - passed) as f64 / (frame + 1 - since) as f64 * frame_rate);
            (passed, since) = (count, frame + 1);
        }
        end += window.max(1);
    }
    flows
}

/// Returns the flow between the first and the last crossing, persons/s: the number of gaps between people, divided by the time that
/// they took. Returns `None` when all people crossed in one frame.
pub fn mean_flow(first: &[Crossing], frame_rate: f64) -> Option<f64> {
    flow_between(first.first()?.frame, first.last()?.frame, first.len() as u64, frame_rate)
}

/// Returns the flow of a number of people between two frames, persons/s.
pub(crate) fn flow_between(start: u64, end: u64, people: u64, frame_rate: f64) -> Option<f64> {
    (end > start).then(|| people.saturating_sub(1) as f64 / (end - start) as f64 * frame_rate)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::tests::frame;

    /// Returns the line x = 0 from y = 0 to y = 2. Its left is the west.
    fn line() -> MeasurementLine {
        MeasurementLine::new(Segment::new(Point::new(0.0, 0.0), Point::new(0.0, 2.0)), None)
    }

    /// Returns the crossings of a pedestrian that is at these places in successive frames.
    fn walk(places: &[(f64, f64)]) -> Vec<(u64, bool, bool)> {
        let mut line = line();
        for (place, number) in places.iter().zip(0..) {
            line.frame(number, &frame(&[*place]));
        }
        line.crossings().iter().map(|c| (c.frame, c.is_to_left, c.is_seen_after)).collect()
    }

    #[test]
    fn a_crossing_has_its_frame_and_its_side() {
        assert_eq!(walk(&[(-1.5, 1.0), (-0.5, 1.0), (0.5, 1.0), (1.5, 1.0)]), [(2, false, true)]);
        assert_eq!(walk(&[(0.5, 1.0), (-0.5, 1.0)]), [(1, true, false)]);
        assert_eq!(walk(&[(-0.5, 2.5), (0.5, 2.5), (0.5, 1.0)]), []);
    }

    #[test]
    fn a_movement_that_ends_on_the_line_crosses_when_it_goes_on() {
        assert_eq!(walk(&[(-1.0, 1.0), (0.0, 1.0), (0.0, 1.5), (1.0, 1.5)]), [(3, false, false)]);
        // A pedestrian within a hundredth of a millimetre is on the line. When it goes back, it crosses to the side from which it
        // came.
        assert_eq!(walk(&[(-1.0, 1.0), (0.000_009, 1.0), (-1.0, 1.0)]), [(2, true, false)]);
        assert_eq!(walk(&[(-1.0, 1.0), (0.000_011, 1.0), (1.0, 1.0)]), [(1, false, true)]);
    }

    #[test]
    fn who_is_missing_for_a_frame_does_not_cross_meanwhile() {
        let mut line = line();
        line.frame(0, &frame(&[(-1.0, 1.0)]));
        line.frame(2, &frame(&[(1.0, 1.0)]));
        line.frame(3, &Frame::default());
        line.frame(4, &frame(&[(-1.0, 1.0)]));
        assert_eq!(line.crossings(), []);
    }

    fn at(frames: &[u64]) -> Vec<Crossing> {
        let crossing = |(&frame, pedestrian)| Crossing { frame, pedestrian, is_to_left: true, is_seen_after: true };
        frames.iter().zip(0..).map(crossing).collect()
    }

    #[test]
    fn everyone_counts_once() {
        let mut twice = at(&[3, 5, 5]);
        twice.push(Crossing { frame: 9, ..twice[0] });
        assert_eq!(first_crossings(twice.clone()), twice[..3]);
        assert_eq!(cumulative(&twice[..3]), [(3, 1), (5, 3)]);
    }

    /// Worked out by hand after PedPy's rule at 10 frames/s: crossings at frames 10, 12, 15 and 31, windows of 10 frames. The first
    /// window, until frame 20, has three people from frame 10 to 16: 3 / 0.6 s. The second, until frame 30, has nobody. The third,
    /// until frame 40, has one pedestrian from frame 16 to 32.
    #[test]
    fn flow_runs_from_last_crossing_to_last_crossing() {
        let crossings = at(&[10, 12, 15, 31]);
        assert_eq!(flow(&crossings, 10, 50, 10.0), [3.0 / 6.0 * 10.0, 1.0 / 16.0 * 10.0]);
        // The window until frame 40 needs a frame after it.
        assert_eq!(flow(&crossings, 10, 40, 10.0), [3.0 / 6.0 * 10.0]);
        assert_eq!(flow(&[], 10, 40, 10.0), []);
        // There are three gaps in 2.1 s.
        assert_eq!(mean_flow(&crossings, 10.0), Some(3.0 / 21.0 * 10.0));
        assert_eq!(mean_flow(&at(&[4, 4]), 10.0), None);
    }
}
