//! Patrols: walks from area to area in their order, and looks around in each (T §6: policemen and soldiers on patrol).

use std::sync::Arc;

use populace_geom::Distribution;
use populace_traj::Status;
use serde_json::{Map, Value};

use super::pause::pause as pause_task;
use crate::{
    Behaviour, BehaviourEntry, Goal, Holds, Intent, Key, Me, NONE, NameOf, Occasion, Places, Situation, StageProof,
    Task, Wrong, purpose,
};

/// For how long people look around in each area unless the scenario says otherwise, s (proposal).
const PAUSE: Distribution = Distribution::Uniform { least: 5.0, most: 20.0 };

pub(super) const ENTRY: BehaviourEntry = BehaviourEntry {
    name: "patrol",
    about: "Walks from area to area in their order, again and again, and looks around in each. Each pedestrian draws the area in which it begins.",
    source: "T §6",
    keys: &[
        Key { name: "patrol", holds: Holds::Names, about: "Walk from one of these areas to the next, two at least." },
        Key {
            name: "time",
            holds: Holds::Spread,
            about: "With `patrol`: for how long, s. Until the end of the run when absent.",
        },
        Key {
            name: "pause",
            holds: Holds::Spread,
            about: "With `patrol`: for how long a pedestrian looks around in each area, s. Uniform from 5 to 20 when absent.",
        },
    ],
    prove,
};

fn prove(stage: &Map<String, Value>, prover: &dyn StageProof) -> Result<Task, Wrong> {
    let areas = prover.areas("patrol", &stage["patrol"])?;
    if areas.len() < 2 {
        return Err(Wrong::new("patrol", "a patrol leads through two areas at least", "name another, or use `guard`"));
    }
    let time = stage.get("time").map(|time| prover.time("time", time)).transpose()?;
    let pause = stage.get("pause").map(|time| prover.time("pause", time)).transpose()?;
    Ok(Arc::new(Patrol { areas, time, pause: pause.unwrap_or(PAUSE), stop: [pause_task(Status::Guarding)] }))
}

#[derive(Debug)]
struct Patrol {
    areas: Vec<u32>,
    /// For how long, s; for ever when it is not given.
    time: Option<Distribution>,
    pause: Distribution,
    /// What people do at each spot.
    stop: [Task; 1],
}

impl Behaviour for Patrol {
    /// The choice of the goal is the number of the way, counted from the first area of the list.
    fn think(&self, goal: &mut Goal, me: &Me<'_>, at: &dyn Situation) -> Intent {
        let count = self.areas.len();
        if goal.choice == NONE {
            let first = at.draws().unit(me.id.into(), 0, purpose::AREA) * count as f64;
            goal.choice = (first as u32).min(count as u32 - 1);
            goal.expire_after(self.time.as_ref(), me, at);
        } else if me.why == Occasion::Arrived {
            let pause = self.pause.draw(at.draws(), me.id, purpose::PAUSE + (u64::from(goal.choice) << 8));
            let until = at.time() + pause.max(0.0);
            return Intent::Push(Goal { until, ..Goal::new(me.subtasks[0], at.time()) });
        } else if me.why == Occasion::Done {
            goal.choice = (goal.choice + 1) % NONE;
        }
        Intent::GoInto { area: self.areas[goal.choice as usize % count], draw: goal.choice }
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
    fn words(&self, goal: &Goal, names: &dyn NameOf) -> String {
        match goal.choice {
            NONE => format!("patrol {}", names.areas(&self.areas)),
            way => format!("patrol, in {} next", names.area(self.areas[way as usize % self.areas.len()])),
        }
    }
    fn destination(&self, goal: &Goal) -> Option<u32> {
        (goal.choice != NONE).then(|| self.areas[goal.choice as usize % self.areas.len()])
    }
    fn places(&self) -> Places<'_> {
        Places::Areas(&self.areas)
    }
}
