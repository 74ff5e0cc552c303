//! Who sees whom: neighbour lists, from the neighbour graph of Lamarche & Donikian 2004 ("L"), §4.1, or from a uniform grid.
//!
//! Both return the same thing: for every row of the crowd, the rows it perceives. Rows are indices, never copies of people.

mod delaunay;
#[cfg(test)]
mod delaunay_tests;
mod floors;
mod graph;
mod grid;
mod lists;
mod neighbourhood;
mod perception;
mod predicates;
mod sight;
mod sites;

use populace_env::CellId;
use populace_geom::Point;
use serde::{Deserialize, Serialize};

pub use neighbourhood::Neighbourhood;
pub use perception::{GraphSettings, GridSettings, PERCEPTIONS, Perception, PerceptionEntry};

/// What perception looks at: one row per pedestrian, frozen.
#[derive(Clone, Copy, Debug)]
pub struct Bodies<'a> {
    /// Where they are, m.
    pub position: &'a [Point],
    /// The cell each is in.
    pub cell: &'a [CellId],
    /// How fast they go and where to, m/s.
    pub velocity: &'a [Point],
}

/// For every row, the rows it perceives, nearest first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Neighbours {
    /// `rows[start[i]..start[i + 1]]` are the neighbours of row i; one more than there are rows.
    pub start: Vec<u32>,
    /// Rows.
    pub rows: Vec<u32>,
}

impl Neighbours {
    /// Forgets all lists and keeps their memory.
    pub fn clear(&mut self) {
        self.start.clear();
        self.rows.clear();
    }

    /// The neighbours of a row.
    #[inline]
    pub fn of(&self, row: usize) -> &[u32] {
        match (self.start.get(row), self.start.get(row + 1)) {
            (Some(&from), Some(&to)) => &self.rows[from as usize..to as usize],
            _ => &[],
        }
    }
}
