//! Patrols: walks from area to area in their order, and looks around in each (T §6: policemen and soldiers on patrol).

use populace_geom::Distribution;
use populace_traj::Status;
use serde_json::{Map, Value};

use super::keys::UNTIL;
use super::rounds::{Next, Rounds};
use crate::{BehaviourEntry, Holds, Key, StageProof, Task, Wrong};

/// For how long people look around in each area unless the scenario says otherwise, s (proposal).
const PAUSE: Distribution = Distribution::Uniform { least: 5.0, most: 20.0 };

pub(super) const ENTRY: BehaviourEntry = BehaviourEntry {
    name: "patrol",
    about: "Walks from area to area in their order, again and again, and looks around in each. Each pedestrian draws the area in which it begins.",
    source: "T §6",
    keys: &[
        Key { name: "patrol", holds: Holds::Names, about: "Walk from one of these areas to the next, two at least." },
        UNTIL,
        Key {
            name: "pause",
            holds: Holds::Spread,
            about: "for how long a pedestrian looks around in each area, s. Uniform from 5 to 20 when absent.",
        },
    ],
    prove,
};

fn prove(stage: &Map<String, Value>, prover: &dyn StageProof) -> Result<Task, Wrong> {
    let areas = prover.areas("patrol", &stage["patrol"])?;
    if areas.len() < 2 {
        return Err(Wrong::new("patrol", "a patrol leads through two areas at least", "name another, or use `guard`"));
    }
    let rounds = Rounds { verb: "patrol", next: Next::InOrder, pause: PAUSE, status: Status::Guarding, is_duty: true };
    rounds.prove(areas, stage, prover)
}
