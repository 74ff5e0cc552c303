//! Visits an object: chooses the best of some, stands in line for it when it has one, and uses it. What people buy, where
//! they rest, what they watch and whom they ask are visits, with a file each.

use std::sync::Arc;

use populace_geom::Distribution;
use populace_traj::Status;
use serde_json::{Map, Value};

use super::explore::explore;
use super::keys::optional_time;
use super::stand_in_line::stand_in_line;
use super::use_slot::use_slot;
use super::wanted::{Choice, Wanted};
use crate::{
    Behaviour, Goal, Intent, Me, NONE, NameOf, Occasion, Places, Situation, StageProof, Target, Task, Wrong, purpose,
};

/// The subtasks, by number.
const LINE: usize = 0;
const USE: usize = 1;
const EXPLORE: usize = 2;
/// The choice of a pedestrian that has looked in vain.
const GIVES_UP: u32 = 3;

/// A pedestrian that finds every object full or closed looks again after this time, s.
const LOOKS_AGAIN: f64 = 10.0;

/// A pedestrian looks for something that it does not know for this long at most, s (proposal).
pub(super) const SEARCHES: f64 = 600.0;

/// A pedestrian that has looked in vain stands for this long before it goes on with its journey, s (proposal).
pub(super) const LOST_FOR: f64 = 10.0;

/// What people visit, and how.
#[derive(Debug)]
pub(super) struct Visit {
    /// What they do, for instance "buy at".
    pub verb: &'static str,
    /// The objects, of which the best is chosen.
    pub objects: Vec<u32>,
    /// For how long they use it, s; the time of the object when it is not given.
    pub time: Option<Distribution>,
    /// What they are seen to do meanwhile.
    pub status: Status,
    /// For how long they wait at most, s; for as long as it takes when it is not given.
    pub patience: Option<Distribution>,
}

impl Visit {
    /// Returns a visit without limits of time.
    pub fn new(verb: &'static str, objects: Vec<u32>, status: Status) -> Self {
        Visit { verb, objects, time: None, status, patience: None }
    }

    /// Returns the task, with the `time` and the `patience` that a stage gives it.
    pub fn prove(self, stage: &Map<String, Value>, prover: &dyn StageProof) -> Result<Task, Wrong> {
        let time = optional_time("time", stage, prover)?.or(self.time);
        let patience = optional_time("patience", stage, prover)?;
        Ok(Visit { time, patience, ..self }.task())
    }

    fn task(self) -> Task {
        let wanted = Arc::new(Wanted::of(self.objects.clone()));
        let explore = explore(wanted.clone(), Vec::new());
        let subtasks = vec![stand_in_line(), use_slot(self.time.clone(), self.status), explore];
        Arc::new(Visiting { visit: self, wanted, subtasks })
    }
}

#[derive(Debug)]
struct Visiting {
    visit: Visit,
    wanted: Arc<Wanted>,
    subtasks: Vec<Task>,
}

/// Returns until when a subtask is pursued: only a line is left when the wait becomes too long, not a slot.
fn until_of(has_line: bool, until: f64) -> f64 {
    if has_line { until } else { f64::INFINITY }
}

impl Behaviour for Visiting {
    /// The choice of the goal is the subtask that was begun last.
    fn think(&self, goal: &mut Goal, me: &Me<'_>, at: &dyn Situation) -> Intent {
        if me.why == Occasion::Done && goal.choice == USE as u32 {
            return Intent::Done;
        }
        let push = |goal: &mut Goal, subtask: usize, object: u32, until: f64| {
            goal.choice = subtask as u32;
            Intent::Push(Goal { target: Target::Object(object), until, ..Goal::new(me.subtasks[subtask], at.time()) })
        };
        let before = if let Target::Object(object) = goal.target { Some(object) } else { None };
        let offered = before.map_or(self.wanted.objects(), |line| at.served_from(line));
        let held = offered.iter().find(|&&object| at.usage(object).slot_of(me.id).is_some());
        if held.is_some() && goal.choice == NONE {
            // It is that of a visit before. It is given back first: whoever comes again stands in line again.
            return Intent::Stand { until: at.time(), status: Status::Waiting };
        }
        // A slot that was granted is used.
        if let Some(&till) = held {
            return push(goal, USE, till, f64::INFINITY);
        }
        let nth = (goal.since * 100.0) as u64;
        let patience = self.visit.patience.as_ref();
        let patience = patience.map(|time| time.draw(at.draws(), me.id, purpose::PATIENCE + (nth << 8)));
        let until = patience.map_or(f64::INFINITY, |patience| goal.since + patience);
        if at.time() >= until {
            return Intent::GiveUp;
        }
        let stand = |status| Intent::Stand { until: until.min(at.time() + LOOKS_AGAIN), status };
        let object = match self.wanted.choose(before, me, at) {
            Choice::Best(object) => object,
            Choice::Taken => return stand(Status::Waiting),
            Choice::OutOfReach => return stand(Status::NoWay),
            Choice::Unknown if goal.choice == GIVES_UP => return Intent::GiveUp,
            Choice::Unknown if at.time() >= goal.since + SEARCHES => {
                goal.choice = GIVES_UP;
                return Intent::Stand { until: at.time() + LOST_FOR, status: Status::Lost };
            }
            Choice::Unknown => {
                goal.choice = EXPLORE as u32;
                let until = until.min(goal.since + SEARCHES);
                return Intent::Push(Goal { until, ..Goal::new(me.subtasks[EXPLORE], at.time()) });
            }
        };
        let has_line = at.world().env.objects()[object as usize].kind.has_line;
        goal.target = Target::Object(object);
        push(goal, if has_line { LINE } else { USE }, object, until_of(has_line, until))
    }
    fn words(&self, goal: &Goal, names: &dyn NameOf) -> String {
        let object = match goal.target {
            Target::Object(object) => names.object(object),
            _ => names.objects(&self.visit.objects),
        };
        format!("{} {object}", self.visit.verb)
    }
    fn subtasks(&self) -> &[Task] {
        &self.subtasks
    }
    fn places(&self) -> Places<'_> {
        Places::Objects(&self.visit.objects)
    }
}
