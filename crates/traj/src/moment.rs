//! A frame together with the frames around it, which give the velocities and accelerations at a moment.
//!
//! Velocity and acceleration are the central differences over `step` frames to either side, as in PedPy's
//! `compute_individual_speed` and `compute_individual_acceleration` with borders excluded. A pedestrian that is missing
//! in one of these frames has neither. (PedPy assigns the acceleration to the last of the three frames; here it belongs
//! to the middle frame.)

use std::collections::VecDeque;

use populace_geom::Point;

use crate::Frame;

/// The motion of a pedestrian.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Motion {
    /// The velocity, m/s.
    pub velocity: Point,
    /// The acceleration, m/s².
    pub acceleration: Point,
}

/// A moment of a run.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// Number of the frame.
    pub number: u64,
    /// The positions of all people.
    pub frame: &'a Frame,
    /// The motion of each pedestrian, by row of the frame; `None` at both ends of a trajectory, beside a gap in it, and
    /// in lifts.
    pub motion: &'a [Option<Motion>],
}

impl Moment<'_> {
    /// Returns the speed of a row, m/s.
    pub fn speed(&self, row: usize) -> Option<f64> {
        self.motion[row].map(|motion| motion.velocity.norm())
    }
}

/// Turns frames into moments. A moment is complete when the frames after it are known.
#[derive(Clone, Debug)]
pub struct Timeline {
    /// The number of frames to either side over which velocities are taken.
    step: u64,
    /// Frames per second.
    rate: f64,
    held: VecDeque<(u64, Frame)>,
    /// The number of held frames that were already handed out as moments.
    told: usize,
    motion: Vec<Option<Motion>>,
}

impl Timeline {
    /// Returns a timeline for frames of a rate, 1/s. Velocities are taken over `step` frames, at least one, to either side.
    pub fn new(rate: f64, step: u64) -> Self {
        Timeline { step: step.max(1), rate, held: VecDeque::new(), told: 0, motion: Vec::new() }
    }
    /// Takes the next frame, with its number. Hands out the moments that are complete now. Numbers ascend; frames with nobody
    /// inside may be left out.
    pub fn frame(&mut self, number: u64, frame: &Frame, mut take: impl FnMut(&Moment)) {
        self.held.push_back((number, frame.clone()));
        while self.held.get(self.told).is_some_and(|(waiting, _)| waiting + self.step <= number) {
            self.tell(&mut take);
        }
    }
    /// Returns the state of the timeline as bytes.
    pub fn save(&self) -> Vec<u8> {
        crate::bytes::save(&(&self.held, self.told))
    }
    /// Loads the bytes that [`Timeline::save`] returned, and goes on from there; `None` when the bytes are something else.
    pub fn load(&mut self, bytes: &[u8]) -> Option<()> {
        let (held, told): (VecDeque<(u64, Frame)>, usize) = crate::bytes::load(bytes)?;
        let is_whole = told <= held.len() && held.iter().all(|(_, frame)| frame.is_whole());
        (self.held, self.told) = is_whole.then_some((held, told))?;
        Some(())
    }
    /// Hands out the moments that still wait for frames. Call it after the last frame.
    pub fn finish(&mut self, mut take: impl FnMut(&Moment)) {
        while self.told < self.held.len() {
            self.tell(&mut take);
        }
    }

