//! Buys at a till or a machine (T Algorithm 4).

use populace_traj::Status;
use serde_json::{Map, Value};

use super::keys::{PATIENCE, TIME};
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
        TIME,
        PATIENCE,
    ],
    prove,
};

fn prove(stage: &Map<String, Value>, prover: &dyn StageProof) -> Result<Task, Wrong> {
    let objects = prover.objects("buy", &stage["buy"], &["till", "ticket-machine", "vending-machine", "shop"])?;
    Visit::new("buy at", objects, Status::Served).prove(stage, prover)
}
