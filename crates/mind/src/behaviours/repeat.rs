//! Does some stages again and again.

use std::sync::Arc;

use serde_json::{Map, Value};

use crate::{
    Behaviour, BehaviourEntry, Goal, Holds, Intent, Key, Me, NONE, NameOf, Places, Situation, StageProof, Task, Wrong,
};

pub(super) const ENTRY: BehaviourEntry = BehaviourEntry {
    name: "repeat",
    about: "Does some stages in their order, again and again.",
    source: "stage of a journey",
    keys: &[
        Key { name: "repeat", holds: Holds::Stages, about: "Do these stages in their order, again and again." },
        Key { name: "times", holds: Holds::Count, about: "how often. Until the end of the run when absent." },
    ],
    prove,
};

fn prove(stage: &Map<String, Value>, prover: &dyn StageProof) -> Result<Task, Wrong> {
    let stages = prover.stages("repeat", &stage["repeat"])?;
    if stages.is_empty() {
        return Err(Wrong::new("repeat", "there is nothing to repeat", "give at least one stage"));
    }
    if let Some(i) = stages.iter().position(|stage| matches!(stage.places(), Places::Exits(..))) {
        let what = "nobody comes back: they have left by this stage";
        return Err(Wrong::new(&format!("repeat[{i}]"), what, "let `leave` come after `repeat`"));
    }
    if let Some(i) = stages[..stages.len() - 1].iter().position(|stage| stage.is_endless()) {
        let what = "this stage never ends, so nobody comes to the one after it";
        return Err(Wrong::new(&format!("repeat[{i}]"), what, "give it a `time`, or let it be the last"));
    }
    let times = stage.get("times").map(|times| prover.count("times", times)).transpose()?;
    Ok(Arc::new(Repeat { stages, times }))
}

#[derive(Debug)]
struct Repeat {
    stages: Vec<Task>,
    times: Option<u32>,
}

impl Behaviour for Repeat {
    /// Chooses the next stage. The choice of the goal is the number of the stage that was begun last, counted over all rounds.
    fn think(&self, goal: &mut Goal, me: &Me<'_>, at: &dyn Situation) -> Intent {
        let next = if goal.choice == NONE { 0 } else { (goal.choice + 1) % NONE };
        let (stage, round) = (next as usize % me.subtasks.len(), next / me.subtasks.len() as u32);
        if self.times.is_some_and(|times| round >= times) {
            return Intent::Done;
        }
        goal.choice = next;
        Intent::Push(Goal { nth: next, ..Goal::new(me.subtasks[stage], at.time()) })
    }
    fn is_endless(&self) -> bool {
        self.times.is_none()
    }
    fn words(&self, goal: &Goal, _: &dyn NameOf) -> String {
        let round = if goal.choice == NONE { 1 } else { goal.choice / self.stages.len() as u32 + 1 };
        match self.times {
            Some(times) => format!("round {} of {times}", round.min(times)),
            None => format!("round {round}"),
        }
    }
    fn subtasks(&self) -> &[Task] {
        &self.stages
    }
    /// The first stage that leads somewhere says where.
    fn places(&self) -> Places<'_> {
        self.stages.iter().map(|stage| stage.places()).find(|places| *places != Places::None).unwrap_or(Places::None)
    }
    fn with_spots_moved(&self, moved: &dyn Fn(populace_plan::Spot) -> populace_plan::Spot) -> Option<Task> {
        let stages: Vec<Option<Task>> = self.stages.iter().map(|stage| stage.with_spots_moved(moved)).collect();
        stages.iter().any(Option::is_some).then(|| {
            let stage = |(new, old): (Option<Task>, &Task)| new.unwrap_or_else(|| old.clone());
            Arc::new(Repeat { stages: stages.into_iter().zip(&self.stages).map(stage).collect(), times: self.times })
                as Task
        })
    }
}
