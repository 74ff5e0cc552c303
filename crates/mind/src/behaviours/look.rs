//! Looks at a board or a clock.

use populace_traj::Status;
use serde_json::{Map, Value};

use super::visit::Visit;
use crate::{BehaviourEntry, Holds, Key, StageProof, Task, Wrong};

pub(super) const ENTRY: BehaviourEntry = BehaviourEntry {
    name: "look",
    about: "Walks to where a board or a clock can be seen, and looks at it.",
    source: "T §4.3.4",
    keys: &[
        Key { name: "look", holds: Holds::Names, about: "Look at one of these boards or clocks, by name." },
        Key {
            name: "time",
            holds: Holds::Spread,
            about: "With `look`: for how long, s. The time of the object when absent.",
        },
        Key {
            name: "patience",
            holds: Holds::Spread,
            about: "With `look`: for how long a pedestrian waits at most, s, before it gives up. For as long as it takes when absent.",
        },
    ],
    prove,
};

fn prove(stage: &Map<String, Value>, prover: &dyn StageProof) -> Result<Task, Wrong> {
    let objects = prover.objects("look", &stage["look"], &["board", "clock"])?;
    let time = stage.get("time").map(|time| prover.time("time", time)).transpose()?;
    let patience = stage.get("patience").map(|time| prover.time("patience", time)).transpose()?;
    Ok(Visit { verb: "look at", objects, time, status: Status::Watching, patience }.task())
}
