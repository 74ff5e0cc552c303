//! Explores the floor until the pedestrian sees one of the things that it looks for (T §4.3.4: tourists, who do not know the station).

use std::sync::Arc;

use super::wanted::Wanted;
use crate::{Behaviour, Goal, Intent, Me, NONE, NameOf, Occasion, Situation, Task};

/// A pedestrian that explores looks around again after this time, s.
const LOOKS: f64 = 2.0;

#[derive(Debug)]
struct Explore {
    wanted: Arc<Wanted>,
}

/// Returns the task of walking around until the pedestrian knows of one of some objects.
pub(super) fn explore(wanted: Arc<Wanted>) -> Task {
    Arc::new(Explore { wanted })
}

impl Behaviour for Explore {
    /// The choice of the goal is the number of the way.
    fn think(&self, goal: &mut Goal, me: &Me<'_>, at: &dyn Situation) -> Intent {
        if self.wanted.has_known(me, at) {
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
    fn words(&self, _: &Goal, names: &dyn NameOf) -> String {
        format!("look for {}", names.objects(self.wanted.objects()))
    }
}
