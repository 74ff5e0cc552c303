//! The velocity that a pedestrian prefers: along the way, at the speed that the floor allows.

use populace_geom::Point;

use crate::follow::{FollowerState, Heading, Walker};
use crate::simulation::Simulation;
use crate::state::{Ahead, NONE, Status};

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
        let Heading { direction, left, .. } = self.heading(row, &people.ahead[row], state, dt);
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

    /// Returns where the follower of a pedestrian sends it, and leaves in `state` what the follower remembers for the
    /// decision `dt` s later. People leave where an exit is nearest to them, not all at one spot of it.
    pub(crate) fn heading(&self, row: usize, ahead: &Ahead, state: &mut FollowerState, dt: f64) -> Heading {
        let people = &self.state.people;
        let (at, cell) = (people.position[row], people.cell[row]);
        let walker = Walker {
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
        };
        self.populations[usize::from(people.population[row])].follower.follower.follow_with(&walker, state)
    }
}
