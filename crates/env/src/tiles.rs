//! A uniform grid: which convex things reach into which tile.

use populace_geom::{Bounds, Point};

/// The numbers of things by tile, with a bounded number of entries.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tiles {
    origin: Point,
    pitch: f64,
    columns: usize,
    rows: usize,
    /// `items[start[t]..start[t + 1]]` reach into tile t.
    start: Vec<u32>,
    items: Vec<u32>,
}

impl Tiles {
    /// A grid of about two tiles per thing; `ring(i)` gives the convex ring (or the two ends) of thing i. Tiles are made
    /// larger until there are at most 16 entries per thing, so long thin things cannot fill the memory.
    pub(crate) fn of(bounds: Bounds, count: usize, ring: impl Fn(usize) -> Vec<Point>) -> Self {
        if count == 0 || bounds.is_empty() {
            return Tiles::default();
        }
        let size = bounds.size();
        let even = (size.x * size.y / (2.0 * count as f64)).sqrt();
        let mut pitch = even.max(size.x.max(size.y) / 4000.0).max(0.05);
        loop {
            let (columns, rows) = ((size.x / pitch) as usize + 1, (size.y / pitch) as usize + 1);
            let mut grid = Tiles { origin: bounds.min, pitch, columns, rows, ..Tiles::default() };
            let mut filled = vec![0u32; columns * rows + 1];
            let (mut entries, most) = (0, 16 * count + 1024);
            for i in 0..count {
                grid.for_each_tile_of(&ring(i), |t| {
                    filled[t + 1] += 1;
                    entries += 1;
                });
                if entries > most {
                    break;
                }
            }
            if entries > most && columns * rows > 1 {
                pitch *= 2.0;
                continue;
            }
            for t in 0..columns * rows {
                filled[t + 1] += filled[t];
            }
            let mut items = vec![0; filled[columns * rows] as usize];
            let mut next = filled.clone();
            for i in 0..count {
                grid.for_each_tile_of(&ring(i), |t| {
                    items[next[t] as usize] = i as u32;
                    next[t] += 1;
                });
            }
            grid.start = filled;
            grid.items = items;
            return grid;
        }
    }

    fn column(&self, x: f64) -> usize {
        (((x - self.origin.x) / self.pitch).max(0.0) as usize).min(self.columns - 1)
    }
    fn row(&self, y: f64) -> usize {
        (((y - self.origin.y) / self.pitch).max(0.0) as usize).min(self.rows - 1)
    }
    fn tile(&self, column: usize, row: usize) -> &[u32] {
        let t = row * self.columns + column;
        &self.items[self.start[t] as usize..self.start[t + 1] as usize]
    }

    /// The tiles a convex ring reaches into, row by row.
    fn for_each_tile_of(&self, ring: &[Point], mut visit: impl FnMut(usize)) {
        let bounds = Bounds::of(ring.iter().copied());
        if bounds.is_empty() {
            return;
        }
        // A millimetre to spare: rounding must not lose a tile that is only grazed.
        for row in self.row(bounds.min.y - 1e-3)..=self.row(bounds.max.y + 1e-3) {
            let low = self.origin.y + row as f64 * self.pitch - 1e-3;
            let high = low + self.pitch + 2e-3;
            let (mut left, mut right) = (f64::INFINITY, f64::NEG_INFINITY);
            for i in 0..ring.len() {
                let (a, b) = (ring[i], ring[(i + 1) % ring.len()]);
                if a.y.max(b.y) < low || a.y.min(b.y) > high {
                    continue;
                }
                let at = |y: f64| if a.y == b.y { a.x } else { a.lerp(b, ((y - a.y) / (b.y - a.y)).clamp(0.0, 1.0)).x };
                let ends = if a.y == b.y { [a.x, b.x] } else { [at(low), at(high)] };
                left = left.min(ends[0]).min(ends[1]);
                right = right.max(ends[0]).max(ends[1]);
            }
            if left <= right {
                for column in self.column(left - 1e-3)..=self.column(right + 1e-3) {
                    visit(row * self.columns + column);
                }
            }
        }
    }

    /// The things that reach into the tile of a point.
    pub(crate) fn at(&self, p: Point) -> &[u32] {
        if self.start.is_empty() { &[] } else { self.tile(self.column(p.x), self.row(p.y)) }
    }

    /// The things that reach into the tiles of a box, each once, in order.
    pub(crate) fn within(&self, bounds: &Bounds) -> Vec<u32> {
        let mut found = Vec::new();
        if !self.start.is_empty() {
            for row in self.row(bounds.min.y)..=self.row(bounds.max.y) {
                for column in self.column(bounds.min.x)..=self.column(bounds.max.x) {
                    found.extend_from_slice(self.tile(column, row));
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Visits the things around a point, ring of tiles by ring of tiles, while `go_on` agrees to look at everything
    /// that is at least so many metres away.
    pub(crate) fn outwards(&self, p: Point, mut go_on: impl FnMut(f64) -> bool, mut visit: impl FnMut(u32)) {
        if self.start.is_empty() {
            return;
        }
        let (cx, cy) = (self.column(p.x) as i64, self.row(p.y) as i64);
        for ring in 0..=self.columns.max(self.rows) as i64 {
            if !go_on((ring - 1) as f64 * self.pitch) {
                return;
            }
            let mut tile = |x: i64, y: i64| {
                if (0..self.columns as i64).contains(&x) && (0..self.rows as i64).contains(&y) {
                    self.tile(x as usize, y as usize).iter().for_each(|&i| visit(i));
                }
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
    }
}
