//! The densest spot of a run: where and when most people stood on 4 m².
//!
//! People are counted in squares of 2 m side, which begin at every whole metre of each floor. Such a square is large enough that
//! two people who pass each other are not a crowd, and small enough to find the crowd in front of a door. The search sorts the people
//! of a frame, so do it once a second.

use populace_geom::Point;
use serde::{Deserialize, Serialize};

use crate::Frame;

/// The side of the squares in which people are counted, m.
pub const SPOT_SIDE: f64 = 2.0;

/// The densest spot so far.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct DensestSpot {
    /// The density in a square of 2 m side, persons/m².
    pub density: f64,
    /// The middle of the square.
    pub middle: Point,
    /// The floor.
    pub floor: u16,
    /// The time, s.
    pub time: f64,
}

/// Looks for the densest spot, frame by frame. Its serialised form is its part of a checkpoint.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct SpotFinder {
    #[serde(skip)]
    tiles: Vec<Tile>,
    #[serde(skip)]
    counted: Vec<(Tile, u32)>,
    /// The number of people in the densest spot.
    most: u32,
    spot: Option<DensestSpot>,
}

/// A square metre: its floor, metres north, metres east.
type Tile = (u16, i64, i64);

impl SpotFinder {
    /// Takes a frame. People in lifts do not count. Of equally dense spots the earliest counts, then that on the lowest floor, then the
    /// southernmost, then the westernmost.
    pub fn frame(&mut self, frame: &Frame) {
        self.tiles.clear();
        let finite = frame.on_floors().filter(|&i| frame.position[i].is_finite());
        self.tiles.extend(finite.map(|i| {
            let p = frame.position[i];
            (frame.floor[i], p.y.floor() as i64, p.x.floor() as i64)
        }));
        self.tiles.sort_unstable();
        self.counted.clear();
        self.counted.extend(self.tiles.chunk_by(|a, b| a == b).map(|same| (same[0], same.len() as u32)));
        // The squares are counted from south-west to north-east, so the tiles of both of their rows come in order.
        let (mut south, mut north) = (0, 0);
        for i in 0..self.counted.len() {
            let (floor, row, east) = self.counted[i].0;
            // The south row of a densest square has people, so one of its two tiles is this tile.
            for west in [east.saturating_sub(1), east] {
                let people = self.people(&mut south, (floor, row, west))
                    + self.people(&mut north, (floor, row.saturating_add(1), west));
                if people > self.most {
                    self.most = people;
                    let (density, middle) = (density_of(people), Point::new(west as f64 + 1.0, row as f64 + 1.0));
                    self.spot = Some(DensestSpot { density, middle, floor, time: frame.time });
                }
            }
        }
    }
    /// Returns the densest spot of the frames so far; `None` when nobody was there.
    pub fn spot(&self) -> Option<DensestSpot> {
        self.spot
    }

    /// Returns the number of people on this tile and the next to the east. Moves `at` to the first tile that does not come before
    /// this tile.
    fn people(&self, at: &mut usize, (floor, row, west): Tile) -> u32 {
        *at += self.counted[*at..].iter().take_while(|&&(tile, _)| tile < (floor, row, west)).count();
        let last = (floor, row, west.saturating_add(1));
        self.counted[*at..].iter().take_while(|&&(tile, _)| tile <= last).map(|&(_, people)| people).sum()
    }
}

/// Returns the density of a number of people in a square, persons/m².
fn density_of(people: u32) -> f64 {
    f64::from(people) / (SPOT_SIDE * SPOT_SIDE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::tests::frame;

    #[test]
    fn the_densest_spot_is_the_square_with_most_people() {
        let mut finder = SpotFinder::default();
        assert_eq!(finder.spot(), None);
        finder.frame(&frame(&[(10.5, 10.5)]));
        assert_eq!(
            finder.spot(),
            Some(DensestSpot { density: 0.25, middle: Point::new(10.0, 11.0), floor: 0, time: 0.0 })
        );
        // Five people stand around the corner (-3, 2), on diagonal tiles. Four stand on one tile elsewhere. One of the five is
        // upstairs.
        let five = [(-3.1, 1.9), (-3.2, 1.8), (-2.9, 2.1), (-2.5, 2.9), (-2.2, 2.2)];
        let mut later = frame(&[&five[..], &[(7.5, 7.5); 4]].concat());
        later.time = 3.0;
        finder.frame(&later);
        let spot = DensestSpot { density: 1.25, middle: Point::new(-3.0, 2.0), floor: 0, time: 3.0 };
        assert_eq!(finder.spot(), Some(spot));
        // Of equally dense spots the first is kept, also after a checkpoint.
        let bytes = postcard::to_stdvec(&finder).unwrap();
        let mut finder: SpotFinder = postcard::from_bytes(&bytes).unwrap();
        finder.frame(&frame(&[(0.5, 0.5); 5]));
        assert_eq!(finder.spot(), Some(spot));
    }

    #[test]
    fn floors_are_apart_and_far_positions_do_no_harm() {
        let mut people = frame(&[(0.5, 0.5), (0.5, 0.5), (0.6, 0.6), (f64::MAX, -f64::MAX), (f64::NAN, 0.0)]);
        people.floor[0] = 1;
        let mut finder = SpotFinder::default();
        finder.frame(&people);
        assert_eq!(finder.spot().map(|s| (s.density, s.floor)), Some((0.5, 0)));
    }
}
