//! Approaches and watches a performance (T Algorithm 3).

use populace_traj::Status;
use serde_json::{Map, Value};

use super::keys::{PATIENCE, TIME};
use super::visit::Visit;
use crate::{BehaviourEntry, Holds, Key, StageProof, Task, Wrong};

pub(super) const ENTRY: BehaviourEntry = BehaviourEntry {
    name: "watch",
    about: "Walks to a performance, takes a free spot around it, and watches.",
    source: "T Algorithm 3",
    keys: &[
        Key { name: "watch", holds: Holds::Names, about: "Watch one of these performances, by name." },
        TIME,
        PATIENCE,
    ],
    prove,
};

fn prove(stage: &Map<String, Value>, prover: &dyn StageProof) -> Result<Task, Wrong> {
    let objects = prover.objects("watch", &stage["watch"], &["performance"])?;
    Visit::new("watch", objects, Status::Watching).prove(stage, prover)
}
