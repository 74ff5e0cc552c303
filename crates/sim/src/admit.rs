//! Admit: riders get out, and whoever is due comes in if there is room.

use populace_env::CellId;
use populace_geom::{Bounds, Point};
use populace_plan::Spot;
use populace_steer::NO_GROUP;
use populace_traj::{Event, EventKind};

use crate::arrivals::{Arrival, Entry};
use crate::follow::Bar;
use crate::people::{Ahead, Errand, NONE, OWN_GOAL, Person, Status, Track, Way};
use crate::purpose;
use crate::room::Room;
use crate::setup::{Arrivals, Placed};
use crate::simulation::{Now, Simulation};

/// Spots that are tried for someone who comes in, in one step.
const TRIES: u64 = 24;

/// The same before the first step, when an area may have to be filled.
const TRIES_AT_START: u64 = 400;

impl Simulation {
    /// Lets riders out and everyone in who is due.
    pub(crate) fn admit(&mut self, now: Now) {
        self.alight(now);
        let mut due = std::mem::take(&mut self.state.outside);
        let waited = due.len();
        due.append(&mut self.scratch.newcomers);
        while self.arrivals[..self.scheduled].get(self.state.next_arrival).is_some_and(|a| a.time <= now.time) {
            due.push(self.state.next_arrival as u32);
            self.state.next_arrival += 1;
        }
        if due.is_empty() {
            return;
        }
        let bounds = due.iter().fold(Bounds::of([]), |b, &id| b.union(self.entry_bounds(&self.arrivals[id as usize])));
        let mut room = Room::of(&self.env, &self.state.people, bounds, self.widest);
        // Whoever waits for the same area waits behind the first who found no room there.
        let mut full: Vec<u32> = Vec::new();
        for (i, &id) in due.iter().enumerate() {
            let arrival = self.arrivals[id as usize];
            let is_full = matches!(arrival.place, Entry::Area(a) if full.contains(&a));
            let person = if is_full { None } else { self.newcomer(now, id, &arrival, &room) };
            match person {
                Some(person) => {
                    room.add(person.position, person.radius, self.env.cell_floor(person.cell).0);
                    self.tell(now, id, EventKind::Entered, person.population.into());
                    self.state.counts.entered += 1;
                    self.state.people.push(person);
                }
                None => {
                    if let Entry::Area(area) = arrival.place {
                        full.push(area);
                    }
                    if i >= waited {
                        self.tell(now, id, EventKind::Delayed, arrival.population.into());
                    }
                    self.state.outside.push(id);
                }
            }
        }
        self.index();
    }

    fn entry_bounds(&self, arrival: &Arrival) -> Bounds {
        match arrival.place {
            Entry::Area(area) => self.area_bounds[area as usize],
            Entry::Placed(source, i) => Bounds::of(self.placed(arrival.population, source, i).map(|p| p.at.point)),
        }
    }

    pub(crate) fn placed(&self, population: u16, source: u32, i: u32) -> Option<Placed> {
        match self.populations[population as usize].arrivals.get(source as usize) {
            Some(Arrivals::Placed(people)) => people.get(i as usize).copied(),
            _ => None,
        }
    }

    /// The pedestrian as drawn, where there is room.
    fn newcomer(&self, now: Now, id: u32, arrival: &Arrival, room: &Room) -> Option<Person> {
        let body = &self.populations[arrival.population as usize].body;
        let draws = now.draws;
        let radius = body.radius.draw(draws, id, purpose::RADIUS);
        let placed = match arrival.place {
            Entry::Placed(source, i) => self.placed(arrival.population, source, i),
            Entry::Area(_) => None,
        };
        let (cell, at) = match (arrival.place, placed) {
            (Entry::Area(area), _) => self.free_spot(now, id, area, radius, room)?,
            (_, Some(placed)) => (placed.at.cell, placed.at.point),
            _ => return None,
        };
        let speed = placed.and_then(|p| p.speed).unwrap_or_else(|| body.speed.draw(draws, id, purpose::SPEED));
        let goal = placed.and_then(|p| p.goal);
        Some(Person {
            id,
            position: at,
            velocity: Point::ZERO,
            wanted: Point::ZERO,
            radius,
            cell,
            status: Status::Preparing,
            track: Track { leg: 0, cell, anchor: at, anchored: now.time, stuck: None },
            held: 0.0,
            ahead: Ahead::NONE,
            bar: Bar::NONE,
            way: Way { portals: Vec::new(), goal: goal.unwrap_or(Spot { cell, point: at }) },
            speed,
            cone: libm::cos(body.cone.draw(draws, id, purpose::CONE)),
            group: NO_GROUP,
            population: arrival.population,
            stage: if goal.is_some() { OWN_GOAL } else { 0 },
            errand: Errand::None,
            until: now.time + body.pre_movement.draw(draws, id, purpose::PRE_MOVEMENT),
            exit: NONE,
            entered: now.time,
        })
    }

    fn free_spot(&self, now: Now, id: u32, area: u32, radius: f64, room: &Room) -> Option<(CellId, Point)> {
        let area = self.env.areas().get(area as usize)?;
        let tries = if now.step == 0 { TRIES_AT_START } else { TRIES };
        let spot = |i: u64| {
            let draw = |purpose| now.draws.unit(id.into(), now.step * TRIES_AT_START + i, purpose);
            self.env.random_point(area, draw(purpose::ENTRY_U), draw(purpose::ENTRY_V))
        };
        (0..tries).filter_map(spot).find(|&(cell, at)| room.fits(&self.env, cell, at, radius))
    }

    pub(crate) fn tell(&mut self, now: Now, pedestrian: u32, kind: EventKind, subject: u32) {
        self.scratch.events.push(Event { step: now.step, pedestrian, kind, subject });
    }
}
