//! Walks to a slot of an object and uses it for a time: is served, sits, watches, looks.

use std::sync::Arc;

use populace_env::World;
use populace_env::objects::BODY;
use populace_geom::Distribution;
use populace_plan::Spot;
use populace_traj::Status;

use crate::{Behaviour, Claim, Goal, Intent, Me, NONE, NameOf, Occasion, Situation, Target, Task, purpose};

/// A pedestrian asks for a slot within this distance, m. T D.1: observers ask for their spot within a metre of it.
const ASKS: f64 = 1.0;
/// A pedestrian is at its slot within this distance, m.
const AT_SLOT: f64 = 0.3;
/// A pedestrian that walks to its slot stops within this distance, m.
const STOPS: f64 = 0.15;
/// A pedestrian that walks to an object looks at it again after this time, s.
const LOOKS: f64 = 5.0;
/// The choice of a pedestrian that uses its slot.
const USES: u32 = 1;
/// The choice of a pedestrian that walks to the ground before its seat.
const APPROACHES: u32 = 2;
/// People sit down and rise where they have the seat behind them: this far before it, m, which is twice a body and a gap.
const BEFORE: f64 = 0.6;
/// A pedestrian is before its seat when it is at least this far ahead of it and at most this far beside, m.
const IS_BEFORE: (f64, f64) = (0.3, 0.35);

/// Returns the ground before a seat; `None` when there is none. Between people who sit side by side and a wall nobody gets through, so
/// people come to a seat and leave it there.
pub(super) fn before_seat(world: World<'_>, object: u32, slot: u32) -> Option<Spot> {
    let slot = world.objects().get(object as usize)?.slots.get(slot as usize)?;
    let end = world.ray(slot.cell, slot.point, slot.point + slot.facing * BEFORE);
    let is_ground = end.wall.is_none() && world.has_room(end.cell, end.point, BODY);
    is_ground.then_some(Spot { cell: end.cell, point: end.point })
}

#[derive(Debug)]
struct UseSlot {
    /// For how long, s; the time of the object when it is not given.
    time: Option<Distribution>,
    status: Status,
}

/// Returns the task of using a slot of the goal's object for a time, s.
pub(super) fn use_slot(time: Option<Distribution>, status: Status) -> Task {
    Arc::new(UseSlot { time, status })
}

impl UseSlot {
    /// Returns the ground before a seat when a pedestrian has to go there first.
    fn first_to(&self, goal: &Goal, me: &Me<'_>, world: World<'_>, object: u32, slot: usize) -> Option<Spot> {
        let seat = &world.objects()[object as usize].slots[slot];
        let from = me.position - seat.point;
        let (ahead, beside) = (from.dot(seat.facing), from.dot(seat.facing.left()).abs());
        let is_before = ahead >= IS_BEFORE.0 && beside <= IS_BEFORE.1;
        let is_there = goal.choice == APPROACHES && me.why == Occasion::Arrived;
        let is_on_seat = goal.choice == USES || from.norm() <= AT_SLOT;
        // Whoever was before the seat sits down.
        let sits_down = goal.choice == NONE && me.why == Occasion::Arrived;
        let is_needed = self.status == Status::Sitting && !is_before && !is_there && !is_on_seat && !sits_down;
        is_needed.then(|| before_seat(world, object, slot as u32))?
    }
}

impl Behaviour for UseSlot {
    fn think(&self, goal: &mut Goal, me: &Me<'_>, at: &dyn Situation) -> Intent {
        let Target::Object(object) = goal.target else { return Intent::Done };
        let (usage, world) = (at.usage(object), at.world());
        let known = &world.objects()[object as usize];
        let go = |slot: usize, near: f64| {
            let slot = &known.slots[slot];
            Intent::Go { spot: Spot { cell: slot.cell, point: slot.point }, near, until: at.time() + LOOKS }
        };
        let away = |slot: usize| known.slots[slot].point.distance(me.position);
        if let Some(slot) = usage.slot_of(me.id).filter(|&slot| slot < known.slots.len()) {
            if let Some(spot) = self.first_to(goal, me, world, object, slot) {
                goal.choice = APPROACHES;
                return Intent::Go { spot, near: STOPS, until: at.time() + LOOKS };
            }
            // A crowd may keep a pedestrian off its slot; but people sit on seats.
            let is_there = me.why == Occasion::Arrived && goal.choice != APPROACHES && self.status != Status::Sitting;
            if goal.choice != USES && !is_there && away(slot) > AT_SLOT {
                goal.choice = NONE;
                return go(slot, STOPS);
            }
            if goal.choice == USES && self.status == Status::Watching && !usage.is_open {
                // There is nothing to be seen any more.
                return Intent::Done;
            }
            if goal.choice == USES {
                return Intent::Stand { until: goal.until, status: self.status };
            }
            goal.choice = USES;
            let drawn = self.time.as_ref().or(known.service.as_ref()).map_or(0.0, |time| {
                let nth = (goal.since * 100.0) as u64;
                time.draw(at.draws(), me.id, purpose::SERVICE + (nth << 8))
            });
            goal.until = goal.until.min(at.time() + drawn.max(0.0));
            return Intent::Use { object, until: goal.until, status: self.status };
        }
        if goal.choice == USES {
            // The slot was taken away, for instance because an obstacle covers it.
            return Intent::GiveUp;
        }
        // The nearest free slot of the first row, else of the next one.
        let free = usage.slots_with_room(known, me.radius);
        let order = |slot: &usize| (known.slots[*slot].rank, away(*slot));
        match free.min_by(|a, b| order(a).0.cmp(&order(b).0).then(order(a).1.total_cmp(&order(b).1))) {
            None => Intent::GiveUp,
            Some(slot) if me.why == Occasion::Arrived || away(slot) <= ASKS => {
                Intent::Claim(Claim::Slot { object, slot: slot as u32 })
            }
            Some(slot) => go(slot, ASKS),
        }
    }
    fn is_done(&self, goal: &Goal, at: &dyn Situation) -> bool {
        goal.choice == USES && goal.until <= at.time()
    }
    fn words(&self, goal: &Goal, names: &dyn NameOf) -> String {
        let object = if let Target::Object(object) = goal.target { names.object(object) } else { String::new() };
        if goal.choice == NONE { format!("walk to {object}") } else { format!("use {object}") }
    }
}
