//! Takes a train: waits for it beside its doors, and gets on when everyone who gets off there is out.
//!
//! A pedestrian takes the train that departs first of those that it reaches in time. It waits beside the door that it expects to get
//! through first: nearby, with few people beside it (people spread along platforms, but keep near to where they come onto them:
//! Wiggenraad 2001, *Alighting and boarding times of passengers at Dutch railway stations*). A pedestrian whose train has gone takes the
//! next one; when none comes any more, or when it has waited for too long, it gives up.

use std::sync::Arc;

use populace_geom::Distribution;
use populace_plan::Spot;
use populace_traj::Status;
use serde_json::{Map, Value};

use super::explore::explore;
use super::visit::{LOST_FOR, SEARCHES};
use super::wanted::Wanted;
use crate::{
    Behaviour, BehaviourEntry, CallId, Claim, Goal, Holds, Intent, Key, KnownTrain, Me, NONE, NameOf, Occasion, Places,
    Situation, StageProof, Target, Task, TrainPhase, Wrong, first_train, purpose,
};

/// A pedestrian gets on within this distance of where people step in, m.
const STEPS_IN: f64 = 0.9;
/// A pedestrian stops within this distance of where people step in, m.
const AT_DOOR: f64 = 0.4;
/// A pedestrian chooses where it waits within this distance of it, m.
const ASKS: f64 = 8.0;
/// A pedestrian is where it waits within this distance, m.
const AT_PLACE: f64 = 0.3;
/// A pedestrian that walks to where it waits stops within this distance, m.
const STOPS: f64 = 0.15;
/// Whoever finds no place beside a door waits within this distance of one, m.
const NEAR: f64 = 4.0;
/// A pedestrian that walks to its train looks at it again after this time, s.
const LOOKS: f64 = 5.0;
/// A pedestrian at an open train looks at it again after this time, s.
const AT_TRAIN: f64 = 1.0;
/// A pedestrian at an open train looks at other doors in every second of so many (assumed).
const TURNS: u64 = 4;
/// Another door has to be better by this factor than the door beside which a pedestrian waits (T §4.3.2.2: people persist).
const BETTER: f64 = 0.7;
/// The choice of a pedestrian that has looked for the track in vain: no call has this number.
const LOST: u32 = NONE - 1;
/// The walking speed with which a pedestrian compares doors, m/s.
const PACE: f64 = 1.34;

pub(super) const ENTRY: BehaviourEntry = BehaviourEntry {
    name: "board",
    about: "Waits for a train beside its doors, and gets on. Whoever gets on has left the place; the stages after it are for those who give up.",
    source: "T §6.2.1; Wiggenraad 2001",
    keys: &[
        Key {
            name: "board",
            holds: Holds::Names,
            about: "Take one of these trains: by their names, by their tracks, or by where they go.",
        },
        Key {
            name: "patience",
            holds: Holds::Spread,
            about: "With `board`: for how long a pedestrian waits at most, s, before it gives up. As long as trains come when absent.",
        },
    ],
    prove,
};

fn prove(stage: &Map<String, Value>, prover: &dyn StageProof) -> Result<Task, Wrong> {
    let found = prover.trains("board", &stage["board"])?;
    let patience = stage.get("patience").map(|time| prover.time("patience", time)).transpose()?;
    let mut tracks: Vec<u32> = found.iter().map(|train| train.1).collect();
    tracks.sort_unstable();
    tracks.dedup();
    let wanted = Arc::new(Wanted::of(tracks.clone()));
    let subtasks = vec![explore(wanted.clone(), Vec::new())];
    let trains = found.into_iter().map(|train| train.0).collect();
    Ok(Arc::new(Board { trains, tracks, patience, wanted, subtasks }))
}

#[derive(Debug)]
struct Board {
    /// The trains, by number.
    trains: Vec<u32>,
    /// Their tracks: the numbers of the objects.
    tracks: Vec<u32>,
    patience: Option<Distribution>,
    wanted: Arc<Wanted>,
    subtasks: Vec<Task>,
}

