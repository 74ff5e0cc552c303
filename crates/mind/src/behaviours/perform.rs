//! Performs for others (T §6: the performers of the station). A performance goes on as long as somebody performs; then people
//! watch it.

use std::sync::Arc;

use populace_env::{EnvObject, World};
use populace_geom::{Distribution, Point, centroid, maths};
use populace_plan::Spot;
use populace_traj::Status;
use serde_json::{Map, Value};

use super::explore::explore;
use super::keys::{UNTIL, optional_time};
use super::wanted::Wanted;
use crate::{
    Behaviour, BehaviourEntry, Goal, Holds, Intent, Key, Me, NONE, NameOf, Occasion, Places, Situation, StageProof,
    Target, Task, Wrong,
};

pub(super) const ENTRY: BehaviourEntry = BehaviourEntry {
    name: "perform",
    about: "Walks into a performance area, and performs. A performance that has performers in the scenario goes on only while \
            one of them performs.",
    source: "T §6",
    keys: &[
        Key { name: "perform", holds: Holds::Names, about: "Perform at the nearest of these performances, by name." },
        UNTIL,
    ],
    prove,
};

fn prove(stage: &Map<String, Value>, prover: &dyn StageProof) -> Result<Task, Wrong> {
    let objects = prover.objects("perform", &stage["perform"], &["performance"])?;
    let time = optional_time("time", stage, prover)?;
    let explore = [explore(Arc::new(Wanted::of(objects.clone())), Vec::new())];
    Ok(Arc::new(Perform { objects, time, explore }))
}

/// The choice of a pedestrian that performs.
const PERFORMS: u32 = 1;
/// A performer has arrived within this distance of its spot, m.
const STOPS: f64 = 0.3;
/// Spots that are tried for a performer.
const TRIES: u32 = 16;
/// The angle between the spots of two performers whose ids follow each other, rad: with this golden angle, and a distance that grows with
/// the root of the number, spots fill a disc evenly (Vogel 1979, doi:10.1016/0025-5564(79)90080-4).
const TURN: f64 = 2.399_963_229_728_653;

#[derive(Debug)]
struct Perform {
    objects: Vec<u32>,
    /// For how long, s; for ever when it is not given.
    time: Option<Distribution>,
    /// What people do who know of none of the performances.
    explore: [Task; 1],
}

/// Returns a spot inside a performance area where the body fits; where its first observer would stand when it fits nowhere, for
/// instance because the area is a stage without ground.
fn spot_inside(object: &EnvObject, me: &Me<'_>, world: World<'_>) -> Option<Spot> {
    let ring = &object.footprint;
    let middle = match ring[..] {
        [] => return None,
        [point] => point,
        [a, b] => a.lerp(b, 0.5),
        _ => centroid(ring),
    };
    let reach = ring.iter().map(|corner| corner.distance(middle)).fold(f64::INFINITY, f64::min);
    let spot = |nth: u32| {
        let number = f64::from((me.id + nth) % TRIES);
        let (angle, away) = (TURN * number, 0.8 * reach * ((number + 0.5) / f64::from(TRIES)).sqrt());
        let point = middle + Point::new(maths::cos(angle), maths::sin(angle)) * away;
        let cell = world.env.locate(object.floor, point, None)?;
        world.has_room(cell, point, me.radius).then_some(Spot { cell, point })
    };
    let first = object.slots.first().map(|slot| Spot { cell: slot.cell, point: slot.point });
    (0..TRIES).find_map(spot).or(first)
}

impl Perform {
    /// Returns the nearest of some performances, with the spot of the pedestrian in it.
    fn nearest(known: &[u32], me: &Me<'_>, at: &dyn Situation) -> Option<(u32, Spot)> {
        let objects = at.world().env.objects();
        let found = |&number: &u32| {
            let spot = spot_inside(&objects[number as usize], me, at.world())?;
            Some((at.seconds_to(me, spot)?, number, spot))
        };
        let nearest = known.iter().filter_map(found).min_by(|a, b| a.0.total_cmp(&b.0));
        nearest.map(|(_, number, spot)| (number, spot))
    }
}

impl Behaviour for Perform {
    fn think(&self, goal: &mut Goal, me: &Me<'_>, at: &dyn Situation) -> Intent {
        let is_there = |object: u32| {
            let spot = spot_inside(&at.world().env.objects()[object as usize], me, at.world());
            spot.is_some_and(|spot| spot.point.distance(me.position) <= 2.0 * STOPS)
        };
        if let Target::Object(object) = goal.target
            && (me.why == Occasion::Arrived || goal.choice == PERFORMS && is_there(object))
        {
            if goal.choice == NONE {
                goal.choice = PERFORMS;
                goal.expire_after(self.time.as_ref(), me, at);
            }
            return Intent::Host { object, until: goal.until, status: Status::Performing };
        }
        // Whoever walks to a performance knows of it, although it may not see it any more.
        let is_known = |&object: &u32| goal.target == Target::Object(object) || at.knows(me, object);
        let known: Vec<u32> = self.objects.iter().copied().filter(is_known).collect();
        if known.is_empty() {
            return Intent::Push(Goal::new(me.subtasks[0], at.time()));
        }
        let Some((object, spot)) = Perform::nearest(&known, me, at) else { return Intent::GiveUp };
        goal.target = Target::Object(object);
        Intent::Go { spot, near: STOPS, until: f64::INFINITY }
    }
    fn is_done(&self, goal: &Goal, at: &dyn Situation) -> bool {
        goal.choice == PERFORMS && self.time.is_some() && goal.until <= at.time()
    }
    fn subtasks(&self) -> &[Task] {
        &self.explore
    }
    fn is_endless(&self) -> bool {
        self.time.is_none()
    }
    fn hosts(&self) -> &[u32] {
        &self.objects
    }
    fn words(&self, goal: &Goal, names: &dyn NameOf) -> String {
        match goal.target {
            Target::Object(object) => format!("perform at {}", names.object(object)),
            _ => format!("perform at {}", names.objects(&self.objects)),
        }
    }
    fn places(&self) -> Places<'_> {
        Places::Objects(&self.objects)
    }
}
