//! Passes a ticket barrier.

use populace_traj::Status;
use serde_json::{Map, Value};

use super::keys::{PATIENCE, TIME};
use super::visit::Visit;
use crate::{BehaviourEntry, Holds, Key, StageProof, Task, Wrong};

pub(super) const ENTRY: BehaviourEntry = BehaviourEntry {
    name: "pass",
    about: "Chooses a gate by the way and the wait, stands in line, and passes.",
    source: "gates of stations",
    keys: &[Key { name: "pass", holds: Holds::Names, about: "Pass one of these gates, by name." }, TIME, PATIENCE],
    prove,
};

fn prove(stage: &Map<String, Value>, prover: &dyn StageProof) -> Result<Task, Wrong> {
    let objects = prover.objects("pass", &stage["pass"], &["gate"])?;
    Visit::new("pass", objects, Status::Served).prove(stage, prover)
}
