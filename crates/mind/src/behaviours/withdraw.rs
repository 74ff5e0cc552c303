//! Backs out of a place where two bodies cannot pass each other, and lets others pass for a while. The simulation puts
//! this goal on top and finds the way back.

use std::sync::Arc;

use populace_traj::Status;

use crate::{Behaviour, Goal, Intent, Me, NameOf, Occasion, Situation, Task};

/// How long a pedestrian that has backed out waits, s (proposal).
const PAUSE: f64 = 10.0;

#[derive(Debug)]
struct Withdraw;

/// Returns the task of backing out of a narrow place.
pub fn withdraw() -> Task {
    Arc::new(Withdraw)
}

impl Behaviour for Withdraw {
    fn think(&self, goal: &mut Goal, me: &Me<'_>, at: &dyn Situation) -> Intent {
        if me.why != Occasion::Woken {
            goal.until = at.time() + PAUSE;
        }
        Intent::Stand { until: goal.until, status: Status::Pausing }
    }
    fn is_done(&self, goal: &Goal, at: &dyn Situation) -> bool {
        goal.until <= at.time()
    }
    fn words(&self, _: &Goal, _: &dyn NameOf) -> String {
        "let others pass".into()
    }
}
