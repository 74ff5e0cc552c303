//! Recordings: what a run leaves behind, in files that people read with their own tools.
//!
//! A recording is a folder; `recording.md` beside this crate, which goes into each, says what is in it.
//! [`Writer`] writes it during the run, [`Recording`] reads it back, [`export`] turns it into other formats, and [`import`] reads the
//! trajectories of experiments and other programs.
//!
//! Only closed segments count: each file is written under another name, synced and renamed, so that a killed process or
//! a full disk leaves everything before the open segment readable.

mod about;
mod acts;
mod checkpoint;
mod disk;
mod error;
pub mod export;
mod folder;
pub mod import;
mod recording;
mod segment;
mod tables;
mod writer;

#[cfg(test)]
mod full_disk;
// The tests inside and outside of the crate share their helpers.
#[cfg(test)]
extern crate self as populace_record;

pub use about::{About, Document, FORMAT_VERSION, Names};
pub use acts::Act;
pub use error::{RecordError, Trouble};
pub use recording::Recording;
pub use tables::{POSITION_STEP, Step, round_positions};
pub use writer::{Checkpoint, Writer};
