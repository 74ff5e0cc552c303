//! Meets friends and chats with them in pairs or small groups (T §4.3.3).
//!
//! Friends meet at a meeting point or a clock. The first of them takes a free slot far from others and opens a circle; those who
//! come after it take the free slots nearest to it, until the circle is complete. The slots are 0.9 m apart, within Hall's
//! personal distance (Hall 1966: 0.45 to 1.2 m). Then everyone chats until it has no more time, or is left alone.

use std::sync::Arc;

use populace_geom::Distribution;
use populace_plan::Spot;
use populace_traj::Status;
use serde_json::{Map, Value};

use super::explore::explore;
use super::keys::optional_time;
use super::wanted::Wanted;
use crate::{
    Behaviour, BehaviourEntry, Claim, Goal, Holds, Intent, Key, Me, NameOf, Occasion, Places, Situation, StageProof,
    Target, Task, Wrong, purpose,
};

/// The most people of a circle: T's small groups, and the most who can talk as one (Dunbar, Duncan & Nettle 1995,
/// doi:10.1007/BF02912493: four; five with the listener at the edge).
const MOST: f64 = 5.0;
/// How many chat together unless the scenario says otherwise.
const SIZE: Distribution = Distribution::Constant(2.0);
/// For how long people chat unless the scenario says otherwise, s (proposal).
const TIME: Distribution = Distribution::Uniform { least: 60.0, most: 180.0 };

pub(super) const ENTRY: BehaviourEntry = BehaviourEntry {
    name: "chat",
    about: "Meets friends at a meeting point and chats with them, in pairs or small groups.",
    source: "T §4.3.3; distances: Hall 1966",
    keys: &[
        Key { name: "chat", holds: Holds::Names, about: "Chat at one of these meeting points or clocks, by name." },
        Key {
            name: "size",
            holds: Holds::Spread,
            about: "how many chat together, from 2 to 5, rounded. The first of them draws it. 2 when absent.",
        },
        Key {
            name: "time",
            holds: Holds::Spread,
            about: "for how long a pedestrian chats, s, unless it is left alone before. Uniform from 60 to 180 when absent.",
        },
        Key {
            name: "patience",
            holds: Holds::Spread,
            about: "for how long a pedestrian waits for friends, s. Then it chats with those who are there, or gives up. For as long as it takes when absent.",
        },
    ],
    prove,
};

fn prove(stage: &Map<String, Value>, prover: &dyn StageProof) -> Result<Task, Wrong> {
    let objects = prover.objects("chat", &stage["chat"], &["meeting-point", "clock"])?;
    let time = |key: &str| optional_time(key, stage, prover);
    let size = time("size")?.unwrap_or(SIZE);
    if size.least() < 2.0 || size.most() > MOST {
        return Err(Wrong::new("size", format!("2 to {MOST} people chat together"), "give a number from 2 to 5"));
    }
    let explore = [explore(Arc::new(Wanted::of(objects.clone())), Vec::new())];
    Ok(Arc::new(Chat { objects, size, time: time("time")?.unwrap_or(TIME), patience: time("patience")?, explore }))
}

/// The choice of a pedestrian that chats.
const CHATS: u32 = 1;
/// A pedestrian joins a circle within this distance of the meeting point's first slot, m.
const JOINS: f64 = 3.0;
/// A pedestrian that walks to its slot stops within this distance, m.
const STOPS: f64 = 0.2;
/// A pedestrian is at its slot within this distance, m.
const AT_SLOT: f64 = 0.4;
/// Friends are together when each is within this distance of its slot, m.
const TOGETHER: f64 = 0.8;
/// A pedestrian that waits for friends or chats looks around again after this time, s.
const LOOKS: f64 = 1.0;
/// A pedestrian that finds every meeting point full or closed looks again after this time, s.
const LOOKS_AGAIN: f64 = 10.0;

#[derive(Debug)]
struct Chat {
    objects: Vec<u32>,
    size: Distribution,
    time: Distribution,
    /// For how long people wait for friends, s; for as long as it takes when it is not given.
    patience: Option<Distribution>,
    /// What people do who know of no meeting point.
    explore: [Task; 1],
}

