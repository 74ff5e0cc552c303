//! Recordings: the files that a run leaves behind, for people to read with their own tools.
//!
//! A recording is a folder. The text `recording.md` beside this crate says what is in it, and every recording carries a copy.
//! [`Writer`] writes a recording during the run, [`Recording`] reads it back, [`export`] turns it into other formats, and
//! [`import`] reads the trajectories of experiments and other programs.
//!
//! Only closed segments count. Each file is written under another name, synced and renamed, so everything before the open segment
//! stays readable when the process is killed or the disk is full.
//!
//! ```
//! use populace_geom::Point;
//! use populace_record::{About, Document, Names, Recording, Writer};
//! use populace_traj::{Event, EventKind, Frame, NOWHERE, Status};
//!
//! let folder = std::env::temp_dir().join(format!("populace-example-{}", std::process::id()));
//! let about = About {
//!     populace: "0.1.0".into(),
//!     seed: 1,
//!     dt: 0.05,
//!     frame_every: 2,
//!     segment_steps: 1200,
//!     until: Some(1.0),
//!     names: Names { floors: vec!["ground".into()], populations: vec!["visitors".into()], ..Names::default() },
//!     scenario: Document { name: "walk.scenario.toml".into(), bytes: b"version = 1".to_vec() },
//!     place: Vec::new(),
//! };
//! // A run of one second in which a pedestrian walks east.
//! let mut writer = Writer::create(&folder, &about)?;
//! writer.events(&[Event { step: 0, pedestrian: 0, kind: EventKind::Entered, subject: 0 }])?;
//! for step in 1..=20 {
//!     let time = about.time(step);
//!     writer.step(step, time, 0, 1)?;
//!     if writer.wants_frame(step) {
//!         writer.frame(&Frame {
//!             step,
//!             time,
//!             pedestrian: vec![0],
//!             position: vec![Point::new(time, 0.5)],
//!             height: vec![0.0],
//!             floor: vec![0],
//!             status: vec![Status::Walking as u8],
//!             destination: vec![NOWHERE],
//!         })?;
//!     }
//! }
//! writer.finish("{}")?;
//!
//! // A reader finds the frames in order.
//! let recording = Recording::open(&folder)?;
//! let frames = recording.frames().collect::<Result<Vec<Frame>, _>>()?;
//! assert_eq!((frames.len(), recording.steps().count(), recording.events().count()), (10, 20, 1));
//! assert_eq!(frames[9].position, [Point::new(1.0, 0.5)]);
//! # let _ = std::fs::remove_dir_all(&folder);
//! # Ok::<(), populace_record::RecordError>(())
//! ```

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
#[cfg(test)]
mod killed_cut;
// The tests inside and outside the crate share their helpers.
#[cfg(test)]
extern crate self as populace_record;

pub use about::{About, Document, FORMAT_VERSION, Names};
pub use acts::Act;
pub use error::{RecordError, Trouble};
pub use recording::Recording;
pub use tables::{POSITION_STEP, Step, round_positions};
pub use writer::{Checkpoint, Writer};
