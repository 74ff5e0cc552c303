//! Think: journeys go on. Whoever has arrived, waited long enough, lost the way or stands at a lift is looked at, in order of
//! pedestrian; everyone else walks on.

use std::borrow::Cow;

use populace_env::CellId;
use populace_plan::Spot;
use populace_traj::{Cause, EventKind};
use rayon::prelude::*;

use crate::follow::Bar;
use crate::lifts::AT_DOORS;
use crate::people::{Ahead, Errand, NONE, OWN_GOAL, Status, Track};
use crate::purpose;
use crate::routes::Request;
use crate::setup::{ExitChoice, Stage};
use crate::simulation::{AT_A_TIME, CHUNK, Now, Simulation};
use crate::withdraw::{LONG, LOOK_AFTER};

/// A goal is reached within this distance, m.
const AT_GOAL: f64 = 0.5;

/// In a crowd around the goal: whoever is held up for so long, s, within so many metres has arrived.
const CROWDED: (f64, f64) = (3.0, 2.5);

/// Someone gets on when it is so far from where it last did, on its way, m.
const GETTING_ON: f64 = 0.5;

/// A gap between two bodies that nobody passes, m.
const IN_THE_WAY: f64 = 0.4;

/// Routes that are planned before they are handed out; more at once would only take memory.
const ROUTES_AT_A_TIME: usize = 4096;

/// What needs a thought.
mod attention {
    pub const ARRIVED: u8 = 1;
    pub const TIME_IS_UP: u8 = 2;
    pub const OFF_ROUTE: u8 = 4;
    pub const AT_LIFT: u8 = 8;
    pub const STUCK: u8 = 16;
    pub const FREED: u8 = 32;
    pub const HELD: u8 = 64;
}

impl Simulation {
    /// Everyone finds out where on the way they are, and whether there is something to think about.
    pub(crate) fn localise(&mut self, now: Now) {
        let mut track = std::mem::take(&mut self.state.people.track);
        let mut ahead = std::mem::take(&mut self.state.people.ahead);
        let mut attention = std::mem::take(&mut self.scratch.attention);
        attention.resize(track.len(), 0);
        let this = &*self;
        let chunks = track.par_chunks_mut(CHUNK).zip(ahead.par_chunks_mut(CHUNK));
        chunks.zip(attention.par_chunks_mut(CHUNK)).enumerate().with_max_len(AT_A_TIME).for_each(
            |(i, ((track, ahead), attention))| {
                for (k, attention) in attention.iter_mut().enumerate() {
                    *attention = this.look(now, i * CHUNK + k, &mut track[k], &mut ahead[k]);
                }
            },
        );
        self.state.people.track = track;
        self.state.people.ahead = ahead;
        self.scratch.attention = attention;
    }

    /// One pedestrian: moves on along the way, and says what needs a thought.
    fn look(&self, now: Now, row: usize, track: &mut Track, ahead: &mut Ahead) -> u8 {
        let people = &self.state.people;
        match people.status[row] {
            Status::Walking | Status::Withdrawing => {
                let mut found = self.look_at_way(row, track, ahead);
                found |= self.look_for_progress(now, row, track, ahead);
                let is_held = people.held[row] > LOOK_AFTER || now.time - track.anchored > LONG;
                if is_held
                    && people.status[row] == Status::Walking
                    && ahead.next().is_some_and(|portal| self.is_narrow(row, portal))
                {
                    found |= attention::HELD;
                }
                found
            }
            Status::Preparing | Status::Waiting => {
                *track = Track { anchor: people.position[row], anchored: now.time, ..*track };
                if people.until[row] <= now.time || self.has_signal(row) { attention::TIME_IS_UP } else { 0 }
            }
            _ => {
                *track = Track { anchor: people.position[row], anchored: now.time, ..*track };
                // Who was pushed away from the doors walks back to them.
                let is_away = people.status[row] == Status::Queueing && people.cell[row] != track.cell;
                if is_away { attention::OFF_ROUTE } else { 0 }
            }
        }
    }

    /// Notices who gets on and who does not. Being pushed back is no way of getting on.
    fn look_for_progress(&self, now: Now, row: usize, track: &mut Track, ahead: &Ahead) -> u8 {
        let people = &self.state.people;
        let moved = people.position[row] - track.anchor;
        if moved.norm2() >= GETTING_ON * GETTING_ON
            && self.heading(row, ahead, people.bar[row], 0.0).0.way.dot(moved) > 0.0
        {
            let was_stuck = track.stuck.is_some();
            *track = Track { anchor: people.position[row], anchored: now.time, stuck: None, ..*track };
            return if was_stuck { attention::FREED } else { 0 };
        }
        if track.stuck.is_none() && now.time - track.anchored > self.stuck_after { attention::STUCK } else { 0 }
    }

