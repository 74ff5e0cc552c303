//! Plane geometry that every other crate uses: points, segments, exact predicates, polygons, the uniform grid, rasters,
//! Morton order, mathematics with the same bits everywhere, typed ids, counter-based random draws and distributions.
//!
//! Units are SI: x (east) and y (north) in metres, angles in radians. Polygons are counter-clockwise.
//!
//! ```
//! use populace_geom::{Bounds, Draws, Point, Segment, Tiles, Tiling, Turn, area, turn};
//!
//! // A room, and the wall from its south-west to its south-east corner.
//! let room = [(0.0, 0.0), (8.0, 0.0), (8.0, 5.0), (0.0, 5.0)].map(|(x, y)| Point::new(x, y));
//! let wall = Segment::new(room[0], room[1]);
//! assert_eq!(area(&room), 40.0);
//! assert_eq!(turn(wall.a, wall.b, Point::new(4.0, 2.5)), Turn::Left);
//!
//! // A hundred people at random. The same seed puts them at the same places on every machine.
//! let draws = Draws::new(1);
//! let at = |person: u32| Point::new(8.0 * draws.unit(person.into(), 0, 0), 5.0 * draws.unit(person.into(), 0, 1));
//! let people: Vec<u32> = (0..100).collect();
//!
//! // The people within a metre of the wall, found through a grid of tiles of 1 m.
//! let mut tiles = Tiles::default();
//! tiles.fill(Tiling::over(Bounds::of(room), 1.0), &people, at);
//! let beside = Bounds::of([wall.a, wall.b]).expanded(1.0);
//! let near: Vec<u32> = tiles.within(&beside).into_iter().filter(|&person| wall.distance(at(person)) < 1.0).collect();
//! assert_eq!(near, people.into_iter().filter(|&person| at(person).y < 1.0).collect::<Vec<_>>());
//! ```

mod distribution;
mod draws;
mod fingerprint;
mod ids;
pub mod maths;
mod morton;
mod point;
mod polygon;
mod predicates;
mod raster;
mod segment;
mod tiles;
mod tiling;

pub use distribution::{Distribution, ValueTable, exponential};
pub use draws::Draws;
pub use fingerprint::{Mixer, fingerprint};
pub use morton::Morton;
pub use point::{Bounds, Point};
pub use polygon::{
    area, centroid, clip_convex, contains, crosses_ray, is_convex, perimeter, point_in_triangle_fan, signed_area,
};
pub use predicates::{Turn, in_circle, orient, turn};
pub use raster::Raster;
pub use segment::{Segment, segments_cross};
#[doc(hidden)]
pub use serde;
pub use tiles::Tiles;
pub use tiling::Tiling;
