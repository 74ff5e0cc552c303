//! A checkpoint of a run: the snapshot of the simulation, the state hash of the last step, the acts that were asked
//! before, and the part of every sink, by name.

use std::collections::BTreeMap;

use populace_sim::RestoreError;
use populace_traj::bytes;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::{RunError, Sink};

/// The first bytes of a checkpoint, with the version of its layout.
const MAGIC: &[u8; 8] = b"run-3\0\0\0";

/// Everything that a run needs to go on to the same bits and the same figures.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Checkpoint {
    /// Steps done.
    pub step: u64,
    /// State hash of the start or of the last step; `None` when the run had not begun.
    pub state_hash: Option<u64>,
    /// The simulation's snapshot.
    pub simulation: Vec<u8>,
    /// The acts that were asked before, in order.
    pub acts: Vec<Asked>,
    /// The parts of the sinks, by name.
    pub sinks: BTreeMap<String, Vec<u8>>,
}

/// An act that was asked, as a checkpoint remembers it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Asked {
    /// The number of steps that were done when the act was asked.
    pub step: u64,
    /// The fingerprint of the act.
    pub act: u64,
}

/// The reason why a run cannot go on from a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckpointError {
    /// The bytes are not a checkpoint of this version.
    #[error("it is damaged or of another version")]
    Unreadable,
    /// The snapshot of the simulation is refused.
    #[error(transparent)]
    Simulation(#[from] RestoreError),
    /// Other acts were asked before the checkpoint, or at other steps, than the script says: the number of the first act that differs.
    #[error("before it, another act was asked, or the act was asked at another step, than line {} of acts.jsonl says", .0 + 1)]
    OtherActs(usize),
    /// A sink needs a part that the checkpoint does not have.
    #[error("it has no part for {0:?}, which this run keeps")]
    MissingPart(String),
    /// The checkpoint has a part of a sink that the run does not have.
    #[error("it has a part of {0:?}, which this run does not keep")]
    UnknownPart(String),
    /// A sink cannot read its part: the sink was set up in another way.
    #[error("its part of {0:?} does not fit this run")]
    UnfitPart(String),
    /// Two sinks of the run have the same name.
    #[error("two sinks of this run are called {0:?}")]
    SameName(String),
    /// The checkpoint, or the state of a sink, cannot be turned into bytes.
    #[error("a part cannot be saved: {0}")]
    Unsaved(String),
}

impl Checkpoint {
    /// Turns the checkpoint into bytes.
    pub fn to_bytes(&self) -> Result<Vec<u8>, CheckpointError> {
        let bytes = postcard::to_extend(self, MAGIC.to_vec());
        bytes.map_err(|error| CheckpointError::Unsaved(error.to_string()))
    }
    /// Reads the bytes of a checkpoint.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, CheckpointError> {
        bytes.strip_prefix(MAGIC).and_then(bytes::load).ok_or(CheckpointError::Unreadable)
    }
}

/// Gathers the parts of the sinks, by name.
pub(crate) fn save_sinks(sinks: &[&mut dyn Sink]) -> Result<BTreeMap<String, Vec<u8>>, RunError> {
    let mut parts = BTreeMap::new();
    for sink in sinks {
        let Some(part) = sink.save()? else { continue };
        if parts.insert(sink.name().to_owned(), part).is_some() {
            return Err(CheckpointError::SameName(sink.name().to_owned()).into());
        }
    }
    Ok(parts)
}

/// Hands every sink its part. There must be a sink for every part, and a part for every sink that has state. When a part is
/// refused, every sink goes on from where it was.
pub(crate) fn load_sinks(parts: &BTreeMap<String, Vec<u8>>, sinks: &mut [&mut dyn Sink]) -> Result<(), RunError> {
    let before = save_sinks(sinks)?;
    if let Some(name) = before.keys().find(|name| !parts.contains_key(*name)) {
        return Err(CheckpointError::MissingPart(name.clone()).into());
    }
    if let Some(name) = parts.keys().find(|name| !before.contains_key(*name)) {
        return Err(CheckpointError::UnknownPart(name.clone()).into());
    }
    let loaded = load_each(parts, sinks);
    if loaded.is_err() {
        // A sink takes the state that it saved itself. The error to report is the error of the checkpoint.
        let _ = load_each(&before, sinks);
    }
    Ok(loaded?)
}

/// Hands every sink its part, if there is one.
fn load_each(parts: &BTreeMap<String, Vec<u8>>, sinks: &mut [&mut dyn Sink]) -> Result<(), CheckpointError> {
    for sink in sinks {
        let Some(part) = parts.get(sink.name()) else { continue };
        sink.load(part).map_err(|error| match error {
            CheckpointError::Unreadable => CheckpointError::UnfitPart(sink.name().to_owned()),
            other => other,
        })?;
    }
    Ok(())
}

/// Turns the state of a sink into its part of a checkpoint.
pub fn to_part<T: Serialize>(state: &T) -> Result<Option<Vec<u8>>, RunError> {
    let bytes = postcard::to_stdvec(state);
    bytes.map(Some).map_err(|error| CheckpointError::Unsaved(error.to_string()).into())
}

/// Reads what [`to_part`] wrote.
pub fn from_part<T: DeserializeOwned>(part: &[u8]) -> Result<T, CheckpointError> {
    bytes::load(part).ok_or(CheckpointError::Unreadable)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back_and_others_are_refused() {
        let sinks = BTreeMap::from([("tally".to_owned(), vec![4, 5])]);
        let saved = Checkpoint {
            step: 7,
            state_hash: Some(6),
            simulation: vec![1, 2, 3],
            acts: vec![Asked { step: 5, act: 9 }],
            sinks,
        };
        let bytes = saved.to_bytes().unwrap();
        assert_eq!(Checkpoint::from_bytes(&bytes), Ok(saved));
        for end in 0..bytes.len() {
            assert_eq!(Checkpoint::from_bytes(&bytes[..end]), Err(CheckpointError::Unreadable), "{end} bytes");
        }
        for other in [[&[0], &bytes[1..]].concat(), [&bytes[..], &[0]].concat()] {
            assert_eq!(Checkpoint::from_bytes(&other), Err(CheckpointError::Unreadable));
        }
    }
}
