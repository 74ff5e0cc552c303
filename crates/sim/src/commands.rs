//! Obeys commands: one method for each command.

use populace_env::{LinkId, World};
use populace_mind::{Goal, Memory, Target};
use populace_traj::{EventKind, NOBODY};

use crate::arrivals::{Arrival, Entry};
use crate::minds::{LEAVE, STAY};
use crate::setup::{Command, Whom};
use crate::simulation::{Now, Simulation};
use crate::state::{NONE, Status};
use crate::walls::CellWalls;

impl Simulation {
    /// Obeys a command, and returns the door that changed. A command that concerns nobody and nothing is not an error.
    pub(crate) fn obey_one(&mut self, now: Now, command: &Command) -> Option<LinkId> {
        match command {
            Command::Open(link) | Command::Shut(link) => {
                let open = matches!(command, Command::Open(_));
                let has_changed =
                    self.state.doors.is_open(*link) != open && self.state.doors.set_door(&self.env, *link, open);
                if has_changed {
                    self.tell(now, NOBODY, if open { EventKind::Opened } else { EventKind::Shut }, link.0);
                }
                return has_changed.then_some(*link);
            }
            &Command::Serve { object, is_open } => self.open_object(now, object, is_open),
            Command::Alarm => self.raise_alarm(now),
            &Command::DelayTrain { train, seconds } => self.delay_train(now, train, seconds),
            &Command::CancelTrain(train) => self.cancel_train(now, train),
            Command::Signal(signal) => {
                if !self.state.signals.contains(signal) {
                    self.state.signals.push(*signal);
                    self.wake_all(now);
                }
            }
            &Command::Add { population, area, count } => self.add(now, population, area, count),
            Command::Block { env, floor } => self.change_place(now, env, *floor),
            Command::Set { population, steering } => {
                self.keep_original();
                if let Some(population) = self.populations.get_mut(usize::from(*population)) {
                    population.steering = steering.clone();
                }
            }
            Command::Send { whom, to, leave } => self.send(now, whom, *to, *leave),
        }
        None
    }

    /// Lets more people come, as soon as there is room.
    pub(crate) fn add(&mut self, now: Now, population: u16, area: u32, count: u32) {
        if usize::from(population) >= self.populations.len() || area as usize >= self.env.areas().len() {
            return;
        }
        for _ in 0..count {
            let arrival = Arrival { time: now.time, population, place: Entry::Area(area) };
            self.scratch.newcomers.push(self.arrivals.len() as u32);
            self.arrivals.push(arrival);
            self.state.added.push(arrival);
        }
    }

    /// Sends pedestrians who are inside to an area: at once, or as soon as they are out of the lift.
    pub(crate) fn send(&mut self, now: Now, whom: &Whom, to: u32, leave: bool) {
        if to as usize >= self.env.areas().len() {
            return;
        }
        let errand = Goal { target: Target::Area(to), ..Goal::new(if leave { LEAVE } else { STAY }, now.time) };
        if leave {
            self.routes.need_exit(World::new(&self.env, &self.state.doors), to);
        }
        let mut ids = match whom {
            Whom::Pedestrians(ids) => ids.clone(),
            Whom::Population(population) => {
                let people = &self.state.people;
                let rows = people.id.iter().zip(&people.population).filter(|p| p.1 == population).map(|p| *p.0);
                let riders = self.state.riding.iter().filter(|r| r.person.population == *population);
                rows.chain(riders.map(|r| r.person.id)).collect()
            }
        };
        ids.sort_unstable();
        ids.dedup();
        for id in ids {
            self.send_one(now, id, to, errand);
        }
    }

    pub(crate) fn send_one(&mut self, now: Now, id: u32, to: u32, errand: Goal) {
        if let Some(row) = self.row(id) {
            if self.state.people.status[row] == Status::Gone {
                return;
            }
            self.tell(now, id, EventKind::Sent, to);
            self.abandon_all(now, row);
            self.state.people.memory[row] = Memory::of(&[errand]);
            self.begin_again(now, row);
        } else if let Some(ride) = self.state.riding.iter_mut().find(|ride| ride.person.id == id) {
            let person = &mut ride.person;
            // The ride stays the current goal until the rider is out.
            let ride = person.memory.top().copied();
            person.memory = Memory::of(&[Some(errand), ride].map(|goal| goal.unwrap_or(errand)));
            person.drop_way();
            person.way.exit = NONE;
            self.tell(now, id, EventKind::Sent, to);
        }
    }

    /// Makes what follows from the doors that changed: walls, roadmaps, free doorways, and other ways for pedestrians whose way led through a door
    /// that is shut.
    pub(crate) fn doors_changed(&mut self, now: Now, changed: &[LinkId]) {
        if changed.is_empty() {
            return;
        }
        self.clear_leaves(now, changed);
        let world = World::new(&self.env, &self.state.doors);
        self.walls = CellWalls::of(world);
        self.routes.doors_changed(world);
        for id in self.scratch.inside.clone() {
            let row = self.scratch.row_of[id as usize] as usize;
            if self.state.people.status[row] == Status::NoWay {
                self.begin_again(now, row);
            } else {
                self.plan_again_if_shut(now, row);
            }
        }
    }

    /// Lets a pedestrian whose way has been shut look for another.
    pub(crate) fn plan_again_if_shut(&mut self, now: Now, row: usize) {
        let people = &self.state.people;
        let follows = matches!(people.status[row], Status::Walking | Status::Withdrawing | Status::Queueing);
        let ahead = people.way[row].portals.get(people.track[row].leg as usize..).unwrap_or(&[]);
        if follows && !self.routes.is_open(self.world(), people.population[row], people.cell[row], ahead) {
            self.tell(now, people.id[row], EventKind::Rerouted, self.stage(row));
            self.begin_again(now, row);
        }
    }
}

/// Replaces some commands by others, by their number.
pub(crate) fn replace(commands: &mut [(f64, Command)], later: &[(usize, Command)]) {
    for (number, command) in later {
        if let Some(known) = commands.get_mut(*number) {
            known.1 = command.clone();
        }
    }
}
