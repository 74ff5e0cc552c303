//! Rises from a seat: steps to the ground before it. The simulation puts this goal on top when a pedestrian that sits wants to go.

use std::sync::Arc;

use super::use_slot::before_seat;
use crate::{Behaviour, Goal, Intent, Me, NameOf, Occasion, Situation, Target, Task};

/// A pedestrian that cannot step ahead goes on with what it wants after this time, s.
const LONGEST: f64 = 3.0;
/// A pedestrian has risen within this distance of the ground before its seat, m.
const STOPS: f64 = 0.2;

#[derive(Debug)]
struct Rise;

/// Returns the task of rising from a seat: the target of its goal is the bench, its choice the seat.
pub fn rise() -> Task {
    Arc::new(Rise)
}

impl Behaviour for Rise {
    fn think(&self, goal: &mut Goal, me: &Me<'_>, at: &dyn Situation) -> Intent {
        let Target::Object(bench) = goal.target else { return Intent::Done };
        match before_seat(at.world(), bench, goal.choice) {
            Some(spot) if me.why == Occasion::Begins => Intent::Go { spot, near: STOPS, until: at.time() + LONGEST },
            _ => Intent::Done,
        }
    }
    fn words(&self, _: &Goal, _: &dyn NameOf) -> String {
        "rise".into()
    }
}
