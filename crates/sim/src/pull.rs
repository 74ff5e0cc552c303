//! The velocity that a pedestrian prefers: along the way, at the speed that the floor allows.

use populace_geom::Point;

use crate::follow::{AnyFollower, FollowerState, Heading, Walker};
use crate::phases::is_held;
use crate::simulation::Simulation;
use crate::state::{Ahead, NONE, Status};

/// A pedestrian that only walls hold up for this long, s, leaves the direction of its follower for twice as long, and so on by turns.
const TURN: f64 = 3.0;

/// A wall in the way of a pedestrian holds it up from this distance, m: some models keep bodies off walls.
const WALL_NEAR: f64 = 0.2;

/// Nobody is near a pedestrian when the gap to every neighbour is at least this wide, m.
const NOBODY_NEAR: f64 = 1.0;

/// A pedestrian slows down when it is this near to its goal in time, s.
const SLOW_DOWN: f64 = 0.5;

impl Simulation {
    /// Returns the velocity that follows the way of a pedestrian now, m/s.
    pub(crate) fn preferred(&self, row: usize) -> Point {
        let mut state = self.state.people.follower_state[row];
        self.pulled(row, &mut state, 0.0).0
    }

    /// Returns the velocity that follows the way of a pedestrian and the highest speed that is possible here, both m/s.
    /// The follower remembers in `state` what it needs at the next decision, `dt` s later.
    pub(crate) fn pulled(&self, row: usize, state: &mut FollowerState, dt: f64) -> (Point, f64) {
        let people = &self.state.people;
        let footing = self.env.floors()[self.env.cell_floor(people.cell[row]).index()].footing();
        let belt = footing.carried();
        // A pedestrian that has asked for another way follows the old way meanwhile, as far as the old way leads on
        // from here.
        let leads_on =
            || people.ahead[row].next().is_some_and(|p| self.env.segment(p).cells.contains(&people.cell[row]));
        let is_planning = people.status[row] == Status::Planning;
        let follows = people.status[row].is_on_foot() || (is_planning && leads_on());
        if !follows {
            *state = FollowerState::NOTHING;
            return (belt, people.speed[row]);
        }
        let walker = self.walker(row, &people.ahead[row], dt);
        let Heading { mut direction, left, .. } = self.follower(row).follow_with(&walker, state);
        // On the line of a portal, for example, the middle of what is seen through the portal may lead into the wall behind it.
        if left.is_none() && self.is_held_up_by_walls(row, direction) {
            direction = walker.straight_on();
        }
        direction = self.around_those_who_stay(row, direction).unwrap_or(direction);
        let speed = footing.speed(direction, people.speed[row]);
        let slowed = left.map_or(speed, |left| speed.min(left / SLOW_DOWN));
        let top_speed = footing.top_speed(direction, people.speed[row], people.top_speed[row]);
        (direction * slowed + belt, top_speed + belt.norm())
    }

    /// Returns the nearest point of the exit to which a pedestrian goes, when the pedestrian sees it.
    pub(crate) fn exit_in_sight(&self, row: usize, ahead: &Ahead) -> Option<Point> {
        let people = &self.state.people;
        let (at, cell) = (people.position[row], people.cell[row]);
        let exit = people.way[row].exit;
        if exit == NONE || people.status[row] == Status::Withdrawing || ahead.is_full() {
            return None;
        }
        self.nearest_of_exit(at, exit).filter(|&near| self.world().sees(cell, at, near))
    }

    /// Returns whether only walls have held up a pedestrian, which wants to walk in a direction, for so long that it tries another direction.
    /// A pedestrian that a queue held up is not slow any more or has no wall in its way once the neighbours are gone.
    fn is_held_up_by_walls(&self, row: usize, direction: Point) -> bool {
        let people = &self.state.people;
        let turns = people.held[row] / TURN;
        if turns < 1.0 || (turns as u64).is_multiple_of(3) || !is_held(people.velocity[row], people.speed[row]) {
            return false;
        }
        let (at, radius) = (people.position[row], people.radius[row]);
        let gap = |other: usize| at.distance(people.position[other]) - radius - people.radius[other];
        if self.state.near.of(row).iter().any(|&other| gap(other as usize) < NOBODY_NEAR) {
            return false;
        }
        let floor = self.env.cell_floor(people.cell[row]);
        let wall = self.world().nearest_wall(floor, at, radius + WALL_NEAR);
        wall.is_some_and(|wall| (wall.point - at).dot(direction) > 0.0)
    }

    /// Returns where the follower of a pedestrian sends it, and leaves in `state` what the follower remembers for the
    /// next decision.
    pub(crate) fn heading(&self, row: usize, ahead: &Ahead, state: &mut FollowerState) -> Heading {
        self.follower(row).follow_with(&self.walker(row, ahead, 0.0), state)
    }

    fn follower(&self, row: usize) -> &'static dyn AnyFollower {
        self.populations[usize::from(self.state.people.population[row])].follower.follower
    }

    /// Returns what the follower of a pedestrian reads, `dt` s before the next decision. People leave where an exit is nearest to them, not
    /// all at one spot of it.
    fn walker<'a>(&'a self, row: usize, ahead: &'a Ahead, dt: f64) -> Walker<'a> {
        let people = &self.state.people;
        let (at, cell) = (people.position[row], people.cell[row]);
        Walker {
            env: &self.env,
            at,
            cell,
            radius: people.radius[row],
            cone: people.cone[row],
            speed: people.speed[row],
            footing: self.env.floors()[self.env.cell_floor(cell).index()].footing(),
            dt,
            ahead,
            goal: &people.way[row].goal,
            exit: self.exit_in_sight(row, ahead),
        }
    }
}
