//! Passes a ticket barrier.

use populace_traj::Status;
use serde_json::{Map, Value};

use super::visit::Visit;
use crate::{BehaviourEntry, Holds, Key, StageProof, Task, Wrong};

pub(super) const ENTRY: BehaviourEntry = BehaviourEntry {
    name: "pass",
    about: "Chooses a gate by the way and the wait, stands in line, and passes.",
    source: "gates of stations",
    keys: &[
        Key { name: "pass", holds: Holds::Names, about: "Pass one of these gates, by name." },
        Key {
            name: "patience",
            holds: Holds::Spread,
            about: "With `pass`: for how long a pedestrian waits at most, s, before it gives up. For as long as it takes when absent.",
        },
    ],
    prove,
};

fn prove(stage: &Map<String, Value>, prover: &dyn StageProof) -> Result<Task, Wrong> {
    let objects = prover.objects("pass", &stage["pass"], &["gate"])?;
    let time = None;
    let patience = stage.get("patience").map(|time| prover.time("patience", time)).transpose()?;
    Ok(Visit { verb: "pass", objects, time, status: Status::Served, patience }.task())
}