impl Board {
    /// Returns the train that the pedestrian takes: the one that it has chosen before, as long as that is to come. A pedestrian whose train
    /// is put off looks whether another one departs earlier.
    fn choose(&self, goal: &Goal, me: &Me<'_>, at: &dyn Situation) -> Option<CallId> {
        let track = |train: u32| at.train(train).train.track;
        let is_to_come = |id: &CallId| at.train(id.train).now.call <= id.call && at.usage(track(id.train)).is_open;
        let before = CallId::of(goal.choice).filter(|id| self.trains.contains(&id.train)).filter(is_to_come);
        let is_put_off = before.is_some_and(|id| {
            let known = at.train(id.train);
            known.now.call == id.call && known.now.phase == TrainPhase::Away && known.now.late > 0.0
        });
        let first = || {
            let known = self.trains.iter().copied().filter(|&train| at.knows(me, track(train)));
            first_train(known, me, at).map(|found| found.0)
        };
        match before {
            Some(before) if is_put_off => first().or(Some(before)),
            Some(before) => Some(before),
            None => first(),
        }
    }

    /// Looks for the track, when the pedestrian does not know where it is. Whoever knows gives up: no train comes any more.
    fn look_for_track(&self, goal: &mut Goal, me: &Me<'_>, at: &dyn Situation, latest: f64) -> Intent {
        if self.wanted.has_known(me, at) {
            return Intent::GiveUp;
        }
        if at.time() >= goal.since + SEARCHES {
            goal.choice = LOST;
            return Intent::Stand { until: at.time() + LOST_FOR, status: Status::Lost };
        }
        let until = latest.min(goal.since + SEARCHES);
        Intent::Push(Goal { until, ..Goal::new(me.subtasks[0], at.time()) })
    }

    /// Goes to where the pedestrian waits for a train that is not there yet, or that people still get off.
    fn wait(&self, goal: &mut Goal, me: &Me<'_>, at: &dyn Situation, known: &KnownTrain<'_>, until: f64) -> Intent {
        let object = &at.world().env.objects()[known.train.track as usize];
        let usage = at.usage(known.train.track);
        let walk = |slot: u32, near: f64, until: f64| {
            let slot = &object.slots[slot as usize];
            Intent::Go { spot: Spot { cell: slot.cell, point: slot.point }, near, until }
        };
        let away = |slot: u32| object.slots[slot as usize].point.distance(me.position);
        let is_here = at.world().env.cell_floor(me.cell) == object.floor;
        if let Some(slot) = usage.slot_of(me.id).filter(|&slot| slot < object.slots.len()) {
            let slot = slot as u32;
            if goal.target == Target::Nothing || !known.doors.iter().any(|door| door.beside.contains(&slot)) {
                // It is a place for another train, which has its doors elsewhere. It is given back first.
                goal.target = Target::Nothing;
                return Intent::Stand { until: at.time(), status: Status::Waiting };
            }
            return match me.why != Occasion::Arrived && away(slot) > AT_PLACE {
                true => walk(slot, STOPS, until.min(at.time() + LOOKS)),
                false if me.why == Occasion::Arrived => {
                    Intent::Use { object: known.train.track, until, status: Status::Waiting }
                }
                false => Intent::Stand { until: until.min(at.time() + LOOKS), status: Status::Waiting },
            };
        }
        goal.target = Target::Nothing;
        let is_free = |slot: &&u32| usage.users.get(**slot as usize) == Some(&NONE);
        let place = |door: usize| {
            let slot = *known.doors[door].beside.iter().find(is_free)?;
            Some((crowd(known, at, door, me.id) * known.train.boarding + away(slot) / PACE, slot))
        };
        let best = (0..known.doors.len()).filter_map(place).min_by(|a, b| a.0.total_cmp(&b.0));
        match best {
            Some((_, slot)) if is_here && (me.why == Occasion::Arrived || away(slot) <= ASKS) => {
                goal.target = Target::Object(known.train.track);
                Intent::Claim(Claim::Slot { object: known.train.track, slot })
            }
            Some((_, slot)) => walk(slot, ASKS, at.time() + LOOKS),
            // All places are taken: people wait near them.
            None => {
                let nearest = known.doors.iter().filter_map(|door| door.beside.first().copied());
                let nearest = nearest.min_by(|&a, &b| away(a).total_cmp(&away(b)));
                let is_far = |slot: &u32| !is_here || (me.why != Occasion::Arrived && away(*slot) > NEAR + 0.5);
                match nearest.filter(is_far) {
                    Some(slot) => walk(slot, NEAR, at.time() + LOOKS),
                    None => {
                        goal.target = Target::Object(known.train.track);
                        Intent::Stand { until: until.min(at.time() + LOOKS), status: Status::Waiting }
                    }
                }
            }
        }
    }

