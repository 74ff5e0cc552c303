//! Rebuild: an obstacle appears, and another environment replaces the old one. Floors, links and areas keep their
//! numbers; cells and free segments do not. Everyone finds their cell again, pedestrians who stand in the way are put
//! aside, and ways are planned anew.

use std::sync::Arc;

use populace_env::{CellId, Environment, FloorId, World};
use populace_geom::Point;
use populace_plan::Spot;
use populace_traj::{EventKind, NOBODY};

use crate::follow::FollowerState;
use crate::lifts::Lift;
use crate::scene::{SAME, move_spot, same_spot};
use crate::simulation::{Now, Simulation};
use crate::state::{Ahead, NONE, Person, Status, Way};

impl Simulation {
    /// Takes over another environment with the same floors, links and areas; does nothing when it has others.
    pub(crate) fn change_place(&mut self, now: Now, env: &Arc<Environment>, floor: FloorId) {
        if !is_alike(&self.env, env) {
            return;
        }
        self.keep_original();
        let old = std::mem::replace(&mut self.env, env.clone());
        let lifts = std::mem::take(&mut self.lifts);
        self.place_changes += 1;
        self.renew();
        self.tell(now, NOBODY, EventKind::Blocked, floor.0);
        self.move_lifts(now, &old, &lifts);
        self.move_slots(now, &old);
        let cells: Vec<CellId> = self.state.people.cell.clone();
        let before = self.state.people.position.clone();
        self.find_cells(now, &old);
        for id in self.scratch.inside.clone() {
            let row = self.scratch.row_of[id as usize] as usize;
            self.find_way(now, row, &old, Spot { cell: cells[row], point: before[row] });
        }
        self.scratch.plans_all = true;
        // People were put elsewhere.
        self.scratch.boxes.clear();
    }

    /// Keeps the cabins. A rider whose stop is gone gets out at the nearest stop, or, when the lift has no stop left, where the stop was.
    fn move_lifts(&mut self, now: Now, old: &Environment, was: &[Lift]) {
        let pairs = self.lifts.iter().zip(was);
        let numbers: Vec<Vec<Option<u32>>> = pairs.map(|(is, was)| is.numbers(old, &self.env, was)).collect();
        self.state.cabins.iter_mut().zip(&numbers).for_each(|(cabin, numbers)| cabin.renumber(numbers));
        for mut ride in std::mem::take(&mut self.state.riding) {
            let (lift, stop) = (ride.lift as usize, ride.to as usize);
            let person = &mut ride.person;
            person.way.goal = move_spot(old, World::new(&self.env, &self.state.doors), person.way.goal, person.radius);
            person.drop_way();
            match numbers[lift].get(stop).copied().flatten() {
                Some(number) => {
                    let cell = self.lifts[lift].stops[number as usize].cell;
                    (ride.to, person.cell, person.track.cell) = (number, cell, cell);
                    self.state.riding.push(ride);
                }
                None => {
                    // In terms of the old place: the cell is found with everyone else's.
                    let at = was[lift].stops[stop];
                    (person.cell, person.position, person.status) = (at.cell, at.point, Status::NoWay);
                    (person.velocity, person.wanted) = (Point::ZERO, Point::ZERO);
                    self.tell(now, person.id, EventKind::Alighted, self.lifts[lift].link.0);
                    self.state.people.push(ride.person);
                }
            }
        }
        self.index();
    }

    /// Keeps the users of slots that are still there. A pedestrian whose slot is gone loses it, and thinks again.
    fn move_slots(&mut self, now: Now, old: &Environment) {
        let env = self.env.clone();
        for (number, (is, was)) in env.objects().iter().zip(old.objects()).enumerate() {
            let users = std::mem::take(&mut self.state.usages[number].users);
            let mut moved = vec![NONE; is.slots.len()];
            for (slot, user) in users.into_iter().enumerate().filter(|(_, user)| *user != NONE) {
                let same = |s: &populace_env::Slot| was.slots.get(slot).is_some_and(|old| old.point == s.point);
                match is.slots.iter().position(same) {
                    Some(kept) => moved[kept] = user,
                    None => self.tell(now, user, EventKind::Finished, number as u32),
                }
            }
            self.state.usages[number].users = moved;
        }
        // Slots and places in line may be elsewhere.
        self.state.people.wake.iter_mut().for_each(|wake| *wake = wake.min(now.time));
    }

