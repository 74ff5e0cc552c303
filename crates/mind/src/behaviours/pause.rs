//! Stands until the goal expires. It is what people do between two ways, and at a post.

use std::sync::Arc;

use populace_traj::Status;

use crate::{Behaviour, Goal, Intent, Me, NameOf, Occasion, Situation, Task};

#[derive(Debug)]
struct Pause {
    status: Status,
}

/// Returns the task of standing until the goal expires, seen to do something.
pub(super) fn pause(status: Status) -> Task {
    Arc::new(Pause { status })
}

impl Behaviour for Pause {
    fn think(&self, goal: &mut Goal, me: &Me<'_>, _: &dyn Situation) -> Intent {
        match me.why {
            // Whoever was put aside is elsewhere.
            Occasion::Resumes => Intent::GiveUp,
            _ => Intent::Stand { until: goal.until, status: self.status },
        }
    }
    fn ends_when_interrupted(&self) -> bool {
        true
    }
    fn is_done(&self, goal: &Goal, at: &dyn Situation) -> bool {
        goal.until <= at.time()
    }
    fn words(&self, _: &Goal, _: &dyn NameOf) -> String {
        match self.status {
            Status::Guarding => "look around".into(),
            _ => "stand a while".into(),
        }
    }
}
