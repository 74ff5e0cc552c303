//! People get off: they come in at the doors of their train, one after the other at each door, where there is room.

use populace_env::CellId;
use populace_geom::{Bounds, Point};
use populace_mind::{CallId, TrainPhase};
use populace_traj::EventKind;
use serde::{Deserialize, Serialize};

use crate::arrivals::Entry;
use crate::purpose;
use crate::room::Room;
use crate::simulation::{Now, Simulation};

/// Where people step out of a door, from its middle: along the platform and onto it, m.
const STEPS: [(f64, f64); 9] =
    [(0.0, 0.0), (0.3, 0.0), (-0.3, 0.0), (0.0, 0.4), (0.3, 0.4), (-0.3, 0.4), (0.0, 0.8), (0.3, 0.8), (-0.3, 0.8)];

/// The distance from a door within which people step out, m.
const OUT: f64 = 1.5;

/// A door at which somebody gets off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Door {
    pub train: u32,
    pub door: u32,
}

impl Simulation {
    /// Takes those out of the people who are due that come by train: they are in it, or stay away when it was cancelled.
    pub(crate) fn take_seats(&mut self, due: &mut Vec<u32>) {
        if self.trains.is_empty() {
            return;
        }
        due.retain(|&id| {
            let Entry::Train(number) = self.arrivals[id as usize].place else { return true };
            let is_to_come = CallId::of(number).is_some_and(|id| self.state.trains[id.train as usize].call <= id.call);
            match is_to_come {
                true => self.state.aboard.push(id),
                false => self.state.counts.stayed_away += 1,
            }
            false
        });
    }

    /// Returns the people in a train who get off at a call, in the order of their ids.
    fn passengers(&self, call: CallId) -> impl Iterator<Item = u32> + '_ {
        let gets_off = move |id: &u32| self.arrivals[*id as usize].place == Entry::Train(call.number());
        self.state.aboard.iter().copied().filter(gets_off)
    }

    /// Returns the door at which somebody gets off: one of those with ground before them, drawn.
    fn door_of(&self, now: Now, train: usize, id: u32) -> Option<usize> {
        let doors = || (0..self.train_doors[train].len()).filter(|&door| self.train_doors[train][door].spot.is_some());
        let drawn = (now.draws.unit(id.into(), 0, purpose::DOOR) * doors().count() as f64) as usize;
        doors().nth(drawn)
    }

    /// Counts the people who get off at each door of a train that arrives.
    pub(super) fn count_by_door(&self, now: Now, train: usize) -> Vec<u32> {
        let here = &self.state.trains[train];
        let mut counts = vec![0; here.alighting.len()];
        for id in self.passengers(CallId { train: train as u32, call: here.call }) {
            self.door_of(now, train, id)
                .and_then(|door| counts.get_mut(door))
                .into_iter()
                .for_each(|count| *count += 1);
        }
        counts
    }

    /// Returns the doors at which the next person may get off now.
    pub(crate) fn doors_to_get_off(&self, now: Now) -> Vec<Door> {
        let mut doors = Vec::new();
        for (train, here) in self.state.trains.iter().enumerate().filter(|(_, here)| here.phase == TrainPhase::Open) {
            let is_ready = |door: &usize| here.alighting[*door] > 0 && here.ready[*door] <= now.time + super::SAME;
            let ready = (0..here.alighting.len()).filter(is_ready);
            doors.extend(ready.map(|door| Door { train: train as u32, door: door as u32 }));
        }
        doors
    }

    /// Returns the ground before a door.
    pub(crate) fn ground_before(&self, door: Door) -> Bounds {
        let spot = self.train_doors[door.train as usize].get(door.door as usize).and_then(|door| door.spot);
        spot.map_or(Bounds::EMPTY, |spot| Bounds::of([spot.point]).expanded(OUT))
    }

    /// Lets the next person off at each of some doors, as far as there is room before them.
    pub(crate) fn get_off(&mut self, now: Now, doors: &[Door], room: &mut Room) {
        for &Door { train, door } in doors {
            let (number, at) = (train as usize, door as usize);
            let call = CallId { train, call: self.state.trains[number].call };
            let next = self.passengers(call).find(|&id| self.door_of(now, number, id) == Some(at));
            // An obstacle may have taken its door away meanwhile.
            let Some(id) = next else {
                self.state.trains[number].alighting = self.count_by_door(now, number);
                continue;
            };
            let arrival = self.arrivals[id as usize];
            let Some(person) = self.newcomer(now, id, &arrival, room) else { continue };
            room.add(person.position, person.radius, self.env.cell_floor(person.cell).0);
            self.state.aboard.retain(|&other| other != id);
            let here = &mut self.state.trains[number];
            here.alighting[at] -= 1;
            here.ready[at] = now.time + self.trains[number].alighting;
            self.state.train_counts[number].alighted += 1;
            self.state.counts.entered += 1;
            self.tell(now, id, EventKind::Entered, person.population.into());
            self.tell(now, id, EventKind::GotOff, train);
            self.enter(person);
        }
    }

    /// Returns where somebody with a body of a radius steps out of its train.
    pub(crate) fn spot_before_door(
        &self,
        now: Now,
        id: u32,
        call: u32,
        radius: f64,
        room: &Room,
    ) -> Option<(CellId, Point)> {
        let train = CallId::of(call)?.train as usize;
        let door = &self.train_doors[train][self.door_of(now, train, id)?];
        let spot = door.spot?;
        let (along, world) = (door.inward.left(), self.world());
        let step = |&(aside, onto): &(f64, f64)| {
            let end = world.ray(spot.cell, spot.point, spot.point + along * aside + door.inward * onto);
            end.wall.is_none().then_some((end.cell, end.point))
        };
        STEPS.iter().filter_map(step).find(|&(cell, point)| room.fits(world, cell, point, radius))
    }

    /// Lets those who found no room to get off stay in a train that departs.
    pub(super) fn carry_on(&mut self, now: Now, call: CallId) {
        let carried: Vec<u32> = self.passengers(call).collect();
        carried.iter().for_each(|&id| self.tell(now, id, EventKind::CarriedOn, call.train));
        self.state.train_counts[call.train as usize].carried_on += carried.len() as u64;
        self.stay_away(call);
    }

    /// Lets the people in a train who would get off at a call come no more.
    pub(super) fn stay_away(&mut self, call: CallId) {
        let before = self.state.aboard.len();
        let arrivals = &self.arrivals;
        self.state.aboard.retain(|&id| arrivals[id as usize].place != Entry::Train(call.number()));
        self.state.counts.stayed_away += (before - self.state.aboard.len()) as u64;
    }
}
