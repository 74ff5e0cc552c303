//! Validation of a whole state: each part is checked by itself, and then together with the other parts.

use populace_env::{Doors, Environment};
use populace_mind::{TrainNow, TrainPhase, Usage};

use super::{Checked, NONE, Person, Ranges, State};
use crate::follow::FollowerState;
use crate::lifts::{Cabin, Lift, Ride};
use crate::simulation::Simulation;
use crate::trains::TrainCounts;

/// The greatest distance of a body from the box around its floor, m.
const BEYOND: f64 = 1.0;

impl Simulation {
    /// Checks every id and every range of the state; the error says what is wrong. Only a defect of the program makes a
    /// state wrong. A snapshot with such a state is refused, and debug builds check the state after every step.
    pub fn validate(&self) -> Result<(), String> {
        self.state.validate(&self.ranges(&self.state, &self.env, &self.lifts), &mut Vec::new())
    }

    /// Checks the state as [`Simulation::validate`] does, with memory that is there already.
    pub(crate) fn validate_again(&mut self) -> Result<(), String> {
        let mut is_known = std::mem::take(&mut self.scratch.is_known);
        let checked = self.state.validate(&self.ranges(&self.state, &self.env, &self.lifts), &mut is_known);
        self.scratch.is_known = is_known;
        checked
    }

    /// Returns the ranges of what is valid in a state of this simulation, whose environment and lifts are those given.
    pub(crate) fn ranges<'a>(&'a self, state: &'a State, env: &'a Environment, lifts: &'a [Lift]) -> Ranges<'a> {
        Ranges {
            env,
            populations: &self.populations,
            tasks: self.tasks.len(),
            lifts,
            scheduled: &self.arrivals[..self.scheduled],
            added: &state.added,
            next_arrival: state.next_arrival,
            commands: self.commands.len(),
            trains: &self.trains,
            rows: state.people.len(),
            widest: self.widest,
        }
    }
}

impl State {
    /// Checks every part by itself, and then together with the other parts. `is_known` is working memory.
    pub(crate) fn validate(&self, ranges: &Ranges<'_>, is_known: &mut Vec<bool>) -> Result<(), String> {
        self.check(ranges)?;
        self.everyone_is_there_once(ranges, is_known)?;
        for row in 0..self.people.len() {
            let id = self.people.id[row];
            let (cell, at) = (self.people.cell[row], self.people.position[row]);
            let floor = &ranges.env.floors()[ranges.env.cell_floor(cell).index()];
            if !floor.bounds.expanded(BEYOND).contains(at) {
                return Err(format!("pedestrian {id} is at ({}, {}), outside of its floor", at.x, at.y));
            }
            let (track, way) = (&self.people.track[row], &self.people.way[row]);
            let population = self.people.population[row];
            ranges.journey(id, population, track.leg, way.portals.len())?;
            ranges.remembered(id, population, self.people.follower_state[row])?;
        }
        self.riding.iter().map(|ride| &ride.person).try_for_each(|person| ranges.person(person))
    }

    /// Checks that nobody is in two places: a pedestrian has one row, or rides in one cabin, or waits outside.
    fn everyone_is_there_once(&self, ranges: &Ranges<'_>, is_known: &mut Vec<bool>) -> Result<(), String> {
        is_known.clear();
        is_known.resize(ranges.scheduled.len() + ranges.added.len(), false);
        let riders = self.riding.iter().map(|ride| &ride.person.id);
        for &id in self.people.id.iter().chain(riders).chain(&self.outside).chain(&self.aboard) {
            if std::mem::replace(&mut is_known[id as usize], true) {
                return Err(format!("pedestrian {id} is there twice"));
            }
        }
        Ok(())
    }
}

