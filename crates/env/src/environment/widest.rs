//! The widest disc that can walk from one point to another.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use populace_geom::{Point, Segment};

use super::{CellId, World};
use crate::FloorId;

/// The width of the widest disc that can reach a cell, and the cell.
struct Reached(f64, CellId);

impl PartialEq for Reached {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}
impl Eq for Reached {}
impl PartialOrd for Reached {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Reached {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0).then_with(|| other.1.cmp(&self.1))
    }
}

impl World<'_> {
    /// Returns the diameter of the widest disc that can walk from one point to another, m, through open doors and along
    /// one-way links; `None` when a point is not on walkable ground or no way leads there.
    ///
    /// The diameter is the length of the narrowest free segment on the widest way, or twice the clearance of one of the
    /// points if that is less. On a way within one cell, seams take the place of free segments.
    pub fn widest(self, from: (FloorId, Point), to: (FloorId, Point)) -> Option<f64> {
        let (start, goal) = (self.locate(from.0, from.1, None)?, self.locate(to.0, to.1, None)?);
        let room = |(floor, p): (FloorId, Point)| {
            self.nearest_wall(floor, p, f64::INFINITY).map_or(f64::INFINITY, |w| 2.0 * w.distance)
        };
        let ends = room(from).min(room(to));
        let way = if start == goal { self.narrowest_seam(start, from.1, to.1) } else { self.widest_way(start, goal)? };
        Some(ends.min(way))
    }

    /// Returns the length of the shortest seam between two points of a cell, m.
    fn narrowest_seam(self, cell: CellId, p: Point, q: Point) -> f64 {
        self.cell_seams(cell)
            .filter(|&(a, b)| (b - a).cross(p - a) * (b - a).cross(q - a) < 0.0)
            .map(|(a, b)| Segment::new(a, b).length())
            .fold(f64::INFINITY, f64::min)
    }

    /// Returns the length of the narrowest segment on the widest way between two cells, m.
    fn widest_way(self, start: CellId, goal: CellId) -> Option<f64> {
        let mut best = vec![0.0; self.cell_count()];
        let mut queue = BinaryHeap::from([Reached(f64::INFINITY, start)]);
        best[start.index()] = f64::INFINITY;
        while let Some(Reached(width, cell)) = queue.pop() {
            if cell == goal {
                return Some(width);
            }
            if width < best[cell.index()] {
                continue;
            }
            for id in self.cell_segments(cell) {
                let segment = self.segment(id);
                let next = segment.other(cell);
                let through = width.min(segment.length);
                if self.is_passable(id, 0.0) && segment.leads_from(cell) && through > best[next.index()] {
                    best[next.index()] = through;
                    queue.push(Reached(through, next));
                }
            }
        }
        None
    }
}