    /// Goes to a door of a train that is there, and gets on.
    fn get_on(&self, goal: &mut Goal, me: &Me<'_>, at: &dyn Situation, known: &KnownTrain<'_>) -> Intent {
        let own = at.usage(known.train.track).slot_of(me.id);
        let cost = |door: usize| {
            let spot = known.doors[door].spot?;
            let is_own = own.is_some_and(|slot| known.doors[door].beside.contains(&(slot as u32)));
            let others = known.now.heading[door].saturating_sub((me.towards == spot).into());
            let ahead = crowd(known, at, door, me.id).max(others.into()) + f64::from(known.now.alighting[door]);
            let seconds = spot.point.distance(me.position) / PACE + ahead * known.train.boarding;
            Some((if is_own { seconds * BETTER } else { seconds }, door, spot))
        };
        // People look at other doors by turns: if all did at once, all would change to the emptiest door, and back.
        let is_its_turn = (u64::from(me.id) + at.time().max(0.0) as u64).is_multiple_of(TURNS);
        let is_towards = |&door: &usize| known.doors[door].spot == Some(me.towards) && known.takes_people_at(door);
        let keeps = (0..known.doors.len()).find(is_towards).filter(|_| !is_its_turn);
        let cheapest = || (0..known.doors.len()).filter_map(cost).min_by(|a, b| a.0.total_cmp(&b.0));
        let Some((_, door, spot)) = keeps.and_then(cost).or_else(cheapest) else {
            return self.wait(goal, me, at, known, at.time() + AT_TRAIN);
        };
        if !known.takes_people_at(door) {
            return self.wait(goal, me, at, known, at.time() + AT_TRAIN);
        }
        let env = at.world().env;
        if env.cell_floor(me.cell) != env.cell_floor(spot.cell) {
            return Intent::Go { spot, near: AT_DOOR, until: at.time() + AT_TRAIN };
        }
        goal.target = Target::Object(known.train.track);
        if spot.point.distance(me.position) <= STEPS_IN {
            return Intent::GetOn { train: known.number, door: door as u32 };
        }
        Intent::Go { spot, near: AT_DOOR, until: at.time() + AT_TRAIN }
    }
}

/// Returns how many people, beside the pedestrian itself, wait beside a door.
fn crowd(known: &KnownTrain<'_>, at: &dyn Situation, door: usize, me: u32) -> f64 {
    let users = &at.usage(known.train.track).users;
    let waits = |slot: &&u32| users.get(**slot as usize).is_some_and(|&user| user != NONE && user != me);
    known.doors[door].beside.iter().filter(waits).count() as f64
}

impl Behaviour for Board {
    /// The choice of the goal is the call that the pedestrian takes. Its target is the track, as soon as the pedestrian is on the platform.
    fn think(&self, goal: &mut Goal, me: &Me<'_>, at: &dyn Situation) -> Intent {
        let nth = (goal.since * 100.0) as u64;
        let patience = self.patience.as_ref();
        let patience = patience.map(|time| time.draw(at.draws(), me.id, purpose::PATIENCE + (nth << 8)));
        let latest = patience.map_or(f64::INFINITY, |patience| goal.since + patience);
        if at.time() >= latest || goal.choice == LOST {
            return Intent::GiveUp;
        }
        let Some(chosen) = self.choose(goal, me, at) else {
            goal.target = Target::Nothing;
            return self.look_for_track(goal, me, at, latest);
        };
        goal.choice = chosen.number();
        let known = at.train(chosen.train);
        if goal.target != Target::Object(known.train.track) {
            goal.target = Target::Nothing;
        }
        let Some(expected) = known.expected(chosen.call) else { return Intent::GiveUp };
        let is_next = known.now.call == chosen.call;
        match known.now.phase {
            TrainPhase::Open if is_next => self.get_on(goal, me, at, &known),
            TrainPhase::Closing if is_next => {
                Intent::Stand { until: latest.min(expected.departs), status: Status::Waiting }
            }
            _ => self.wait(goal, me, at, &known, latest.min(expected.arrives.max(at.time() + LOOKS))),
        }
    }
    fn words(&self, goal: &Goal, names: &dyn NameOf) -> String {
        match CallId::of(goal.choice) {
            None => format!("take {}", names.trains(&self.trains)),
            Some(chosen) if goal.target == Target::Nothing => format!("walk to {}", names.train(chosen.train)),
            Some(chosen) => format!("wait for {}", names.train(chosen.train)),
        }
    }
    fn subtasks(&self) -> &[Task] {
        &self.subtasks
    }
    fn places(&self) -> Places<'_> {
        Places::Objects(&self.tracks)
    }
    fn trains(&self) -> &[u32] {
        &self.trains
    }
}
