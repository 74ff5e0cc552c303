//! Finds whether two people see each other over walkable ground, by a ray through the convex cells.

use populace_env::World;
use populace_geom::Point;

use crate::Bodies;

/// No place is farther from the origin than this, m.
const FARTHEST: f64 = 1e7;

/// Answers which rows see each other.
#[derive(Clone, Copy)]
pub(crate) struct Sight<'a> {
    pub world: World<'a>,
    pub bodies: Bodies<'a>,
}

impl<'a> Sight<'a> {
    /// Looks at bodies in a world.
    pub(crate) fn new(world: World<'a>, bodies: Bodies<'a>) -> Self {
        Sight { world, bodies }
    }

    /// Returns how many rows have a position and a cell.
    pub(crate) fn row_count(&self) -> usize {
        self.bodies.position.len().min(self.bodies.cell.len())
    }

    /// Returns whether a row has a finite position in a cell of the world.
    #[inline]
    pub(crate) fn is_somewhere(&self, row: usize) -> bool {
        let p = self.bodies.position[row];
        // False for NaN, too.
        p.x.abs() <= FARTHEST && p.y.abs() <= FARTHEST && self.bodies.cell[row].index() < self.world.cell_count()
    }

    /// Returns the position of a row, m.
    #[inline]
    pub(crate) fn at(&self, row: u32) -> Point {
        self.bodies.position[row as usize]
    }

    /// Returns the squared distance of two rows, m².
    #[inline]
    pub(crate) fn distance2(&self, i: u32, j: u32) -> f64 {
        (self.at(j) - self.at(i)).norm2()
    }

    /// Returns whether two rows see each other. The ray always starts at the lower row, so both get the same answer.
    #[inline]
    pub(crate) fn sees(&self, i: u32, j: u32) -> bool {
        let (from, to) = (i.min(j) as usize, i.max(j) as usize);
        let (here, there) = (self.bodies.cell[from], self.bodies.cell[to]);
        // Nothing is between two points of one cell: cells are convex.
        here == there || self.world.sees_into(here, self.bodies.position[from], self.bodies.position[to], there)
    }
}
