//! Takes a lift. The simulation puts this goal on top at the doors, and takes it away when the pedestrian has got out.

use std::sync::Arc;

use populace_traj::Status;

use crate::{Behaviour, Goal, Intent, Me, NameOf, Situation, Task};

#[derive(Debug)]
struct Ride;

/// Returns the task of taking a lift.
pub fn ride() -> Task {
    Arc::new(Ride)
}

impl Behaviour for Ride {
    fn think(&self, _: &mut Goal, _: &Me<'_>, _: &dyn Situation) -> Intent {
        Intent::Stand { until: f64::INFINITY, status: Status::Queueing }
    }
    fn words(&self, _: &Goal, _: &dyn NameOf) -> String {
        "take the lift".into()
    }
}
