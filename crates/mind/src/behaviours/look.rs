//! Looks at a board or a clock.

use populace_traj::Status;
use serde_json::{Map, Value};

use super::keys::{PATIENCE, TIME};
use super::visit::Visit;
use crate::{BehaviourEntry, Holds, Key, StageProof, Task, Wrong};

pub(super) const ENTRY: BehaviourEntry = BehaviourEntry {
    name: "look",
    about: "Walks to where a board or a clock can be seen, and looks at it.",
    source: "T §4.3.4",
    keys: &[
        Key { name: "look", holds: Holds::Names, about: "Look at one of these boards or clocks, by name." },
        TIME,
        PATIENCE,
    ],
    prove,
};

fn prove(stage: &Map<String, Value>, prover: &dyn StageProof) -> Result<Task, Wrong> {
    let objects = prover.objects("look", &stage["look"], &["board", "clock"])?;
    Visit::new("look at", objects, Status::Watching).prove(stage, prover)
}
