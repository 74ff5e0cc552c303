//! Stops and answers the pedestrian of the goal for as long as that pedestrian asks. The simulation puts this goal on top of what
//! somebody on duty does.

use std::sync::Arc;

use populace_traj::Status;

use crate::{Behaviour, Goal, Intent, Me, NameOf, Situation, Target, Task};

/// Whoever answers looks this often whether it is still asked, s.
const LOOKS: f64 = 0.5;

#[derive(Debug)]
struct Answer;

/// Returns the task of answering the pedestrian of the goal.
pub fn answer() -> Task {
    Arc::new(Answer)
}

impl Behaviour for Answer {
    fn think(&self, goal: &mut Goal, me: &Me<'_>, at: &dyn Situation) -> Intent {
        match goal.target {
            Target::Pedestrian(asks) if at.talks_with(asks) == Some(me.id) => {
                Intent::Stand { until: at.time() + LOOKS, status: Status::Guarding }
            }
            _ => Intent::Done,
        }
    }
    fn words(&self, goal: &Goal, _: &dyn NameOf) -> String {
        match goal.target {
            Target::Pedestrian(asks) => format!("answer pedestrian {asks}"),
            _ => "answer".into(),
        }
    }
}
