//! Frames: where all people are at a moment.

use populace_geom::Point;

use crate::Status;

/// The destination of a pedestrian that goes to no area: it stands, or goes to a point or a goal of its own.
pub const NOWHERE: u16 = u16::MAX;

/// A moment of a run, by columns. There is a row for every pedestrian inside, also in lifts, ascending by pedestrian.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Frame {
    /// The number of the step after which the frame was taken; 0 is the start.
    pub step: u64,
    /// Time since the start, s.
    pub time: f64,
    /// The pedestrian.
    pub pedestrian: Vec<u32>,
    /// The positions on the plan, m.
    pub position: Vec<Point>,
    /// Height above the place's zero, m.
    pub height: Vec<f32>,
    /// The floor, by its number in the place.
    pub floor: Vec<u16>,
    /// What each pedestrian is doing, or why it cannot go on: a number of [`Status::WORDS`].
    pub status: Vec<u8>,
    /// The area to which the pedestrian goes, by its number in the place, or [`NOWHERE`].
    pub destination: Vec<u16>,
}

impl Frame {
    /// Removes all rows, and keeps the memory.
    pub fn clear(&mut self) {
        self.pedestrian.clear();
        self.position.clear();
        self.height.clear();
        self.floor.clear();
        self.status.clear();
        self.destination.clear();
    }
    /// Adds row `row` of another frame.
    pub fn push_row(&mut self, from: &Frame, row: usize) {
        self.pedestrian.push(from.pedestrian[row]);
        self.position.push(from.position[row]);
        self.height.push(from.height[row]);
        self.floor.push(from.floor[row]);
        self.status.push(from.status[row]);
        self.destination.push(from.destination[row]);
    }
    /// Returns the rows of the pedestrians on a floor, not in a lift. Measures, exports and drawings of paths use these rows.
    pub fn on_floors(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.len()).filter(|&row| self.is_on_floor(row))
    }
    /// Returns whether the pedestrian of a row is on a floor, not in a lift.
    #[inline]
    pub fn is_on_floor(&self, row: usize) -> bool {
        self.status[row] != Status::Riding as u8
    }
    /// Returns how many people are inside.
    pub fn len(&self) -> usize {
        self.pedestrian.len()
    }
    /// Returns where on a floor the pedestrian is; `None` when it is in a lift or not inside.
    pub fn place_of(&self, pedestrian: u32) -> Option<Point> {
        let row = self.pedestrian.binary_search(&pedestrian).ok()?;
        self.is_on_floor(row).then(|| self.position[row])
    }
    /// Returns whether all columns have the same length.
    pub(crate) fn is_whole(&self) -> bool {
        let lengths =
            [self.position.len(), self.height.len(), self.floor.len(), self.status.len(), self.destination.len()];
        lengths.iter().all(|&length| length == self.len())
    }
    /// Returns whether nobody is inside.
    pub fn is_empty(&self) -> bool {
        self.pedestrian.is_empty()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Returns a frame of people 0, 1, … who walk at these places of floor 0.
    pub fn frame(places: &[(f64, f64)]) -> Frame {
        Frame {
            pedestrian: (0..places.len() as u32).collect(),
            position: places.iter().map(|&(x, y)| Point::new(x, y)).collect(),
            height: vec![0.0; places.len()],
            floor: vec![0; places.len()],
            status: vec![Status::Walking as u8; places.len()],
            destination: vec![NOWHERE; places.len()],
            ..Frame::default()
        }
    }

    #[test]
    fn a_cleared_frame_is_empty() {
        let mut frame = frame(&[(1.0, 2.0)]);
        assert_eq!((frame.len(), frame.is_empty()), (1, false));
        frame.clear();
        assert_eq!((frame.len(), frame.is_empty()), (0, true));
        assert_eq!(frame, Frame::default());
    }

    #[test]
    fn who_rides_a_lift_is_on_no_floor() {
        let mut frame = frame(&[(1.0, 2.0), (3.0, 4.0), (5.0, 6.0)]);
        frame.status[1] = Status::Riding as u8;
        assert_eq!(frame.on_floors().collect::<Vec<_>>(), [0, 2]);
        assert_eq!([0, 1, 9].map(|who| frame.place_of(who)), [Some(Point::new(1.0, 2.0)), None, None]);
    }
}