impl Ranges<'_> {
    /// Checks the doors: there are as many as the place has.
    pub(crate) fn doors(&self, doors: &Doors) -> Result<(), String> {
        if doors.fits(self.env) { Ok(()) } else { Err("they are not those of the place".into()) }
    }

    /// Checks the cabins: there is a cabin for every lift, at stops that the lift has.
    pub(crate) fn cabins(&self, cabins: &[Cabin]) -> Result<(), String> {
        if cabins.len() != self.lifts.len() {
            return Err(format!("{} cabins for {} lifts", cabins.len(), self.lifts.len()));
        }
        for (cabin, lift) in cabins.iter().zip(self.lifts) {
            cabin.check(self)?;
            // A lift without stops stands still.
            let stops = lift.stops.len().max(1);
            if cabin.at as usize >= stops || cabin.to as usize >= stops {
                return Err(format!("a cabin goes from stop {} to stop {} of {stops}", cabin.at, cabin.to));
            }
        }
        Ok(())
    }

    /// Checks the people at objects: there is an entry for every object, its people are due, nobody has two slots or
    /// two places in line, and people who chat have slots.
    pub(crate) fn usages(&self, usages: &[Usage]) -> Result<(), String> {
        if usages.len() != self.env.objects().len() {
            return Err(format!("{} lists of users for {} objects", usages.len(), self.env.objects().len()));
        }
        let slots = usages.iter().flat_map(|usage| usage.users.iter().copied().filter(|&user| user != NONE));
        let lines = usages.iter().flat_map(|usage| usage.line.iter().map(|one| one.pedestrian));
        let circles =
            usages.iter().flat_map(|usage| usage.circles.iter().flat_map(|circle| circle.members.iter().copied()));
        all_different(slots.collect(), "slots")?;
        all_different(lines.collect(), "lines")?;
        all_different(circles.collect(), "circles")?;
        for (usage, object) in usages.iter().zip(self.env.objects()) {
            if usage.users.len() != object.slots.len() {
                return Err(format!("{:?} has {} slots, not {}", object.name, object.slots.len(), usage.users.len()));
            }
            self.all_due(usage.users.iter().filter(|&&user| user != NONE))?;
            self.all_due(usage.line.iter().map(|one| &one.pedestrian))?;
            usage.line.iter().try_for_each(|one| one.since.check(self))?;
            self.all_due(&usage.hosts)?;
            let members = || usage.circles.iter().flat_map(|circle| &circle.members);
            if members().any(|member| !usage.users.contains(member)) {
                return Err(format!("somebody chats at {:?} without a slot", object.name));
            }
            if usage.circles.iter().any(|circle| circle.members.is_empty()) {
                return Err(format!("nobody is in a circle at {:?}", object.name));
            }
        }
        Ok(())
    }

    /// Checks the trains: there is one for each of the setup, with its doors.
    pub(crate) fn trains(&self, trains: &[TrainNow]) -> Result<(), String> {
        if trains.len() != self.trains.len() {
            return Err(format!("{} trains of {}", trains.len(), self.trains.len()));
        }
        for (now, train) in trains.iter().zip(self.trains) {
            let doors = (train.cars * train.doors) as usize;
            if now.call as usize > train.calls.len()
                || [now.alighting.len(), now.ready.len(), now.heading.len()] != [doors; 3]
            {
                return Err(format!("{:?} has call {}, {doors} doors", train.name, now.call));
            }
            if now.phase != TrainPhase::Away && now.call as usize == train.calls.len() {
                return Err(format!("{:?} is there after its last call", train.name));
            }
            let inside = now.alighting.iter().fold(u64::from(now.aboard), |sum, &people| sum + u64::from(people));
            if inside > u64::from(train.capacity) {
                return Err(format!("{inside} people are in {:?}, which takes {}", train.name, train.capacity));
            }
            now.departs.check(self)?;
            now.late.check(self)?;
            now.ready.check(self)?;
        }
        Ok(())
    }

    /// Checks what is known of the stops of trains: it is known of each of them.
    pub(crate) fn train_counts(&self, counts: &[TrainCounts]) -> Result<(), String> {
        counts.iter().try_for_each(|counts| counts.check(self))?;
        match counts.len() == self.trains.len() {
            true => Ok(()),
            false => Err(format!("{} counts of {} trains", counts.len(), self.trains.len())),
        }
    }

    /// Checks the riders: each rides in a lift, to a stop that the lift has. They are in the order of lifts, then of
    /// pedestrians.
    pub(crate) fn riding(&self, rides: &[Ride]) -> Result<(), String> {
        if !rides.is_sorted_by_key(|ride| (ride.lift, ride.person.id)) {
            return Err("the rides are out of order".into());
        }
        for ride in rides {
            ride.check(self)?;
            let stops = self.lifts.get(ride.lift as usize).map(|lift| lift.stops.len());
            if stops.is_none_or(|stops| ride.to as usize >= stops) {
                return Err(format!("a ride in lift {} to stop {}: there is none", ride.lift, ride.to));
            }
        }
        Ok(())
    }

    /// Checks a pedestrian that rides.
    fn person(&self, person: &Person) -> Result<(), String> {
        let (id, leg, portals) = (person.id, person.track.leg, person.way.portals.len());
        self.journey(id, person.population, leg, portals)?;
        // The next portal of a rider is the lift: the rider passes it when it gets out.
        if leg as usize > portals {
            return Err(format!("leg of pedestrian {id}, who rides: {leg}, but the way has {portals} portals"));
        }
        self.remembered(person.id, person.population, person.follower_state)
    }

    /// Checks what a pedestrian's follower remembers of it.
    fn remembered(&self, id: u32, population: u16, state: FollowerState) -> Result<(), String> {
        let follower = self.populations[usize::from(population)].follower;
        let checked = follower.follower.check(state, self.env);
        checked.map_err(|what| format!("follower_state of pedestrian {id}, by {}: {what}", follower.name))
    }

    /// Checks that a pedestrian has the population with which it arrived, and that its way has its leg.
    fn journey(&self, id: u32, population: u16, leg: u32, portals: usize) -> Result<(), String> {
        if self.arrival(id).is_none_or(|arrival| arrival.population != population) {
            return Err(format!("population of pedestrian {id}: {population} is not that of the arrival"));
        }
        if leg as usize > portals + 1 {
            return Err(format!("leg of pedestrian {id}: {leg}, but the way has {portals} portals"));
        }
        Ok(())
    }
}

/// Refuses a pedestrian that is in a list twice.
fn all_different(mut ids: Vec<u32>, what: &str) -> Result<(), String> {
    ids.sort_unstable();
    match ids.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(format!("pedestrian {} has two {what}", pair[0])),
        None => Ok(()),
    }
}
