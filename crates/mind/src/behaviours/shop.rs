//! Looks at the shelves of a shop.

use populace_traj::Status;
use serde_json::{Map, Value};

use super::keys::{PATIENCE, TIME};
use super::visit::Visit;
use crate::{BehaviourEntry, Holds, Key, StageProof, Task, Wrong};

pub(super) const ENTRY: BehaviourEntry = BehaviourEntry {
    name: "shop",
    about: "Walks to a shelf of a shop, and looks at it.",
    source: "shops of stations",
    keys: &[Key { name: "shop", holds: Holds::Names, about: "Go into one of these shops, by name." }, TIME, PATIENCE],
    prove,
};

fn prove(stage: &Map<String, Value>, prover: &dyn StageProof) -> Result<Task, Wrong> {
    let objects = prover.objects("shop", &stage["shop"], &["shop"])?;
    Visit::new("shop at", objects, Status::Watching).prove(stage, prover)
}
