//! The walkable ground of an area, as convex pieces of the cells that it overlaps.

use populace_geom::{Bounds, Point, area, clip_convex, point_in_triangle_fan};

use super::{CellId, Environment};
use crate::{Area, sanitise, triangulate};

/// Convex pieces with the running sum of their areas.
#[derive(Clone, Debug, Default)]
pub(super) struct Pieces {
    rings: Vec<(CellId, Vec<Point>)>,
    running: Vec<f64>,
}

impl Pieces {
    /// Cuts the cells of a floor to the shape of an area.
    pub(super) fn of(env: &Environment, given: &Area) -> Self {
        let mut pieces = Pieces::default();
        let mut total = 0.0;
        for triangle in triangulate::triangles_of(&sanitise::clean_area(given)) {
            for cell in env.cells_within(given.floor, &Bounds::of(triangle)) {
                let ring = clip_convex(&env.cell_points(cell), &triangle);
                let size = area(&ring);
                if ring.len() >= 3 && size > 1e-9 {
                    total += size;
                    pieces.rings.push((cell, ring));
                    pieces.running.push(total);
                }
            }
        }
        pieces
    }

    /// Returns the size of all pieces, m².
    pub(super) fn area(&self) -> f64 {
        self.running.last().copied().unwrap_or(0.0)
    }

    /// Returns the pieces, each with its cell.
    pub(super) fn rings(&self) -> impl Iterator<Item = (CellId, &[Point])> + '_ {
        self.rings.iter().map(|(cell, ring)| (*cell, &ring[..]))
    }

    /// Returns the cells that the pieces are parts of, each once, in order.
    pub(super) fn cells(&self) -> impl Iterator<Item = CellId> + '_ {
        let mut cells: Vec<CellId> = self.rings.iter().map(|p| p.0).collect();
        cells.sort_unstable();
        cells.dedup();
        cells.into_iter()
    }

    /// Returns a point of the pieces and its cell. When `u` and `v` are uniform in 0..1, the points are uniform over
    /// all pieces.
    pub(super) fn sample(&self, u: f64, v: f64) -> Option<(CellId, Point)> {
        let target = u.clamp(0.0, 1.0) * self.area();
        let i = self.running.partition_point(|&sum| sum < target).min(self.rings.len().checked_sub(1)?);
        let before = if i == 0 { 0.0 } else { self.running[i - 1] };
        let share = (target - before) / (self.running[i] - before);
        let (cell, ring) = &self.rings[i];
        Some((*cell, point_in_triangle_fan(ring, share, v)))
    }
}
