//! Stands in line for an object, and is done when the pedestrian has a slot of it (T Algorithm 4, steps 8 to 15).

use std::sync::Arc;

use populace_geom::{Point, maths};
use populace_plan::Spot;
use populace_traj::Status;

use crate::{Behaviour, Claim, Goal, Intent, Me, NameOf, Occasion, Situation, Target, Task};

/// A pedestrian joins a line within this distance of its end, m.
const JOINS: f64 = 1.5;
/// A pedestrian stands at its place within this distance, m: a fraction of the distance between two people in line.
const AT_PLACE: f64 = 0.3;
/// A pedestrian that walks to its place stops within this distance, m.
const STOPS: f64 = 0.15;
/// Where a line has no more places, people stand around its end, each of them this much farther away than the one before it, m, so
/// that the next of them has a free way to the last place (proposal).
const FARTHER: f64 = 0.35;
/// The distance of the first of them, m.
const BEHIND: f64 = 1.0;
/// A pedestrian that walks to a line, or stands in it, looks at it again after this time, s.
const LOOKS: f64 = 3.0;
/// While somebody that was called has not passed the head of the line, it looks again after this time, s.
const LOOKS_SOON: f64 = 0.5;

/// A pedestrian that is nearer to the end of the line than this, m, for its distance, walks farther away: it may have come in there.
const INSIDE: f64 = 0.7;
/// The directions that it looks in.
const DIRECTIONS: u32 = 16;
/// A spot has to be this much farther away, m.
const WORTH: f64 = 0.5;

#[derive(Debug)]
struct StandInLine;

/// Returns the task of standing in the line of the goal's object until the pedestrian has a slot.
pub(super) fn stand_in_line() -> Task {
    Arc::new(StandInLine)
}

impl Behaviour for StandInLine {
    fn think(&self, goal: &mut Goal, me: &Me<'_>, at: &dyn Situation) -> Intent {
        let Target::Object(object) = goal.target else { return Intent::Done };
        if at.served_from(object).iter().any(|&till| at.usage(till).slot_of(me.id).is_some()) {
            return Intent::Done;
        }
        let (usage, world) = (at.usage(object), at.world());
        let until = at.time() + LOOKS;
        let places = &world.objects()[object as usize].line;
        let place = usage.place_of(me.id);
        if place.is_none() && !usage.is_open {
            return Intent::GiveUp;
        }
        // Whoever was called goes first.
        let called = at.called(object);
        let until = if called > 0 { at.time() + LOOKS_SOON } else { until };
        let number = called + place.unwrap_or(usage.line.len());
        let Some(slot) = places.get(number).or(places.last()).or_else(|| first_slot(at, object)) else {
            return Intent::GiveUp;
        };
        let (spot, away) = (Spot { cell: slot.cell, point: slot.point }, slot.point.distance(me.position));
        // Where there are no places, everyone stands around the slot.
        let behind = (number + 1).checked_sub(places.len()).filter(|&behind| behind > 0);
        let ring = behind.map(|behind| BEHIND + FARTHER * behind as f64);
        match (place, ring) {
            (Some(_), None) if away > AT_PLACE => Intent::Go { spot, near: STOPS, until },
            (Some(_), Some(ring)) if away > ring + FARTHER => Intent::Go { spot, near: ring, until },
            (Some(_), Some(ring)) if me.why != Occasion::Arrived && away < ring - INSIDE => {
                match farther(me, at, slot.point, ring) {
                    Some(spot) => Intent::Go { spot, near: STOPS, until },
                    None => Intent::Stand { until, status: Status::InLine },
                }
            }
            (Some(_), _) => Intent::Stand { until, status: Status::InLine },
            (None, ring) if me.why != Occasion::Arrived && away > ring.unwrap_or(0.0) + JOINS => {
                Intent::Go { spot, near: ring.unwrap_or(0.0) + JOINS, until }
            }
            (None, _) => Intent::Claim(Claim::Line { object }),
        }
    }
    fn words(&self, goal: &Goal, names: &dyn NameOf) -> String {
        match goal.target {
            Target::Object(object) => format!("stand in line at {}", names.object(object)),
            _ => "stand in line".into(),
        }
    }
}

/// Returns the spot in sight that is farthest from the end of a line, up to a distance, m; `None` when none is much farther than the pedestrian.
fn farther(me: &Me<'_>, at: &dyn Situation, end: Point, most: f64) -> Option<Spot> {
    let world = at.world();
    let away = |spot: &Spot| spot.point.distance(end).min(most);
    let look = |i: u32| {
        let (sin, cos) = maths::sin_cos(std::f64::consts::TAU * f64::from(i) / f64::from(DIRECTIONS));
        let way = Point::new(cos, sin);
        let seen = world.ray(me.cell, me.position, me.position + way * (most + me.radius));
        // It stands before the wall, not in it.
        let reach = (seen.point.distance(me.position) - 2.0 * me.radius).clamp(0.0, most);
        let there = world.ray(me.cell, me.position, me.position + way * reach);
        Spot { cell: there.cell, point: there.point }
    };
    let best = (0..DIRECTIONS).map(look).max_by(|a, b| away(a).total_cmp(&away(b)))?;
    (away(&best) > me.position.distance(end) + WORTH).then_some(best)
}

/// Returns the first slot of what is served from a line.
fn first_slot(at: &dyn Situation, object: u32) -> Option<&populace_env::Slot> {
    let objects = at.world().env.objects();
    at.served_from(object).iter().find_map(|&till| objects[till as usize].slots.first())
}