    fn look_at_way(&self, row: usize, track: &mut Track, ahead: &mut Ahead) -> u8 {
        let people = &self.state.people;
        let cell = people.cell[row];
        if cell != track.cell {
            let way = &people.way[row];
            match self.leg_in(cell, &way.portals, way.goal.cell, track.leg) {
                Some(leg) => {
                    (track.leg, track.cell) = (leg, cell);
                    *ahead = way.ahead(leg);
                }
                None => return attention::OFF_ROUTE,
            }
        }
        match ahead.next() {
            None if self.is_at_goal(row) => attention::ARRIVED,
            None => 0,
            Some(portal) => {
                let segment = self.env.segment(portal);
                let stop = if segment.cells[0] == cell { segment.a } else { segment.b };
                let is_there = segment.is_lift() && people.position[row].distance(stop) < AT_DOORS;
                if is_there { attention::AT_LIFT } else { 0 }
            }
        }
    }

    /// The next portal for someone who is in `cell` and was on `leg`: a little further, or a little back.
    fn leg_in(&self, cell: CellId, portals: &[populace_env::SegmentId], goal: CellId, leg: u32) -> Option<u32> {
        let leg = leg as usize;
        let touches = |i: usize| portals.get(i).is_some_and(|&p| self.env.segment(p).cells.contains(&cell));
        // A cell of the way touches the portal into it and the portal out of it; the first has none into, the last none out.
        let is_inner = |i: usize| i > 0 && touches(i - 1) && if i == portals.len() { goal == cell } else { touches(i) };
        let is_first = || if portals.is_empty() { goal == cell } else { touches(0) && !is_inner(1) };
        let is_on = |i: usize| if i == 0 { is_first() } else { is_inner(i) };
        let forward = leg..=(leg + 4).min(portals.len());
        let back = (leg.saturating_sub(2)..leg).rev();
        forward.chain(back).find(|&i| is_on(i)).map(|i| i as u32)
    }

    fn is_at_goal(&self, row: usize) -> bool {
        let people = &self.state.people;
        let at = people.position[row];
        if people.exit[row] != NONE && people.status[row] == Status::Walking {
            return self.is_in_area(row, people.exit[row]);
        }
        let away = at.distance(people.way[row].goal.point);
        let is_held = people.held[row] > CROWDED.0;
        // A whole group that is sent to one area fills it from its border.
        let is_there = |errand| matches!(errand, Errand::Stay(area) if self.is_in_area(row, area));
        away < AT_GOAL || (is_held && (away < CROWDED.1 || is_there(people.errand[row])))
    }

    fn is_in_area(&self, row: usize, area: u32) -> bool {
        let (cell, at) = (self.state.people.cell[row], self.state.people.position[row]);
        let known = &self.env.areas()[area as usize];
        known.floor == self.env.cell_floor(cell)
            && self.area_bounds[area as usize].contains(at)
            && populace_geom::contains(&known.ring, at)
    }

    fn has_signal(&self, row: usize) -> bool {
        match self.stage(row).as_deref() {
            Some(Stage::WaitFor { signal }) => self.state.signals.contains(signal),
            _ => false,
        }
    }

