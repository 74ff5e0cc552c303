//! Builds a proven environment from a place: cells, graph, hierarchy and the queries that planners,
//! perception and pedestrians share.
//!
//! A [`Place`] is what an importer or a program describes: floors, links, areas, objects. [`build()`] repairs and
//! proves it, and makes the [`Environment`], which never changes. A small state of its own, [`Doors`], says which doors
//! are open and which lifts are in service. A [`World`] puts both together and answers questions about walking.
//!
//! ```
//! use populace_env::{BuildOptions, Door, Doors, Floor, FloorId, Link, LinkKind, Outline, Place, World, build};
//! use populace_geom::{Point, Segment};
//!
//! // Two rooms of 5 × 4 m and, in the wall of 0.2 m between them, a doorway of 1.2 m.
//! let rectangle = |x0, y0, x1, y1| {
//!     let corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)].map(|(x, y)| Point::new(x, y));
//!     Outline::new(corners.to_vec(), "rectangle")
//! };
//! let mut floor = Floor::level("ground", 0.0);
//! floor.walkable = vec![rectangle(0.0, 0.0, 5.0, 4.0), rectangle(5.2, 0.0, 10.2, 4.0), rectangle(5.0, 1.4, 5.2, 2.6)];
//! let ground = FloorId(0);
//! let leaf = Segment::new(Point::new(5.1, 1.4), Point::new(5.1, 2.6));
//! let kind = LinkKind::Door { floors: [ground, ground], segment: leaf, door: Door::default() };
//! let door = Link { name: "door".into(), kind, source: String::new() };
//! let place = Place { floors: vec![floor], links: vec![door], ..Place::default() };
//!
//! let env = build(&place, &BuildOptions::default())?.environment;
//! let (west, east) = (Point::new(1.0, 2.0), Point::new(9.0, 2.0));
//! let cell = env.locate(ground, west, None).expect("a point in the western room");
//!
//! // Through the open door a body of up to 1.2 m passes, and the other room is in sight.
//! let mut doors = Doors::of(&env);
//! let open = World::new(&env, &doors);
//! let width = open.widest((ground, west), (ground, east)).expect("a way");
//! assert!((width - 1.2).abs() < 1e-9);
//! assert!(open.sees(cell, west, east));
//!
//! // A shut door is a wall. Nothing is built again.
//! doors.set_door(&env, env.link("door").expect("the door"), false);
//! let shut = World::new(&env, &doors);
//! assert_eq!(shut.widest((ground, west), (ground, east)), None);
//! assert!((shut.ray(cell, west, east).point.x - 5.1).abs() < 1e-9);
//! # Ok::<(), populace_env::BuildError>(())
//! ```
//!
//! `cargo run -p populace-env --example rooms` prints more answers about such a place.
//!
//! The stages follow Lamarche & Donikian 2004 ("L"), §3.1–3.2, extended to many floors. Each stage is a module:
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
pub mod objects;
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
    Border, CellGround, CellId, EnvArea, EnvFloor, Environment, FreeSegment, Passage, RayEnd, SegmentId, WallPoint,
};
pub use error::BuildError;
pub use footing::Footing;
pub use hierarchy::Hierarchy;
pub use mesh::{EdgeKind, FloorMesh, NONE, Triangulation};
pub use objects::{EnvObject, OBJECTS, ObjectId, ObjectKind, Sight, Slot};
pub use parts::{Gap, Part, gap_between, parts};
pub use place::*;
pub use sanitise::{CleanFloor, Repair, RepairKind, Sanitised, Shape, Unjoined};
pub use topology::{Class, Topology};
pub use world::World;
