//! Which cell a point is in: a look at the hint and its neighbours, then a uniform grid over the floor.

use populace_geom::{Bounds, Point, orient};

use super::{CellId, Environment};
use crate::FloorId;

/// Cells by tile of a uniform grid with about one tile per cell.
#[derive(Clone, Debug, Default)]
pub(super) struct CellGrid {
    origin: Point,
    pitch: f64,
    columns: usize,
    rows: usize,
    start: Vec<u32>,
    cells: Vec<u32>,
}

impl CellGrid {
    pub(super) fn of(env: &Environment, floor: FloorId) -> Self {
        let range = env.floors[floor.index()].cells.clone();
        let bounds = env.floors[floor.index()].bounds;
        if range.is_empty() {
            return CellGrid::default();
        }
        let size = bounds.size();
        let pitch = (size.x * size.y / (2.0 * range.len() as f64)).sqrt().max(size.x.max(size.y) / 4000.0).max(1e-3);
        let columns = (size.x / pitch) as usize + 1;
        let rows = (size.y / pitch) as usize + 1;
        let mut grid = CellGrid { origin: bounds.min, pitch, columns, rows, start: Vec::new(), cells: Vec::new() };
        let mut entries: Vec<(u32, u32)> = Vec::new();
        for c in range {
            grid.tiles_of(&env.cell_points(CellId(c)), |tile| entries.push((tile, c)));
        }
        entries.sort_unstable();
        grid.start = vec![0; columns * rows + 1];
        for &(tile, _) in &entries {
            grid.start[tile as usize + 1] += 1;
        }
        for t in 0..columns * rows {
            grid.start[t + 1] += grid.start[t];
        }
        grid.cells = entries.into_iter().map(|(_, c)| c).collect();
        grid
    }

    fn column(&self, x: f64) -> usize {
        (((x - self.origin.x) / self.pitch).max(0.0) as usize).min(self.columns - 1)
    }
    fn row(&self, y: f64) -> usize {
        (((y - self.origin.y) / self.pitch).max(0.0) as usize).min(self.rows - 1)
    }

    /// The tiles a convex ring reaches into, row by row.
    fn tiles_of(&self, ring: &[Point], mut visit: impl FnMut(u32)) {
        let bounds = Bounds::of(ring.iter().copied());
        for row in self.row(bounds.min.y)..=self.row(bounds.max.y) {
            let (low, high) = (self.origin.y + row as f64 * self.pitch, self.origin.y + (row + 1) as f64 * self.pitch);
            let (mut left, mut right) = (f64::INFINITY, f64::NEG_INFINITY);
            for i in 0..ring.len() {
                let (a, b) = (ring[i], ring[(i + 1) % ring.len()]);
                if a.y.max(b.y) < low || a.y.min(b.y) > high {
                    continue;
                }
                let at = |y: f64| if a.y == b.y { 0.0 } else { ((y - a.y) / (b.y - a.y)).clamp(0.0, 1.0) };
                for p in [a.lerp(b, at(low)), a.lerp(b, at(high)), a, b] {
                    if p.y >= low - 1e-9 && p.y <= high + 1e-9 {
                        left = left.min(p.x);
                        right = right.max(p.x);
                    }
                }
            }
            if left <= right {
                // A millimetre to spare: rounding must not lose a tile that is only grazed.
                for column in self.column(left - 1e-3)..=self.column(right + 1e-3) {
                    visit((row * self.columns + column) as u32);
                }
            }
        }
    }

    /// The cells that reach into the tile of a point.
    pub(super) fn around(&self, p: Point) -> &[u32] {
        if self.start.is_empty() {
            return &[];
        }
        let tile = self.row(p.y) * self.columns + self.column(p.x);
        &self.cells[self.start[tile] as usize..self.start[tile + 1] as usize]
    }

    /// The cells that reach into the tiles of a box, each once, in order.
    pub(super) fn within(&self, bounds: &Bounds) -> Vec<u32> {
        if self.start.is_empty() {
            return Vec::new();
        }
        let mut found = Vec::new();
        for row in self.row(bounds.min.y)..=self.row(bounds.max.y) {
            for column in self.column(bounds.min.x)..=self.column(bounds.max.x) {
                let tile = row * self.columns + column;
                found.extend_from_slice(&self.cells[self.start[tile] as usize..self.start[tile + 1] as usize]);
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

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
        self.floors[floor.index()].cell_grid.around(p).iter().map(|&c| CellId(c)).find(|&c| self.cell_contains(c, p))
    }

    /// The cell of a point, or of the walkable point nearest to it within `reach` m, and that point.
    pub fn locate_near(&self, floor: FloorId, p: Point, reach: f64) -> Option<(CellId, Point)> {
        if let Some(cell) = self.locate(floor, p, None) {
            return Some((cell, p));
        }
        let around = Bounds::of([p]).expanded(reach);
        self.floors[floor.index()]
            .cell_grid
            .within(&around)
            .into_iter()
            .map(|c| (CellId(c), self.nearest_in_cell(CellId(c), p)))
            .filter(|(_, q)| q.distance(p) <= reach)
            .min_by(|x, y| x.1.distance(p).total_cmp(&y.1.distance(p)).then(x.0.cmp(&y.0)))
    }

    fn nearest_in_cell(&self, cell: CellId, p: Point) -> Point {
        self.cell_edges(cell)
            .map(|e| populace_geom::Segment::new(e.a, e.b).nearest(p))
            .min_by(|a, b| a.distance(p).total_cmp(&b.distance(p)))
            .unwrap_or(p)
    }
}
