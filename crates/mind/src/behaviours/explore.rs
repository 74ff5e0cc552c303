//! Explores the place until the pedestrian knows of an object that it looks for, or sees somebody on duty to ask
//! (T §4.3.4: tourists do not know the station).

use std::sync::Arc;

use super::wanted::Wanted;
use crate::{Behaviour, Goal, Intent, Me, NONE, NameOf, Occasion, Situation, Task};

/// A pedestrian that explores looks around again after this time, s.
const LOOKS: f64 = 2.0;

#[derive(Debug)]
struct Explore {
    wanted: Arc<Wanted>,
    people: Vec<u16>,
}

/// Returns the task of walking around until the pedestrian knows of one of the objects `wanted`, or sees a pedestrian
/// on duty of one of the populations `people`.
pub(super) fn explore(wanted: Arc<Wanted>, people: Vec<u16>) -> Task {
    Arc::new(Explore { wanted, people })
}

impl Behaviour for Explore {
    /// The choice of the goal is the number of the walk, which draws the spot to walk to.
    fn think(&self, goal: &mut Goal, me: &Me<'_>, at: &dyn Situation) -> Intent {
        let sees_somebody = || !self.people.is_empty() && at.on_duty(me, &self.people).is_some();
        if self.wanted.has_known(me, at) || sees_somebody() {
            return Intent::Done;
        }
        goal.choice = match (goal.choice, me.why) {
            (NONE, _) => 0,
            (_, Occasion::Woken) if me.is_on_foot => return Intent::WalkOn { until: at.time() + LOOKS },
            (way, Occasion::Arrived) => (way + 1) % NONE,
            (way, _) => way,
        };
        Intent::Explore { draw: goal.choice, until: at.time() + LOOKS }
    }
    /// It is a part of a plan (T §4.4.3): whoever is interrupted plans anew.
    fn ends_when_interrupted(&self) -> bool {
        true
    }
    fn words(&self, _: &Goal, names: &dyn NameOf) -> String {
        let objects = names.objects(self.wanted.objects());
        match (self.wanted.objects().is_empty(), self.people.is_empty()) {
            (_, true) => format!("look for {objects}"),
            (true, false) => "look for somebody on duty".into(),
            (false, false) => format!("look for {objects} or somebody on duty"),
        }
    }
}
