//! A raster: one value for each tile of the plane.

use std::ops::{Index, IndexMut};

use crate::{Point, Tiling};

/// A value for each tile of a tiling.
///
/// ```
/// use populace_geom::{Point, Raster, Tiling};
///
/// let mut people = Raster::new(Tiling::new(Point::ZERO, 2.0, 5, 3), 0);
/// for p in [(1.0, 1.0), (1.5, 0.5), (9.0, 5.0), (-4.0, 1.0)].map(|(x, y)| Point::new(x, y)) {
///     if let Some(count) = people.at_mut(p) {
///         *count += 1;
///     }
/// }
/// assert_eq!(people[0], 2);
/// assert_eq!(people.at(Point::new(9.5, 4.5)), Some(&1));
/// assert_eq!(people.at(Point::new(-4.0, 1.0)), None);
/// assert_eq!(people.iter().filter(|(_, count)| **count > 0).count(), 2);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Raster<T> {
    tiling: Tiling,
    cells: Vec<T>,
}

impl<T> Raster<T> {
    /// Returns a raster with the same value everywhere.
    pub fn new(tiling: Tiling, value: T) -> Self
    where
        T: Clone,
    {
        Raster { tiling, cells: vec![value; tiling.len()] }
    }
    /// Returns a raster of what `value` gives for the lower left corner of each tile, row by row.
    pub fn of_corners(tiling: Tiling, mut value: impl FnMut(Point) -> T) -> Self {
        Raster { tiling, cells: (0..tiling.len()).map(|tile| value(tiling.corner(tile))).collect() }
    }
    /// Returns a raster of what `value` gives for the middle of each tile, row by row.
    pub fn of_middles(tiling: Tiling, mut value: impl FnMut(Point) -> T) -> Self {
        Raster { tiling, cells: (0..tiling.len()).map(|tile| value(tiling.middle(tile))).collect() }
    }
    /// Returns the tiling: where the tiles are.
    #[inline]
    pub fn tiling(&self) -> &Tiling {
        &self.tiling
    }
    /// Returns the values, row by row from the lower left.
    #[inline]
    pub fn cells(&self) -> &[T] {
        &self.cells
    }
    /// Returns the values to be changed, row by row from the lower left.
    #[inline]
    pub fn cells_mut(&mut self) -> &mut [T] {
        &mut self.cells
    }
    /// Consumes the raster and returns its values, row by row from the lower left.
    pub fn into_cells(self) -> Vec<T> {
        self.cells
    }
    /// Returns every tile with its value, row by row from the lower left.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &T)> {
        self.cells.iter().enumerate()
    }
    /// Returns the value in a column and a row; `None` beyond the raster.
    #[inline]
    pub fn get(&self, column: usize, row: usize) -> Option<&T> {
        let is_within = column < self.tiling.columns() && row < self.tiling.rows();
        is_within.then(|| &self.cells[self.tiling.index(column, row)])
    }
    /// Returns the value at a point; `None` beyond the raster.
    #[inline]
    pub fn at(&self, p: Point) -> Option<&T> {
        self.tiling.tile_within(p).map(|tile| &self.cells[tile])
    }
    /// Returns the value at a point, to be changed; `None` beyond the raster.
    #[inline]
    pub fn at_mut(&mut self, p: Point) -> Option<&mut T> {
        self.tiling.tile_within(p).map(|tile| &mut self.cells[tile])
    }
    /// Returns the value at a point. For a point beyond the raster it is the value of the nearest tile; `None` for a
    /// raster without tiles.
    #[inline]
    pub fn nearest(&self, p: Point) -> Option<&T> {
        self.cells.get(self.tiling.tile(p))
    }
}

impl<T> Index<usize> for Raster<T> {
    type Output = T;
    #[inline]
    fn index(&self, tile: usize) -> &T {
        &self.cells[tile]
    }
}

impl<T> IndexMut<usize> for Raster<T> {
    #[inline]
    fn index_mut(&mut self, tile: usize) -> &mut T {
        &mut self.cells[tile]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_to_a_value_finds_the_same_one() {
        let raster = Raster::of_middles(Tiling::new(Point::new(-2.0, 1.0), 0.5, 7, 4), |p| p);
        for (tile, &middle) in raster.iter() {
            let (column, row) = (tile % 7, tile / 7);
            assert_eq!(raster[tile], middle);
            assert_eq!(raster.get(column, row), Some(&middle));
            assert_eq!(raster.at(middle), Some(&middle));
            assert_eq!(raster.nearest(middle), Some(&middle));
        }
        assert_eq!((raster.get(7, 0), raster.get(0, 4)), (None, None));
        assert_eq!(raster.nearest(Point::new(99.0, -99.0)), raster.get(6, 0));
    }

    #[test]
    fn corners_are_half_a_tile_from_middles() {
        let tiling = Tiling::new(Point::new(3.0, 4.0), 2.0, 2, 2);
        let corners = Raster::of_corners(tiling, |p| p);
        assert_eq!(corners.cells(), [(3.0, 4.0), (5.0, 4.0), (3.0, 6.0), (5.0, 6.0)].map(|(x, y)| Point::new(x, y)));
    }

    #[test]
    fn a_raster_without_tiles_has_no_values() {
        let none: Raster<u32> = Raster::default();
        assert_eq!((none.at(Point::ZERO), none.nearest(Point::ZERO), none.get(0, 0)), (None, None, None));
    }
}
