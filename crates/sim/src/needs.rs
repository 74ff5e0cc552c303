//! Needs: a pedestrian that feels a need interrupts what it does, when it has the time (T §4.3.4, Fig. 9 and §4.4.3).
//!
//! The levels of needs are pure functions of time (`populace_mind::Needs`). A pedestrian looks at its needs when one of them may be
//! felt, and every few seconds while a need is felt and nothing can be done about it.

use populace_geom::Point;
use populace_mind::{Goal, Kind, NONE, Needs, Places, Target, TaskId, parts, purpose};
use populace_plan::Spot;
use populace_traj::EventKind;

use crate::inspect::NeedSeen;
use crate::minds::{PREPARE, is_reaction};
use crate::simulation::{Now, Simulation};
use crate::state::Status;

/// A pedestrian that feels a need and can do nothing about it looks again after this time, s (proposal).
const LOOKS_AGAIN: f64 = 5.0;
/// Whoever takes a train wants to be on the platform this much earlier than it departs, s (proposal).
const EARLY: f64 = 60.0;
/// A pedestrian that gave up on a need does nothing about its needs for this time, s (proposal).
const DISCOURAGED: f64 = 120.0;

impl Simulation {
    /// Returns the needs of a newcomer, and when it looks at them, s.
    pub(crate) fn first_needs(&self, now: Now, id: u32, population: u16) -> (Needs, f64) {
        let kind = &self.populations[usize::from(population)].mind.kind;
        let start = |(i, need): (usize, &populace_mind::Need)| {
            need.start.draw(now.draws, id, purpose::NEED + ((i as u64) << 8))
        };
        let needs = Needs::of(kind.needs.iter().enumerate().map(start), now.time);
        // Whoever comes in after the alarm gets out, whatever it needs.
        let next = if self.state.alarm.is_some() { f64::INFINITY } else { needs.next_felt(kind, now.time) };
        (needs, next)
    }

    /// Returns what the people of a row's population need.
    pub(crate) fn kind(&self, row: usize) -> &Kind {
        &self.populations[usize::from(self.state.people.population[row])].mind.kind
    }

    /// Returns the goal that the action selection of a pedestrian puts on top of what it does: that of the first need that it feels
    /// and can do something about in its spare time.
    pub(crate) fn directive(&self, now: Now, row: usize) -> Option<(usize, Goal)> {
        let people = &self.state.people;
        let kind = self.kind(row);
        let mut felt = (0..kind.needs.len()).filter(|&need| people.needs[row].is_felt(kind, need, now.time)).peekable();
        // A pedestrian does not leave what it uses or waits for, nor the doors of a lift, because of a need.
        // A pedestrian that waits for a train may do something else meanwhile.
        let uses = |goal: &Goal| {
            !matches!(goal.target, Target::Nothing | Target::Area(_)) && self.tasks.task(goal.task).trains().is_empty()
        };
        let is_busy = |goal: &Goal| uses(goal) || is_reaction(goal) || goal.task == PREPARE;
        felt.peek()?;
        if !matches!(people.status[row], Status::Walking | Status::Waiting | Status::Guarding)
            || self.gets_out(row)
            || people.memory[row].goals().iter().any(is_busy)
        {
            return None;
        }
        let spare = self.spare_time(now, row);
        let can_meet = |need: &usize| {
            let rule = &kind.needs[*need];
            spare > rule.spare && self.is_near(row, rule.remedy.places(), rule.within)
        };
        let need = felt.find(can_meet)?;
        let task = self.remedies[usize::from(people.population[row])][need];
        Some((need, Goal { until: now.time + spare, ..Goal::new(task, now.time) }))
    }

    /// Lets a pedestrian interrupt what it does for a goal. Returns whether it did.
    pub(crate) fn interrupt(&mut self, now: Now, row: usize, need: usize, goal: Goal) -> bool {
        let memory = &mut self.state.people.memory[row];
        if memory.top().is_some_and(|top| self.tasks.task(top.task).ends_when_interrupted()) {
            memory.pop();
        }
        let has_room = memory.push(goal);
        if has_room {
            let id = self.state.people.id[row];
            self.give_up_place_at_track(row);
            self.forget_exit(row);
            self.tell(now, id, EventKind::Interrupted, need as u32);
            self.tell(now, id, EventKind::Began, goal.task.0);
            self.look_next(now, row, f64::INFINITY);
            self.think_now(now, row, populace_mind::Occasion::Begins);
        }
        has_room
    }

    /// Lets a pedestrian look at its needs later, because it can do nothing about them now.
    pub(crate) fn put_off_needs(&mut self, now: Now, row: usize) {
        let next = self.state.people.needs[row].next_felt(self.kind(row), now.time);
        self.look_next(now, row, next.max(now.time + LOOKS_AGAIN));
    }

    /// Returns the need of a pedestrian about which a task does something.
    pub(crate) fn need_of(&self, row: usize, task: TaskId) -> Option<usize> {
        self.remedies[usize::from(self.state.people.population[row])].iter().position(|&remedy| remedy == task)
    }

    /// Takes note that a pedestrian uses an object: what the object is for is met.
    pub(crate) fn meet_needs_at(&mut self, now: Now, row: usize, object: u32) {
        let meets = |places: Places<'_>| matches!(places, Places::Objects(objects) if objects.contains(&object));
        for need in 0..self.kind(row).needs.len() {
            if meets(self.kind(row).needs[need].remedy.places()) {
                self.meet_need(now, row, need);
            }
        }
    }

