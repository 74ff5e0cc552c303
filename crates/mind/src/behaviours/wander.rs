//! Strolls: walks to a spot, stands a while, and walks to another.

use populace_geom::Distribution;
use populace_traj::Status;
use serde_json::{Map, Value};

use super::keys::UNTIL;
use super::rounds::{Next, Rounds};
use crate::{BehaviourEntry, Holds, Key, StageProof, Task, Wrong};

/// For how long people stand between two ways unless the scenario says otherwise, s (proposal).
const PAUSE: Distribution = Distribution::Uniform { least: 0.0, most: 10.0 };

pub(super) const ENTRY: BehaviourEntry = BehaviourEntry {
    name: "wander",
    about: "Strolls from spot to spot of some areas, with a short stop at each.",
    source: "T §6: people who linger in the station",
    keys: &[
        Key {
            name: "wander",
            holds: Holds::Names,
            about: "Stroll in these areas. Each pedestrian draws the next area and its spot there.",
        },
        UNTIL,
        Key {
            name: "pause",
            holds: Holds::Spread,
            about: "for how long a pedestrian stands at each spot, s. Uniform from 0 to 10 when absent.",
        },
    ],
    prove,
};

fn prove(stage: &Map<String, Value>, prover: &dyn StageProof) -> Result<Task, Wrong> {
    let areas = prover.areas("wander", &stage["wander"])?;
    if areas.is_empty() {
        return Err(Wrong::new("wander", "there is nowhere to stroll", "name at least one area"));
    }
    let rounds = Rounds { verb: "stroll in", next: Next::Drawn, pause: PAUSE, status: Status::Waiting, is_duty: false };
    rounds.prove(areas, stage, prover)
}
