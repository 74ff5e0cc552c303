//! Journeys: the stages that a pedestrian goes through, one after the other.

use std::borrow::Cow;

use populace_plan::Spot;
use populace_traj::EventKind;

use crate::arrivals::Entry;
use crate::purpose;
use crate::setup::{ExitChoice, Placed, Stage};
use crate::simulation::{Now, Simulation};
use crate::state::{Errand, NONE, OWN_GOAL, Status};

impl Simulation {
    pub(crate) fn has_signal(&self, row: usize) -> bool {
        match self.stage(row).as_deref() {
            Some(Stage::WaitFor { signal }) => self.state.signals.contains(signal),
            _ => false,
        }
    }

    pub(crate) fn stage(&self, row: usize) -> Option<Cow<'_, Stage>> {
        let people = &self.state.people;
        let stage = people.stage[row];
        match people.errand[row] {
            Errand::None => {
                let journey = &self.populations[people.population[row] as usize].journey;
                journey.get(stage as usize).map(Cow::Borrowed)
            }
            Errand::Leave(exit) => {
                Some(Cow::Owned(Stage::Leave { exits: vec![exit as usize], by: ExitChoice::Nearest }))
            }
            Errand::Stay(area) if stage == OWN_GOAL => Some(Cow::Owned(Stage::GoTo { area: area as usize })),
            // No signal has this number: they stay until they are sent elsewhere.
            Errand::Stay(_) => Some(Cow::Owned(Stage::WaitFor { signal: NONE })),
        }
    }

    pub(crate) fn next_stage(&mut self, now: Now, row: usize) {
        let stage = &mut self.state.people.stage[row];
        *stage = if *stage == OWN_GOAL { 0 } else { *stage + 1 };
        let exit = self.state.people.exit[row];
        if exit != NONE { self.leave(now, row, exit) } else { self.begin_stage(now, row) }
    }

    pub(crate) fn leave(&mut self, now: Now, row: usize, area: u32) {
        let people = &mut self.state.people;
        people.status[row] = Status::Gone;
        let id = people.id[row];
        self.tell(now, id, EventKind::Left, area);
    }

    /// Begins the stage of a pedestrian once more, since its exit or goal may change.
    pub(crate) fn begin_again(&mut self, now: Now, row: usize) {
        let exit = std::mem::replace(&mut self.state.people.exit[row], NONE);
        if let Some(heading) = self.scratch.heading.get_mut(exit as usize) {
            *heading -= 1;
        }
        self.restore_goal(row);
        self.begin_stage(now, row);
    }

    pub(crate) fn begin_stage(&mut self, now: Now, row: usize) {
        let id = self.state.people.id[row];
        let stage = self.state.people.stage[row];
        self.state.people.track[row].least = None;
        if stage == OWN_GOAL && self.state.people.errand[row] == Errand::None {
            return self.ask(row);
        }
        match self.stage(row).map(Cow::into_owned) {
            None => self.leave(now, row, NONE),
            Some(Stage::GoToSpot(spot)) => self.go(row, spot),
            Some(Stage::GoTo { area }) => match self.spot_in(now, id, area, stage, self.state.people.radius[row]) {
                Some(spot) => self.go(row, spot),
                None => self.no_way(now, row),
            },
            Some(Stage::Wait(time)) => {
                let wait = time.draw(now.draws, id, purpose::WAIT + (u64::from(stage) << 8));
                self.wait(row, now.time + wait.max(0.0));
            }
            Some(Stage::WaitFor { .. }) => self.wait(row, f64::INFINITY),
            Some(Stage::Leave { exits, by }) => match self.choose(now, row, &exits, &by) {
                Some(exit) => {
                    self.state.people.exit[row] = exit;
                    if let Some(heading) = self.scratch.heading.get_mut(exit as usize) {
                        *heading += 1;
                    }
                    self.tell(now, id, EventKind::Chose, exit);
                    self.ask(row);
                }
                None => self.no_way(now, row),
            },
        }
    }

    pub(crate) fn wait(&mut self, row: usize, until: f64) {
        self.state.people.status[row] = Status::Waiting;
        self.state.people.until[row] = until;
    }

    pub(crate) fn go(&mut self, row: usize, goal: Spot) {
        self.state.people.way[row].goal = goal;
        self.ask(row);
    }

    /// Lets a pedestrian give up until it is moved or the place changes.
    pub(crate) fn no_way(&mut self, now: Now, row: usize) {
        let people = &mut self.state.people;
        people.status[row] = Status::NoWay;
        let track = &mut people.track[row];
        (track.cell, track.anchor, track.anchored) = (people.cell[row], people.position[row], now.time);
        let (id, stage) = (people.id[row], people.stage[row]);
        self.tell(now, id, EventKind::NoWay, stage);
    }

    /// Returns a spot of an area, drawn at random, where the body fits between walls; any spot when it fits nowhere.
    pub(crate) fn spot_in(&self, now: Now, id: u32, area: usize, stage: u32, radius: f64) -> Option<Spot> {
        let area = self.env.areas().get(area)?;
        let spot = |i: u64| {
            let draw = |purpose| now.draws.unit(id.into(), (u64::from(stage) << 8) + i, purpose);
            let (cell, point) = self.env.random_point(area, draw(purpose::SPOT_U), draw(purpose::SPOT_V))?;
            Some(Spot { cell, point })
        };
        let roomy = (0..24).filter_map(spot).find(|s| self.world().has_room(s.cell, s.point, radius));
        roomy.or_else(|| spot(0))
    }

    /// Puts back the goal that a pedestrian was given with its arrival. Other goals are found when their stage begins.
    pub(crate) fn restore_goal(&mut self, row: usize) {
        let arrival = self.arrivals[self.state.people.id[row] as usize];
        if self.state.people.errand[row] == Errand::None
            && let Entry::Placed(source, i) = arrival.place
            && let Some(Placed { goal: Some(goal), .. }) = self.placed(arrival.population, source, i)
        {
            self.state.people.way[row].goal = goal;
        }
    }

    /// Asks for a way to the goal or exit.
    pub(crate) fn ask(&mut self, row: usize) {
        let people = &mut self.state.people;
        if people.status[row] != Status::Planning {
            people.status[row] = Status::Planning;
            self.state.queue.push_back(people.id[row]);
        }
    }
}
