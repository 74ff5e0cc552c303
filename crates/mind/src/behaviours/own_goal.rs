//! Goes to the spot that a pedestrian was given when it was placed.

use std::sync::Arc;

use crate::{Behaviour, Goal, Intent, Me, NameOf, Occasion, Situation, Task};

#[derive(Debug)]
struct OwnGoal;

/// Returns the task of going to the spot that the pedestrian was given when it was placed.
pub fn own_goal() -> Task {
    Arc::new(OwnGoal)
}

impl Behaviour for OwnGoal {
    fn think(&self, _: &mut Goal, me: &Me<'_>, at: &dyn Situation) -> Intent {
        match at.own_goal(me.id) {
            Some(spot) if me.why != Occasion::Arrived => Intent::go(spot),
            _ => Intent::Done,
        }
    }
    fn words(&self, _: &Goal, _: &dyn NameOf) -> String {
        "go to its own goal".into()
    }
}
