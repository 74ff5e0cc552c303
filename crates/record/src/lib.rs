//! Recordings: the files that a run leaves behind, for people to read with their own tools.
//!
//! A recording is a folder. The text `recording.md` beside this crate says what is in it, and every recording carries a copy.
//! [`Writer`] writes a recording during the run, [`Recording`] reads it back, [`export`] turns it into other formats, and
//! [`import`] reads the trajectories of experiments and other programs.
//!
//! Only closed segments count. Each file is written under another name, synced and renamed, so everything before the open segment
//! stays readable when the process is killed or the disk is full.

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
// The tests inside and outside the crate share their helpers.
#[cfg(test)]
extern crate self as populace_record;

pub use about::{About, Document, FORMAT_VERSION, Names};
pub use acts::Act;
pub use error::{RecordError, Trouble};
pub use recording::Recording;
pub use tables::{POSITION_STEP, Step, round_positions};
pub use writer::{Checkpoint, Writer};