    fn stage(&self, row: usize) -> Option<Cow<'_, Stage>> {
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
            // No signal has this number: until they are sent elsewhere.
            Errand::Stay(_) => Some(Cow::Owned(Stage::WaitFor { signal: NONE })),
        }
    }

    /// Looks at everyone who needs it, in order of pedestrian.
    pub(crate) fn think(&mut self, now: Now) {
        let mut rows = std::mem::take(&mut self.scratch.rows);
        rows.clear();
        let waiting = self.scratch.attention.iter().enumerate().filter(|(_, a)| **a != 0);
        rows.extend(waiting.map(|(row, _)| row as u32));
        rows.sort_unstable_by_key(|&row| self.state.people.id[row as usize]);
        for &row in &rows {
            self.attend(now, row as usize);
        }
        self.scratch.rows = rows;
    }

    fn attend(&mut self, now: Now, row: usize) {
        let people = &mut self.state.people;
        let (what, id, stage) = (self.scratch.attention[row], people.id[row], people.stage[row]);
        if what & attention::STUCK != 0 {
            let cause = self.why_stuck(row);
            self.state.counts.stuck += 1;
            self.state.people.track[row].stuck = Some(cause);
            self.tell(now, id, EventKind::Stuck, cause as u32);
            if self.state.people.status[row] == Status::Withdrawing {
                return self.pause(now, row);
            }
            // Perhaps there is a better place on the way, or the way has been left.
            return self.ask(row);
        } else if what & attention::FREED != 0 {
            self.tell(now, id, EventKind::Freed, stage);
        }
        if self.state.people.status[row] == Status::Withdrawing {
            if what & (attention::OFF_ROUTE | attention::ARRIVED) != 0 {
                self.pause(now, row);
            }
        } else if what & attention::HELD != 0 && self.has_to_withdraw(now, row) && self.withdraw(now, row) {
            // On the way back.
        } else if what & attention::OFF_ROUTE != 0 {
            self.ask(row);
        } else if what & attention::AT_LIFT != 0 {
            self.state.people.status[row] = Status::Queueing;
            self.state.people.until[row] = now.time;
        } else if what & attention::ARRIVED != 0 {
            self.tell(now, id, EventKind::Reached, stage);
            self.next_stage(now, row);
        } else if what & attention::TIME_IS_UP != 0 {
            if self.state.people.status[row] == Status::Preparing {
                self.begin_again(now, row)
            } else {
                self.next_stage(now, row)
            }
        }
    }

    /// Who is in the way of someone who does not get on: the nearest who touches, or almost, ahead.
    pub(crate) fn why_stuck(&self, row: usize) -> Cause {
        let people = &self.state.people;
        let at = people.position[row];
        let wanted = self.preferred(row);
        let is_in_the_way = |&&other: &&u32| {
            let to = people.position[other as usize] - at;
            to.norm() < people.radius[row] + people.radius[other as usize] + IN_THE_WAY && to.dot(wanted) > 0.0
        };
        match self.state.near.of(row).iter().find(is_in_the_way).map(|&other| other as usize) {
            None => Cause::Walls,
            Some(other) if !people.status[other].is_on_foot() => Cause::Standing,
            Some(other) if self.preferred(other).dot(wanted) < 0.0 => Cause::Oncoming,
            Some(_) => Cause::Crowd,
        }
    }

    fn next_stage(&mut self, now: Now, row: usize) {
        let stage = &mut self.state.people.stage[row];
        *stage = if *stage == OWN_GOAL { 0 } else { *stage + 1 };
        let exit = self.state.people.exit[row];
        if exit != NONE { self.leave(now, row, exit) } else { self.begin_stage(now, row) }
    }

    fn leave(&mut self, now: Now, row: usize, area: u32) {
        let people = &mut self.state.people;
        people.status[row] = Status::Gone;
        let id = people.id[row];
        self.tell(now, id, EventKind::Left, area);
    }

    /// Begins the stage once more: where it leads may have changed.
    pub(crate) fn begin_again(&mut self, now: Now, row: usize) {
        let exit = std::mem::replace(&mut self.state.people.exit[row], NONE);
        if let Some(heading) = self.scratch.heading.get_mut(exit as usize) {
            *heading -= 1;
        }
        self.restore_goal(row);
        self.begin_stage(now, row);
    }

    fn begin_stage(&mut self, now: Now, row: usize) {
        let id = self.state.people.id[row];
        let stage = self.state.people.stage[row];
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

    fn wait(&mut self, row: usize, until: f64) {
        self.state.people.status[row] = Status::Waiting;
        self.state.people.until[row] = until;
    }

    fn go(&mut self, row: usize, goal: Spot) {
        self.state.people.way[row].goal = goal;
        self.ask(row);
    }

    fn no_way(&mut self, now: Now, row: usize) {
        self.state.people.status[row] = Status::NoWay;
        let (id, stage) = (self.state.people.id[row], self.state.people.stage[row]);
        self.tell(now, id, EventKind::NoWay, stage);
    }

    /// A spot of an area where the body fits between walls.
    fn spot_in(&self, now: Now, id: u32, area: usize, stage: u32, radius: f64) -> Option<Spot> {
        let area = self.env.areas().get(area)?;
        let spot = |i: u64| {
            let draw = |purpose| now.draws.unit(id.into(), (u64::from(stage) << 8) + i, purpose);
            let (cell, point) = self.env.random_point(area, draw(purpose::SPOT_U), draw(purpose::SPOT_V))?;
            Some(Spot { cell, point })
        };
        let roomy = (0..24).filter_map(spot).find(|s| self.env.has_room(s.cell, s.point, radius));
        roomy.or_else(|| spot(0))
    }

    /// The exit of a pedestrian; `None` when there is a way to none of them.
    fn choose(&self, now: Now, row: usize, exits: &[usize], by: &ExitChoice) -> Option<u32> {
        let people = &self.state.people;
        let from = Spot { cell: people.cell[row], point: people.position[row] };
        let time = |exit: usize| self.routes.time_to_exit(&self.env, people.population[row], from, exit as u32);
        let soonest = |time: &dyn Fn(usize) -> Option<f64>| {
            let times = exits.iter().filter_map(|&e| Some((e, time(e)?)));
            times.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(e, _)| e as u32)
        };
        match by {
            ExitChoice::Nearest => soonest(&time),
            ExitChoice::LeastTime => soonest(&|e| Some(time(e)?.max(self.time_to_empty(e)))),
            ExitChoice::Shares(shares) => {
                let mut left = now.draws.unit(people.id[row].into(), 0, purpose::EXIT) * shares.iter().sum::<f64>();
                let drawn = exits.iter().zip(shares).find(|(_, share)| {
                    left -= **share;
                    left < 0.0
                });
                drawn.map(|(e, _)| *e as u32).or(exits.last().map(|e| *e as u32))
            }
        }
    }

    /// How long those who go to an exit already take to pass it, s: 1.2 persons per second and metre (Weidmann 1993, table 4), with
    /// the longer side of its bounds for its width.
    fn time_to_empty(&self, exit: usize) -> f64 {
        let size = self.area_bounds[exit].size();
        f64::from(self.scratch.heading[exit]) / (1.2 * size.x.max(size.y).max(0.5))
    }

    /// Asks for a way to the goal or exit.
    pub(crate) fn ask(&mut self, row: usize) {
        let people = &mut self.state.people;
        if people.status[row] != Status::Planning {
            people.status[row] = Status::Planning;
            self.routes.queue.push_back(people.id[row]);
        }
    }

    /// Plans for the first in the queue.
    pub(crate) fn plan(&mut self, now: Now) {
        let is_all = std::mem::take(&mut self.scratch.plans_all);
        let mut left = self.routes.queue.len().min(if is_all { usize::MAX } else { self.routes_per_step });
        while left > 0 {
            let count = left.min(ROUTES_AT_A_TIME);
            self.plan_first(now, count);
            left -= count;
        }
    }

    fn plan_first(&mut self, now: Now, count: usize) {
        let people = &self.state.people;
        // Whoever was sent elsewhere meanwhile may not want to go any more.
        let waits = |&row: &usize| people.status.get(row) == Some(&Status::Planning);
        let first = self.routes.queue.drain(..count).map(|id| self.scratch.row_of[id as usize] as usize);
        let rows: Vec<usize> = first.filter(waits).collect();
        let request = |&row: &usize| Request {
            population: people.population[row],
            from: Spot { cell: people.cell[row], point: people.position[row] },
            exit: people.exit[row],
            goal: people.way[row].goal,
        };
        let requests: Vec<Request> = rows.iter().map(request).collect();
        let answers = self.routes.answer(&self.env, &requests);
        self.state.counts.routes += answers.len() as u64;
        for (row, answer) in rows.into_iter().zip(answers) {
            match answer {
                Some(way) => {
                    let people = &mut self.state.people;
                    people.ahead[row] = way.ahead(0);
                    people.bar[row] = Bar::NONE;
                    people.way[row] = way;
                    people.status[row] = Status::Walking;
                    let track = &mut people.track[row];
                    (track.leg, track.cell) = (0, people.cell[row]);
                }
                None => self.find_other_exit(now, row),
            }
        }
    }

    /// Nothing leads to the exit any more: another one, if there is any.
    fn find_other_exit(&mut self, now: Now, row: usize) {
        let other = match self.stage(row).as_deref() {
            Some(Stage::Leave { exits, by }) => self.choose(now, row, exits, by),
            _ => None,
        };
        self.no_way(now, row);
        if other.is_some_and(|other| other != self.state.people.exit[row]) {
            self.begin_again(now, row);
        }
    }
}
