//! Strolls: walks to a spot, stands a while, and walks to another.

use std::sync::Arc;

use populace_geom::Distribution;
use populace_traj::Status;
use serde_json::{Map, Value};

use super::pause::pause as pause_task;
use crate::{
    Behaviour, BehaviourEntry, Goal, Holds, Intent, Key, Me, NONE, NameOf, Occasion, Places, Situation, StageProof,
    Task, Wrong, purpose,
};

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
        Key {
            name: "time",
            holds: Holds::Spread,
            about: "With `wander`: for how long, s. Until the end of the run when absent.",
        },
        Key {
            name: "pause",
            holds: Holds::Spread,
            about: "With `wander`: for how long a pedestrian stands at each spot, s. Uniform from 0 to 10 when absent.",
        },
    ],
    prove,
};

fn prove(stage: &Map<String, Value>, prover: &dyn StageProof) -> Result<Task, Wrong> {
    let areas = prover.areas("wander", &stage["wander"])?;
    if areas.is_empty() {
        return Err(Wrong::new("wander", "there is nowhere to stroll", "name at least one area"));
    }
    let time = stage.get("time").map(|time| prover.time("time", time)).transpose()?;
    let pause = stage.get("pause").map(|time| prover.time("pause", time)).transpose()?;
    Ok(Arc::new(Wander { areas, time, pause: pause.unwrap_or(PAUSE), stop: [pause_task(Status::Waiting)] }))
}

#[derive(Debug)]
struct Wander {
    areas: Vec<u32>,
    /// For how long, s; for ever when it is not given.
    time: Option<Distribution>,
    pause: Distribution,
    /// What people do at each spot.
    stop: [Task; 1],
}

impl Behaviour for Wander {
    /// The choice of the goal is the number of the way.
    fn think(&self, goal: &mut Goal, me: &Me<'_>, at: &dyn Situation) -> Intent {
        if goal.choice == NONE {
            goal.choice = 0;
            goal.expire_after(self.time.as_ref(), me, at);
        } else if me.why == Occasion::Arrived {
            let pause = self.pause.draw(at.draws(), me.id, purpose::PAUSE + (u64::from(goal.choice) << 8));
            let until = at.time() + pause.max(0.0);
            return Intent::Push(Goal { until, ..Goal::new(me.subtasks[0], at.time()) });
        } else if me.why == Occasion::Done {
            goal.choice = (goal.choice + 1) % NONE;
        }
        let drawn = at.draws().unit(me.id.into(), u64::from(goal.choice), purpose::AREA) * self.areas.len() as f64;
        let area = self.areas[(drawn as usize).min(self.areas.len() - 1)];
        Intent::GoInto { area, draw: goal.choice }
    }
    fn is_done(&self, goal: &Goal, at: &dyn Situation) -> bool {
        goal.choice != NONE && self.time.is_some() && goal.until <= at.time()
    }
    fn subtasks(&self) -> &[Task] {
        &self.stop
    }
    fn is_endless(&self) -> bool {
        self.time.is_none()
    }
    fn words(&self, _: &Goal, names: &dyn NameOf) -> String {
        format!("stroll in {}", names.areas(&self.areas))
    }
    fn places(&self) -> Places<'_> {
        Places::Areas(&self.areas)
    }
}
