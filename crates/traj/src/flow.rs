//! Flow across a measurement line.
//!
//! Crossings, the cumulative count over time and the flow are defined as in PedPy's `compute_n_t` and `compute_flow`: a movement
//! from one frame to the next crosses when it touches the line and does not end on it, and each person counts once,
//! at their first crossing.

use std::collections::BTreeSet;

use populace_geom::{Point, Segment, Turn, turn};

use crate::Frame;
use crate::density::is_within_box;

/// A movement that ends nearer to the line than this ends on it, m.
const ON_LINE: f64 = 1e-5;

/// A pedestrian went across the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Crossing {
    /// Number of the frame at the end of the movement.
    pub frame: u64,
    /// The pedestrian.
    pub pedestrian: u32,
    /// Whether they came to the left side of the line, seen from its first to its second end.
    pub is_to_left: bool,
    /// Whether they are in the next frame too. PedPy drops the last movement of everyone, hence counts only these.
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
    /// A line on one floor, or over all floors.
    pub fn new(line: Segment, floor: Option<u16>) -> Self {
        MeasurementLine { line, floor, last_number: None, last: Vec::new(), crossings: Vec::new() }
    }
    /// Its length, m.
    pub fn length(&self) -> f64 {
        self.line.length()
    }
    /// Takes the next frame, with its number. Movements over a gap in the numbers do not count, nor do movements in lifts.
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
    /// All crossings so far, by frame, then by pedestrian.
    pub fn crossings(&self) -> &[Crossing] {
        &self.crossings
    }

    /// Marks the crossings of the frame before by pedestrians that are here now.
    fn confirm(&mut self, frame: u64, here: &[(u32, Point)]) {
        for crossing in self.crossings.iter_mut().rev().take_while(|crossing| crossing.frame == frame) {
            crossing.is_seen_after = here.binary_search_by_key(&crossing.pedestrian, |&(p, _)| p).is_ok();
        }
    }
}

/// Returns whether a movement crosses a line, and if so, whether it ends on the line's left side, seen from its first to its second end.
#[inline]
pub fn crossing(line: &Segment, from: Point, to: Point) -> Option<bool> {
    let is_crossed = is_near(line, from, to) && touch(&Segment::new(from, to), line) && line.distance(to) >= ON_LINE;
    is_crossed.then(|| turn(line.a, line.b, to) == Turn::Left)
}

/// Whether the box around a movement shares a point with the box around a line.
#[inline]
fn is_near(line: &Segment, from: Point, to: Point) -> bool {
    let overlaps = |a: f64, b: f64, p: f64, q: f64| p.min(q) <= a.max(b) && p.max(q) >= a.min(b);
    overlaps(line.a.x, line.b.x, from.x, to.x) && overlaps(line.a.y, line.b.y, from.y, to.y)
}

/// Returns the pedestrians in both of two lists that ascend by pedestrian, with where they were and where they are.
pub fn movements<'a, P: Copy>(before: &'a [(u32, P)], now: &'a [(u32, P)]) -> impl Iterator<Item = (u32, P, P)> + 'a {
    let mut before = before.iter().peekable();
    now.iter().filter_map(move |&(pedestrian, to)| {
        while before.next_if(|&&(other, _)| other < pedestrian).is_some() {}
        before.next_if(|&&(other, _)| other == pedestrian).map(|&(_, from)| (pedestrian, from, to))
    })
}

/// Whether two segments have a point in common (exact).
fn touch(p: &Segment, q: &Segment) -> bool {
    let sides = [turn(q.a, q.b, p.a), turn(q.a, q.b, p.b), turn(p.a, p.b, q.a), turn(p.a, p.b, q.b)];
    if sides[0] != sides[1] && sides[2] != sides[3] {
        return true;
    }
    // An end of one lies on the other; or both are on one line.
    let on = |side: Turn, s: &Segment, end: Point| side == Turn::Straight && is_within_box(s.a, s.b, end);
    on(sides[0], q, p.a) || on(sides[1], q, p.b) || on(sides[2], p, q.a) || on(sides[3], p, q.b)
}

/// Returns the first crossing of each pedestrian to one side, in order.
pub fn first_crossings_to(is_to_left: bool, crossings: &[Crossing]) -> Vec<Crossing> {
    first_crossings(crossings.iter().copied().filter(|crossing| crossing.is_to_left == is_to_left))
}

/// The first crossing of each person, in order.
pub fn first_crossings(crossings: impl IntoIterator<Item = Crossing>) -> Vec<Crossing> {
    let mut seen = BTreeSet::new();
    crossings.into_iter().filter(|crossing| seen.insert(crossing.pedestrian)).collect()
}

/// How many people have crossed after each frame with a crossing (N-t), from the first crossings in order.
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

/// Flow in successive windows of `window` frames, persons/s, as PedPy's `compute_flow`: a window reaches from the
/// frame after the last crossing of the one before (at first, the first crossing) to the frame after its own last crossing;
/// windows without crossing are left out. `last_frame` is the last one of the trajectories.
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

/// Flow between the first and the last crossing, persons/s: the gaps between people over the time they took.
/// `None` when all crossed in one frame.
pub fn mean_flow(first: &[Crossing], frame_rate: f64) -> Option<f64> {
    flow_between(first.first()?.frame, first.last()?.frame, first.len() as u64, frame_rate)
}

/// Flow of so many people from the frame of the first to that of the last, persons/s.
pub(crate) fn flow_between(start: u64, end: u64, people: u64, frame_rate: f64) -> Option<f64> {
    (end > start).then(|| people.saturating_sub(1) as f64 / (end - start) as f64 * frame_rate)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::tests::frame;

    /// The line x = 0 from y = 0 to y = 2; its left is the west.
    fn line() -> MeasurementLine {
        MeasurementLine::new(Segment::new(Point::new(0.0, 0.0), Point::new(0.0, 2.0)), None)
    }

    /// Crossings of one person that is at these places in successive frames.
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
        // Within a hundredth of a millimetre is on the line; going back is a crossing to the side they came from.
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

    /// By hand after PedPy's rule at 10 frames/s: crossings at frames 10, 12, 15 and 31, windows of 10 frames. First window: until
    /// frame 20, three people from frame 10 to 16: 3 / 0.6 s. Second, until 30: nobody. Third, until 40: one person from 16 to 32.
    #[test]
    fn flow_runs_from_last_crossing_to_last_crossing() {
        let crossings = at(&[10, 12, 15, 31]);
        assert_eq!(flow(&crossings, 10, 50, 10.0), [3.0 / 6.0 * 10.0, 1.0 / 16.0 * 10.0]);
        // The window until frame 40 needs a frame after it.
        assert_eq!(flow(&crossings, 10, 40, 10.0), [3.0 / 6.0 * 10.0]);
        assert_eq!(flow(&[], 10, 40, 10.0), []);
        // Three gaps in 2.1 s.
        assert_eq!(mean_flow(&crossings, 10.0), Some(3.0 / 21.0 * 10.0));
        assert_eq!(mean_flow(&at(&[4, 4]), 10.0), None);
    }
}
