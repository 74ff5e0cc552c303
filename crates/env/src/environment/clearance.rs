//! Nearest wall, and the width of the passage across it.

use populace_geom::{Bounds, Point, Segment};

use super::{CellId, Environment};
use crate::FloorId;

/// The point of a wall nearest to a pedestrian.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WallPoint {
    /// The point on the wall.
    pub point: Point,
    /// Its distance, m.
    pub distance: f64,
    /// The wall it is on; walkable ground is on the left of a → b.
    pub wall: (Point, Point),
}

/// The walls of a floor by tile of a uniform grid.
#[derive(Clone, Debug, Default)]
pub(super) struct WallGrid {
    origin: Point,
    pitch: f64,
    columns: usize,
    rows: usize,
    start: Vec<u32>,
    entries: Vec<u32>,
    walls: Vec<Segment>,
}

impl WallGrid {
    pub(super) fn of(env: &Environment, floor: FloorId) -> Self {
        let cells = env.floors[floor.index()].cells.clone();
        let walls: Vec<Segment> = cells
            .flat_map(|c| env.cell_edges(CellId(c)))
            .filter(|e| e.segment.is_none())
            .map(|e| Segment::new(e.a, e.b))
            .collect();
        let bounds = env.floors[floor.index()].bounds;
        if walls.is_empty() {
            return WallGrid::default();
        }
        let size = bounds.size();
        let pitch = (size.x * size.y / walls.len() as f64).sqrt().max(size.x.max(size.y) / 4000.0).max(0.05);
        let columns = (size.x / pitch) as usize + 1;
        let rows = (size.y / pitch) as usize + 1;
        let mut grid = WallGrid {
            origin: bounds.min,
            pitch,
            columns,
            rows,
            start: vec![0; columns * rows + 1],
            ..Self::default()
        };
        let mut entries: Vec<(u32, u32)> = Vec::new();
        for (w, wall) in walls.iter().enumerate() {
            grid.tiles_of(wall, |tile| entries.push((tile, w as u32)));
        }
        entries.sort_unstable();
        for &(tile, _) in &entries {
            grid.start[tile as usize + 1] += 1;
        }
        for t in 0..columns * rows {
            grid.start[t + 1] += grid.start[t];
        }
        grid.entries = entries.into_iter().map(|(_, w)| w).collect();
        grid.walls = walls;
        grid
    }

    fn tile(&self, p: Point) -> (i64, i64) {
        let clamp = |x: f64, n: usize| (x.clamp(-1e9, 1e9) as i64).clamp(0, n as i64 - 1);
        (
            clamp(((p.x - self.origin.x) / self.pitch).floor(), self.columns),
            clamp(((p.y - self.origin.y) / self.pitch).floor(), self.rows),
        )
    }

    fn tiles_of(&self, wall: &Segment, mut visit: impl FnMut(u32)) {
        let ((x0, y0), (x1, y1)) = (self.tile(wall.a), self.tile(wall.b));
        let reach = self.pitch * std::f64::consts::FRAC_1_SQRT_2 + 1e-6;
        for y in y0.min(y1)..=y0.max(y1) {
            for x in x0.min(x1)..=x0.max(x1) {
                let middle = self.origin + Point::new(x as f64 + 0.5, y as f64 + 0.5) * self.pitch;
                if wall.distance(middle) <= reach {
                    visit((y as usize * self.columns + x as usize) as u32);
                }
            }
        }
    }

    /// The nearest wall within `reach` m.
    fn nearest(&self, p: Point, reach: f64) -> Option<WallPoint> {
        if self.walls.is_empty() {
            return None;
        }
        let (cx, cy) = self.tile(p);
        let mut best: Option<(f64, u32)> = None;
        let widest = self.columns.max(self.rows) as i64;
        for ring in 0..=widest {
            // Everything in this ring of tiles is at least this far away.
            let least = (ring - 1) as f64 * self.pitch;
            if least > best.map_or(reach, |b| b.0) {
                break;
            }
            self.visit_ring(cx, cy, ring, |w| {
                let d = self.walls[w as usize].distance(p);
                if d <= reach && best.is_none_or(|b| (d, w) < b) {
                    best = Some((d, w));
                }
            });
        }
        best.map(|(distance, w)| {
            let wall = self.walls[w as usize];
            WallPoint { point: wall.nearest(p), distance, wall: (wall.a, wall.b) }
        })
    }

    fn visit_ring(&self, cx: i64, cy: i64, ring: i64, mut visit: impl FnMut(u32)) {
        let mut tile = |x: i64, y: i64| {
            if x < 0 || y < 0 || x >= self.columns as i64 || y >= self.rows as i64 {
                return;
            }
            let t = y as usize * self.columns + x as usize;
            self.entries[self.start[t] as usize..self.start[t + 1] as usize].iter().for_each(|&w| visit(w));
        };
        for x in cx - ring..=cx + ring {
            tile(x, cy - ring);
            if ring > 0 {
                tile(x, cy + ring);
            }
        }
        for y in cy - ring + 1..cy + ring {
            tile(cx - ring, y);
            tile(cx + ring, y);
        }
    }

    /// Calls `visit` for every wall that comes within `margin` of a box (some more than once).
    pub(super) fn near(&self, bounds: &Bounds, mut visit: impl FnMut(&Segment)) {
        if self.walls.is_empty() {
            return;
        }
        let ((x0, y0), (x1, y1)) = (self.tile(bounds.min), self.tile(bounds.max));
        for y in y0..=y1 {
            for x in x0..=x1 {
                let t = y as usize * self.columns + x as usize;
                for &w in &self.entries[self.start[t] as usize..self.start[t + 1] as usize] {
                    visit(&self.walls[w as usize]);
                }
            }
        }
    }
}

impl Environment {
    /// The point of a wall nearest to `p` on a floor, within `reach` m.
    pub fn nearest_wall(&self, floor: FloorId, p: Point, reach: f64) -> Option<WallPoint> {
        self.floors[floor.index()].walls.nearest(p, reach)
    }

    /// The walls of a floor that come near a box; a wall may be visited more than once.
    pub fn walls_near(&self, floor: FloorId, bounds: &Bounds, visit: impl FnMut(&Segment)) {
        self.floors[floor.index()].walls.near(bounds, visit);
    }

    /// Width of the passage at `p`: from the nearest wall along its normal to the wall on the other side, m; `None` when
    /// there is no wall within `reach` on either side.
    pub fn passage_width(&self, cell: CellId, p: Point, reach: f64) -> Option<f64> {
        let near = self.nearest_wall(self.cell_floor(cell), p, reach)?;
        let normal = (p - near.point).unit().or_else(|| (near.wall.1 - near.wall.0).left().unit())?;
        let end = self.ray(cell, p, p + normal * reach);
        end.wall.map(|_| end.point.distance(near.point))
    }
}
