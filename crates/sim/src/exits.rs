//! Exits: which exit a pedestrian chooses, and through which point of it the pedestrian leaves.

use populace_geom::{Point, Segment};
use populace_mind::{ExitChoice, Places, Target};
use populace_plan::Spot;

use crate::minds::current;
use crate::purpose;
use crate::simulation::{Now, Simulation};
use crate::state::Status;

const INTO_EXIT: f64 = 0.3;

impl Simulation {
    /// Returns the exit that a pedestrian chooses; `None` when there is a way to none of them.
    pub(crate) fn choose(&self, now: Now, row: usize, exits: &[u32], by: &ExitChoice) -> Option<u32> {
        let people = &self.state.people;
        let from = Spot { cell: people.cell[row], point: people.position[row] };
        let (population, radius) = (people.population[row], people.radius[row]);
        let time = |exit: u32| self.routes.time_to_exit(self.world(), population, from, radius, exit);
        let soonest = |time: &dyn Fn(u32) -> Option<f64>| {
            let times = exits.iter().filter_map(|&e| Some((e, time(e)?)));
            times.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(e, _)| e)
        };
        match by {
            ExitChoice::Nearest => soonest(&time),
            ExitChoice::LeastTime => soonest(&|e| Some(time(e)?.max(self.time_to_empty(e)))),
            ExitChoice::Shares(shares) => {
                let draw = now.draws.unit(people.id[row].into(), 0, purpose::EXIT);
                let all = exits.iter().copied().zip(shares.iter().copied());
                let has_way = |exit: &u32| time(*exit).is_some();
                let first = by_shares(draw, all.clone()).filter(has_way);
                first.or_else(|| by_shares(draw, all.filter(|(exit, _)| has_way(exit))))
            }
        }
    }

    /// Returns the exit that a pedestrian chooses among the exits of its current goal; `None` when the goal has no exits, or when the
    /// pedestrian has a way to none of them.
    pub(crate) fn choose_exit(&self, now: Now, row: usize) -> Option<u32> {
        let goal = self.state.people.memory[row].top()?;
        match (self.tasks.task(goal.task).places(), goal.target) {
            (Places::Exits(_, by), Target::Area(exit)) => self.choose(now, row, &[exit], by),
            (Places::Exits(exits, by), _) => self.choose(now, row, exits, by),
            _ => None,
        }
    }

    /// Returns the areas by one of which a pedestrian wants to leave now; none when it wants something else.
    pub fn leaves_by(&self, row: usize) -> Vec<u32> {
        let Some(goal) = current(&self.state.people.memory[row]) else { return Vec::new() };
        match (self.tasks.task(goal.task).places(), goal.target) {
            (Places::Exits(..), Target::Area(exit)) => vec![exit],
            (Places::Exits(exits, _), _) => exits.to_vec(),
            _ => Vec::new(),
        }
    }

    /// Returns the area that a pedestrian wants to get to now, without leaving there.
    pub fn goes_to(&self, row: usize) -> Option<u32> {
        let goal = current(&self.state.people.memory[row])?;
        let task = self.tasks.task(goal.task);
        if matches!(task.places(), Places::Exits(..)) { None } else { task.destination(goal) }
    }

    /// Returns the time in which everyone who is on the way to an exit passes it, s: 1.2 persons per second and metre (Weidmann 1993, table 4),
    /// with the longer side of its bounds for its width.
    pub(crate) fn time_to_empty(&self, exit: u32) -> f64 {
        let size = self.area_bounds[exit as usize].size();
        f64::from(self.scratch.heading[exit as usize]) / (1.2 * size.x.max(size.y).max(0.5))
    }

    /// Lets a pedestrian whose route was not found choose another exit. Only a pedestrian who has a way to none of its exits gives up.
    pub(crate) fn find_other_exit(&mut self, now: Now, row: usize) {
        let other = self.choose_exit(now, row);
        if other.is_some_and(|other| other != self.state.people.way[row].exit) {
            // The pedestrian has left the queue of routes, so that it can be put into the queue again.
            self.state.people.status[row] = Status::NoWay;
            self.begin_again(now, row);
        } else {
            self.no_way(now, row);
        }
    }

    /// Returns the nearest point of an exit, moved a little into the exit; `None` on the border of the exit.
    pub(crate) fn nearest_of_exit(&self, at: Point, exit: u32) -> Option<Point> {
        let ring = &self.env.areas()[exit as usize].ring;
        let sides = ring.iter().zip(ring.iter().cycle().skip(1));
        let nearest = sides
            .map(|(&a, &b)| Segment::new(a, b).nearest(at))
            .min_by(|p, q| p.distance(at).total_cmp(&q.distance(at)))?;
        (nearest - at).unit().map(|way| nearest + way * INTO_EXIT)
    }

    pub(crate) fn is_in_area(&self, row: usize, area: u32) -> bool {
        let (cell, at) = (self.state.people.cell[row], self.state.people.position[row]);
        let known = &self.env.areas()[area as usize];
        known.floor == self.env.cell_floor(cell)
            && self.area_bounds[area as usize].contains(at)
            && populace_geom::contains(&known.ring, at)
    }
}

