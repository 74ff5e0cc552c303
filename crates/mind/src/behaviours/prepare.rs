//! Stands after coming in, until it is time to begin the journey.

use std::sync::Arc;

use populace_traj::Status;

use crate::{Behaviour, Goal, Intent, Me, NameOf, Situation, Task};

#[derive(Debug)]
struct Prepare;

/// Returns the task of standing until the goal ends: the time before a journey begins.
pub fn prepare() -> Task {
    Arc::new(Prepare)
}

impl Behaviour for Prepare {
    fn think(&self, goal: &mut Goal, _: &Me<'_>, _: &dyn Situation) -> Intent {
        Intent::Stand { until: goal.until, status: Status::Preparing }
    }
    fn is_done(&self, goal: &Goal, at: &dyn Situation) -> bool {
        goal.until <= at.time()
    }
    fn words(&self, _: &Goal, _: &dyn NameOf) -> String {
        "prepare".into()
    }
}
