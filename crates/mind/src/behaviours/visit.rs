//! Visits an object: chooses the best of some, stands in line for it when it has one, and uses it. What people buy, where
//! they rest, what they watch and whom they ask are visits, with a file each.

use std::sync::Arc;

use populace_geom::Distribution;
use populace_plan::Spot;
use populace_traj::Status;
use serde_json::{Map, Value};

use super::explore::explore;
use super::keys::optional_time;
use super::stand_in_line::stand_in_line;
use super::use_slot::use_slot;
use crate::{
    Behaviour, Goal, Intent, Me, NONE, NameOf, Occasion, Places, Situation, StageProof, Target, Task, Wrong, purpose,
};

/// The subtasks, by number.
const LINE: usize = 0;
const USE: usize = 1;
const EXPLORE: usize = 2;

/// A pedestrian that finds every object full or closed looks again after this time, s.
const LOOKS_AGAIN: f64 = 10.0;

/// The part of the expected time by which another object has to be better than the one that was chosen before (T §4.3.2.2:
/// people persist unless another is significantly better; the share is a proposal).
const BETTER: f64 = 0.7;

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
        let subtasks =
            vec![stand_in_line(), use_slot(self.time.clone(), self.status), explore(self.objects.clone(), Vec::new())];
        Arc::new(Visiting { visit: self, subtasks })
    }
}

#[derive(Debug)]
struct Visiting {
    visit: Visit,
    subtasks: Vec<Task>,
}

impl Visiting {
    /// Returns the object that takes the least time to reach and to wait for (T Algorithm 4, step 2; Algorithm 5, step 2): the object from
    /// whose line it is served, when it has a line. Of equal ones the first of the list counts. Ways are planned only to objects that may be
    /// better than the best so far, and the search begins with the object that seems best as the crow flies.
    fn choose(&self, before: Option<u32>, me: &Me<'_>, at: &dyn Situation) -> Option<u32> {
        let objects = at.world().env.objects();
        let line_of = |object: u32| objects[object as usize].queue.map_or(object, |queue| queue.0);
        let persist = |line: u32, seconds: f64| if Some(line) == before { seconds * BETTER } else { seconds };
        let hope = |nth: usize| {
            let object = self.visit.objects[nth];
            // Whoever stands in its line knows of it.
            if before != Some(line_of(object)) && !at.knows(me, object) {
                return None;
            }
            let line = line_of(object);
            let prospect = Prospect::of(line, at)?;
            Some((persist(line, prospect.wait + at.least_seconds_to(me, prospect.spot)), nth, line, prospect))
        };
        let order = |a: (f64, usize), b: (f64, usize)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
        let all = 0..self.visit.objects.len();
        let first = all.clone().filter_map(hope).min_by(|a, b| order((a.0, a.1), (b.0, b.1)))?.1;
        let mut best: Option<(f64, usize, u32)> = None;
        for nth in std::iter::once(first).chain(all) {
            let Some((least, _, line, prospect)) = hope(nth) else { continue };
            let is_known = best.is_some_and(|(_, _, other)| other == line);
            if is_known || best.is_some_and(|(seconds, other, _)| order((least, nth), (seconds, other)).is_gt()) {
                continue;
            }
            let Some(walk) = at.seconds_to(me, prospect.spot) else { continue };
            let seconds = persist(line, prospect.wait + walk);
            if best.is_none_or(|(least, other, _)| order((seconds, nth), (least, other)).is_lt()) {
                best = Some((seconds, nth, line));
            }
        }
        best.map(|(_, _, line)| line)
    }
}

/// What awaits a pedestrian at a line.
struct Prospect {
    /// Where it would stand.
    spot: Spot,
    /// The time from there until it gets a slot, s.
    wait: f64,
}

impl Prospect {
    /// Returns the prospect of a line; `None` when no slot is in sight.
    fn of(line: u32, at: &dyn Situation) -> Option<Self> {
        let objects = at.world().env.objects();
        let (known, usage) = (&objects[line as usize], at.usage(line));
        let tills = || at.served_from(line).iter().copied().filter(|&till| at.usage(till).is_open);
        let count = tills().count();
        let free = tills().any(|till| at.usage(till).free_slots().next().is_some());
        let has_line = known.kind.has_line;
        if count == 0 || !usage.is_open || (!has_line && !free) {
            return None;
        }
        let slot = known.line.get(usage.line.len()).or(known.line.last());
        let slot = slot.or_else(|| tills().find_map(|till| objects[till as usize].slots.first()))?;
        let service = |till: u32| objects[till as usize].service.as_ref().map_or(0.0, Distribution::mean);
        let each = tills().map(service).sum::<f64>() / count as f64;
        let ahead = usage.line.len() + usize::from(!free);
        let wait = if has_line { ahead as f64 * each / count as f64 } else { 0.0 };
        Some(Prospect { spot: Spot { cell: slot.cell, point: slot.point }, wait })
    }
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
        let held = self.visit.objects.iter().find(|&&object| at.usage(object).slot_of(me.id).is_some());
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
        let before = if let Target::Object(object) = goal.target { Some(object) } else { None };
        let Some(object) = self.choose(before, me, at) else {
            if !self.visit.objects.iter().any(|&object| at.knows(me, object)) {
                goal.choice = EXPLORE as u32;
                return Intent::Push(Goal { until, ..Goal::new(me.subtasks[EXPLORE], at.time()) });
            }
            return Intent::Stand { until: until.min(at.time() + LOOKS_AGAIN), status: Status::Waiting };
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
