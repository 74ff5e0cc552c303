//! Drawings of places, routes, paths, decisions and measures, as SVG and PNG files.
//!
//! Everything that is drawn becomes a [`Picture`], a list of shapes in pixels, which is written as SVG; a PNG file is that SVG file, drawn
//! by `resvg` with a font that is part of the program. The same input gives the same bytes.
//!
//! There are two layouts. Drawings of a place ([`draw_stage`], [`draw_route`], [`draw_paths`], [`draw_surroundings`]) are sheets with a panel
//! per height, all of one scale, each with coordinates and a scale bar. A [`Chart`] shows numbers over two axes, alone or with others on a
//! sheet; [`Chart::plan`] is a small plan, with one scale for both axes.
//!
//! # Example
//!
//! A chart of measured points and the line of a model, as text of an SVG file and as bytes of a PNG file:
//!
//! ```
//! use populace_draw::{Axis, Chart, FileKind, PATHS, Pen, Series, Style, Symbol};
//!
//! let people = vec![(0.5, 1.31), (1.4, 1.02), (2.7, 0.55), (4.1, 0.21)];
//! let model = vec![(0.0, 1.34), (2.0, 0.80), (5.0, 0.06)];
//! let axis = |label, values: &[f64]| Axis::from_zero(label, values.iter().copied());
//! let chart = Chart::new(
//!     "Speed against density",
//!     axis("density, 1/m²", &[0.0, 5.0]),
//!     axis("speed, m/s", &[0.0, 1.34]),
//!     vec![
//!         Series { label: "people".into(), points: people, style: Style::Symbols(Symbol::Ring, PATHS[11]) },
//!         Series { label: "model".into(), points: model, style: Style::Line(Pen::solid(PATHS[0], 1.5)) },
//!     ],
//! );
//! let picture = chart.picture();
//! assert!(picture.to_svg().contains(">density, 1/m²</text>"));
//!
//! let png = FileKind::Png.encode(&picture)?;
//! assert!(png.starts_with(b"\x89PNG"));
//! # Ok::<(), populace_draw::DrawError>(())
//! ```

mod axis;
mod chart;
mod colour;
mod error;
mod file;
mod font;
mod legend;
mod overlay;
mod panels;
mod paths;
mod picture;
mod png;
mod route;
mod ruler;
mod scene;
mod sheet;
mod stages;
mod surroundings;
mod svg;
mod thin;

pub use axis::Axis;
pub use chart::{Chart, Series};
pub use colour::{Colour, FLAT, GRAPH as GAIN, HIERARCHICAL, PATHS};
pub use error::DrawError;
pub use file::FileKind;
pub use legend::Style;
pub use paths::{Paths, draw_paths};
pub use picture::{Anchor, Layer, Pen, Picture, Shape, Symbol};
pub use route::{DrawnRoute, draw_route};
pub use scene::{Scene, View, draw_stage};
pub use surroundings::{Body, Fate, Neighbour, PersonalSpace, Proposition, Surroundings, draw_surroundings};
