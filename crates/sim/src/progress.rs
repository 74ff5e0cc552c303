//! Where on the way a pedestrian is, and whether that calls for a decision about the journey.

use populace_env::CellId;
use populace_mind::Target;

use crate::lifts::AT_DOORS;
use crate::simulation::{Now, Simulation};
use crate::state::{Ahead, NONE, Status, Track};
use crate::withdraw::{LONG, LOOK_AFTER};

/// A pedestrian that has no way asks again when it has been moved this far, m, or into another cell.
const MOVED: f64 = 0.25;

/// A pedestrian that a crowd keeps from its goal has arrived when it is held up for longer than the first number, s,
/// and is within a multiple of the usual distance of arrival: the second number.
const CROWDED: (f64, f64) = (3.0, 5.0);

/// So has a pedestrian that is anywhere in the area to which it goes and has not got on for this long, s: whoever is pushed to and fro is never
/// held up for long.
const LONG_IN_AREA: f64 = 6.0;

/// Occasions that call for a decision about the journey, one bit each.
pub(crate) mod attention {
    /// The pedestrian is at its goal.
    pub const ARRIVED: u8 = 1;
    /// The time has come at which the pedestrian wanted to think again.
    pub const TIME_IS_UP: u8 = 2;
    /// The pedestrian is beside its way, or was moved.
    pub const OFF_ROUTE: u8 = 4;
    /// The pedestrian is at the lift that it takes next.
    pub const AT_LIFT: u8 = 8;
    /// The pedestrian has not got on for a long time.
    pub const STUCK: u8 = 16;
    /// The pedestrian was stuck, and is not any more.
    pub const FREED: u8 = 32;
    /// The pedestrian is held up before a narrow place.
    pub const HELD: u8 = 64;
    /// The pedestrian may feel a need now, or has to heed the alarm.
    pub const URGE: u8 = 128;
}

impl Simulation {
    /// Moves a pedestrian on along its way, and returns what calls for a decision about the journey.
    pub(crate) fn look(&self, now: Now, row: usize, track: &mut Track, ahead: &mut Ahead) -> u8 {
        let people = &self.state.people;
        let urge = if people.urge[row] <= now.time { attention::URGE } else { 0 };
        urge | match people.status[row] {
            Status::Walking | Status::Withdrawing => {
                let mut found = self.look_at_way(now, row, track, ahead);
                // Progress is measured by the rest of the way, which is not known beside the way.
                let is_on_way = found & attention::OFF_ROUTE == 0;
                found |= if is_on_way {
                    self.look_for_progress(now, row, track, ahead)
                } else {
                    self.look_for_time(now, track)
                };
                let is_held = people.held[row] > LOOK_AFTER || now.time - track.anchored > LONG;
                if is_held
                    && people.status[row] == Status::Walking
                    && ahead.next().is_some_and(|portal| self.is_narrow(row, portal))
                {
                    found |= attention::HELD;
                }
                if people.wake[row] <= now.time {
                    found |= attention::TIME_IS_UP;
                }
                found
            }
            status if status.is_at_rest() => {
                let was_stuck = track.stuck.is_some();
                *track = Track { anchor: people.position[row], anchored: now.time, stuck: None, ..*track };
                (if was_stuck { attention::FREED } else { 0 })
                    | if people.wake[row] <= now.time { attention::TIME_IS_UP } else { 0 }
            }
            Status::NoWay => {
                let (cell, at) = (people.cell[row], people.position[row]);
                let is_moved = cell != track.cell || at.distance(track.anchor) >= MOVED;
                if is_moved {
                    *track = Track { cell, anchor: at, anchored: now.time, ..*track };
                }
                let is_over = people.wake[row] <= now.time;
                (if is_moved { attention::OFF_ROUTE } else { 0 }) | if is_over { attention::TIME_IS_UP } else { 0 }
            }
            _ => {
                // The clock of progress stands still while the pedestrian waits for a way or a lift.
                track.anchored += self.timing.dt * f64::from(self.timing.think_every);
                // A pedestrian that was pushed away from the doors walks back to them.
                let is_away = people.status[row] == Status::Queueing && people.cell[row] != track.cell;
                if is_away { attention::OFF_ROUTE } else { 0 }
            }
        }
    }

