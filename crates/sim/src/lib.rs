//! The simulation: every pedestrian is an individual, and the same seed gives the same bits on any number of threads.
//!
//! Each phase of the step ([`Simulation::step`]) has a file of its own, named in the papers' words. The simulation does
//! no input or output and knows no wall clock; commands enter before a step, ordered events leave after it.
//!
//! A [`Setup`] holds the place and the people; a [`Simulation`] is made from it and stepped. Here a pedestrian walks through a corridor of 20 m:
//!
//! ```
//! use populace_env::{Area, AreaKind, BuildOptions, Floor, FloorId, Outline, Place, build};
//! use populace_geom::Point;
//! use populace_mind::{ExitChoice, behaviours};
//! use populace_plan::{PLANNERS, Profile};
//! use populace_sim::{Arrivals, Body, Distribution, FOLLOWERS, Mind, Population, Setup, Simulation};
//! use populace_steer::{MODELS, Steering};
//!
//! // The place: a corridor, with an area at each end.
//! let ring = |x0, x1| [(x0, 0.0), (x1, 0.0), (x1, 3.0), (x0, 3.0)].map(|(x, y)| Point::new(x, y)).to_vec();
//! let mut floor = Floor::level("corridor", 0.0);
//! floor.walkable.push(Outline::new(ring(0.0, 20.0), "outline"));
//! let areas = [("west", ring(0.0, 2.0)), ("east", ring(18.0, 20.0))].map(|(name, ring)| Area {
//!     name: name.into(),
//!     kind: AreaKind::Region,
//!     floor: FloorId::new(0),
//!     outline: Outline::new(ring, name),
//! });
//! let place = Place { floors: vec![floor], areas: areas.into(), ..Place::default() };
//! let env = build(&place, &BuildOptions::default())?.environment;
//!
//! // The people: one pedestrian, from the western area to the eastern one, by the first line of every table.
//! let walker = Population {
//!     name: "walker".into(),
//!     steering: Steering::of(&MODELS[0], serde_json::json!({})).expect("the defaults are within the limits"),
//!     planner: &PLANNERS[0],
//!     follower: &FOLLOWERS[0],
//!     profile: Profile::default(),
//!     body: Body { speed: Distribution::Constant(1.3), ..Body::default() },
//!     arrivals: vec![Arrivals::AtStart { count: 1, areas: vec![0].into() }],
//!     journey: vec![behaviours::leave(vec![1], ExitChoice::Nearest)],
//!     mind: Mind::default(),
//! };
//!
//! // The run: 20 steps are a second.
//! let mut simulation = Simulation::new(Setup::new(env, vec![walker]));
//! simulation.step();
//! let start = simulation.people().position[0];
//! (0..100).for_each(|_| _ = simulation.step());
//! let walked = simulation.people().position[0].x - start.x;
//! assert!((6.0..=6.5).contains(&walked), "5 s at 1.3 m/s, and the time to speed up: {walked} m");
//! while !simulation.is_over() {
//!     simulation.step();
//! }
//! assert_eq!(simulation.counts().left, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `cargo run -p populace-sim --example corridor` shows a crowd.

mod alarm;
mod around;
mod arrivals;
mod aside;
mod bars;
mod census;
mod commands;
mod crowd;
mod exits;
mod follow;
mod frame;
mod inspect;
mod knowledge;
mod lifts;
mod make_way;
mod minds;
mod motion;
mod needs;
mod newcomers;
mod objects;
mod phases;
mod progress;
mod pull;
mod purpose;
mod rebuild;
mod report;
mod room;
mod routes;
mod rows;
mod scene;
mod scratch;
mod seats;
mod setup;
mod simulation;
mod starts;
mod state;
mod stuck;
mod talks;
mod team;
mod tight;
mod trains;
mod walls;
mod withdraw;

pub use census::Census;
pub use follow::{
    AnyFollower, Cone, FOLLOWERS, Follower, FollowerEntry, FollowerState, Heading, Number, Recall, Walker, follower,
};
pub use inspect::{Inspected, NeedSeen, Seen};
pub use objects::Claimed;
pub use populace_geom::Distribution;
pub use populace_perceive::{Perceiving, perception};
pub use report::{Counts, Phase, StepReport, Watch};
pub use setup::{Act, Arrivals, Body, Command, Mind, Placed, Population, Setup, Timing, Where, Whom};
pub use simulation::Simulation;
pub use starts::{Starts, doors_ever_open};
pub use state::{Ahead, NONE, People, Person, ProvenSnapshot, RestoreError, Status, Track, Way, reseal};
pub use trains::TrainCounts;

#[cfg(test)]
mod profile_tests;

#[cfg(test)]
extern crate self as populace_sim;
#[cfg(test)]
#[path = "../tests/support/mod.rs"]
mod support;
