//! Reads and proves scenarios. A user writes a scenario in TOML or builds it in code ([`written`], [`place`]). The proof turns it
//! into a [`Scenario`], from which any number of simulations can be made.
//!
//! ```
//! use populace_scenario::place::{AreaEntry, FloorEntry, PlaceFile};
//! use populace_scenario::written::{ArrivalEntry, PopulationEntry, ScenarioFile, StageEntry};
//! use populace_scenario::{Registry, Scenario};
//! use populace_sim::Simulation;
//!
//! // A corridor of 20 by 3 m with an area at either end.
//! let rectangle = |x0: f64, x1: f64| vec![[x0, 0.0], [x1, 0.0], [x1, 3.0], [x0, 3.0]];
//! let area = |name: &str, outline| AreaEntry { name: name.into(), outline, ..AreaEntry::default() };
//! let place = PlaceFile {
//!     floor: vec![FloorEntry { name: "ground".into(), outline: Some(rectangle(0.0, 20.0)), ..FloorEntry::default() }],
//!     area: vec![area("west", rectangle(0.0, 4.0)), area("east", rectangle(16.0, 20.0))],
//!     ..PlaceFile::default()
//! };
//! // Ten people walk from the west to the east.
//! let people = PopulationEntry {
//!     name: "eastbound".into(),
//!     arrive: ArrivalEntry { count: Some(10), areas: Some("west".into()), ..ArrivalEntry::default() }.into(),
//!     journey: vec![StageEntry::leave("east")],
//!     ..PopulationEntry::default()
//! };
//! let file = ScenarioFile { until: 60.0, population: vec![people], ..ScenarioFile::default() };
//!
//! let scenario = Scenario::prove(file, place, Registry::built_in())?;
//! let mut simulation = Simulation::new(scenario.setup(None));
//! while !simulation.is_over() && simulation.time() < scenario.until().time {
//!     simulation.step();
//! }
//! assert_eq!(simulation.census().left, 10);
//! # Ok::<(), populace_scenario::ScenarioError>(())
//! ```
//!
//! Errors say what is wrong and what to do. When the scenario came from a text they name the file, the line and the column, and show
//! the line; when code built it they carry the path of the key, such as `population[0].journey[1].leave`.

mod acquaintance;
mod acts;
mod arrivals;
mod blocks;
mod crowding;
mod error;
mod events;
mod finder;
mod journey;
mod kinds;
mod limits;
mod measures;
mod people;
mod prove;
mod prover;
mod reach;
mod registry;
mod scenario;
mod schema;
mod settings;
mod several;
mod standing;
mod trains;
pub mod written;

pub use acts::Acts;
pub use error::ScenarioError;
pub use kinds::{KindTable, built_in_kinds};
pub use limits::{LIMITS, MAX_BLOCKS, MAX_BYTES, MAX_CORNERS, MAX_ENTRIES, MAX_NAME, MAX_PEOPLE};
pub use measures::{Measure, Measured};
/// The entries of a place that is written by hand or built in code.
pub use populace_ingest::entries as place;
pub use populace_ingest::key_path::KeyPath;
pub use populace_ingest::spread::{Spread, SpreadTable};
pub use prove::{Record, Until};
pub use prover::{PlaceSource, Prover};
pub use registry::{Lines, NameTaken, Registry, TableLine};
pub use scenario::Scenario;
pub use schema::schema;
pub use several::Several;
