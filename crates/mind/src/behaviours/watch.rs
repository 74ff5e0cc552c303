//! Approaches and watches a performance (T Algorithm 3).

use populace_traj::Status;
use serde_json::{Map, Value};

use super::visit::Visit;
use crate::{BehaviourEntry, Holds, Key, StageProof, Task, Wrong};

pub(super) const ENTRY: BehaviourEntry = BehaviourEntry {
    name: "watch",
    about: "Walks to a performance, takes a free spot around it, and watches.",
    source: "T Algorithm 3",
    keys: &[
        Key { name: "watch", holds: Holds::Names, about: "Watch one of these performances, by name." },
        Key {
            name: "time",
            holds: Holds::Spread,
            about: "With `watch`: for how long, s. The time of the object when absent.",
        },
        Key {
            name: "patience",
            holds: Holds::Spread,
            about: "With `watch`: for how long a pedestrian waits at most, s, before it gives up. For as long as it takes when absent.",
        },
    ],
    prove,
};

fn prove(stage: &Map<String, Value>, prover: &dyn StageProof) -> Result<Task, Wrong> {
    let objects = prover.objects("watch", &stage["watch"], &["performance"])?;
    let time = stage.get("time").map(|time| prover.time("time", time)).transpose()?;
    let patience = stage.get("patience").map(|time| prover.time("patience", time)).transpose()?;
    Ok(Visit { verb: "watch", objects, time, status: Status::Watching, patience }.task())
}
