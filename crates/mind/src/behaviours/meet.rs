//! Goes to a meeting point and stays there for a time.

use populace_traj::Status;
use serde_json::{Map, Value};

use super::visit::Visit;
use crate::{BehaviourEntry, Holds, Key, StageProof, Task, Wrong};

pub(super) const ENTRY: BehaviourEntry = BehaviourEntry {
    name: "meet",
    about: "Takes a spot at a meeting point, and stays for a time.",
    source: "T §4.3.3",
    keys: &[
        Key { name: "meet", holds: Holds::Names, about: "Meet at one of these meeting points or clocks, by name." },
        Key {
            name: "time",
            holds: Holds::Spread,
            about: "With `meet`: for how long, s. The time of the object when absent.",
        },
        Key {
            name: "patience",
            holds: Holds::Spread,
            about: "With `meet`: for how long a pedestrian waits at most, s, before it gives up. For as long as it takes when absent.",
        },
    ],
    prove,
};

fn prove(stage: &Map<String, Value>, prover: &dyn StageProof) -> Result<Task, Wrong> {
    let objects = prover.objects("meet", &stage["meet"], &["meeting-point", "clock"])?;
    let time = stage.get("time").map(|time| prover.time("time", time)).transpose()?;
    let patience = stage.get("patience").map(|time| prover.time("patience", time)).transpose()?;
    Ok(Visit { verb: "meet at", objects, time, status: Status::Waiting, patience }.task())
}