    /// Moves a pedestrian on along its way, and returns whether it is beside the way, at a lift, or at the goal.
    pub(crate) fn look_at_way(&self, now: Now, row: usize, track: &mut Track, ahead: &mut Ahead) -> u8 {
        let people = &self.state.people;
        let cell = people.cell[row];
        if cell != track.cell {
            let way = &people.way[row];
            match self.leg_in(cell, &way.portals, way.goal.cell, track.leg) {
                Some(leg) => {
                    track.go_to_leg(&self.env, way, leg);
                    track.cell = cell;
                    *ahead = way.ahead(leg);
                }
                None => return attention::OFF_ROUTE,
            }
        }
        match ahead.next() {
            None if self.is_at_goal(row) => attention::ARRIVED,
            _ if now.time - track.anchored > LONG_IN_AREA && self.is_in_its_area(row) => attention::ARRIVED,
            None => 0,
            // A pedestrian leaves wherever it steps into its exit. Its way may lead to a spot of the exit in another cell.
            Some(_) if self.is_in_exit(row, ahead) => attention::ARRIVED,
            Some(portal) => {
                let segment = self.env.segment(portal);
                let is_there = segment.is_lift() && people.position[row].distance(segment.stop_in(cell)) < AT_DOORS;
                if is_there || self.is_held_up_at_doors(row, track, ahead) { attention::AT_LIFT } else { 0 }
            }
        }
    }

    /// Returns whether a pedestrian is held up at the doors of the next lift of its way, in sight of a stop that is too
    /// near to a wall for its body. Such a body may never get into the cell of the stop, so the progress of the
    /// pedestrian is moved on to the lift.
    fn is_held_up_at_doors(&self, row: usize, track: &mut Track, ahead: &mut Ahead) -> bool {
        let people = &self.state.people;
        if people.held[row] <= CROWDED.0 || people.status[row] != Status::Walking {
            return false;
        }
        let (at, here) = (people.position[row], people.cell[row]);
        let mut cell = here;
        let next = *ahead;
        for (leg, portal) in (track.leg..).zip(next.portals()) {
            let segment = self.env.segment(portal);
            if !segment.is_lift() {
                cell = segment.other(cell);
                continue;
            }
            let stop = segment.stop_in(cell);
            let world = self.world();
            let is_there = at.distance(stop) < AT_DOORS
                && !world.has_room(cell, stop, people.radius[row])
                && world.sees(here, at, stop);
            if is_there {
                let way = &people.way[row];
                track.go_to_leg(&self.env, way, leg);
                *ahead = way.ahead(leg);
            }
            return is_there;
        }
        false
    }

    /// Returns the leg of a pedestrian that is in `cell` and was on `leg` before: the same leg or up to four further
    /// on, or else up to two back. `None` when none of these legs passes the cell.
    pub(crate) fn leg_in(
        &self,
        cell: CellId,
        portals: &[populace_env::SegmentId],
        goal: CellId,
        leg: u32,
    ) -> Option<u32> {
        let leg = leg as usize;
        let touches = |i: usize| portals.get(i).is_some_and(|&p| self.env.segment(p).cells.contains(&cell));
        // A cell of the way touches the portal into it and the portal out of it. The first cell has no portal into it,
        // and the last cell has no portal out of it.
        let is_inner = |i: usize| i > 0 && touches(i - 1) && if i == portals.len() { goal == cell } else { touches(i) };
        let is_first = || if portals.is_empty() { goal == cell } else { touches(0) && !is_inner(1) };
        let is_on = |i: usize| if i == 0 { is_first() } else { is_inner(i) };
        let forward = leg..=(leg + 4).min(portals.len());
        let back = (leg.saturating_sub(2)..leg).rev();
        forward.chain(back).find(|&i| is_on(i)).map(|i| i as u32)
    }

    /// Returns whether a pedestrian that walks to an exit is in the exit, near the end of its way.
    fn is_in_exit(&self, row: usize, ahead: &Ahead) -> bool {
        let people = &self.state.people;
        let exit = people.way[row].exit;
        exit != NONE && !ahead.is_full() && people.status[row] == Status::Walking && self.is_in_area(row, exit)
    }

    /// Returns whether a pedestrian that goes to an area, and not to an exit, is in this area.
    fn is_in_its_area(&self, row: usize) -> bool {
        let people = &self.state.people;
        if people.way[row].exit != NONE || people.status[row] != Status::Walking {
            return false;
        }
        let area = people.memory[row].top().and_then(|goal| self.tasks.task(goal.task).destination(goal));
        area.is_some_and(|area| self.is_in_area(row, area))
    }

    /// Returns whether a pedestrian on the last leg of its way has arrived.
    pub(crate) fn is_at_goal(&self, row: usize) -> bool {
        let people = &self.state.people;
        let at = people.position[row];
        let exit = people.way[row].exit;
        if exit != NONE && people.status[row] == Status::Walking {
            return self.is_in_area(row, exit);
        }
        let (away, near) = (at.distance(people.way[row].goal.point), people.way[row].near);
        let is_held = people.held[row] > CROWDED.0;
        // A large group that is sent to an area fills the area from its border, so a part of the group never gets to
        // its spots.
        let is_there = || match people.memory[row].top().map(|goal| goal.target) {
            Some(Target::Area(area)) => self.is_in_area(row, area),
            _ => false,
        };
        away < near || (is_held && (away < CROWDED.1 * near || is_there()))
    }
}
