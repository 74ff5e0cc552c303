//! The alarm: everyone drops what it does and gets out, each after the response time of its kind. Until then people go on with
//! what they do.

use populace_env::{AreaKind, Environment};
use populace_mind::{Goal, Memory, Places, purpose};
use populace_traj::{EventKind, NOBODY, NOTHING};

use crate::minds::EVACUATE;
use crate::routes::exits_of;
use crate::setup::Population;
use crate::simulation::{Now, Simulation};
use crate::state::Status;

/// Returns the areas by which people get out when the alarm is raised: every exit of the place, and every area by which a journey
/// leaves.
pub(crate) fn ways_out(env: &Environment, populations: &[Population]) -> Vec<u32> {
    let mut exits = exits_of(populations.iter());
    let is_exit = |area: &u32| env.areas()[*area as usize].kind == AreaKind::Exit;
    exits.extend((0..env.areas().len() as u32).filter(is_exit));
    exits.sort_unstable();
    exits.dedup();
    exits
}

impl Simulation {
    /// Raises the alarm. A second alarm changes nothing.
    pub(crate) fn raise_alarm(&mut self, now: Now) {
        if self.state.alarm.is_some() {
            return;
        }
        self.state.alarm = Some(now.time);
        self.tell(now, NOBODY, EventKind::Alarm, NOTHING);
        self.need_exits();
        for row in 0..self.state.people.len() {
            let heeds = self.heeds(now, self.state.people.id[row], self.state.people.population[row]);
            let urge = &mut self.state.people.urge[row];
            *urge = urge.min(heeds);
        }
        for ride in 0..self.state.riding.len() {
            let person = &self.state.riding[ride].person;
            let heeds = self.heeds(now, person.id, person.population);
            let urge = &mut self.state.riding[ride].person.urge;
            *urge = urge.min(heeds);
        }
    }

    /// Returns when a pedestrian heeds the alarm, s; infinity without an alarm.
    pub(crate) fn heeds(&self, now: Now, id: u32, population: u16) -> f64 {
        let kind = &self.populations[usize::from(population)].mind.kind;
        let response = || kind.response.draw(now.draws, id, purpose::RESPONSE).max(0.0);
        self.state.alarm.map_or(f64::INFINITY, |raised| raised + response())
    }

    /// Returns whether a pedestrian is getting out because of the alarm.
    pub(crate) fn gets_out(&self, row: usize) -> bool {
        self.state.people.memory[row].goals().iter().any(|goal| goal.task == EVACUATE)
    }

    /// Returns whether a pedestrian drops what it does now because of the alarm.
    pub(crate) fn has_to_get_out(&self, now: Now, row: usize) -> bool {
        let people = &self.state.people;
        !self.gets_out(row)
            && !matches!(people.status[row], Status::Gone | Status::Riding)
            && self.heeds(now, people.id[row], people.population[row]) <= now.time
    }

    /// Lets a pedestrian drop everything and get out. Its claims end with its goals.
    pub(crate) fn get_out(&mut self, now: Now, row: usize) {
        let (id, stage) = (self.state.people.id[row], self.stage(row));
        self.tell(now, id, EventKind::Heeded, stage);
        self.abandon_all(now, row);
        self.state.people.memory[row] = Memory::of(&[Goal::new(EVACUATE, now.time)]);
        self.state.people.urge[row] = f64::INFINITY;
        self.begin_again(now, row);
    }

    /// Returns the areas by which people get out now: none when there is no alarm.
    pub(crate) fn alarm_exits(&self) -> &[u32] {
        match (self.state.alarm, self.tasks.task(EVACUATE).places()) {
            (Some(_), Places::Exits(exits, _)) => exits,
            _ => &[],
        }
    }
}
