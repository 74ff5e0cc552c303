//! Covers a box of the plane with square tiles of one size, and finds the tile of a point and the tiles near it.

use crate::{Bounds, Point};

/// Square tiles in columns and rows, numbered row by row from the lower left.
///
/// ```
/// use populace_geom::{Bounds, Point, Tiling};
///
/// let tiling = Tiling::over(Bounds::of([Point::ZERO, Point::new(3.0, 1.5)]), 1.0);
/// assert_eq!((tiling.columns(), tiling.rows()), (4, 2));
/// assert_eq!(tiling.tile(Point::new(2.2, 1.1)), 6);
/// assert_eq!(tiling.middle(6), Point::new(2.5, 1.5));
/// assert_eq!(tiling.around(0, 1).collect::<Vec<_>>(), [0, 1, 4, 5]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tiling {
    origin: Point,
    pitch: f64,
    columns: usize,
    rows: usize,
}

impl Default for Tiling {
    /// Returns a tiling without tiles.
    fn default() -> Self {
        Tiling::new(Point::ZERO, 1.0, 0, 0)
    }
}

impl Tiling {
    /// Returns tiles of side `pitch` (m, above zero) from the lower left corner `origin`.
    pub const fn new(origin: Point, pitch: f64, columns: usize, rows: usize) -> Self {
        Tiling { origin, pitch, columns, rows }
    }
    /// Returns the tiles of side `pitch` (m, above zero) that cover a box; none for an empty box.
    pub fn over(bounds: Bounds, pitch: f64) -> Self {
        if bounds.is_empty() {
            return Tiling::default();
        }
        let size = bounds.size();
        Tiling::new(bounds.min, pitch, (size.x / pitch) as usize + 1, (size.y / pitch) as usize + 1)
    }
    /// Returns tiles that cover a box: of side `least` (m, above zero), or larger where more than about `most` tiles
    /// would be needed.
    pub fn limited(bounds: Bounds, least: f64, most: f64) -> Self {
        let size = bounds.size();
        Tiling::over(bounds, least.max((size.x * size.y / most).sqrt()).max(size.x.max(size.y) / most))
    }
    /// Returns the lower left corner of all tiles.
    pub fn origin(&self) -> Point {
        self.origin
    }
    /// Returns the side of a tile, m.
    #[inline]
    pub fn pitch(&self) -> f64 {
        self.pitch
    }
    /// Returns how many columns there are.
    #[inline]
    pub fn columns(&self) -> usize {
        self.columns
    }
    /// Returns how many rows there are.
    #[inline]
    pub fn rows(&self) -> usize {
        self.rows
    }
    /// Returns how many tiles there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.columns * self.rows
    }
    /// Returns whether there are no tiles.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Returns the box of all tiles.
    pub fn bounds(&self) -> Bounds {
        if self.is_empty() {
            return Bounds::EMPTY;
        }
        let size = Point::new(self.columns as f64, self.rows as f64) * self.pitch;
        Bounds { min: self.origin, max: self.origin + size }
    }

    /// Returns the column of an x; the first or the last column for an x beyond them.
    #[inline]
    pub fn column(&self, x: f64) -> usize {
        // The cast turns negative numbers and NaN into zero.
        (((x - self.origin.x) / self.pitch) as usize).min(self.columns.saturating_sub(1))
    }
    /// Returns the row of a y; the first or the last row for a y beyond them.
    #[inline]
    pub fn row(&self, y: f64) -> usize {
        (((y - self.origin.y) / self.pitch) as usize).min(self.rows.saturating_sub(1))
    }
    /// Returns the number of the tile in a column and a row.
    #[inline]
    pub fn index(&self, column: usize, row: usize) -> usize {
        row * self.columns + column
    }
    /// Returns the tile of a point; the nearest tile for a point beyond all tiles.
    #[inline]
    pub fn tile(&self, p: Point) -> usize {
        self.index(self.column(p.x), self.row(p.y))
    }
    /// Returns the tile of a point; `None` for a point beyond all tiles.
    #[inline]
    pub fn tile_within(&self, p: Point) -> Option<usize> {
        let at = (p - self.origin) * (1.0 / self.pitch);
        // False for NaN, too.
        let is_within = at.x >= 0.0 && at.y >= 0.0 && at.x < self.columns as f64 && at.y < self.rows as f64;
        is_within.then(|| self.tile(p))
    }
    /// Returns the lower left corner of a tile.
    #[inline]
    pub fn corner(&self, tile: usize) -> Point {
        let (column, row) = (tile % self.columns.max(1), tile / self.columns.max(1));
        self.origin + Point::new(column as f64, row as f64) * self.pitch
    }
    /// Returns the tile whose lower left corner is nearest to a point.
    #[inline]
    pub fn nearest_corner(&self, p: Point) -> usize {
        self.tile(p + Point::new(0.5, 0.5) * self.pitch)
    }
    /// Returns the middle of a tile.
    #[inline]
    pub fn middle(&self, tile: usize) -> Point {
        self.corner(tile) + Point::new(0.5, 0.5) * self.pitch
    }

    /// Returns a tile and the tiles at most `reach` columns and rows away from it, row by row.
    pub fn around(&self, tile: usize, reach: usize) -> impl Iterator<Item = usize> + use<> {
        let tiling = *self;
        let (column, row) = (tile % self.columns.max(1), tile / self.columns.max(1));
        let last = |at: usize, count: usize| (at + reach).min(count.saturating_sub(1));
        let columns = column.saturating_sub(reach)..=last(column, self.columns);
        let rows = row.saturating_sub(reach)..=last(row, self.rows);
        rows.flat_map(move |row| columns.clone().map(move |column| tiling.index(column, row)))
    }

    /// Calls `visit` with every tile into which a convex ring reaches, row by row. A ring of two points is a segment.
    /// The ring is taken as a millimetre larger on every side, so that rounding does not lose a tile that the ring only
    /// grazes.
    pub fn for_each_of_convex(&self, ring: &[Point], mut visit: impl FnMut(usize)) {
        let bounds = Bounds::of(ring.iter().copied());
        if bounds.is_empty() || self.is_empty() {
            return;
        }
        for row in self.row(bounds.min.y - SPARE)..=self.row(bounds.max.y + SPARE) {
            let low = self.origin.y + row as f64 * self.pitch - SPARE;
            let (left, right) = extent_between(ring, low, low + self.pitch + 2.0 * SPARE);
            if left <= right {
                for column in self.column(left - SPARE)..=self.column(right + SPARE) {
                    visit(self.index(column, row));
                }
            }
        }
    }
}

