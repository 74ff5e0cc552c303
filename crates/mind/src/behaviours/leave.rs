//! Chooses an exit, goes there and leaves the place.

use std::sync::Arc;

use serde_json::{Map, Value};

use crate::{
    Behaviour, BehaviourEntry, ExitChoice, Goal, Holds, Intent, Key, Me, NameOf, Occasion, Places, Situation,
    StageProof, Target, Task, Wrong, led_by,
};

pub(super) const ENTRY: BehaviourEntry = BehaviourEntry {
    name: "leave",
    about: "Chooses an exit, goes there and leaves the place.",
    source: "stage of a journey; capacity of exits: Weidmann 1993",
    keys: &[
        Key { name: "leave", holds: Holds::Names, about: "Choose one of these areas, go there and leave the place." },
        Key {
            name: "by",
            holds: Holds::Word(&["nearest", "least-time"]),
            about: "how one of several areas is chosen. `nearest` is the exit that is reached soonest by an empty way; \
                    `least-time` counts the people who already go there. `nearest` when absent.",
        },
        Key {
            name: "shares",
            holds: Holds::Numbers,
            about: "the area is drawn with these weights, one per area, instead of `by`.",
        },
    ],
    prove,
};

fn prove(stage: &Map<String, Value>, prover: &dyn StageProof) -> Result<Task, Wrong> {
    let exits = prover.areas("leave", &stage["leave"])?;
    if exits.is_empty() {
        return Err(Wrong::new("leave", "there is no exit to leave by", "name at least one area"));
    }
    let by = match (stage.get("shares"), stage.get("by").and_then(Value::as_str)) {
        (Some(shares), None) => ExitChoice::Shares(prover.weights("shares", shares, exits.len())?),
        (Some(_), Some(_)) => {
            return Err(Wrong::new("shares", "`by` and `shares` contradict each other", "keep one of them"));
        }
        (None, Some("least-time")) => ExitChoice::LeastTime,
        (None, _) => ExitChoice::Nearest,
    };
    Ok(leave(exits, by))
}

#[derive(Debug)]
struct Leave {
    exits: Vec<u32>,
    by: ExitChoice,
}

/// Returns the task of leaving by one of some areas, given by their numbers.
pub fn leave(exits: Vec<u32>, by: ExitChoice) -> Task {
    Arc::new(Leave { exits, by })
}

/// Returns the task of leaving by the area of the goal.
pub fn leave_by_target() -> Task {
    Arc::new(Leave { exits: Vec::new(), by: ExitChoice::Nearest })
}

impl Behaviour for Leave {
    /// The simulation writes the exit that was chosen into the goal's choice.
    fn think(&self, goal: &mut Goal, me: &Me<'_>, _: &dyn Situation) -> Intent {
        if me.why == Occasion::Arrived { Intent::Leave { area: goal.choice } } else { Intent::GoToExit }
    }
    fn words(&self, goal: &Goal, names: &dyn NameOf) -> String {
        let exits = match goal.target {
            Target::Area(area) => names.area(area),
            _ => self.exits.iter().map(|&exit| names.area(exit)).collect::<Vec<_>>().join(" or "),
        };
        let by = match self.by {
            ExitChoice::Nearest if self.exits.len() > 1 => ", the nearest",
            ExitChoice::LeastTime if self.exits.len() > 1 => ", the quickest",
            _ => "",
        };
        format!("leave {}{by}", led_by("by", &exits))
    }
    fn places(&self) -> Places<'_> {
        Places::Exits(&self.exits, &self.by)
    }
}
