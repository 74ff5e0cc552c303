//! From a place to a proven environment: cells, graph, hierarchy and the queries that planners,
//! perception and pedestrians share.
//!
//! The pipeline is Lamarche & Donikian 2004 ("L"), §3.1–3.2, extended to many floors; each stage is a file:
//! [`mod@sanitise`] → [`mod@triangulate`] → [`mod@bottlenecks`] → cells → [`topology`] → [`hierarchy`].

pub mod bottlenecks;
mod build;
mod cells;
mod doors;
mod environment;
mod error;
mod footing;
pub mod hierarchy;
mod mesh;
mod parts;
mod place;
pub mod sanitise;
pub mod topology;
pub mod triangulate;
mod world;

pub use bottlenecks::Rule;
pub use build::{BuildOptions, BuildStage, Built, StageEvent, build, build_with};
pub use doors::Doors;
pub use environment::{
    Border, CellId, EnvArea, EnvFloor, Environment, FreeSegment, Passage, RayEnd, SegmentId, WallPoint,
};
pub use error::BuildError;
pub use footing::Footing;
pub use hierarchy::Hierarchy;
pub use mesh::{EdgeKind, FloorMesh, NONE, Triangulation};
pub use parts::{Gap, Part, gap_between, parts};
pub use place::*;
pub use sanitise::{CleanFloor, Repair, RepairKind, Sanitised, Shape, Unjoined};
pub use topology::{Class, Topology};
pub use world::World;
