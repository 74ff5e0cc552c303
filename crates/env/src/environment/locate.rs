//! Which cell a point is in: a look at the hint and its neighbours, then a uniform grid over the floor.

use populace_geom::{Bounds, Point, orient};

use super::{CellId, Environment};
use crate::FloorId;

impl Environment {
    /// Whether a point is inside a cell or on its border (exact).
    pub fn cell_contains(&self, cell: CellId, p: Point) -> bool {
        self.cell_edges(cell).all(|e| orient(e.a, e.b, p) >= 0.0)
    }

    /// The cell of a floor that a point is in; `None` when it is not on walkable ground. A point on the border of
    /// two cells is in the hint if that is one of them, else in the one with the lower id.
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

    /// The cell of a point, or of the walkable point nearest to it within `reach` m, and that point.
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

    /// The cells of a floor that come near a box.
    pub fn cells_within(&self, floor: FloorId, bounds: &Bounds) -> impl Iterator<Item = CellId> + use<> {
        let floor = &self.floors[floor.index()];
        let first = floor.cells.start;
        floor.cell_tiles.within(bounds).into_iter().map(move |c| CellId(first + c))
    }

    fn nearest_in_cell(&self, cell: CellId, p: Point) -> Point {
        self.cell_edges(cell)
            .map(|e| populace_geom::Segment::new(e.a, e.b).nearest(p))
            .min_by(|a, b| a.distance(p).total_cmp(&b.distance(p)))
            .unwrap_or(p)
    }
}
