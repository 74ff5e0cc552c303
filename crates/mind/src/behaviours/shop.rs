//! Looks at the shelves of a shop.

use populace_traj::Status;
use serde_json::{Map, Value};

use super::visit::Visit;
use crate::{BehaviourEntry, Holds, Key, StageProof, Task, Wrong};

pub(super) const ENTRY: BehaviourEntry = BehaviourEntry {
    name: "shop",
    about: "Walks to a shelf of a shop, and looks at it.",
    source: "shops of stations",
    keys: &[
        Key { name: "shop", holds: Holds::Names, about: "Go into one of these shops, by name." },
        Key {
            name: "time",
            holds: Holds::Spread,
            about: "With `shop`: for how long, s. The time of the object when absent.",
        },
        Key {
            name: "patience",
            holds: Holds::Spread,
            about: "With `shop`: for how long a pedestrian waits at most, s, before it gives up. For as long as it takes when absent.",
        },
    ],
    prove,
};

fn prove(stage: &Map<String, Value>, prover: &dyn StageProof) -> Result<Task, Wrong> {
    let objects = prover.objects("shop", &stage["shop"], &["shop"])?;
    let time = stage.get("time").map(|time| prover.time("time", time)).transpose()?;
    let patience = stage.get("patience").map(|time| prover.time("patience", time)).transpose()?;
    Ok(Visit { verb: "shop at", objects, time, status: Status::Watching, patience }.task())
}
