//! Gets out by the exit that takes the least time, as soon as the alarm is taken seriously. The simulation puts this goal in the
//! place of everything else.

use std::sync::Arc;

use crate::{Behaviour, ExitChoice, Goal, Intent, Me, NameOf, Occasion, Places, Situation, Task};

#[derive(Debug)]
struct Evacuate {
    exits: Vec<u32>,
}

/// Returns the task of getting out by one of some areas, given by their numbers.
pub fn evacuate(exits: Vec<u32>) -> Task {
    Arc::new(Evacuate { exits })
}

impl Behaviour for Evacuate {
    /// The simulation writes the exit that was chosen into the goal's choice.
    fn think(&self, goal: &mut Goal, me: &Me<'_>, _: &dyn Situation) -> Intent {
        if me.why == Occasion::Arrived { Intent::Leave { area: goal.choice } } else { Intent::GoToExit }
    }
    fn words(&self, _: &Goal, _: &dyn NameOf) -> String {
        "get out because of the alarm".into()
    }
    fn places(&self) -> Places<'_> {
        Places::Exits(&self.exits, &ExitChoice::LeastTime)
    }
}
