//! Lifts: cabins that go where they are called, with a capacity. Pedestrians compete for them, so one sequential phase
//! runs them. Pedestrians get in by the time at which they came to the doors, then by id.
//!
//! Lifts have collective control, as most lifts do: a cabin keeps its direction as long as a pedestrian calls it from a
//! stop ahead or rides to such a stop; then it turns.

mod boarding;
#[cfg(test)]
mod boarding_tests;

use populace_env::{CellId, Environment, LinkId, LinkKind, Passage};
use populace_geom::Point;

pub(crate) use self::boarding::Waiting;
use crate::state::Person;
use crate::state::declare::state;

/// A pedestrian that wants to ride stands within this distance of the stop, m.
pub(crate) const AT_DOORS: f64 = 1.5;

/// A lift.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Lift {
    pub link: LinkId,
    /// The stops, by height.
    pub stops: Vec<Stop>,
    capacity: u32,
    speed: f64,
    dwell: f64,
    /// Which stops are called; made anew in every decision.
    calls: Vec<bool>,
}

state! {
    /// The part of a lift that changes.
    #[derive(Copy)]
    pub(crate) struct Cabin {
        /// The stop it is at, or left last.
        pub at: u32,
        /// The stop it goes to.
        pub to: u32,
        /// Whether it is under way.
        is_moving: bool,
        is_going_up: bool,
        /// The time at which the cabin arrives, or may leave, s.
        until: f64,
    }
}

impl Cabin {
    /// A cabin at the lowest stop.
    pub(crate) const FIRST: Cabin = Cabin { at: 0, to: 0, is_moving: false, is_going_up: true, until: 0.0 };

    /// Gives the stops the numbers that they have in another place.
    pub(crate) fn renumber(&mut self, numbers: &[Option<u32>]) {
        let number = |stop: u32| numbers.get(stop as usize).copied().flatten().unwrap_or(0);
        (self.at, self.to) = (number(self.at), number(self.to));
    }

    /// Returns whether the cabin stands at a stop with open doors.
    pub(crate) fn is_open_at(&self, stop: u32) -> bool {
        !self.is_moving && self.at == stop
    }
}

/// A place where people step in and out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stop {
    pub cell: CellId,
    pub point: Point,
    pub height: f64,
}

state! {
    /// A pedestrian in a cabin.
    pub(crate) struct Ride {
        /// The lift, by number.
        pub lift: u32,
        /// The stop to get out at.
        pub to: u32,
        pub person: Person,
    }
}

impl Lift {
    /// Returns the lifts of a place.
    pub(crate) fn all(env: &Environment) -> Vec<Lift> {
        let lifts = env.links().iter().enumerate().filter_map(|(i, link)| match link.kind {
            LinkKind::Lift { lift, .. } => Some((LinkId::new(i), lift)),
            _ => None,
        });
        lifts
            .map(|(link, lift)| {
                let stops = stops(env, link);
                Lift {
                    link,
                    capacity: lift.capacity,
                    speed: lift.speed.max(0.01),
                    dwell: lift.dwell,
                    calls: vec![false; stops.len()],
                    stops,
                }
            })
            .collect()
    }

    /// Returns the number in this place of every stop that the lift had in another place.
    pub(crate) fn numbers(&self, old: &Environment, new: &Environment, was: &Lift) -> Vec<Option<u32>> {
        was.stops.iter().map(|stop| self.stop_like(old, new, stop)).collect()
    }

    /// Returns the nearest stop on the floor of a stop in another place; where there is none, the stop that is nearest
    /// in height.
    fn stop_like(&self, old: &Environment, new: &Environment, stop: &Stop) -> Option<u32> {
        let floor = old.cell_floor(stop.cell);
        let away =
            |s: &Stop| (new.cell_floor(s.cell) != floor, (s.height - stop.height).abs(), s.point.distance(stop.point));
        let order = |a: &Stop, b: &Stop| {
            let (a, b) = (away(a), away(b));
            a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.total_cmp(&b.2))
        };
        let nearest = self.stops.iter().enumerate().min_by(|a, b| order(a.1, b.1));
        nearest.map(|(i, _)| i as u32)
    }

    fn stop_at(&self, cell: CellId, point: Point) -> Option<u32> {
        self.stops.iter().position(|s| s.cell == cell && s.point == point).map(|i| i as u32)
    }

    /// Returns the stop to go to next, and whether it is above: the nearest stop that is called in the direction of
    /// travel, else in the opposite direction.
    fn next_call(&self, cabin: &Cabin) -> Option<(u32, bool)> {
        let calls = &self.calls;
        let at = cabin.at as usize;
        let above = (at + 1..calls.len()).find(|&i| calls[i]);
        let below = (0..at).rev().find(|&i| calls[i]);
        let (ahead, behind) = if cabin.is_going_up { (above, below) } else { (below, above) };
        let up = cabin.is_going_up;
        ahead.map(|i| (i as u32, up)).or(behind.map(|i| (i as u32, !up)))
    }

    /// Lets the cabin arrive, or leave for the next call, when it is time.
    fn leave_or_arrive(&self, cabin: &mut Cabin, time: f64) {
        if time < cabin.until {
            return;
        }
        if cabin.is_moving {
            *cabin = Cabin { at: cabin.to, is_moving: false, until: time + self.dwell, ..*cabin };
        } else if let Some((to, is_going_up)) = self.next_call(cabin) {
            let climb = (self.stops[to as usize].height - self.stops[cabin.at as usize].height).abs();
            *cabin = Cabin { to, is_going_up, is_moving: true, until: time + climb / self.speed, ..*cabin };
        }
    }

    /// Returns where the cabin is at a time: the stop it is at or nearest to, its middle on the plan, and its height,
    /// m.
    pub(crate) fn place(&self, cabin: &Cabin, time: f64) -> (Stop, Point, f64) {
        let [from, to] = [cabin.at, cabin.to].map(|stop| self.stops[stop as usize]);
        let duration = (to.height - from.height).abs() / self.speed;
        if !cabin.is_moving || duration <= 0.0 {
            return (from, from.point, from.height);
        }
        let share = (1.0 - (cabin.until - time) / duration).clamp(0.0, 1.0);
        let height = from.height + (to.height - from.height) * share;
        let away = |stop: &Stop| (stop.height - height).abs();
        let nearest = self.stops.iter().copied().min_by(|a, b| away(a).total_cmp(&away(b))).unwrap_or(from);
        (nearest, from.point.lerp(to.point, share), height)
    }
}

fn stops(env: &Environment, link: LinkId) -> Vec<Stop> {
    let hops = env.segments().iter().filter(|s| s.link == Some(link) && s.passage == Passage::Lift);
    let ends = hops.flat_map(|s| s.cells.map(|cell| (cell, s.stop_in(cell))));
    let mut stops: Vec<Stop> =
        ends.map(|(cell, point)| Stop { cell, point, height: env.height(env.cell_floor(cell), point) }).collect();
    stops.sort_by(|a, b| a.height.total_cmp(&b.height).then(a.cell.cmp(&b.cell)));
    stops.dedup();
    stops
}
