//! Finds the cell of a point: first in the hint and its neighbours, then through a uniform grid over the floor.

use populace_geom::{Bounds, Point, orient};

use super::{CellId, Environment};
use crate::FloorId;

impl Environment {
    /// Returns whether a point is inside a cell or on its border (exact).
    pub fn cell_contains(&self, cell: CellId, p: Point) -> bool {
        self.cell_edges(cell).all(|e| orient(e.a, e.b, p) >= 0.0)
    }

    /// Returns the cell of a floor that a point is in; `None` when the point is not on walkable ground. `hint` is a
    /// cell where the point may be: a good hint saves time. A point on a border is in several cells. Then the answer is
    /// the hint, if the point is in it; else the neighbour of the hint with the lowest id, if the point is in one; else
    /// the cell with the lowest id.
    pub fn locate(&self, floor: FloorId, p: Point, hint: Option<CellId>) -> Option<CellId> {
        if !p.is_finite() {
            return None;
        }
        if let Some(hint) = hint.filter(|h| self.cell_floor(*h) == floor) {
            if self.cell_contains(hint, p) {
                return Some(hint);
            }
            let beside = self
                .cell_segments(hint)
                .map(|s| self.segment(s).other(hint))
                .filter(|&c| self.cell_floor(c) == floor && self.cell_contains(c, p))
                .min();
            if beside.is_some() {
                return beside;
            }
        }
        let floor = &self.floors[floor.index()];
        floor.cell_tiles.at(p).iter().map(|&c| CellId(floor.cells.start + c)).find(|&c| self.cell_contains(c, p))
    }

    /// Returns the walkable point nearest to `p` within `reach` m, with its cell: `p` itself when it is on walkable
    /// ground.
    pub fn locate_near(&self, floor: FloorId, p: Point, reach: f64) -> Option<(CellId, Point)> {
        if let Some(cell) = self.locate(floor, p, None) {
            return Some((cell, p));
        }
        let around = Bounds::of([p]).expanded(reach);
        self.cells_within(floor, &around)
            .map(|c| (c, self.nearest_in_cell(c, p)))
            .filter(|(_, q)| q.distance(p) <= reach)
            .min_by(|x, y| x.1.distance(p).total_cmp(&y.1.distance(p)).then(x.0.cmp(&y.0)))
    }

    /// Returns the cells of a floor that come near a box; some may not reach into it.
    pub fn cells_within(&self, floor: FloorId, bounds: &Bounds) -> impl Iterator<Item = CellId> + use<> {
        let floor = &self.floors[floor.index()];
        let first = floor.cells.start;
        floor.cell_tiles.within(bounds).into_iter().map(move |c| CellId(first + c))
    }

    /// Returns the point on the edges of a cell that is nearest to a point outside it.
    fn nearest_in_cell(&self, cell: CellId, p: Point) -> Point {
        self.cell_edges(cell)
            .map(|e| populace_geom::Segment::new(e.a, e.b).nearest(p))
            .min_by(|a, b| a.distance(p).total_cmp(&b.distance(p)))
            .unwrap_or(p)
    }
}