    fn tell(&mut self, take: &mut impl FnMut(&Moment)) {
        let (number, frame) = &self.held[self.told];
        let at = |number: Option<u64>| {
            let place = self.held.binary_search_by_key(&number?, |held| held.0).ok()?;
            Some(&self.held[place].1)
        };
        let around = at(number.checked_sub(self.step)).zip(at(number.checked_add(self.step)));
        let time = self.step as f64 / self.rate;
        // All three frames ascend by pedestrian, so each is read through once.
        let mut cursors = [0, 0];
        let mut motion = |row: usize| {
            let ((before, after), here) = (around?, frame.is_on_floor(row).then(|| frame.position[row])?);
            let pedestrian = frame.pedestrian[row];
            let [past, coming] = &mut cursors;
            let (before, after) = (place_from(before, past, pedestrian), place_from(after, coming, pedestrian));
            let (before, after) = (before?, after?);
            let velocity = (after - before) * (0.5 / time);
            Some(Motion { velocity, acceleration: ((after - here) - (here - before)) * (1.0 / (time * time)) })
        };
        self.motion.clear();
        self.motion.extend((0..frame.len()).map(&mut motion));
        take(&Moment { number: *number, frame, motion: &self.motion });
        self.told += 1;
        let needed = (self.held[self.told - 1].0 + 1).saturating_sub(self.step);
        while self.told > 0 && self.held.front().is_some_and(|(old, _)| *old < needed) {
            self.held.pop_front();
            self.told -= 1;
        }
    }
}

/// Returns where on a floor a pedestrian is in a frame that is read from `cursor` on; `None` when it is in a lift or
/// not inside.
fn place_from(frame: &Frame, cursor: &mut usize, pedestrian: u32) -> Option<Point> {
    while frame.pedestrian.get(*cursor).is_some_and(|&other| other < pedestrian) {
        *cursor += 1;
    }
    let is_here = frame.pedestrian.get(*cursor) == Some(&pedestrian);
    (is_here && frame.is_on_floor(*cursor)).then(|| frame.position[*cursor])
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::frame::tests::frame;

    /// Hands people at these places, frame by frame at 10 frames/s from number 0, to a function that takes moments.
    pub fn walk(frames: &[&[(f64, f64)]], step: u64, mut take: impl FnMut(&Moment)) {
        let mut timeline = Timeline::new(10.0, step);
        for (number, places) in (0..).zip(frames) {
            let frame = Frame { time: number as f64 / 10.0, ..frame(places) };
            timeline.frame(number, &frame, &mut take);
        }
        timeline.finish(take);
    }

    #[test]
    fn every_frame_is_a_moment_and_motion_is_over_the_frames_around() {
        let mut seen = Vec::new();
        // 0, 0.1, 0.4, 0.9 m: 2 and 4 m/s over two frames, 20 m/s² by hand: (0.3 − 0.1) / 0.1².
        walk(&[&[(0.0, 0.0)], &[(0.1, 0.0)], &[(0.4, 0.0)], &[(0.9, 0.0)]], 1, |moment| {
            seen.push((moment.number, moment.motion[0].map(|m| (m.velocity.x, m.acceleration.x))));
        });
        assert_eq!(seen.iter().map(|s| s.0).collect::<Vec<_>>(), [0, 1, 2, 3]);
        assert_eq!([seen[0].1, seen[3].1], [None, None]);
        for (index, velocity) in [(1, 2.0), (2, 4.0)] {
            let (v, a) = seen[index].1.unwrap();
            assert!((v - velocity).abs() < 1e-9 && (a - 20.0).abs() < 1e-9, "{v} {a}");
        }
    }

    #[test]
    fn over_a_gap_and_in_lifts_nobody_moves() {
        let mut timeline = Timeline::new(10.0, 2);
        let mut seen = Vec::new();
        for number in [3, 4, 5, 9, 10, 11, 12, 13] {
            let mut people = frame(&[(number as f64, 0.0), (0.0, 0.0)]);
            people.status[1] = crate::Status::Riding as u8;
            timeline.frame(number, &people, |m| seen.push((m.number, m.speed(0).is_some(), m.speed(1).is_some())));
        }
        timeline.finish(|m| seen.push((m.number, m.speed(0).is_some(), m.speed(1).is_some())));
        let moving: Vec<u64> = seen.iter().filter(|s| s.1).map(|s| s.0).collect();
        assert_eq!((seen.len(), moving, seen.iter().any(|s| s.2)), (8, vec![11], false));
        assert!(timeline.held.len() <= 5, "old frames are let go");
    }
}
