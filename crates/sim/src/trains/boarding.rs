//! People get on: one after the other at each door, the nearest first, when everyone who gets off there is out.

use populace_mind::{CallId, Goal, Occasion, Situation, Target, TrainDoor, TrainPhase, first_train};
use populace_traj::EventKind;

use super::SAME;
use crate::simulation::{Now, Simulation};
use crate::state::{NONE, Status};

/// A pedestrian that asks to get on at a door.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AtDoor {
    pub id: u32,
    pub train: u32,
    pub door: u32,
}

impl Simulation {
    /// Lets those on who ask for it, as far as doors and capacity allow. The others ask again.
    pub(super) fn let_on(&mut self, now: Now) {
        let mut asking = std::mem::take(&mut self.scratch.at_doors);
        let away = |one: &AtDoor| {
            let door = self.train_doors[one.train as usize].get(one.door as usize);
            let spot = door.and_then(|door| door.spot).zip(self.row(one.id));
            spot.map_or(f64::INFINITY, |(spot, row)| spot.point.distance(self.state.people.position[row]))
        };
        asking.sort_by(|a, b| away(a).total_cmp(&away(b)).then(a.id.cmp(&b.id)));
        for AtDoor { id, train, door } in asking.drain(..) {
            let (number, door) = (train as usize, door as usize);
            let is_free = self.state.trains[number].ready.get(door).is_some_and(|&ready| ready <= now.time + SAME);
            if !is_free || !self.known_train(now, train).takes_people_at(door) {
                continue;
            }
            let Some(row) = self.row(id).filter(|&row| self.state.people.status[row] != Status::Gone) else { continue };
            let here = &mut self.state.trains[number];
            here.aboard += 1;
            here.ready[door] = now.time + self.trains[number].boarding;
            self.state.train_counts[number].boarded += 1;
            self.tell(now, id, EventKind::GotOn, train);
            self.leave(now, row, NONE);
        }
        self.scratch.at_doors = asking;
    }

    /// Counts the people who walk to each door of the trains that take people now.
    pub(super) fn count_at_doors(&mut self) {
        let mut trains = std::mem::take(&mut self.state.trains);
        if trains.iter().any(|train| train.phase == TrainPhase::Open) {
            trains.iter_mut().for_each(|train| train.heading.fill(0));
            let people = &self.state.people;
            for row in (0..people.len()).filter(|&row| people.status[row] != Status::Gone) {
                let goal = people.memory[row].top().filter(|goal| !self.tasks.task(goal.task).trains().is_empty());
                let Some(id) = goal.and_then(|goal| CallId::of(goal.choice)) else { continue };
                let Some(train) = trains.get_mut(id.train as usize).filter(|t| t.phase == TrainPhase::Open) else {
                    continue;
                };
                let is_there = |door: &TrainDoor| door.spot.is_some_and(|spot| spot == people.way[row].goal);
                let door = self.train_doors[id.train as usize].iter().position(is_there);
                door.and_then(|door| train.heading.get_mut(door)).into_iter().for_each(|count| *count += 1);
            }
        }
        self.state.trains = trains;
    }

    /// Lets the people who take a call of a train think about it at the next decision.
    pub(super) fn wake_those_that_take(&mut self, now: Now, call: CallId) {
        for row in self.rows_that_take(call) {
            let wake = &mut self.state.people.wake[row];
            *wake = wake.min(now.time);
        }
    }

    /// Returns the rows of the people who take a call of a train, in the order of their ids.
    pub(super) fn rows_that_take(&self, call: CallId) -> Vec<usize> {
        let people = &self.state.people;
        let takes = |row: &usize| {
            let goals = people.memory[*row].goals();
            people.status[*row] != Status::Gone
                && goals.iter().any(|goal| {
                    goal.choice == call.number() && self.tasks.task(goal.task).trains().contains(&call.train)
                })
        };
        let mut rows: Vec<usize> = (0..people.len()).filter(takes).collect();
        rows.sort_unstable_by_key(|&row| people.id[row]);
        rows
    }

    /// Lets a pedestrian that waits for a train give up its place on the platform, because it does something else meanwhile.
    pub(crate) fn give_up_place_at_track(&mut self, row: usize) {
        let goals = self.state.people.memory[row].goals();
        let waits = |goal: &Goal| !self.tasks.task(goal.task).trains().is_empty();
        if let Some(nth) = goals.iter().position(waits) {
            self.state.people.memory[row].forget_target(nth);
        }
    }

    /// Returns whether a pedestrian that takes a train has come to its track.
    pub(super) fn is_at_track(&self, row: usize, track: u32) -> bool {
        self.state.people.memory[row].goals().iter().any(|goal| goal.target == Target::Object(track))
    }

    /// Returns when the train departs that a pedestrian takes, s, and the time of the way to it, s: of the train that it has chosen, else of
    /// the first that it reaches. `None` when there is none.
    pub(crate) fn train_of(&self, now: Now, row: usize, trains: &[u32]) -> Option<(f64, f64)> {
        let (me, at) = (self.me(row, Occasion::Woken), self.seen(now));
        let goals = self.state.people.memory[row].goals().iter();
        let boards = |goal: &&Goal| !self.tasks.task(goal.task).trains().is_empty();
        let departs = |id: CallId| Some(self.known_train(now, id.train).expected(id.call)?.departs);
        let chosen =
            goals.filter(boards).find_map(|goal| CallId::of(goal.choice)).filter(|id| trains.contains(&id.train));
        let chosen =
            chosen.and_then(|id| Some((departs(id)?, at.seconds_to(&me, self.known_train(now, id.train).middle()?)?)));
        chosen.or_else(|| first_train(trains.iter().copied(), &me, &at).and_then(|(id, way)| Some((departs(id)?, way))))
    }
}
