//! Making way: a pedestrian that stands steps aside for a neighbour that is held up and has to get past.
//!
//! A body that stands is an obstacle, and models go around it. They do not get around many who stand beside each other: a line of people
//! with gaps that are narrower than a body, the second row of an audience. There people who stand step aside, to the side of the way on which
//! they are, and push on those who stand next to them. Whoever stands in line walks back to its place after that. No paper of a model here has
//! the rule (proposal).
//!
//! A pedestrian that was called to a slot lets nobody else be served until it gets there. So people on foot step aside for it, too, when they
//! are held up themselves: a crowd that walks to a line would carry it away from its slot for good.

use populace_geom::Point;

use crate::minds::visited;
use crate::purpose;
use crate::simulation::{Now, Simulation};
use crate::state::Status;

/// A pedestrian asks others to make way when it has been held up for this long, s.
const HELD: f64 = 2.0;
/// So does a pedestrian that has not got on for this long, s: whoever is pushed to and fro is never held up for long.
const LONG: f64 = 6.0;
/// The rank of people who hold each other up at an object holds for this long, s.
const TURN: f64 = 4.0;
/// A neighbour is in the way when the gap to it is at most this wide, m. Some models stop so far from others.
const GAP: f64 = 0.4;
/// Whoever steps aside pushes on those to whom the gap is at most this wide, m.
const TOUCHES: f64 = 0.15;
/// The room that is left beside whoever passes, m.
const ROOM: f64 = 0.1;
/// Whoever does not get on is given this much more room with every second, m, up to a limit: some models do not dare to pass even then.
const MORE_ROOM: (f64, f64) = (0.02, 0.8);
/// How fast people step aside, m/s.
const PACE: f64 = 0.5;
/// People who stand on the way itself within this distance, m, step to the side with more room.
const MIDDLE: f64 = 0.05;
/// How far the room on both sides is compared, m.
const LOOKS: f64 = 2.0;
/// A neighbour within 60° of the direction in which a pedestrian steps aside is pushed on.
const PUSHED: f64 = 0.5;

/// A pedestrian that steps aside.
#[derive(Clone, Copy)]
struct Step {
    /// Its id and that of the pedestrian for which it does so.
    ids: (u32, u32),
    row: u32,
    /// Where to: a unit vector.
    way: Point,
    /// Whether that pedestrian was called to a slot.
    is_for_called: bool,
}

impl Simulation {
    /// Lets people who stand in the way of neighbours that are held up step aside. They ask no model: a model keeps whoever stands off its
    /// neighbours, and may leave it no way out of a crowd.
    pub(crate) fn make_way(&mut self, now: Now) {
        let people = &self.state.people;
        let mut steps: Vec<Step> = Vec::new();
        for row in (0..people.len()).filter(|&row| people.status[row].is_on_foot() && self.is_held_up(now, row)) {
            self.ask_for_way(now, row, &mut steps);
        }
        if steps.is_empty() {
            return;
        }
        // A pedestrian that is in the way of several makes way for the first of them.
        steps.sort_unstable_by_key(|step| step.ids);
        steps.dedup_by_key(|step| step.row);
        let mut next = 0;
        while let Some(&step) = steps.get(next) {
            self.push_on(now, step, &mut steps);
            next += 1;
        }
        for Step { row, way, .. } in steps {
            // A belt carries whoever stands.
            let before = if self.state.people.status[row as usize].is_on_foot() {
                Point::ZERO
            } else {
                self.state.people.wanted[row as usize]
            };
            self.state.people.wanted[row as usize] = before + way * PACE;
        }
    }

    /// Adds everyone that stands in the way of a pedestrian, and where each steps aside.
    fn ask_for_way(&self, now: Now, row: usize, steps: &mut Vec<Step>) {
        let people = &self.state.people;
        let more = (MORE_ROOM.0 * (now.time - people.track[row].anchored)).clamp(0.0, MORE_ROOM.1);
        let Some(wanted) = self.scratch.preferred[row].unit() else { return };
        let is_for_called = self.is_called(row);
        for &other in self.state.near.of(row) {
            let at = other as usize;
            let to = people.position[at] - people.position[row];
            let touch = people.radius[row] + people.radius[at];
            let is_in_the_way = to.norm() < touch + GAP.max(more) && to.dot(wanted) > 0.0;
            let yields = || (is_for_called && self.lets_called_pass(now, at)) || self.yields_at_object(now, at, row);
            if is_in_the_way && (can_step_aside(people.status[at]) || yields()) {
                let way = self.way_to_side(at, wanted, to.dot(wanted.left()), touch + ROOM + more);
                let ids = (people.id[at], people.id[row]);
                steps.extend(way.map(|way| Step { ids, row: other, way, is_for_called }));
            }
        }
    }

