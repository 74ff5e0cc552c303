//! Goes to a meeting point and stays there for a time.

use populace_traj::Status;
use serde_json::{Map, Value};

use super::keys::{PATIENCE, TIME};
use super::visit::Visit;
use crate::{BehaviourEntry, Holds, Key, StageProof, Task, Wrong};

pub(super) const ENTRY: BehaviourEntry = BehaviourEntry {
    name: "meet",
    about: "Takes a spot at a meeting point, and stays for a time.",
    source: "T §4.3.3",
    keys: &[
        Key { name: "meet", holds: Holds::Names, about: "Meet at one of these meeting points or clocks, by name." },
        TIME,
        PATIENCE,
    ],
    prove,
};

fn prove(stage: &Map<String, Value>, prover: &dyn StageProof) -> Result<Task, Wrong> {
    let objects = prover.objects("meet", &stage["meet"], &["meeting-point", "clock"])?;
    Visit::new("meet at", objects, Status::Waiting).prove(stage, prover)
}
