//! Goes from area to area and stands a while in each: what patrols and strolls share.

use std::sync::Arc;

use populace_geom::Distribution;
use populace_traj::Status;
use serde_json::{Map, Value};

use super::keys::optional_time;
use super::pause::pause as pause_task;
use crate::{Behaviour, Goal, Intent, Me, NONE, NameOf, Occasion, Places, Situation, StageProof, Task, Wrong, purpose};

/// Which area is next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// The next one of the list. Each pedestrian draws the area in which it begins.
    InOrder,
    /// Any area of the list, drawn anew for each way.
    Drawn,
}

/// How people go round.
#[derive(Debug)]
pub(super) struct Rounds {
    /// What they do, for instance "stroll in".
    pub verb: &'static str,
    /// Which area is next.
    pub next: Next,
    /// For how long they stand in each area unless the stage says otherwise, s.
    pub pause: Distribution,
    /// What they are seen to do there.
    pub status: Status,
    /// Whether they are on duty, so that people ask them.
    pub is_duty: bool,
}

impl Rounds {
    /// Returns the task of going round some areas, given by their numbers, with the `time` and the `pause` that a stage gives it.
    pub fn prove(self, areas: Vec<u32>, stage: &Map<String, Value>, prover: &dyn StageProof) -> Result<Task, Wrong> {
        let time = optional_time("time", stage, prover)?;
        let pause = optional_time("pause", stage, prover)?.unwrap_or(self.pause.clone());
        let stop = [pause_task(self.status)];
        Ok(Arc::new(GoingRound { areas, time, rounds: Rounds { pause, ..self }, stop }))
    }
}

#[derive(Debug)]
struct GoingRound {
    areas: Vec<u32>,
    /// For how long, s; for ever when it is not given.
    time: Option<Distribution>,
    rounds: Rounds,
    /// What people do in each area.
    stop: [Task; 1],
}

impl GoingRound {
    /// Returns an area that a pedestrian draws for a way, by its place in the list.
    fn drawn(&self, way: u32, me: &Me<'_>, at: &dyn Situation) -> u32 {
        let drawn = at.draws().unit(me.id.into(), way.into(), purpose::AREA) * self.areas.len() as f64;
        (drawn as u32).min(self.areas.len() as u32 - 1)
    }

    fn area(&self, way: u32, me: &Me<'_>, at: &dyn Situation) -> u32 {
        let nth = match self.rounds.next {
            Next::InOrder => way % self.areas.len() as u32,
            Next::Drawn => self.drawn(way, me, at),
        };
        self.areas[nth as usize]
    }
}

impl Behaviour for GoingRound {
    /// The choice of the goal is the number of the way. In order, it is counted from the first area of the list.
    fn think(&self, goal: &mut Goal, me: &Me<'_>, at: &dyn Situation) -> Intent {
        if goal.choice == NONE {
            goal.choice = if self.rounds.next == Next::InOrder { self.drawn(0, me, at) } else { 0 };
            goal.expire_after(self.time.as_ref(), me, at);
        } else if me.why == Occasion::Arrived {
            let pause = self.rounds.pause.draw(at.draws(), me.id, purpose::PAUSE + (u64::from(goal.choice) << 8));
            let until = at.time() + pause.max(0.0);
            return Intent::Push(Goal { until, ..Goal::new(me.subtasks[0], at.time()) });
        } else if me.why == Occasion::Done {
            goal.choice = (goal.choice + 1) % NONE;
        }
        Intent::GoInto { area: self.area(goal.choice, me, at), draw: goal.choice }
    }
    fn is_done(&self, goal: &Goal, at: &dyn Situation) -> bool {
        goal.choice != NONE && self.time.is_some() && goal.until <= at.time()
    }
    fn subtasks(&self) -> &[Task] {
        &self.stop
    }
    fn is_endless(&self) -> bool {
        self.time.is_none()
    }
    fn is_duty(&self) -> bool {
        self.rounds.is_duty
    }
    fn words(&self, goal: &Goal, names: &dyn NameOf) -> String {
        let verb = self.rounds.verb;
        match self.destination(goal) {
            Some(area) => format!("{verb}, in {} next", names.area(area)),
            None => format!("{verb} {}", names.areas(&self.areas)),
        }
    }
    fn destination(&self, goal: &Goal) -> Option<u32> {
        let is_known = goal.choice != NONE && self.rounds.next == Next::InOrder;
        is_known.then(|| self.areas[goal.choice as usize % self.areas.len()])
    }
    fn places(&self) -> Places<'_> {
        Places::Areas(&self.areas)
    }
}
