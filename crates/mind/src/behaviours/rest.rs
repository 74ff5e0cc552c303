//! Rests on a free seat (T Algorithm 5).

use populace_traj::Status;
use serde_json::{Map, Value};

use super::keys::PATIENCE;
use super::visit::Visit;
use crate::{BehaviourEntry, Holds, Key, StageProof, Task, Wrong};

pub(super) const ENTRY: BehaviourEntry = BehaviourEntry {
    name: "rest",
    about: "Chooses a free seat, and sits for a time.",
    source: "T Algorithm 5",
    keys: &[
        Key { name: "rest", holds: Holds::Spread, about: "Sit on a free seat for a time, s." },
        Key { name: "on", holds: Holds::Names, about: "the benches, by name. All benches when absent." },
        PATIENCE,
    ],
    prove,
};

fn prove(stage: &Map<String, Value>, prover: &dyn StageProof) -> Result<Task, Wrong> {
    let all = Value::from("seat");
    let (key, on) = stage.get("on").map_or(("rest", &all), |on| ("on", on));
    let objects = prover.objects(key, on, &["bench"])?;
    let time = Some(prover.time("rest", &stage["rest"])?);
    Visit { time, ..Visit::new("rest on", objects, Status::Sitting) }.prove(stage, prover)
}
