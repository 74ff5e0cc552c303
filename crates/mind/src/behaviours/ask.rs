//! Asks at a desk.

use populace_traj::Status;
use serde_json::{Map, Value};

use super::visit::Visit;
use crate::{BehaviourEntry, Holds, Key, StageProof, Task, Wrong};

pub(super) const ENTRY: BehaviourEntry = BehaviourEntry {
    name: "ask",
    about: "Stands in line at an information desk, and asks.",
    source: "T §4.3.4",
    keys: &[
        Key { name: "ask", holds: Holds::Names, about: "Ask at one of these desks, by name." },
        Key {
            name: "time",
            holds: Holds::Spread,
            about: "With `ask`: for how long, s. The time of the object when absent.",
        },
        Key {
            name: "patience",
            holds: Holds::Spread,
            about: "With `ask`: for how long a pedestrian waits at most, s, before it gives up. For as long as it takes when absent.",
        },
    ],
    prove,
};

fn prove(stage: &Map<String, Value>, prover: &dyn StageProof) -> Result<Task, Wrong> {
    let objects = prover.objects("ask", &stage["ask"], &["information"])?;
    let time = stage.get("time").map(|time| prover.time("time", time)).transpose()?;
    let patience = stage.get("patience").map(|time| prover.time("patience", time)).transpose()?;
    Ok(Visit { verb: "ask at", objects, time, status: Status::Served, patience }.task())
}