/// The distance by which a ring is taken as larger on every side, m.
const SPARE: f64 = 1e-3;

/// Returns the least and the greatest x of the part of a convex ring between two heights.
fn extent_between(ring: &[Point], low: f64, high: f64) -> (f64, f64) {
    let (mut left, mut right) = (f64::INFINITY, f64::NEG_INFINITY);
    for i in 0..ring.len() {
        let (a, b) = (ring[i], ring[(i + 1) % ring.len()]);
        if a.y.max(b.y) < low || a.y.min(b.y) > high {
            continue;
        }
        let at = |y: f64| a.lerp(b, ((y - a.y) / (b.y - a.y)).clamp(0.0, 1.0)).x;
        let ends = if a.y == b.y { [a.x, b.x] } else { [at(low), at(high)] };
        left = left.min(ends[0]).min(ends[1]);
        right = right.max(ends[0]).max(ends[1]);
    }
    (left, right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_beyond_the_tiles_have_the_nearest_tile_or_none() {
        let tiling = Tiling::new(Point::new(-1.0, 2.0), 0.5, 4, 3);
        let beyond = [(-9.0, 2.1, 0), (9.0, 2.1, 3), (9.0, 99.0, 11), (f64::NAN, 2.1, 0), (f64::INFINITY, 2.6, 7)];
        for (x, y, tile) in beyond {
            let p = Point::new(x, y);
            assert_eq!((tiling.tile(p), tiling.tile_within(p)), (tile, None), "{p:?}");
        }
        for tile in 0..tiling.len() {
            assert_eq!(tiling.tile_within(tiling.middle(tile)), Some(tile));
        }
        assert_eq!(tiling.bounds(), Bounds::of([Point::new(-1.0, 2.0), Point::new(1.0, 3.5)]));
    }

    #[test]
    fn tiles_grow_where_there_would_be_too_many() {
        let far = |x: f64, y: f64| Bounds::of([Point::ZERO, Point::new(x, y)]);
        assert_eq!(Tiling::limited(far(10.0, 10.0), 0.5, 1e6).pitch(), 0.5);
        for bounds in [far(1e6, 1e6), far(1e9, 0.0), far(1e9, 1e-3)] {
            assert!(Tiling::limited(bounds, 0.5, 1e4).len() < 11_000);
        }
    }

    #[test]
    fn a_tiling_without_tiles_answers_without_harm() {
        let none = Tiling::over(Bounds::EMPTY, 1.0);
        assert!(none.is_empty() && none.bounds().is_empty());
        assert_eq!((none.tile(Point::ZERO), none.tile_within(Point::ZERO)), (0, None));
        none.for_each_of_convex(&[Point::ZERO], |_| panic!("no tiles"));
    }

    #[test]
    fn a_thin_diagonal_reaches_into_the_tiles_along_it_only() {
        let tiling = Tiling::new(Point::ZERO, 1.0, 10, 10);
        let mut reached = Vec::new();
        tiling.for_each_of_convex(&[Point::new(0.5, 0.4), Point::new(9.5, 9.4)], |tile| reached.push(tile));
        assert!(reached.len() < 30, "{reached:?}");
        for i in 0..=900 {
            let share = f64::from(i) / 900.0;
            assert!(reached.contains(&tiling.tile(Point::new(0.5, 0.4).lerp(Point::new(9.5, 9.4), share))));
        }
    }
}
