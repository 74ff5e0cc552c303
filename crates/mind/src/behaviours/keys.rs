//! Keys of stages that several behaviours take, and how they are read.

use populace_geom::Distribution;
use serde_json::{Map, Value};

use crate::{Holds, Key, StageProof, Wrong};

/// For how long people use an object.
pub(super) const TIME: Key =
    Key { name: "time", holds: Holds::Spread, about: "for how long, s. The time of the object when absent." };

/// For how long people do something that has no end of its own.
pub(super) const UNTIL: Key =
    Key { name: "time", holds: Holds::Spread, about: "for how long, s. Until the end of the run when absent." };

/// For how long people wait for an object.
pub(super) const PATIENCE: Key = Key {
    name: "patience",
    holds: Holds::Spread,
    about: "for how long a pedestrian waits at most, s, before it gives up. For as long as it takes when absent.",
};

/// Returns the time under a key of a stage, s, when the stage has the key.
pub(super) fn optional_time(
    key: &str,
    stage: &Map<String, Value>,
    prover: &dyn StageProof,
) -> Result<Option<Distribution>, Wrong> {
    stage.get(key).map(|time| prover.time(key, time)).transpose()
}
