//! Where everyone is at one moment.

use populace_geom::Point;

/// One moment of a run: one row per pedestrian inside, by columns, ascending by pedestrian.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frame {
    /// Number of the step after which it was taken; 0 is the start.
    pub step: u64,
    /// Time since the start, s.
    pub time: f64,
    /// Who.
    pub pedestrian: Vec<u32>,
    /// Where on the plan, m.
    pub position: Vec<Point>,
    /// Height above the place's zero, m.
    pub height: Vec<f32>,
    /// The floor, by its number in the place.
    pub floor: Vec<u16>,
}

impl Frame {
    /// Empties it, keeping its memory.
    pub fn clear(&mut self) {
        self.pedestrian.clear();
        self.position.clear();
        self.height.clear();
        self.floor.clear();
    }
    /// How many people are inside.
    pub fn len(&self) -> usize {
        self.pedestrian.len()
    }
    /// Where someone is; `None` when they are not inside.
    pub fn place_of(&self, pedestrian: u32) -> Option<Point> {
        self.pedestrian.binary_search(&pedestrian).ok().map(|i| self.position[i])
    }
    /// Whether nobody is inside.
    pub fn is_empty(&self) -> bool {
        self.pedestrian.is_empty()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// People 0, 1, … at these places of floor 0.
    pub fn frame(places: &[(f64, f64)]) -> Frame {
        Frame {
            pedestrian: (0..places.len() as u32).collect(),
            position: places.iter().map(|&(x, y)| Point::new(x, y)).collect(),
            height: vec![0.0; places.len()],
            floor: vec![0; places.len()],
            ..Frame::default()
        }
    }

    #[test]
    fn a_cleared_frame_is_empty() {
        let mut frame = frame(&[(1.0, 2.0)]);
        assert_eq!((frame.len(), frame.is_empty()), (1, false));
        frame.clear();
        assert_eq!((frame.len(), frame.is_empty()), (0, true));
    }
}
