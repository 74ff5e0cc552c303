//! Talks: somebody who does not know the way asks somebody on duty, who stops and answers (T §4.3.4). Whoever is on duty answers one
//! pedestrian at a time. That both still want to talk is in their memories alone, so nobody is left waiting for an answer.

use populace_mind::{Goal, Me, Occasion, Target};
use populace_plan::Spot;
use populace_traj::EventKind;

use crate::knowledge::SEES;
use crate::minds::{ANSWER, is_reaction};
use crate::simulation::{Now, Simulation};
use crate::state::Status;

impl Simulation {
    /// Returns where a pedestrian is; `None` when it is not on its feet in the place.
    pub(crate) fn spot_of(&self, pedestrian: u32) -> Option<Spot> {
        let people = &self.state.people;
        self.row(pedestrian).map(|row| Spot { cell: people.cell[row], point: people.position[row] })
    }

    /// Returns whether the pedestrian of a row is on duty: what it does now is to guard or to patrol, pauses and answers included.
    pub(crate) fn is_on_duty(&self, row: usize) -> bool {
        let task = |goal: &Goal| self.tasks.task(goal.task);
        let mut goals = self.state.people.memory[row].goals().iter().rev();
        let now = goals.find(|goal| goal.task != ANSWER && !is_reaction(goal) && !task(goal).ends_when_interrupted());
        now.is_some_and(|goal| task(goal).is_duty()) && self.state.people.status[row] != Status::Gone
    }

    /// Returns the nearest pedestrian of some populations that is on duty, and that a pedestrian sees.
    pub(crate) fn nearest_on_duty(&self, me: &Me<'_>, populations: &[u16]) -> Option<u32> {
        let people = &self.state.people;
        let floor = self.env.cell_floor(me.cell);
        let away = |row: usize| people.position[row].distance(me.position);
        let is_seen = |&row: &usize| {
            populations.contains(&people.population[row])
                && people.id[row] != me.id
                && away(row) <= SEES
                && self.env.cell_floor(people.cell[row]) == floor
                && self.is_on_duty(row)
                && self.world().sees(me.cell, me.position, people.position[row])
        };
        let seen = (0..people.len()).filter(is_seen);
        let order = |a: &usize, b: &usize| away(*a).total_cmp(&away(*b)).then(people.id[*a].cmp(&people.id[*b]));
        seen.min_by(order).map(|row| people.id[row])
    }

    /// Returns the pedestrian that a pedestrian asks or answers, or walks up to for that.
    pub fn talks_with(&self, pedestrian: u32) -> Option<u32> {
        let goals = self.state.people.memory[self.row(pedestrian)?].goals();
        goals.iter().rev().find_map(|goal| match goal.target {
            Target::Pedestrian(other) => Some(other),
            _ => None,
        })
    }

    /// Lets somebody on duty stop and answer, unless it answers somebody else. Whoever is answered knows the place from then on.
    pub(crate) fn answer(&mut self, now: Now, asks: u32, asked: u32) {
        let (Some(asking), Some(row)) = (self.row(asks), self.row(asked)) else { return };
        if !self.is_on_duty(row) || self.talks_with(asked).is_some() {
            return;
        }
        let memory = &mut self.state.people.memory[row];
        if memory.top().is_some_and(|top| self.tasks.task(top.task).ends_when_interrupted()) {
            memory.pop();
        }
        if !memory.push(Goal { target: Target::Pedestrian(asks), ..Goal::new(ANSWER, now.time) }) {
            return;
        }
        self.forget_exit(row);
        self.tell(now, asks, EventKind::Asked, asked);
        self.think_now(now, row, Occasion::Begins);
        self.state.people.knows[asking] = true;
        let memory = self.state.people.memory[asking];
        for goal in memory.goals() {
            let need = self.need_of(asking, goal.task);
            need.into_iter().for_each(|need| self.meet_need(now, asking, need));
        }
    }
}
