//! Which corners a point sees: windows of sight, passed on from cell to cell through free segments.
//!
//! The answer may hold a few corners too many, where sight only grazes a wall; whoever uses it checks each way anyhow. It never
//! misses one: where a disc can walk straight and touch two corners, the strip between its way and the line from corner
//! to corner is free of walls, so the corners see each other.

use populace_env::CellId;
use populace_geom::{Point, Segment};

use crate::line::corners::{Corners, NONE};

/// What is seen through an edge of a cell; its ends are relative to the eye.
#[derive(Clone, Copy, Debug)]
struct Window {
    cell: CellId,
    entry: usize,
    right: Point,
    left: Point,
}

/// What a point sees, and memory for the next one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sight {
    windows: Vec<Window>,
    firsts: Vec<CellId>,
    /// Corners seen, each once.
    pub corners: Vec<u32>,
    /// Cells seen; some may occur more than once.
    pub cells: Vec<CellId>,
    seen: Vec<u32>,
    search: u32,
}

/// Sine below which directions count as the same.
const GRAZING: f64 = 1e-9;

/// Whether `b` is to the right of `a` by more than rounding.
#[inline]
fn is_right(a: Point, b: Point) -> bool {
    let size = (a.x.abs() + a.y.abs()) * (b.x.abs() + b.y.abs());
    a.cross(b) < -GRAZING * size
}

impl Sight {
    /// Looks around from a point of a cell.
    pub(crate) fn look_from(&mut self, corners: &Corners, cell: CellId, p: Point) {
        self.begin(corners);
        self.firsts.clear();
        self.firsts.push(cell);
        let mut next = 0;
        while next < self.firsts.len() {
            let here = self.firsts[next];
            next += 1;
            let ring = corners.ring(here);
            for i in ring.clone() {
                // From a point on an edge one sees the cells on both sides.
                let edge = Segment::new(corners.points[i], corners.points[corners.after(&ring, i)]);
                if let Some((_, there, _)) = corners.beyond(here, i)
                    && edge.distance(p) < 1e-9
                    && !self.firsts.contains(&there)
                {
                    self.firsts.push(there);
                }
            }
        }
        for k in 0..self.firsts.len() {
            self.first(corners, self.firsts[k], p);
        }
        self.look_on(corners, p);
    }

    /// Looks around from a corner.
    pub(crate) fn look_from_corner(&mut self, corners: &Corners, id: u32) {
        self.begin(corners);
        let p = corners.corners[id as usize].point;
        for (cell, _) in corners.fan(id) {
            self.first(corners, cell, p);
        }
        self.look_on(corners, p);
    }

    fn begin(&mut self, corners: &Corners) {
        if self.seen.len() != corners.corners.len() || self.search == u32::MAX {
            self.seen = vec![0; corners.corners.len()];
            self.search = 0;
        }
        self.search += 1;
        self.windows.clear();
        self.corners.clear();
        self.cells.clear();
    }

    fn note(&mut self, corner: u32) {
        if corner != NONE && self.seen[corner as usize] != self.search {
            self.seen[corner as usize] = self.search;
            self.corners.push(corner);
        }
    }

    /// All of the cell that holds the point is seen.
    fn first(&mut self, corners: &Corners, cell: CellId, p: Point) {
        self.cells.push(cell);
        let ring = corners.ring(cell);
        for i in ring.clone() {
            self.note(corners.corner_at[i]);
            let (a, b) = (corners.points[i], corners.points[corners.after(&ring, i)]);
            if (a - p).cross(b - p) > 0.0
                && let Some((_, next, entry)) = corners.beyond(cell, i)
            {
                self.windows.push(Window { cell: next, entry, right: a - p, left: b - p });
            }
        }
    }

    fn look_on(&mut self, corners: &Corners, p: Point) {
        // Sight reaches every cell once per window; the bound only guards against floors folded onto themselves.
        let mut left = 64 * corners.ring_start.len() + 1024;
        while let Some(window) = self.windows.pop() {
            left -= 1;
            if left == 0 {
                return;
            }
            self.look_through(corners, p, &window);
        }
    }

    fn look_through(&mut self, corners: &Corners, p: Point, window: &Window) {
        self.cells.push(window.cell);
        let ring = corners.ring(window.cell);
        let (right, left) = (window.right, window.left);
        for i in ring.clone() {
            let (a, b) = (corners.points[i] - p, corners.points[corners.after(&ring, i)] - p);
            if corners.corner_at[i] != NONE && !is_right(right, a) && !is_right(a, left) {
                self.note(corners.corner_at[i]);
            }
            if i == window.entry || a.cross(b) <= 0.0 {
                continue;
            }
            let Some((_, next, entry)) = corners.beyond(window.cell, i) else { continue };
            let right = if right.cross(a) > 0.0 { a } else { right };
            let left = if left.cross(b) < 0.0 { b } else { left };
            if !is_right(right, left) {
                self.windows.push(Window { cell: next, entry, right, left });
            }
        }
    }
}
