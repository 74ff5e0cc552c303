//! Newcomers: bodies as they are drawn, and spots where there is room for them.

use populace_env::CellId;
use populace_geom::{Bounds, Point, maths};
use populace_mind::AT_GOAL;
use populace_plan::Spot;
use populace_steer::NO_GROUP;

use crate::arrivals::{Arrival, Entry};
use crate::follow::FollowerState;
use crate::purpose;
use crate::room::Room;
use crate::setup::{Arrivals, Placed, Population};
use crate::simulation::{Now, Simulation};
use crate::state::{Ahead, NONE, Person, Status, Track, Way};

/// Spots that are tried for a newcomer in one step.
const TRIES: u64 = 24;

/// Spots that are tried for a newcomer before the first step, when an area may have to be filled.
const TRIES_AT_START: u64 = 400;

impl Simulation {
    /// Adds the places where some pedestrians come in: every area once, one box around all spots, and all floors for people who come in
    /// everywhere.
    pub(crate) fn add_entries(&self, due: &[u32], places: &mut Vec<Bounds>) {
        let (mut areas, mut spots, mut is_anywhere) = (Vec::new(), None, false);
        for arrival in due.iter().map(|&id| &self.arrivals[id as usize]) {
            match arrival.place {
                Entry::Area(area) if areas.contains(&area) => {}
                Entry::Area(area) => areas.push(area),
                Entry::Everywhere => is_anywhere = true,
                Entry::Train(_) => {}
                Entry::Placed(source, i) => {
                    let spots = spots.get_or_insert(Bounds::EMPTY);
                    self.placed(arrival.population, source, i).iter().for_each(|placed| spots.include(placed.at.point));
                }
            }
        }
        places.extend(areas.iter().map(|&area| self.area_bounds[area as usize]));
        places.extend(spots);
        places.extend(self.env.floors().iter().filter(|_| is_anywhere).map(|floor| floor.bounds));
    }

    pub(crate) fn placed(&self, population: u16, source: u32, i: u32) -> Option<Placed> {
        match self.populations[population as usize].arrivals.get(source as usize) {
            Some(Arrivals::Placed(people)) => people.get(i as usize).copied(),
            _ => None,
        }
    }

    /// Returns a newcomer with the body that is drawn for it: at its given spot, or at a free spot of its ground; `None`
    /// when the ground has no room.
    pub(crate) fn newcomer(&self, now: Now, id: u32, arrival: &Arrival, room: &Room) -> Option<Person> {
        let Population { body, steering, mind, .. } = &self.populations[arrival.population as usize];
        let draws = now.draws;
        let radius = body.radius_of(draws, id);
        let placed = match arrival.place {
            Entry::Placed(source, i) => self.placed(arrival.population, source, i),
            Entry::Area(_) | Entry::Everywhere | Entry::Train(_) => None,
        };
        let (cell, at) = match (arrival.place, placed) {
            (Entry::Placed(..), Some(placed)) => (placed.at.cell, placed.at.point),
            (Entry::Placed(..), None) => return None,
            (Entry::Train(call), _) => self.spot_before_door(now, id, call, radius, room)?,
            (Entry::Area(_) | Entry::Everywhere, _) => self.free_spot(now, id, arrival, radius, room)?,
        };
        let speed = placed.and_then(|p| p.speed).unwrap_or_else(|| body.speed.draw(draws, id, purpose::SPEED));
        let haste = body.haste.draw(draws, id, purpose::HASTE).min(steering.model().most_haste());
        let goal = placed.and_then(|p| p.goal);
        // A pedestrian that comes in after the alarm turns around at once.
        let prepares =
            if self.state.alarm.is_some() { 0.0 } else { body.pre_movement.draw(draws, id, purpose::PRE_MOVEMENT) };
        let begins = now.time + prepares;
        let (needs, urge) = self.first_needs(now, id, arrival.population);
        Some(Person {
            id,
            position: at,
            velocity: Point::ZERO,
            wanted: Point::ZERO,
            radius,
            cell,
            status: Status::Preparing,
            track: Track { leg: 0, cell, rest: 0.0, anchor: at, anchored: now.time, least: None, stuck: None },
            held: 0.0,
            ahead: Ahead::NONE,
            follower_state: FollowerState::NOTHING,
            way: Way { portals: Vec::new(), goal: goal.unwrap_or(Spot { cell, point: at }), exit: NONE, near: AT_GOAL },
            speed,
            top_speed: speed * haste,
            cone: maths::cos(body.cone.draw(draws, id, purpose::CONE)),
            group: NO_GROUP,
            population: arrival.population,
            memory: self.first_memory(now, arrival.population, goal.is_some(), begins),
            needs,
            knows: mind.kind.knows,
            urge,
            wake: begins,
            entered: now.time,
        })
    }

    fn free_spot(&self, now: Now, id: u32, arrival: &Arrival, radius: f64, room: &Room) -> Option<(CellId, Point)> {
        let ground = self.start_ground(arrival.population, arrival.place)?;
        let tries = if now.step == 0 { TRIES_AT_START } else { TRIES };
        let spot = |i: u64| {
            let draw = |purpose| now.draws.unit(id.into(), now.step * TRIES_AT_START + i, purpose);
            ground.random_point(draw(purpose::ENTRY_U), draw(purpose::ENTRY_V))
        };
        (0..tries).filter_map(spot).find(|&(cell, at)| room.fits(self.world(), cell, at, radius))
    }
}
