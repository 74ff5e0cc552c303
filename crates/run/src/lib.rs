//! Runs of scenarios: one loop for the command, the viewer, the laboratory and other programs.
//!
//! A [`Run`] owns a simulation, the script of the acts that are asked of it, and the rule that says when it ends. It
//! steps the simulation and hands step reports, frames, acts and checkpoints to [sinks](Sink). The [`Recorder`] writes
//! a recording, the [`Tally`] gathers travel times and the densest spot, and [`Measures`] gather what the scenario
//! measures; other crates have sinks of their own. The caller keeps the sinks and lends them to every call, so it can
//! read them at any time.
//!
//! ```
//! use std::path::Path;
//!
//! use populace_run::{Job, Script, Tally};
//!
//! let scene = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/bottleneck.scenario.toml");
//! let job = Job::of_file(&scene, None, None)?;
//! let mut tally = Tally::of(&job);
//! let mut run = job.run(Script::of(&job.scenario), job.end(Some(40.0)));
//! run.go(&mut [&mut tally], || false)?;
//!
//! let census = run.simulation().census();
//! println!("{} of {} people left", census.left, census.entered);
//! let travel = tally.travel().expect("somebody left within 40 s");
//! println!("they took {:.1} s on average", travel.mean);
//! assert_eq!(travel.count as u64, census.left);
//! # Ok::<(), populace_run::RunError>(())
//! ```

mod checkpoint;
mod end;
mod error;
mod job;
mod measures;
mod recorder;
mod run;
mod script;
mod sink;
mod summary;
mod tally;

pub use checkpoint::{CheckpointError, from_part, to_part};
pub use end::{End, Ended};
pub use error::{ActError, RunError};
pub use job::{Job, frames_of_a_row};
pub use measures::{Figure, Figures, Grounds, Measures, measured, quoted, row_by_row};
pub use recorder::Recorder;
pub use run::Run;
pub use script::Script;
pub use sink::{Positions, Sink};
pub use summary::{Densest, RunCost, Summary, Travel};
pub use tally::Tally;
