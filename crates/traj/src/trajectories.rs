//! The trajectories of a whole run, as experiments and other programs give them: where each pedestrian was in each frame, without
//! events.

use populace_geom::{Bounds, Point};

use crate::{Frame, NOWHERE, Status};

/// The position of a pedestrian in a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Position {
    /// The pedestrian.
    pub pedestrian: u32,
    /// Number of the frame.
    pub frame: u64,
    /// The place on the plan, m.
    pub place: Point,
    /// The height of the ground or of the head, whichever the source gives, m.
    pub height: f32,
}

/// Frames in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trajectories {
    frame_rate: f64,
    frames: Vec<(u64, Frame)>,
    people: usize,
}

impl Trajectories {
    /// Gathers positions in any order; `frame_rate` is in 1/s. When a pedestrian has several positions in a frame, the first
    /// counts.
    pub fn new(frame_rate: f64, mut positions: Vec<Position>) -> Self {
        positions.sort_by_key(|one| (one.frame, one.pedestrian));
        positions.dedup_by_key(|one| (one.frame, one.pedestrian));
        let frame = |same: &[Position]| {
            let count = same.len();
            let frame = Frame {
                step: same[0].frame,
                time: same[0].frame as f64 / frame_rate,
                pedestrian: same.iter().map(|one| one.pedestrian).collect(),
                position: same.iter().map(|one| one.place).collect(),
                height: same.iter().map(|one| one.height).collect(),
                floor: vec![0; count],
                status: vec![Status::Walking as u8; count],
                destination: vec![NOWHERE; count],
            };
            (same[0].frame, frame)
        };
        let frames = positions.chunk_by(|a, b| a.frame == b.frame).map(frame).collect();
        let mut people: Vec<u32> = positions.iter().map(|one| one.pedestrian).collect();
        people.sort_unstable();
        people.dedup();
        Trajectories { frame_rate, frames, people: people.len() }
    }
    /// Returns the number of frames per second.
    pub fn frame_rate(&self) -> f64 {
        self.frame_rate
    }
    /// Returns the frames with people, by number.
    pub fn frames(&self) -> &[(u64, Frame)] {
        &self.frames
    }
    /// Returns how many people there are.
    pub fn people(&self) -> usize {
        self.people
    }
    /// Returns the box around all positions.
    pub fn bounds(&self) -> Bounds {
        Bounds::of(self.frames.iter().flat_map(|(_, frame)| frame.position.iter().copied()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_become_frames_in_order() {
        let at = |pedestrian, frame, x| Position { pedestrian, frame, place: Point::new(x, 0.0), height: 0.0 };
        let run = Trajectories::new(25.0, vec![at(7, 50, 1.0), at(7, 49, 0.5), at(3, 50, 9.0), at(3, 50, 8.0)]);
        assert_eq!((run.people(), run.frames().len()), (2, 2));
        let (number, frame) = &run.frames()[1];
        assert_eq!((*number, frame.time, &frame.pedestrian), (50, 2.0, &vec![3, 7]));
        assert_eq!(frame.position[0].x, 9.0);
        assert_eq!(run.bounds().max.x, 9.0);
    }
}