    /// Finds everyone's cell. A pedestrian who stands in a wall now is put at the nearest free place of the floor.
    fn find_cells(&mut self, now: Now, old: &Environment) {
        let mut displaced = Vec::new();
        for id in self.scratch.inside.clone() {
            let row = self.scratch.row_of[id as usize] as usize;
            let people = &mut self.state.people;
            let spot = Spot { cell: people.cell[row], point: people.position[row] };
            match same_spot(old, World::new(&self.env, &self.state.doors), spot, people.radius[row]) {
                Some(Spot { cell, point }) => (people.cell[row], people.position[row]) = (cell, point),
                None => displaced.push(row),
            }
        }
        self.put_aside(now, old, &displaced);
    }

    /// Drops the way, whose portals are of the old place, and asks for another. A pedestrian whose way or goal the obstacle covers begins the stage
    /// again.
    fn find_way(&mut self, now: Now, row: usize, old: &Environment, was: Spot) {
        let people = &self.state.people;
        let (id, status, radius, exit) = (people.id[row], people.status[row], people.radius[row], people.way[row].exit);
        let goal = same_spot(old, self.world(), people.way[row].goal, radius);
        let has_goal = exit != NONE || goal.is_some();
        let is_blocked = self.is_blocked(old, was, &people.way[row], people.track[row].leg as usize);
        let goal = goal.unwrap_or_else(|| move_spot(old, self.world(), people.way[row].goal, radius));
        let (cell, at) = (people.cell[row], people.position[row]);
        let people = &mut self.state.people;
        people.way[row] = Way { portals: Vec::new(), goal, exit, near: people.way[row].near };
        people.ahead[row] = Ahead::NONE;
        people.follower_state[row] = FollowerState::NOTHING;
        let track = &mut people.track[row];
        (track.leg, track.rest, track.cell, track.least) = (0, 0.0, cell, None);
        if at != was.point {
            (track.anchor, track.anchored) = (at, now.time);
        }
        match status {
            status if status.is_at_rest() || status == Status::Gone => {}
            Status::NoWay | Status::Withdrawing | Status::Riding => self.begin_again(now, row),
            _ => {
                if is_blocked {
                    let stage = self.stage(row);
                    self.tell(now, id, EventKind::Rerouted, stage);
                }
                // A pedestrian on the way to an exit chooses again; a spot that is still there stays the goal.
                if (is_blocked && exit != NONE) || !has_goal { self.begin_again(now, row) } else { self.ask(row) }
            }
        }
    }

    /// Returns whether a wall of this place is in the way that a pedestrian followed in the old place, along the
    /// middles of its portals.
    fn is_blocked(&self, old: &Environment, was: Spot, way: &Way, leg: usize) -> bool {
        let Spot { mut cell, point: mut at } = was;
        for &portal in way.portals.get(leg..).unwrap_or(&[]) {
            let segment = old.segment(portal);
            if !segment.cells.contains(&cell) {
                return true;
            }
            if !self.is_clear(old.cell_floor(cell), at, segment.middle_in(cell)) {
                return true;
            }
            cell = segment.other(cell);
            at = segment.middle_in(cell);
        }
        !self.is_clear(old.cell_floor(cell), at, way.goal.point)
    }

    fn is_clear(&self, floor: FloorId, from: Point, to: Point) -> bool {
        self.env.locate_near(floor, from, SAME).is_some_and(|(cell, from)| {
            let end = self.world().ray(cell, from, to);
            end.wall.is_none() || end.point.distance(to) < SAME
        })
    }
}

impl Person {
    /// Forgets the way of a rider, which is planned again when the rider gets out.
    pub(crate) fn drop_way(&mut self) {
        self.way.portals.clear();
        self.ahead = Ahead::NONE;
        self.follower_state = FollowerState::NOTHING;
        (self.track.leg, self.track.rest) = (0, 0.0);
    }
}

/// Returns whether two places have the same floors, links and areas, by their numbers.
fn is_alike(one: &Environment, other: &Environment) -> bool {
    let sizes = |env: &Environment| (env.floors().len(), env.links().len(), env.areas().len(), env.objects().len());
    sizes(one) == sizes(other) && other.cell_count() > 0
}
