//! Stands guard in an area (T §4.3.4: law enforcement officers on guard).

use std::sync::Arc;

use populace_geom::Distribution;
use populace_traj::Status;
use serde_json::{Map, Value};

use super::keys::{UNTIL, optional_time};
use super::pause::pause;
use crate::{
    Behaviour, BehaviourEntry, Goal, Holds, Intent, Key, Me, NONE, NameOf, Occasion, Places, Situation, StageProof,
    Task, Wrong,
};

pub(super) const ENTRY: BehaviourEntry = BehaviourEntry {
    name: "guard",
    about: "Walks to a spot of an area, and stands guard there.",
    source: "T §4.3.4",
    keys: &[
        Key { name: "guard", holds: Holds::Name, about: "Stand guard in this area. Each pedestrian draws its spot." },
        UNTIL,
    ],
    prove,
};

fn prove(stage: &Map<String, Value>, prover: &dyn StageProof) -> Result<Task, Wrong> {
    let area = prover.area("guard", &stage["guard"])?;
    let time = optional_time("time", stage, prover)?;
    Ok(Arc::new(Guard { area, time, stop: [pause(Status::Guarding)] }))
}

/// The choice of a pedestrian that has arrived.
const ARRIVED: u32 = 1;

#[derive(Debug)]
struct Guard {
    area: u32,
    /// For how long, s; for ever when it is not given.
    time: Option<Distribution>,
    /// What people do at their post.
    stop: [Task; 1],
}

impl Behaviour for Guard {
    fn think(&self, goal: &mut Goal, me: &Me<'_>, at: &dyn Situation) -> Intent {
        if me.why != Occasion::Arrived {
            // Whoever comes back from something else walks to its post again, and its time goes on.
            return Intent::GoInto { area: self.area, draw: 0 };
        }
        if goal.choice == NONE {
            goal.choice = ARRIVED;
            goal.expire_after(self.time.as_ref(), me, at);
        }
        Intent::Push(Goal { until: goal.until, ..Goal::new(me.subtasks[0], at.time()) })
    }
    fn is_done(&self, goal: &Goal, at: &dyn Situation) -> bool {
        goal.choice == ARRIVED && self.time.is_some() && goal.until <= at.time()
    }
    fn subtasks(&self) -> &[Task] {
        &self.stop
    }
    fn is_endless(&self) -> bool {
        self.time.is_none()
    }
    fn is_duty(&self) -> bool {
        true
    }
    fn words(&self, _: &Goal, names: &dyn NameOf) -> String {
        format!("stand guard in {}", names.area(self.area))
    }
    fn places(&self) -> Places<'_> {
        Places::Area(self.area)
    }
}
