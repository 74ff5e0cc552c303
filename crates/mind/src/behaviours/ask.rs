//! Asks the way: at an information desk, or somebody on duty nearby, such as an officer on patrol (T §4.3.4).

use std::sync::Arc;

use populace_geom::Distribution;
use populace_plan::Spot;
use populace_traj::Status;
use serde_json::{Map, Value};

use super::consult::consult;
use super::explore::explore;
use super::keys::{PATIENCE, TIME, optional_time};
use super::visit::Visit;
use super::wanted::Wanted;
use crate::{
    Behaviour, BehaviourEntry, Goal, Holds, Intent, Key, Me, NameOf, Occasion, Places, Situation, StageProof, Target,
    Task, Wrong, purpose,
};

pub(super) const ENTRY: BehaviourEntry = BehaviourEntry {
    name: "ask",
    about: "Asks at an information desk, or a pedestrian on duty that it sees, whichever is nearer.",
    source: "T §4.3.4",
    keys: &[
        Key {
            name: "ask",
            holds: Holds::Names,
            about: "Ask at one of these desks, by name, or ask for something that desks and people offer, such as `information`. People \
                    offer what the `offers` of their kind says, while they stand guard or patrol.",
        },
        TIME,
        PATIENCE,
    ],
    prove,
};

fn prove(stage: &Map<String, Value>, prover: &dyn StageProof) -> Result<Task, Wrong> {
    let asked = &stage["ask"];
    let people = prover.people("ask", asked)?;
    if people.is_empty() {
        let desks = prover.objects("ask", asked, &["information"])?;
        return Visit::new("ask at", desks, Status::Served).prove(stage, prover);
    }
    let desks = desks(asked, prover)?;
    let visit = Visit::new("ask at", desks.clone(), Status::Served).prove(stage, prover)?;
    let talk = consult(optional_time("time", stage, prover)?);
    let patience = optional_time("patience", stage, prover)?;
    let subtasks = [talk, visit, explore(Arc::new(Wanted::of(desks.clone())), people.clone())];
    Ok(Arc::new(Ask { desks, people, patience, subtasks }))
}

/// Returns the desks that are named. What people on duty offer need not be offered at a desk, too.
fn desks(asked: &Value, prover: &dyn StageProof) -> Result<Vec<u32>, Wrong> {
    let names = asked.as_array().map_or(std::slice::from_ref(asked), Vec::as_slice);
    let mut desks = Vec::new();
    for (i, name) in names.iter().enumerate() {
        let key = if asked.is_array() { format!("ask[{i}]") } else { "ask".to_owned() };
        match prover.objects(&key, name, &["information"]) {
            Ok(found) => desks.extend(found),
            Err(_) if !prover.people(&key, name)?.is_empty() => {}
            Err(wrong) => return Err(wrong),
        }
    }
    desks.sort_unstable();
    desks.dedup();
    Ok(desks)
}

/// The subtasks, by number.
const TALK: usize = 0;
const VISIT: usize = 1;
const EXPLORE: usize = 2;

#[derive(Debug)]
struct Ask {
    desks: Vec<u32>,
    /// The populations whose people on duty are asked.
    people: Vec<u16>,
    /// For how long a pedestrian looks for somebody at most, s; for as long as it takes when it is not given.
    patience: Option<Distribution>,
    subtasks: [Task; 3],
}

impl Ask {
    /// Returns the time to the nearest open desk of which a pedestrian knows, s.
    fn seconds_to_desk(&self, me: &Me<'_>, at: &dyn Situation) -> Option<f64> {
        let objects = at.world().env.objects();
        let known = self.desks.iter().filter(|&&desk| at.usage(desk).is_open && at.knows(me, desk));
        let slots = known.filter_map(|&desk| objects[desk as usize].slots.first());
        slots.filter_map(|slot| at.seconds_to(me, Spot { cell: slot.cell, point: slot.point })).reduce(f64::min)
    }
}

impl Behaviour for Ask {
    /// The choice of the goal is the subtask that was begun last.
    fn think(&self, goal: &mut Goal, me: &Me<'_>, at: &dyn Situation) -> Intent {
        let before = goal.choice as usize;
        match me.why {
            Occasion::Done if before == TALK || before == VISIT => return Intent::Done,
            // It has lost its patience in line.
            Occasion::Resumes if before == VISIT => return Intent::GiveUp,
            _ => {}
        }
        let nth = (goal.since * 100.0) as u64;
        let patience = self.patience.as_ref();
        let patience = patience.map(|time| time.draw(at.draws(), me.id, purpose::PATIENCE + (nth << 8)));
        let until = patience.map_or(f64::INFINITY, |patience| goal.since + patience);
        if at.time() >= until {
            return Intent::GiveUp;
        }
        let person = at.on_duty(me, &self.people);
        let seconds = |person: u32| at.seconds_to(me, at.spot_of(person)?);
        let to_person = person.and_then(|person| Some((person, seconds(person)?)));
        let (subtask, target) = match (to_person, self.seconds_to_desk(me, at)) {
            (Some((person, seconds)), desk) if desk.is_none_or(|desk| seconds < desk) => {
                (TALK, Target::Pedestrian(person))
            }
            (_, Some(_)) => (VISIT, Target::Nothing),
            (_, None) => (EXPLORE, Target::Nothing),
        };
        goal.choice = subtask as u32;
        // A visit has the patience of its own line.
        let until = if subtask == VISIT { f64::INFINITY } else { until };
        Intent::Push(Goal { target, until, ..Goal::new(me.subtasks[subtask], at.time()) })
    }
    fn words(&self, _: &Goal, names: &dyn NameOf) -> String {
        match self.desks.is_empty() {
            true => "ask somebody on duty".into(),
            false => format!("ask at {} or somebody on duty", names.objects(&self.desks)),
        }
    }
    fn subtasks(&self) -> &[Task] {
        &self.subtasks
    }
    fn places(&self) -> Places<'_> {
        if self.desks.is_empty() { Places::None } else { Places::Objects(&self.desks) }
    }
}
