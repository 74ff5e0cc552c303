//! Walks to a slot of an object and uses it for a time: is served, sits, watches, looks.

use std::sync::Arc;

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
            if goal.choice != USES && me.why != Occasion::Arrived && away(slot) > AT_SLOT {
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
        let free = usage.free_slots().filter(|&slot| slot < known.slots.len());
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
