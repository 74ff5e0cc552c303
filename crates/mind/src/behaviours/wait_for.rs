//! Stays until a signal has been given.

use std::sync::Arc;

use populace_traj::Status;

use crate::{Behaviour, BehaviourEntry, Goal, Holds, Intent, Key, Me, NameOf, Occasion, Situation, Task};

pub(super) const ENTRY: BehaviourEntry = BehaviourEntry {
    name: "wait for",
    about: "Stays until a signal is given.",
    source: "stage of a journey",
    keys: &[Key { name: "wait_for", holds: Holds::Name, about: "Stay until an event gives the signal of this name." }],
    prove: |stage, prover| Ok(wait_for(prover.signal("wait_for", &stage["wait_for"])?)),
};

#[derive(Debug)]
struct WaitFor {
    signal: u32,
}

/// Returns the task of staying until a signal has been given.
pub fn wait_for(signal: u32) -> Task {
    Arc::new(WaitFor { signal })
}

impl Behaviour for WaitFor {
    fn think(&self, _: &mut Goal, me: &Me<'_>, at: &dyn Situation) -> Intent {
        let is_given = at.has_signal(self.signal);
        if is_given && me.why == Occasion::Woken {
            return Intent::Done;
        }
        // A signal that was given before is noticed at the next decision.
        let until = if is_given { at.time() } else { f64::INFINITY };
        Intent::Stand { until, status: Status::Waiting }
    }
    fn words(&self, _: &Goal, names: &dyn NameOf) -> String {
        format!("wait for {:?}", names.signal(self.signal))
    }
}
