//! A part of the walkable ground, as convex pieces of cells: the ground of an area, or the ground of some cells.

use populace_geom::{Bounds, Point, area, clip_convex, point_in_triangle_fan};

use super::{CellId, Environment};
use crate::{Area, sanitise, triangulate};

/// A part of the walkable ground: convex pieces of cells, with the running sum of their sizes.
#[derive(Clone, Debug, Default)]
pub struct CellGround {
    rings: Vec<(CellId, Vec<Point>)>,
    running: Vec<f64>,
}

impl CellGround {
    /// Cuts the cells of a floor to the shape of an area.
    pub(super) fn of_area(env: &Environment, given: &Area) -> Self {
        let mut ground = CellGround::default();
        for triangle in triangulate::triangles_of(&sanitise::clean_area(given)) {
            for cell in env.cells_within(given.floor, &Bounds::of(triangle)) {
                ground.add(cell, clip_convex(&env.cell_points(cell), &triangle));
            }
        }
        ground
    }

    /// Returns the whole ground of some cells.
    pub fn of_cells(env: &Environment, cells: impl Iterator<Item = CellId>) -> Self {
        let mut ground = CellGround::default();
        cells.for_each(|cell| ground.add(cell, env.cell_points(cell)));
        ground
    }

    /// Returns the part of this ground that is in some cells.
    pub fn within(&self, is_kept: impl Fn(CellId) -> bool) -> Self {
        let mut ground = CellGround::default();
        let kept = self.rings.iter().filter(|(cell, _)| is_kept(*cell));
        kept.for_each(|(cell, ring)| ground.add(*cell, ring.clone()));
        ground
    }

    /// Returns the size of all pieces, m².
    pub fn size(&self) -> f64 {
        self.running.last().copied().unwrap_or(0.0)
    }

    /// Returns the convex pieces, each with its cell.
    pub fn pieces(&self) -> impl Iterator<Item = (CellId, &[Point])> + '_ {
        self.rings.iter().map(|(cell, ring)| (*cell, &ring[..]))
    }

    /// Returns the cells that the pieces are parts of, each once, in order.
    pub fn cells(&self) -> impl Iterator<Item = CellId> + '_ {
        let mut cells: Vec<CellId> = self.rings.iter().map(|p| p.0).collect();
        cells.sort_unstable();
        cells.dedup();
        cells.into_iter()
    }

    /// Returns a point of the ground and its cell; `None` when there is no ground. When `u` and `v` are uniform in 0..1, the points are
    /// uniform over the ground.
    pub fn random_point(&self, u: f64, v: f64) -> Option<(CellId, Point)> {
        let target = u.clamp(0.0, 1.0) * self.size();
        let i = self.running.partition_point(|&sum| sum < target).min(self.rings.len().checked_sub(1)?);
        let before = if i == 0 { 0.0 } else { self.running[i - 1] };
        let share = (target - before) / (self.running[i] - before);
        let (cell, ring) = &self.rings[i];
        Some((*cell, point_in_triangle_fan(ring, share, v)))
    }

    /// Adds a piece of a cell, unless its area is zero but for rounding.
    fn add(&mut self, cell: CellId, ring: Vec<Point>) {
        let size = area(&ring);
        if ring.len() >= 3 && size > 1e-9 {
            self.running.push(self.size() + size);
            self.rings.push((cell, ring));
        }
    }
}
