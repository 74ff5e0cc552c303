//! Goes to a point.

use std::sync::Arc;

use populace_plan::Spot;

use crate::{Behaviour, BehaviourEntry, Goal, Holds, Intent, Key, Me, NameOf, Occasion, Places, Situation, Task};

pub(super) const ENTRY: BehaviourEntry = BehaviourEntry {
    name: "go to point",
    about: "Goes to a point.",
    source: "stage of a journey",
    keys: &[
        Key { name: "go_to_point", holds: Holds::Point, about: "Go to this point, m." },
        Key {
            name: "floor",
            holds: Holds::Name,
            about: "the floor of the point, by name. It may be absent when the place has one floor.",
        },
    ],
    prove: |stage, prover| Ok(go_to_point(prover.spot("go_to_point", &stage["go_to_point"], stage.get("floor"))?)),
};

#[derive(Debug)]
struct GoToPoint {
    spot: Spot,
}

/// Returns the task of going to a spot.
pub fn go_to_point(spot: Spot) -> Task {
    Arc::new(GoToPoint { spot })
}

impl Behaviour for GoToPoint {
    fn think(&self, _: &mut Goal, me: &Me<'_>, _: &dyn Situation) -> Intent {
        if me.why == Occasion::Arrived { Intent::Done } else { Intent::go(self.spot) }
    }
    fn words(&self, _: &Goal, _: &dyn NameOf) -> String {
        format!("go to ({:.1}, {:.1}) m", self.spot.point.x, self.spot.point.y)
    }
    fn places(&self) -> Places<'_> {
        Places::Spot(self.spot)
    }
    fn with_spots_moved(&self, moved: &dyn Fn(Spot) -> Spot) -> Option<Task> {
        Some(go_to_point(moved(self.spot)))
    }
}