    /// Returns whether a pedestrian walks to a slot of an object that is its own.
    fn is_called(&self, row: usize) -> bool {
        let people = &self.state.people;
        let object = visited(&people.memory[row]).filter(|_| people.status[row].is_on_foot());
        object.is_some_and(|object| self.state.usages[object as usize].slot_of(people.id[row]).is_some())
    }

    /// Returns whether a pedestrian on foot lets those pass that were called to a slot: when it is held up itself, and was not called.
    fn lets_called_pass(&self, now: Now, row: usize) -> bool {
        self.state.people.status[row].is_on_foot() && self.is_held_up(now, row) && !self.is_called(row)
    }

    /// Returns whether a pedestrian has been held up, or has not got on, for so long that others make way for it.
    fn is_held_up(&self, now: Now, row: usize) -> bool {
        let people = &self.state.people;
        people.held[row] > HELD || now.time - people.track[row].anchored > LONG
    }

    /// Returns whether a pedestrian that does not get on at an object lets another pass: the one of lower rank does. Ranks are drawn anew in
    /// every turn.
    fn yields_at_object(&self, now: Now, row: usize, other: usize) -> bool {
        let people = &self.state.people;
        let rank = |row: usize| now.draws.bits(people.id[row].into(), (now.time / TURN) as u64, purpose::MAKE_WAY);
        people.status[row].is_on_foot()
            && now.time - people.track[row].anchored > LONG
            && visited(&people.memory[row]).is_some()
            && rank(row) < rank(other)
    }

    /// Returns where a pedestrian steps aside that stands `aside` m to the left of the way of another and has to be `clear` m away from it;
    /// `None` when it is. Where walls leave no room on either side, it goes ahead.
    fn way_to_side(&self, row: usize, wanted: Point, aside: f64, clear: f64) -> Option<Point> {
        let people = &self.state.people;
        let (at, cell) = (people.position[row], people.cell[row]);
        if aside.abs() >= clear {
            return None;
        }
        let room = |way: Point, far: f64| {
            let end = self.world().ray(cell, at, at + way * (far + people.radius[row]));
            if end.wall.is_none() { far } else { end.point.distance(at) - people.radius[row] }
        };
        let left = wanted.left();
        let is_left = if aside.abs() > MIDDLE { aside > 0.0 } else { room(left, LOOKS) >= room(-left, LOOKS) };
        let near = if is_left { left } else { -left };
        if room(near, clear - aside.abs()) >= clear - aside.abs() {
            Some(near)
        } else if room(-near, clear + aside.abs()) >= clear + aside.abs() {
            Some(-near)
        } else {
            Some(wanted)
        }
    }

    /// Adds everyone that stands where a pedestrian steps.
    fn push_on(&self, now: Now, step: Step, steps: &mut Vec<Step>) {
        let people = &self.state.people;
        let row = step.row as usize;
        for &other in self.state.near.of(row) {
            let at = other as usize;
            let to = people.position[at] - people.position[row];
            let is_near = to.norm() < people.radius[row] + people.radius[at] + TOUCHES;
            let is_there = to.dot(step.way) > PUSHED * to.norm();
            let is_asked = || steps.iter().any(|known| known.row == other);
            let yields = || step.is_for_called && self.lets_called_pass(now, at);
            if is_near && is_there && (can_step_aside(people.status[at]) || yields()) && !is_asked() {
                steps.push(Step { ids: (people.id[at], step.ids.1), row: other, ..step });
            }
        }
    }
}

/// Returns whether people with a status stand where they could stand elsewhere as well.
fn can_step_aside(status: Status) -> bool {
    let is_bound = matches!(status, Status::Sitting | Status::Served | Status::Performing);
    (status.is_at_rest() && !is_bound) || matches!(status, Status::NoWay | Status::Queueing)
}