/// Returns the exit that a number from 0 to 1 draws, by the shares of the exits; `None` when there are no exits.
fn by_shares(draw: f64, exits: impl Iterator<Item = (u32, f64)> + Clone) -> Option<u32> {
    let mut left = draw * exits.clone().map(|(_, share)| share).sum::<f64>();
    let drawn = exits.clone().find(|(_, share)| {
        left -= share;
        left < 0.0
    });
    drawn.or_else(|| exits.last()).map(|(exit, _)| exit)
}

#[cfg(test)]
mod tests {
    use populace_env::FloorId;
    use populace_mind::AT_GOAL;
    use populace_plan::Spot;

    use super::*;
    use crate::setup::{Arrivals, Placed, Population};
    use crate::support::*;

    /// On the eastern and the northern border, which are not inside the exit, a pedestrian used to stand for good.
    #[test]
    fn a_pedestrian_on_any_border_of_its_exit_leaves() {
        for (x, y) in [(4.0, 5.0), (6.0, 5.0), (5.0, 4.0), (5.0, 6.0), (4.0, 4.0), (6.0, 4.0), (6.0, 6.0), (4.0, 6.0)] {
            let env = place(rectangle(0.0, 0.0, 10.0, 10.0), &[], &[("out", rectangle(4.0, 4.0, 6.0, 6.0))]);
            let point = Point::new(x, y);
            let cell = env.locate(FloorId::new(0), point, None).expect("walkable");
            let placed = Placed { at: Spot { cell, point }, speed: None, goal: None };
            let alone = Population { arrivals: vec![Arrivals::Placed(vec![placed])], ..leaving(0, 0, 0) };
            let mut simulation = Simulation::new(setup(env, vec![alone]));
            run(&mut simulation, 10.0);
            assert!(simulation.is_over(), "at {point:?}: {:?}", simulation.census());
        }
    }

    /// Where the grid of spots of an exit missed a pocket, people in the pocket used to have no way, although they stood
    /// beside the exit.
    #[test]
    fn a_pedestrian_in_a_small_pocket_of_its_exit_leaves() {
        // The exit reaches 0.6 m through the wall into a closet.
        let areas = [("out", rectangle(1.0, 0.0, 37.2, 4.0))];
        let env = place(rectangle(0.0, 0.0, 40.0, 4.0), &[rectangle(36.5, 0.0, 36.6, 4.0)], &areas);
        let point = Point::new(39.0, 2.0);
        let cell = env.locate(FloorId::new(0), point, None).expect("walkable");
        let placed = Placed { at: Spot { cell, point }, speed: None, goal: None };
        let alone = Population { arrivals: vec![Arrivals::Placed(vec![placed])], ..leaving(0, 0, 0) };
        let mut simulation = Simulation::new(setup(env, vec![alone]));
        run(&mut simulation, 10.0);
        assert!(simulation.is_over(), "{:?}", simulation.census());
    }

    /// A pedestrian whose way led through its exit to a spot in another cell used to walk to and fro at the border of
    /// the exit for good.
    #[test]
    fn a_pedestrian_in_its_exit_has_arrived_though_its_way_goes_on() {
        let walls = [rectangle(4.9, 0.0, 5.1, 4.0), rectangle(4.9, 6.0, 5.1, 10.0)];
        let env = place(rectangle(0.0, 0.0, 10.0, 10.0), &walls, &[("out", rectangle(3.0, 4.2, 7.0, 5.8))]);
        let at = |x: f64| {
            let point = Point::new(x, 5.0);
            Spot { cell: env.locate(FloorId::new(0), point, None).expect("walkable"), point }
        };
        let (here, goal) = (at(4.0), at(6.0));
        let placed = Placed { at: at(1.0), speed: None, goal: None };
        let alone = Population { arrivals: vec![Arrivals::Placed(vec![placed])], ..leaving(0, 0, 0) };
        let mut simulation = Simulation::new(setup(env, vec![alone]));
        (0..4).for_each(|_| _ = simulation.step());
        let portal = simulation.env.cell_segments(here.cell).next().expect("a way out of the room");
        let way = crate::state::Way { portals: vec![portal], goal, exit: 0, near: AT_GOAL };
        let people = &mut simulation.state.people;
        (people.cell[0], people.position[0], people.status[0]) = (here.cell, here.point, Status::Walking);
        let (mut track, mut ahead) = (people.track[0], way.ahead(0));
        (track.cell, track.leg, people.way[0]) = (here.cell, 0, way);
        let found = simulation.look_at_way(simulation.now(), 0, &mut track, &mut ahead);
        assert_eq!(found, crate::progress::attention::ARRIVED);
    }
}
