//! Goes to a spot of an area, which is drawn for each pedestrian.

use std::sync::Arc;

use crate::{
    Behaviour, BehaviourEntry, Goal, Holds, Intent, Key, Me, NameOf, Occasion, Places, Situation, Task, led_by,
};

pub(super) const ENTRY: BehaviourEntry = BehaviourEntry {
    name: "go to",
    about: "Goes to an area. Each pedestrian draws its own spot in it.",
    source: "stage of a journey",
    keys: &[Key {
        name: "go_to",
        holds: Holds::Name,
        about: "Go to this area. Each pedestrian draws its own spot in it.",
    }],
    prove: |stage, prover| Ok(go_to(prover.area("go_to", &stage["go_to"])?)),
};

#[derive(Debug)]
struct GoTo {
    area: u32,
}

/// Returns the task of going to a spot of an area, given by its number.
pub fn go_to(area: u32) -> Task {
    Arc::new(GoTo { area })
}

impl Behaviour for GoTo {
    fn think(&self, _: &mut Goal, me: &Me<'_>, _: &dyn Situation) -> Intent {
        if me.why == Occasion::Arrived { Intent::Done } else { Intent::GoInto { area: self.area, draw: 0 } }
    }
    fn words(&self, _: &Goal, names: &dyn NameOf) -> String {
        format!("go {}", led_by("to", &names.area(self.area)))
    }
    fn places(&self) -> Places<'_> {
        Places::Area(self.area)
    }
}
