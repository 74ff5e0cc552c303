//! Plane geometry that everything else stands on: points, exact predicates, polygons,
//! typed ids and counter-based random draws.
//!
//! SI units, x and y in metres, z up, counter-clockwise polygons, right-handed.

mod draws;
mod ids;
mod point;
mod polygon;
mod predicates;
mod segment;

pub use draws::Draws;
pub use point::{Bounds, Point};
pub use polygon::{
    area, centroid, clip_convex, contains, crosses_ray, is_convex, perimeter, point_in_triangle_fan, signed_area,
};
pub use predicates::{Turn, in_circle, orient, turn};
pub use segment::{Segment, segments_cross};
