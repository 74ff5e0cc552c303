//! Trains: they come and go as their timetable says. While a train is at its track, people get off at each of its doors, one
//! after the other; then people get on there, until the doors close.

mod alighting;
mod boarding;

use populace_env::World;
use populace_mind::{Call, CallId, KnownTrain, Train, TrainDoor, TrainNow, TrainPhase};
use populace_traj::{EventKind, NOBODY};

use crate::simulation::{Now, Simulation};
use crate::state::declare::state;

pub(crate) use boarding::AtDoor;

/// A train waits at most so long for people who do not find room to get off, s (assumed).
const HOLD: f64 = 60.0;

/// Two times that differ less than this are the same, s.
const SAME: f64 = 1e-9;

state! {
    /// What is known of the stops of a train so far.
    #[derive(Copy, Default)]
    pub struct TrainCounts {
        /// Trains that have arrived.
        pub arrived: u64,
        /// Trains that have departed.
        pub departed: u64,
        /// Trains that were cancelled.
        pub cancelled: u64,
        /// People who got off.
        pub alighted: u64,
        /// People who got on.
        pub boarded: u64,
        /// People on the platform without whom a train departed.
        pub left_behind: u64,
        /// People on the way to the platform without whom a train departed.
        pub came_late: u64,
        /// People who found no room to get off.
        pub carried_on: u64,
        /// The sum of the delays with which trains departed, s.
        pub late_s: f64,
    }
}

/// Returns the doors of all trains in a world.
pub(crate) fn doors_of(world: World<'_>, trains: &[Train]) -> Vec<Vec<TrainDoor>> {
    trains.iter().map(|train| train.doors_in(world)).collect()
}

/// Returns the trains before the first of them comes.
pub(crate) fn before_all(trains: &[Train]) -> (Vec<TrainNow>, Vec<TrainCounts>) {
    (trains.iter().map(TrainNow::before).collect(), vec![TrainCounts::default(); trains.len()])
}

impl Simulation {
    /// Lets people get on, and lets every train come, close its doors or go, when it is time.
    pub(crate) fn run_trains(&mut self, now: Now) {
        if self.trains.is_empty() {
            return;
        }
        self.let_on(now);
        for train in 0..self.trains.len() {
            let here = &self.state.trains[train];
            let (phase, departs) = (here.phase, here.departs);
            let closes = departs - KnownTrain::CLOSING - SAME;
            let is_done = here.alighting.iter().all(|&people| people == 0);
            match phase {
                TrainPhase::Away if self.may_arrive(now, train) => self.arrive(now, train),
                TrainPhase::Open if now.time >= if is_done { closes } else { closes + HOLD } => {
                    self.state.trains[train].close(now.time);
                    self.tell(now, NOBODY, EventKind::TrainCloses, train as u32);
                }
                TrainPhase::Closing if now.time >= departs - SAME => self.depart(now, train),
                _ => {}
            }
        }
        self.count_at_doors();
    }

    /// Returns whether it is time for the next call of a train, and its track is free.
    fn may_arrive(&self, now: Now, train: usize) -> bool {
        let known = self.known_train(now, train as u32);
        let is_time = known.expected(known.now.call).is_some_and(|call| now.time >= call.arrives - SAME);
        let is_there = |other: usize| {
            self.trains[other].track == known.train.track && self.state.trains[other].phase != TrainPhase::Away
        };
        is_time && !(0..self.trains.len()).any(is_there)
    }

    fn arrive(&mut self, now: Now, train: usize) {
        let alighting = self.count_by_door(now, train);
        let here = &mut self.state.trains[train];
        here.arrive(&self.trains[train], now.time);
        here.alighting = alighting;
        let call = CallId { train: train as u32, call: here.call };
        self.state.train_counts[train].arrived += 1;
        self.tell(now, NOBODY, EventKind::TrainArrived, train as u32);
        self.wake_those_that_take(now, call);
    }

    fn depart(&mut self, now: Now, train: usize) {
        let here = &mut self.state.trains[train];
        let call = CallId { train: train as u32, call: here.call };
        let late = self.trains[train].calls.get(here.call as usize).map_or(0.0, |planned| now.time - planned.departs);
        here.depart(now.time);
        self.tell(now, NOBODY, EventKind::TrainDeparted, train as u32);
        self.carry_on(now, call);
        for row in self.rows_that_take(call) {
            let is_there = self.is_at_track(row, self.trains[train].track);
            let what = if is_there { EventKind::LeftBehind } else { EventKind::CameLate };
            let counts = &mut self.state.train_counts[train];
            *(if is_there { &mut counts.left_behind } else { &mut counts.came_late }) += 1;
            self.tell(now, self.state.people.id[row], what, train as u32);
            self.state.people.wake[row] = now.time;
        }
        let counts = &mut self.state.train_counts[train];
        counts.departed += 1;
        counts.late_s += late.max(0.0);
    }

    /// Lets the next stop of a train take place later by a time, s: its arrival, or its departure when it is there. Nothing is delayed after
    /// the last stop.
    pub(crate) fn delay_train(&mut self, now: Now, train: u32, seconds: f64) {
        let number = train as usize;
        let Some(here) = self.state.trains.get_mut(number) else { return };
        if here.call as usize >= self.trains[number].calls.len() {
            return;
        }
        here.put_off(seconds);
        let call = CallId { train, call: here.call };
        self.tell(now, NOBODY, EventKind::TrainDelayed, train);
        self.wake_those_that_take(now, call);
    }

    /// Cancels the next stop of a train that has not begun.
    pub(crate) fn cancel_train(&mut self, now: Now, train: u32) {
        let number = train as usize;
        let Some(here) = self.state.trains.get_mut(number) else { return };
        if here.phase != TrainPhase::Away || here.call as usize >= self.trains[number].calls.len() {
            return;
        }
        let call = CallId { train, call: here.call };
        here.leave_out();
        self.state.train_counts[number].cancelled += 1;
        self.tell(now, NOBODY, EventKind::TrainCancelled, train);
        self.stay_away(call);
        self.wake_those_that_take(now, call);
    }

    /// Returns a train with everything that people may know of it.
    pub(crate) fn known_train(&self, now: Now, number: u32) -> KnownTrain<'_> {
        let train = number as usize;
        let (now, draws) = (&self.state.trains[train], now.draws);
        KnownTrain { number, train: &self.trains[train], now, doors: &self.train_doors[train], draws }
    }

    /// Returns when a stop of a train begins and ends, as far as is known now; `None` when there is no such stop.
    pub fn expected_call(&self, id: CallId) -> Option<Call> {
        self.trains.get(id.train as usize)?;
        self.known_train(self.now(), id.train).expected(id.call)
    }

    /// Returns the trains, by number.
    pub fn trains(&self) -> &[Train] {
        &self.trains
    }

    /// Returns what the trains do now, by number.
    pub fn trains_now(&self) -> &[TrainNow] {
        &self.state.trains
    }

    /// Returns the doors of the trains, by number.
    pub fn train_doors(&self) -> &[Vec<TrainDoor>] {
        &self.train_doors
    }

    /// Returns what is known of the stops of the trains, by number.
    pub fn train_counts(&self) -> &[TrainCounts] {
        &self.state.train_counts
    }
}
