//! People get on: one after the other at each door, in the order of their ids, when everyone who gets off there is out.

use populace_mind::{CallId, Target};
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
        asking.sort_unstable_by_key(|one| one.id);
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

    /// Returns whether a pedestrian that takes a train has come to its track.
    pub(super) fn is_at_track(&self, row: usize, track: u32) -> bool {
        self.state.people.memory[row].goals().iter().any(|goal| goal.target == Target::Object(track))
    }

    /// Returns when a pedestrian has to be on the platform for the train that it takes, s, when the way there takes a time, s: for the one
    /// that it has chosen, else for the first that it reaches. `None` when there is none.
    pub(crate) fn train_leaves(&self, now: Now, row: usize, trains: &[u32], way: f64) -> Option<f64> {
        let goals = self.state.people.memory[row].goals();
        let chosen = goals.iter().filter(|goal| !self.tasks.task(goal.task).trains().is_empty());
        let chosen = chosen.filter_map(|goal| CallId::of(goal.choice)).next();
        if let Some(CallId { train, call }) = chosen {
            return self.known_train(now, train).expected(call).map(|call| call.departs);
        }
        let due = self.due(now, row).unwrap_or(f64::NEG_INFINITY);
        let first = |&train: &u32| {
            let known = self.known_train(now, train);
            let calls = known.now.call..known.train.calls.len() as u32;
            calls.filter_map(|call| known.expected(call)).map(|c| c.departs).find(|&d| d >= now.time + way && d >= due)
        };
        trains.iter().filter_map(first).reduce(f64::min)
    }
}