impl Chat {
    /// Returns the meeting point that is reached soonest, first among those where somebody waits for friends. `known` are those of which the
    /// pedestrian knows.
    fn choose(known: &[u32], me: &Me<'_>, at: &dyn Situation) -> Option<u32> {
        let objects = at.world().env.objects();
        let prospect = |&object: &u32| {
            let (usage, known) = (at.usage(object), &objects[object as usize]);
            let slot = known.slots.first().filter(|_| usage.free_slots().next().is_some())?;
            let seconds = at.seconds_to(me, Spot { cell: slot.cell, point: slot.point })?;
            let waits = usage.circles.iter().any(|circle| !circle.is_complete());
            Some((!waits, seconds, object))
        };
        let order = |a: &(bool, f64, u32), b: &(bool, f64, u32)| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1));
        known.iter().filter_map(prospect).min_by(order).map(|(_, _, object)| object)
    }

    /// Returns how many of the circle of a pedestrian are at their slots, and whether these are all who belong to it.
    fn gathered(object: u32, me: &Me<'_>, at: &dyn Situation) -> (usize, bool) {
        let usage = at.usage(object);
        let Some(circle) = usage.circle_of(me.id) else { return (0, false) };
        let slots = &at.world().env.objects()[object as usize].slots;
        let is_there = |&&member: &&u32| {
            let slot = usage.slot_of(member).and_then(|slot| slots.get(slot));
            let position = at.spot_of(member).map(|spot| spot.point);
            slot.zip(position).is_some_and(|(slot, position)| slot.point.distance(position) <= TOGETHER)
        };
        let there = circle.members.iter().filter(is_there).count();
        (there, circle.is_complete() && there == circle.members.len())
    }

    fn talk(&self, goal: &mut Goal, object: u32, me: &Me<'_>, at: &dyn Situation) -> Intent {
        let nth = (goal.since * 100.0) as u64;
        goal.choice = CHATS;
        goal.until =
            goal.until.min(at.time() + self.time.draw(at.draws(), me.id, purpose::SERVICE + (nth << 8)).max(0.0));
        Intent::Use { object, until: goal.until.min(at.time() + LOOKS), status: Status::Chatting }
    }
}

impl Behaviour for Chat {
    fn think(&self, goal: &mut Goal, me: &Me<'_>, at: &dyn Situation) -> Intent {
        let has_slot = |&&object: &&u32| at.usage(object).slot_of(me.id).is_some();
        let mine = self.objects.iter().find(has_slot).copied();
        let nth = (goal.since * 100.0) as u64;
        let patience = self.patience.as_ref();
        let patience = patience.map(|time| time.draw(at.draws(), me.id, purpose::PATIENCE + (nth << 8)));
        let patient_until = patience.map_or(f64::INFINITY, |patience| goal.since + patience);
        let is_impatient = at.time() >= patient_until;
        if mine.is_some() && goal.target == Target::Nothing {
            // It is that of a visit before, and is given back first.
            return Intent::Stand { until: at.time(), status: Status::Waiting };
        }
        let Some(object) = mine else {
            if goal.choice == CHATS || is_impatient {
                return Intent::GiveUp;
            }
            // Whoever walks to a meeting point knows of it, although it may not see it any more.
            let is_known = |&object: &u32| goal.target == Target::Object(object) || at.knows(me, object);
            let known: Vec<u32> = self.objects.iter().copied().filter(is_known).collect();
            if known.is_empty() {
                return Intent::Push(Goal { until: patient_until, ..Goal::new(me.subtasks[0], at.time()) });
            }
            let Some(object) = Chat::choose(&known, me, at) else {
                return Intent::Stand { until: patient_until.min(at.time() + LOOKS_AGAIN), status: Status::Waiting };
            };
            goal.target = Target::Object(object);
            let slot = &at.world().env.objects()[object as usize].slots[0];
            if slot.point.distance(me.position) > JOINS && me.why != Occasion::Arrived {
                return Intent::Go {
                    spot: Spot { cell: slot.cell, point: slot.point },
                    near: JOINS,
                    until: f64::INFINITY,
                };
            }
            let size = self.size.draw(at.draws(), me.id, purpose::SIZE + (nth << 8)).round().clamp(2.0, MOST);
            return Intent::Claim(Claim::Company { object, size: size as u8 });
        };
        let slots = &at.world().env.objects()[object as usize].slots;
        let slot = at.usage(object).slot_of(me.id).and_then(|slot| slots.get(slot));
        let Some(slot) = slot else { return Intent::GiveUp };
        let is_away = slot.point.distance(me.position) > AT_SLOT && me.why != Occasion::Arrived;
        let (there, is_complete) = Chat::gathered(object, me, at);
        match goal.choice {
            CHATS if there < 2 => Intent::Done,
            CHATS => Intent::Stand { until: goal.until.min(at.time() + LOOKS), status: Status::Chatting },
            _ if is_away && !is_complete => Intent::Go {
                spot: Spot { cell: slot.cell, point: slot.point },
                near: STOPS,
                until: at.time() + 5.0 * LOOKS,
            },
            _ if is_complete || is_impatient && there >= 2 => self.talk(goal, object, me, at),
            _ if is_impatient => Intent::GiveUp,
            _ => Intent::Stand { until: at.time() + LOOKS, status: Status::Waiting },
        }
    }
    fn is_done(&self, goal: &Goal, at: &dyn Situation) -> bool {
        goal.choice == CHATS && goal.until <= at.time()
    }
    fn subtasks(&self) -> &[Task] {
        &self.explore
    }
    fn words(&self, goal: &Goal, names: &dyn NameOf) -> String {
        match (goal.target, goal.choice) {
            (Target::Object(object), CHATS) => format!("chat at {}", names.object(object)),
            (Target::Object(object), _) => format!("meet friends at {}", names.object(object)),
            _ => format!("meet friends at {}", names.objects(&self.objects)),
        }
    }
    fn places(&self) -> Places<'_> {
        Places::Objects(&self.objects)
    }
}
