//! Walking around people who stay where they are.
//!
//! A body that stands is an obstacle for models, but not for plans: a way leads through whoever sits on a bench beside it, and tight around the
//! corner behind which somebody is served. A model that is sent there again and again goes to and fro before these bodies. So a pedestrian
//! that does not get on because of them does what T's Routine A does before an obstacle (Shao & Terzopoulos 2007, B.1): it
//! turns its direction away, to one side, until nobody who stays and no wall is in the way of its body. The side is drawn anew for every turn.
//! People who can step aside do so themselves (`make_way.rs`).

use populace_geom::{Point, maths};

use crate::purpose;
use crate::simulation::Simulation;

/// A pedestrian that has not got on for this long walks around those who stay, s (proposal).
const AFTER: f64 = 4.0;
/// It keeps to a side for this long, s: long enough to get around a few people.
const TURN: f64 = 5.0;
/// Whoever is this near is in the way, m from body to body.
const NEAR: f64 = 0.5;
/// How far ahead a direction is free and the body fits, m.
const AHEAD: f64 = 0.6;
/// The room that is left beside whoever stays, m.
const ROOM: f64 = 0.05;
/// The directions that are tried: 15° from each other, up to 150° from the one that leads on.
const STEP: f64 = std::f64::consts::PI / 12.0;
const MOST: i32 = 10;

impl Simulation {
    /// Returns the direction in which a pedestrian walks around people who stay and who are in the direction in which its way leads; `None`
    /// when there are none, or when there is no such direction.
    pub(crate) fn around_those_who_stay(&self, row: usize, direction: Point) -> Option<Point> {
        let people = &self.state.people;
        let now = self.now();
        let waited = now.time - people.track[row].anchored;
        if waited < AFTER || !people.status[row].is_on_foot() {
            return None;
        }
        let turn = ((waited - AFTER) / TURN) as u64;
        let (at, cell, radius) = (people.position[row], people.cell[row], people.radius[row]);
        let stays = |&&other: &&u32| {
            let other = other as usize;
            let gap = at.distance(people.position[other]) - radius - people.radius[other];
            people.status[other].is_at_rest() && gap < NEAR
        };
        let near = self.state.near.of(row);
        // A body that is met head on or brushed is in the way; a direction that leads away from it is free.
        let is_met = |way: Point, room: f64| {
            near.iter().filter(stays).any(|&other| {
                let to = people.position[other as usize] - at;
                let touch = radius + people.radius[other as usize];
                to.dot(way) > 0.0 && to.cross(way).abs() < touch + room && to.dot(way) < touch + AHEAD
            })
        };
        if !is_met(direction, 0.0) {
            return None;
        }
        let is_free = |&way: &Point| {
            let end = self.world().ray(cell, at, at + way * AHEAD);
            end.wall.is_none() && self.world().has_room(end.cell, end.point, radius) && !is_met(way, ROOM)
        };
        let drawn = now.draws.bits(people.id[row].into(), turn, purpose::AROUND);
        let side = if drawn.is_multiple_of(2) { 1.0 } else { -1.0 };
        let turned = |side: f64| {
            (1..=MOST).map(move |i| {
                let (sin, cos) = maths::sin_cos(side * f64::from(i) * STEP);
                direction * cos + direction.left() * sin
            })
        };
        turned(side).find(is_free).or_else(|| turned(-side).find(is_free))
    }
}
