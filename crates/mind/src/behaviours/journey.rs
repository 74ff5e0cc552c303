//! Does some things, one after the other: the first that is not done yet is put on top.

use std::sync::Arc;

use crate::{Behaviour, Goal, Intent, Me, NONE, NameOf, Situation, Task};

#[derive(Debug)]
struct Journey {
    stages: Vec<Task>,
}

/// Returns the task of doing some things in their order.
pub fn journey(stages: Vec<Task>) -> Task {
    Arc::new(Journey { stages })
}

impl Behaviour for Journey {
    /// Chooses the next stage. The choice of the goal is the stage that was begun last.
    fn think(&self, goal: &mut Goal, me: &Me<'_>, at: &dyn Situation) -> Intent {
        let next = if goal.choice == NONE { 0 } else { goal.choice.saturating_add(1) };
        match me.subtasks.get(next as usize) {
            Some(&stage) => {
                goal.choice = next;
                Intent::Push(Goal { nth: next, ..Goal::new(stage, at.time()) })
            }
            None => Intent::Done,
        }
    }
    fn words(&self, goal: &Goal, _: &dyn NameOf) -> String {
        match goal.choice {
            NONE => format!("begin a journey of {} stages", self.stages.len()),
            stage => format!("stage {} of {} of its journey", stage.saturating_add(1), self.stages.len()),
        }
    }
    fn subtasks(&self) -> &[Task] {
        &self.stages
    }
}
