//! Buys at a till or a machine (T Algorithm 4).

use populace_traj::Status;
use serde_json::{Map, Value};

use super::visit::Visit;
use crate::{BehaviourEntry, Holds, Key, StageProof, Task, Wrong};

pub(super) const ENTRY: BehaviourEntry = BehaviourEntry {
    name: "buy",
    about: "Chooses a till or machine by the way and the wait, stands in line, and buys.",
    source: "T Algorithm 4",
    keys: &[
        Key {
            name: "buy",
            holds: Holds::Names,
            about: "Buy at one of these objects, by name, or what objects offer, such as `ticket`.",
        },
        Key {
            name: "time",
            holds: Holds::Spread,
            about: "With `buy`: for how long, s. The time of the object when absent.",
        },
        Key {
            name: "patience",
            holds: Holds::Spread,
            about: "With `buy`: for how long a pedestrian waits at most, s, before it gives up. For as long as it takes when absent.",
        },
    ],
    prove,
};

fn prove(stage: &Map<String, Value>, prover: &dyn StageProof) -> Result<Task, Wrong> {
    let objects = prover.objects("buy", &stage["buy"], &["till", "ticket-machine", "vending-machine", "shop"])?;
    let time = stage.get("time").map(|time| prover.time("time", time)).transpose()?;
    let patience = stage.get("patience").map(|time| prover.time("patience", time)).transpose()?;
    Ok(Visit { verb: "buy at", objects, time, status: Status::Served, patience }.task())
}
