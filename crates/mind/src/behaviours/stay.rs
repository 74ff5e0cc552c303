//! Goes to the area of the goal and stays there.

use std::sync::Arc;

use populace_traj::Status;

use crate::{Behaviour, Goal, Intent, Me, NameOf, Occasion, Situation, Target, Task};

/// The choice of a pedestrian that has arrived.
const ARRIVED: u32 = 1;

#[derive(Debug)]
struct Stay;

/// Returns the task of going to the area of the goal and staying there.
pub fn stay() -> Task {
    Arc::new(Stay)
}

impl Behaviour for Stay {
    fn think(&self, goal: &mut Goal, me: &Me<'_>, _: &dyn Situation) -> Intent {
        if me.why == Occasion::Arrived {
            goal.choice = ARRIVED;
        }
        match goal.target {
            Target::Area(area) if goal.choice != ARRIVED => Intent::GoInto { area, draw: 0 },
            _ => Intent::Stand { until: f64::INFINITY, status: Status::Waiting },
        }
    }
    fn destination(&self, goal: &Goal) -> Option<u32> {
        match goal.target {
            Target::Area(area) if goal.choice != ARRIVED => Some(area),
            _ => None,
        }
    }
    fn words(&self, goal: &Goal, names: &dyn NameOf) -> String {
        match goal.target {
            Target::Area(area) => format!("stay in {}", names.area(area)),
            _ => "stay here".into(),
        }
    }
}