    /// Takes note that a goal about a need has ended.
    pub(crate) fn end_remedy(&mut self, now: Now, row: usize, need: usize, is_done: bool) {
        if is_done {
            let is_met_by_use = matches!(self.kind(row).needs[need].remedy.places(), Places::Objects(_));
            if !is_met_by_use {
                self.meet_need(now, row, need);
            }
            let next = self.state.people.needs[row].next_felt(self.kind(row), now.time);
            self.look_next(now, row, next);
        } else {
            self.look_next(now, row, now.time + DISCOURAGED);
        }
    }

    pub(crate) fn meet_need(&mut self, now: Now, row: usize, need: usize) {
        let kind = &self.populations[usize::from(self.state.people.population[row])].mind.kind;
        let people = &mut self.state.people;
        people.needs[row].meet(kind, need, now.time);
        let next = people.needs[row].next_felt(kind, now.time);
        self.look_next(now, row, next);
    }

    /// Lets a pedestrian look at its needs at a time, s, but heed the alarm when its response time is over.
    pub(crate) fn look_next(&mut self, now: Now, row: usize, next: f64) {
        let people = &self.state.people;
        let heeds = match self.gets_out(row) {
            true => f64::INFINITY,
            false => self.heeds(now, people.id[row], people.population[row]).min(next),
        };
        self.state.people.urge[row] = heeds;
    }

    /// Returns the time that a pedestrian can spend before it has to set out for where its journey ends, s (T §4.4.3); infinity when it
    /// does not have to be anywhere.
    pub(crate) fn spare_time(&self, now: Now, row: usize) -> f64 {
        let people = &self.state.people;
        let population = &self.populations[usize::from(people.population[row])];
        // A stage that is behind it does not count.
        let stage = self.stage(row);
        let to_come = population.journey.iter().skip(if stage == NONE { 0 } else { stage as usize });
        if let Some(board) = to_come.flat_map(parts).find(|stage| !stage.trains().is_empty()) {
            let train = self.train_of(now, row, board.trains());
            return train.map_or(0.0, |(departs, way)| (departs - now.time - way - EARLY).max(0.0));
        }
        let Some(departs) = self.due(now, row) else { return f64::INFINITY };
        let last = population.journey.iter().flat_map(parts).rfind(|stage| stage.places() != Places::None);
        let way = last.and_then(|stage| self.seconds_to_places(row, stage.places())).unwrap_or(0.0);
        (departs - now.time - way).max(0.0)
    }

    /// Returns when a pedestrian has to be where its journey ends, s; `None` when it does not matter.
    pub(crate) fn due(&self, now: Now, row: usize) -> Option<f64> {
        self.due_of(now, self.state.people.id[row], self.state.people.population[row])
    }

    pub(crate) fn due_of(&self, now: Now, id: u32, population: u16) -> Option<f64> {
        let departs = &self.populations[usize::from(population)].mind.departs;
        departs.as_ref().map(|departs| departs.draw(now.draws, id, purpose::DEPARTS))
    }

    /// Returns the time to the nearest of some places when nobody is in the way, s.
    fn seconds_to_places(&self, row: usize, places: Places<'_>) -> Option<f64> {
        let people = &self.state.people;
        let (from, population) = (Spot { cell: people.cell[row], point: people.position[row] }, people.population[row]);
        let to = |spot: Spot| self.routes.seconds(self.world(), population, from, spot);
        let times: Vec<f64> = match places {
            Places::None => Vec::new(),
            Places::Spot(spot) => to(spot).into_iter().collect(),
            Places::Area(area) => {
                let middle = self.env.random_point(&self.env.areas()[area as usize], 0.5, 0.5);
                middle.and_then(|(cell, point)| to(Spot { cell, point })).into_iter().collect()
            }
            Places::Areas(areas) => {
                let way = |area: &u32| self.seconds_to_places(row, Places::Area(*area));
                areas.iter().filter_map(way).collect()
            }
            Places::Objects(objects) => {
                let slots = objects.iter().filter_map(|&object| self.env.objects()[object as usize].slots.first());
                slots.filter_map(|slot| to(Spot { cell: slot.cell, point: slot.point })).collect()
            }
            Places::Exits(exits, _) => {
                let time =
                    |&exit: &u32| self.routes.time_to_exit(self.world(), population, from, people.radius[row], exit);
                exits.iter().filter_map(time).collect()
            }
        };
        times.into_iter().reduce(f64::min)
    }

    /// Returns whether one of some places is open and within a distance, m, on the floor of a pedestrian. Without a distance, any is.
    fn is_near(&self, row: usize, places: Places<'_>, within: f64) -> bool {
        let Places::Objects(objects) = places else { return true };
        let (at, floor) = (self.state.people.position[row], self.env.cell_floor(self.state.people.cell[row]));
        let is_here = |&object: &u32| {
            let near = |point: Point| point.distance(at) <= within;
            let slots = &self.env.objects()[object as usize].slots;
            self.state.usages[object as usize].is_open
                && slots
                    .iter()
                    .any(|s| within == f64::INFINITY || (self.env.cell_floor(s.cell) == floor && near(s.point)))
        };
        objects.iter().any(is_here)
    }

    /// Returns the needs of a row, and the need about which the pedestrian does something, or
    /// [`NONE`].
    pub(crate) fn needs_of(&self, now: f64, row: usize) -> (Vec<NeedSeen>, u32) {
        let kind = self.kind(row);
        let level = |(i, need): (usize, &populace_mind::Need)| {
            let needs = &self.state.people.needs[row];
            let (level, felt_from) = (needs.level(kind, i, now), needs.felt_from(kind, i, now));
            NeedSeen { name: need.name.clone(), level, threshold: need.threshold, felt_from }
        };
        let goals = self.state.people.memory[row].goals();
        let pursued = goals.iter().find_map(|goal| self.need_of(row, goal.task)).map_or(NONE, |need| need as u32);
        (kind.needs.iter().enumerate().map(level).collect(), pursued)
    }
}
