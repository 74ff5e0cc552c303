//! Stays for a time.

use std::sync::Arc;

use populace_geom::Distribution;
use populace_traj::Status;

use crate::{Behaviour, BehaviourEntry, Goal, Holds, Intent, Key, Me, NameOf, Occasion, Situation, Task, purpose};

pub(super) const ENTRY: BehaviourEntry = BehaviourEntry {
    name: "wait",
    about: "Stays for a time.",
    source: "stage of a journey",
    keys: &[Key { name: "wait", holds: Holds::Spread, about: "Stay for a time, s." }],
    prove: |stage, prover| Ok(wait(prover.time("wait", &stage["wait"])?)),
};

#[derive(Debug)]
struct Wait {
    time: Distribution,
}

/// Returns the task of staying for a time, s.
pub fn wait(time: Distribution) -> Task {
    Arc::new(Wait { time })
}

impl Behaviour for Wait {
    fn think(&self, goal: &mut Goal, me: &Me<'_>, at: &dyn Situation) -> Intent {
        if me.why != Occasion::Woken {
            let wait = self.time.draw(at.draws(), me.id, purpose::WAIT + (u64::from(goal.nth) << 8));
            goal.until = goal.until.min(at.time() + wait.max(0.0));
        }
        Intent::Stand { until: goal.until, status: Status::Waiting }
    }
    fn is_done(&self, goal: &Goal, at: &dyn Situation) -> bool {
        goal.until <= at.time()
    }
    fn words(&self, _: &Goal, _: &dyn NameOf) -> String {
        format!("wait {}", self.time.words("s"))
    }
}
