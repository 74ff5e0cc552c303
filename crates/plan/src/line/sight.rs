//! Finds the corners that a point sees: windows of sight are passed on from cell to cell through free segments.
//!
//! The answer may hold a few corners too many, where sight only grazes a wall: the callers check each way anyhow. It
//! misses no corner that matters: where a disc can walk straight and touch two corners, the strip between its way and
//! the line from corner to corner is free of walls, so the corners see each other.

use populace_env::CellId;
use populace_geom::{Point, Segment};

use crate::line::corners::{Corners, NONE};

/// The part of a cell that a point sees through an edge of the cell. `right` and `left` are the limits of the view,
/// relative to the point.
#[derive(Clone, Copy, Debug)]
struct Window {
    cell: CellId,
    entry: usize,
    right: Point,
    left: Point,
}

/// The corners and cells that a point sees. The memory is kept for the next point.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sight {
    windows: Vec<Window>,
    firsts: Vec<CellId>,
    /// Corners seen, each once.
    pub corners: Vec<u32>,
    /// Cells seen; some may occur more than once.
    pub cells: Vec<CellId>,
    /// By corner: the number of the last search that saw it.
    seen: Vec<u32>,
    search: u32,
}

/// Sine below which directions count as the same.
const GRAZING: f64 = 1e-9;

/// Returns whether the direction `b` is to the right of `a` by more than rounding.
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
                // A point on an edge sees all of the cells on both sides.
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
            self.look_around(corners, self.firsts[k], p);
        }
        self.look_on(corners, p);
    }

    /// Looks around from a corner.
    pub(crate) fn look_from_corner(&mut self, corners: &Corners, id: u32) {
        self.begin(corners);
        let p = corners.corners[id as usize].point;
        for (cell, _) in corners.fan(id) {
            self.look_around(corners, cell, p);
        }
        self.look_on(corners, p);
    }

    /// Forgets what was seen before.
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

    /// Adds a corner to those seen, once.
    fn note(&mut self, corner: u32) {
        if corner != NONE && self.seen[corner as usize] != self.search {
            self.seen[corner as usize] = self.search;
            self.corners.push(corner);
        }
    }

    /// Looks around in a cell that the point is in: it sees all corners of the cell, and a window through each free
    /// edge.
    fn look_around(&mut self, corners: &Corners, cell: CellId, p: Point) {
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

    /// Looks through all windows, and through those behind them.
    fn look_on(&mut self, corners: &Corners, p: Point) {
        // The bound guards against floors that lead back onto themselves.
        let mut left = 64 * corners.ring_start.len() + 1024;
        while let Some(window) = self.windows.pop() {
            left -= 1;
            if left == 0 {
                return;
            }
            self.look_through(corners, p, &window);
        }
    }

    /// Notes the corners of a cell that are seen through a window, and opens windows into the cells behind it.
    fn look_through(&mut self, corners: &Corners, p: Point, window: &Window) {
        self.cells.push(window.cell);
        let ring = corners.ring(window.cell);
        let (right, left) = (window.right, window.left);
        for i in ring.clone() {
            let (a, b) = (corners.points[i] - p, corners.points[corners.after(&ring, i)] - p);
            if corners.corner_at[i] != NONE && !is_right(right, a) && !is_right(a, left) {
                self.note(corners.corner_at[i]);
            }
            // The edge of the window itself, or an edge whose back the point sees.
            if i == window.entry || a.cross(b) <= 0.0 {
                continue;
            }
            let Some((_, next, entry)) = corners.beyond(window.cell, i) else { continue };
            // The ends of the edge narrow the view.
            let right = if right.cross(a) > 0.0 { a } else { right };
            let left = if left.cross(b) < 0.0 { b } else { left };
            if !is_right(right, left) {
                self.windows.push(Window { cell: next, entry, right, left });
            }
        }
    }
}
