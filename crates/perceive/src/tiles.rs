//! A uniform grid over some rows, by counting sort.

use populace_geom::{Bounds, Point};

use crate::floors::GUEST;
use crate::sight::Sight;

/// Rows by tile; filled again and again without allocating.
#[derive(Debug, Default)]
pub(crate) struct Tiles {
    bounds: Option<Bounds>,
    pitch: f64,
    columns: usize,
    lines: usize,
    /// `rows[start[t]..start[t + 1]]` are in tile t.
    start: Vec<u32>,
    rows: Vec<u32>,
    next: Vec<u32>,
}

/// People per tile, in the mean.
const PEOPLE_PER_TILE: f64 = 2.0;

impl Tiles {
    /// Sorts rows into tiles; the mark of guests is kept.
    pub(crate) fn fill(&mut self, sight: Sight<'_>, rows: &[u32]) {
        let bounds = Bounds::of(rows.iter().map(|&row| sight.at(row & !GUEST)));
        self.bounds = (!rows.is_empty()).then_some(bounds);
        let size = bounds.size();
        let count = rows.len() as f64;
        // Long thin crowds: as many tiles as people along them suffice.
        let even = (size.x * size.y * PEOPLE_PER_TILE / count).sqrt();
        self.pitch = even.max(size.x.max(size.y) * PEOPLE_PER_TILE / count).max(0.1);
        if rows.is_empty() {
            (self.pitch, self.columns, self.lines) = (1.0, 0, 0);
        } else {
            (self.columns, self.lines) = ((size.x / self.pitch) as usize + 1, (size.y / self.pitch) as usize + 1);
        }
        self.start.clear();
        self.start.resize(self.columns * self.lines + 1, 0);
        for &row in rows {
            let t = self.tile(sight.at(row & !GUEST));
            self.start[t + 1] += 1;
        }
        for t in 1..self.start.len() {
            self.start[t] += self.start[t - 1];
        }
        self.next.clone_from(&self.start);
        self.rows.clear();
        self.rows.resize(rows.len(), 0);
        for &row in rows {
            let t = self.tile(sight.at(row & !GUEST));
            self.rows[self.next[t] as usize] = row;
            self.next[t] += 1;
        }
    }

    /// Side of a tile, m.
    pub(crate) fn pitch(&self) -> f64 {
        self.pitch
    }

    /// Whom a tile holds; nobody beyond the edges.
    pub(crate) fn of(&self, column: i64, line: i64) -> &[u32] {
        if column < 0 || line < 0 || column >= self.columns as i64 || line >= self.lines as i64 {
            return &[];
        }
        let t = line as usize * self.columns + column as usize;
        &self.rows[self.start[t] as usize..self.start[t + 1] as usize]
    }

    /// Column and line of a point; clamped to the grid.
    pub(crate) fn column_and_line(&self, p: Point) -> (usize, usize) {
        let Some(bounds) = self.bounds else { return (0, 0) };
        // Casting saturates.
        let column = ((p.x - bounds.min.x) / self.pitch) as usize;
        let line = ((p.y - bounds.min.y) / self.pitch) as usize;
        (column.min(self.columns - 1), line.min(self.lines - 1))
    }

    /// Columns or lines there are in the longer direction.
    pub(crate) fn extent(&self) -> usize {
        self.columns.max(self.lines)
    }

    fn tile(&self, p: Point) -> usize {
        let (column, line) = self.column_and_line(p);
        line * self.columns + column
    }

    /// Calls `visit` for the rows of all tiles that reach into a box.
    pub(crate) fn for_each_within(&self, bounds: &Bounds, mut visit: impl FnMut(u32)) {
        if !self.bounds.is_some_and(|own| own.overlaps(bounds)) {
            return;
        }
        let (first, last) = (self.column_and_line(bounds.min), self.column_and_line(bounds.max));
        for line in first.1..=last.1 {
            for column in first.0..=last.0 {
                self.of(column as i64, line as i64).iter().for_each(|&row| visit(row));
            }
        }
    }
}
