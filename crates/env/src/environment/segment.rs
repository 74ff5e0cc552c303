//! Edges of cells: free segments where two cells meet, and the border of one cell.

use populace_geom::Point;

use super::{CellId, SegmentId};
use crate::LinkId;

/// An edge where two cells meet: L's free segment, a door, a stair head or a lift.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FreeSegment {
    /// Start; the first cell is on the left of a → b. For a lift: its stop in the first cell.
    pub a: Point,
    /// End. For a lift: its stop in the second cell.
    pub b: Point,
    /// The two cells.
    pub cells: [CellId; 2],
    /// The width of the widest body that can pass, m: the length from a to b, or the width of the lift's doors.
    pub length: f64,
    /// The door, opening or lift that the segment is part of.
    pub link: Option<LinkId>,
    /// The directions in which it may be passed.
    pub passage: Passage,
}

/// Directions in which a segment may be passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passage {
    /// Either way.
    Both,
    /// From the first cell to the second only.
    Forward,
    /// From the second cell to the first only.
    Backward,
    /// A lift: either way, without walking across an edge.
    Lift,
}

impl FreeSegment {
    /// Returns 0 when `cell` is the first of the two cells, 1 when it is the second. It must be one of them.
    #[inline]
    pub fn side_of(&self, cell: CellId) -> usize {
        usize::from(self.cells[0] != cell)
    }
    /// Returns the cell on the other side of `cell`.
    #[inline]
    pub fn other(&self, cell: CellId) -> CellId {
        self.cells[1 - self.side_of(cell)]
    }
    /// Returns whether a pedestrian may pass the segment when coming from `cell`.
    pub fn leads_from(&self, cell: CellId) -> bool {
        match self.passage {
            Passage::Both | Passage::Lift => true,
            Passage::Forward => self.cells[0] == cell,
            Passage::Backward => self.cells[1] == cell,
        }
    }
    /// Returns whether the segment is a lift hop.
    #[inline]
    pub fn is_lift(&self) -> bool {
        self.passage == Passage::Lift
    }
    /// Returns the middle of the segment, m.
    pub fn middle(&self) -> Point {
        self.a.lerp(self.b, 0.5)
    }

    /// Returns the ends of the segment as (left, right): on the left and the right hand of a pedestrian who leaves
    /// `cell` through it.
    #[inline]
    pub fn seen_from(&self, cell: CellId) -> (Point, Point) {
        // The first cell is on the left of a → b, so its pedestrians have b on the left hand.
        if self.cells[0] == cell { (self.b, self.a) } else { (self.a, self.b) }
    }
    /// Returns the ends of [`FreeSegment::seen_from`], both moved inwards by `away` m, but at most by `share` of the
    /// length.
    #[inline]
    pub fn narrowed_from(&self, cell: CellId, away: f64, share: f64) -> (Point, Point) {
        let (left, right) = self.seen_from(cell);
        let across = right - left;
        let length = across.norm();
        let cut = if length > 0.0 { (away / length).min(share) } else { 0.0 };
        (left + across * cut, right - across * cut)
    }
    /// Returns a vector at right angles to the segment that points out of `cell`, as long as the segment.
    #[inline]
    pub fn out_of(&self, cell: CellId) -> Point {
        let (left, right) = self.seen_from(cell);
        (right - left).left()
    }
    /// Returns the stop of a lift in `cell`, m.
    #[inline]
    pub fn stop_in(&self, cell: CellId) -> Point {
        [self.a, self.b][self.side_of(cell)]
    }
    /// Returns where a route from `cell` passes the segment: at the stop of a lift in that cell, else in the middle.
    #[inline]
    pub fn middle_in(&self, cell: CellId) -> Point {
        if self.is_lift() { self.stop_in(cell) } else { self.middle() }
    }
    /// Returns [`FreeSegment::middle_in`] of the first and of the second cell.
    pub fn middles(&self) -> [Point; 2] {
        self.cells.map(|cell| self.middle_in(cell))
    }
}

/// An edge of a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Border {
    /// Start; the cell is on the left of a → b.
    pub a: Point,
    /// End.
    pub b: Point,
    /// The free segment, or `None` for a wall.
    pub segment: Option<SegmentId>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segment(passage: Passage) -> FreeSegment {
        let (a, b) = (Point::new(0.0, 0.0), Point::new(2.0, 0.0));
        FreeSegment { a, b, cells: [CellId(4), CellId(7)], length: 2.0, link: None, passage }
    }

    #[test]
    fn either_cell_sees_the_segment_its_own_way_round() {
        // The first cell is north of the segment, which runs east: its pedestrians look south and have east on the left
        // hand.
        let segment = segment(Passage::Both);
        assert_eq!(segment.seen_from(CellId(4)), (segment.b, segment.a));
        assert_eq!(segment.seen_from(CellId(7)), (segment.a, segment.b));
        assert_eq!(segment.out_of(CellId(4)), Point::new(0.0, -2.0));
        assert_eq!(segment.out_of(CellId(7)), Point::new(0.0, 2.0));
        assert_eq!([4, 7].map(|c| segment.other(CellId(c))), [CellId(7), CellId(4)]);
    }

    #[test]
    fn a_narrowed_segment_keeps_away_from_its_ends_and_a_short_one_by_a_share() {
        let segment = segment(Passage::Both);
        let ends = (Point::new(1.5, 0.0), Point::new(0.5, 0.0));
        assert_eq!(segment.narrowed_from(CellId(4), 0.5, 0.45), ends);
        assert_eq!(segment.narrowed_from(CellId(7), 5.0, 0.25), (ends.1, ends.0));
    }

    #[test]
    fn a_lift_is_met_at_its_stop_and_any_other_segment_in_its_middle() {
        let lift = segment(Passage::Lift);
        assert_eq!([lift.middle_in(CellId(4)), lift.middle_in(CellId(7))], [lift.a, lift.b]);
        assert_eq!(segment(Passage::Both).middles(), [Point::new(1.0, 0.0); 2]);
    }
}
