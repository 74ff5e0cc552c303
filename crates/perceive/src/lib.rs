//! Finds for every pedestrian the neighbours that it perceives.
//!
//! There are several ways of perceiving, one file and one line of [`PERCEPTIONS`] each. All of them answer with the
//! same thing: for every row of the crowd, the rows that it perceives, nearest first. Rows are indices, never copies of
//! people.
//!
//! ```
//! use populace_env::{BuildOptions, Floor, FloorId, Outline, Place, build};
//! use populace_geom::Point;
//! use populace_perceive::{Bodies, Neighbours, Perceiving, perception};
//! use serde_json::json;
//!
//! // A hall of 20 × 10 m.
//! let corners = [(0.0, 0.0), (20.0, 0.0), (20.0, 10.0), (0.0, 10.0)].map(|(x, y)| Point::new(x, y));
//! let mut floor = Floor::level("hall", 0.0);
//! floor.walkable.push(Outline::new(corners.to_vec(), "hall"));
//! let place = Place { floors: vec![floor], ..Place::default() };
//! let env = build(&place, &BuildOptions::default())?.environment;
//!
//! // Three pedestrians in a row walk east.
//! let position = [2.0, 5.0, 9.0].map(|x| Point::new(x, 5.0));
//! let cell = position.map(|at| env.locate(FloorId(0), at, None).expect("in the hall"));
//! let velocity = [Point::new(1.3, 0.0); 3];
//! let bodies = Bodies { position: &position, cell: &cell, velocity: &velocity };
//! let mut near = Neighbours::default();
//!
//! // By default, people perceive their neighbours in a triangulation.
//! Perceiving::default().neighbourhood().perceive(env.as_given(), bodies, &mut near);
//! assert_eq!(near.of(1), [0, 2]);
//!
//! // With the grid, people perceive the people ahead of them.
//! let grid = perception("grid").expect("a line of the table");
//! let ahead = Perceiving::of(grid, json!({ "fan_degrees": 180 })).expect("within the limits");
//! ahead.neighbourhood().perceive(env.as_given(), bodies, &mut near);
//! assert_eq!(near.of(1), [2]);
//! # Ok::<(), populace_env::BuildError>(())
//! ```
//!
//! A new way of perceiving is a file with an `impl` of [`Perception`] and a line of [`PERCEPTIONS`]. Another crate adds
//! its line to the registry of `populace-scenario` instead.

mod delaunay;
#[cfg(test)]
mod delaunay_tests;
mod floors;
mod graph;
mod grid;
mod lists;
mod neighbourhood;
mod perceiving;
mod perception;
mod predicates;
mod sight;
mod sites;

use populace_env::CellId;
use populace_geom::Point;
use serde::{Deserialize, Serialize};

pub use neighbourhood::Neighbourhood;
pub use perceiving::Perceiving;
pub use perception::{PERCEPTIONS, Perception, PerceptionEntry, perception};
pub use populace_settings::{Parameter, SettingError};

/// The bodies that a perception looks at: one row per pedestrian. Nothing moves while it looks.
#[derive(Clone, Copy, Debug)]
pub struct Bodies<'a> {
    /// The position of each row, m.
    pub position: &'a [Point],
    /// The cell that each row is in.
    pub cell: &'a [CellId],
    /// The velocity of each row, m/s.
    pub velocity: &'a [Point],
}

/// For every row, the rows that it perceives, nearest first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Neighbours {
    /// `rows[start[i]..start[i + 1]]` are the neighbours of row i. There is one entry more than there are rows.
    pub start: Vec<u32>,
    /// The neighbours of all rows, one list after the other.
    pub rows: Vec<u32>,
}

impl Neighbours {
    /// Forgets all lists and keeps their memory.
    pub fn clear(&mut self) {
        self.start.clear();
        self.rows.clear();
    }

    /// Returns the neighbours of a row.
    #[inline]
    pub fn of(&self, row: usize) -> &[u32] {
        match (self.start.get(row), self.start.get(row + 1)) {
            (Some(&from), Some(&to)) => &self.rows[from as usize..to as usize],
            _ => &[],
        }
    }
}
