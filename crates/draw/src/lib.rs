//! Drawings of places, routes, paths, decisions and measures.
//!
//! Everything that is drawn becomes a [`Picture`], a list of shapes in pixels, which is written as SVG; PNG files are made from that SVG.
//! The same input gives the same bytes.

mod chart;
mod colour;
mod error;
mod file;
mod overlay;
mod panels;
mod paths;
mod picture;
mod raster;
mod route;
mod scene;
mod sheet;
mod stages;
mod surroundings;
mod svg;

pub use chart::{Axis, Chart, Series};
pub use colour::{Colour, FLAT, GRAPH as GAIN, HIERARCHICAL, PATHS};
pub use error::DrawError;
pub use file::FileKind;
pub use paths::{Paths, draw_paths};
pub use picture::{Anchor, Layer, Pen, Picture, Shape};
pub use route::{DrawnRoute, draw_route};
pub use scene::{Scene, View, draw_stage};
pub use surroundings::{Body, Fate, Neighbour, PersonalSpace, Proposition, Surroundings, draw_surroundings};
