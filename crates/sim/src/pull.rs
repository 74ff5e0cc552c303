//! The velocity that a pedestrian prefers: along the way, at the speed that the floor allows.

use populace_geom::Point;

use crate::follow::{Bar, Look, Walker};
use crate::simulation::Simulation;
use crate::state::{Ahead, NONE, Status};

const SLOW_DOWN: f64 = 0.5;

impl Simulation {
    /// The velocity that follows the way, as things stand, m/s.
    pub(crate) fn preferred(&self, row: usize) -> Point {
        self.pulled(row, self.state.people.bar[row], 0.0).0
    }

    /// The velocity that follows the way, the most that is possible here, m/s, and the bar after `dt` s.
    pub(crate) fn pulled(&self, row: usize, bar: Bar, dt: f64) -> (Point, f64, Bar) {
        let people = &self.state.people;
        let footing = self.env.floors()[self.env.cell_floor(people.cell[row]).index()].footing();
        let belt = footing.carried();
        // Whoever has asked for another way follows the old one meanwhile, as far as it leads on from here.
        let leads_on =
            || people.ahead[row].next().is_some_and(|p| self.env.segment(p).cells.contains(&people.cell[row]));
        let is_planning = people.status[row] == Status::Planning;
        let follows = people.status[row].is_on_foot() || (is_planning && leads_on());
        if !follows {
            return (belt, people.speed[row], Bar::NONE);
        }
        let along = bar.hook - people.position[row];
        let step = (footing.speed(along, people.speed[row]) + belt.norm()) * dt;
        let (Look { way: ahead, left, .. }, bar) = self.heading(row, &people.ahead[row], bar, step);
        let speed = footing.speed(ahead, people.speed[row]);
        let speed = left.map_or(speed, |left| speed.min(left / SLOW_DOWN));
        (ahead * speed + belt, footing.speed(ahead, people.speed[row]) + belt.norm(), bar)
    }

    /// Where to go, and how far it is when the goal is in sight; the bar after its hook has moved on by at most `step` m. People leave where an exit is nearest to them, not all at one spot of it.
    pub(crate) fn heading(&self, row: usize, ahead: &Ahead, bar: Bar, step: f64) -> (Look, Bar) {
        let people = &self.state.people;
        let (at, cell) = (people.position[row], people.cell[row]);
        let mut exit = None;
        if people.exit[row] != NONE && people.status[row] != Status::Withdrawing && !ahead.is_full() {
            exit = Some(self.nearest_of_exit(at, people.exit[row])).filter(|&near| self.world().sees(cell, at, near));
        }
        let (radius, cone, goal) = (people.radius[row], people.cone[row], &people.way[row].goal);
        let walker = Walker { at, cell, radius, cone, ahead, goal, exit };
        (self.populations[usize::from(people.population[row])].follower.look)(&self.env, &walker, bar, step)
    }
}
