//! Being stuck: which pedestrians do not get on along their way, and what is in their way.

use populace_env::{Environment, FreeSegment};
use populace_geom::Point;
use populace_traj::Cause;

use crate::progress::attention;
use crate::simulation::{Now, Simulation};
use crate::state::{Ahead, Track, Way};

/// A pedestrian gets on each time the rest of its way is this much shorter than it ever was, m.
const GETTING_ON: f64 = 0.5;

/// A pedestrian that has just got on is looked at again after this time, s: the rest of a way takes a while to find.
const LOOK_AGAIN: f64 = 1.0;

/// A gap between two bodies that is too narrow for a third body, m.
const IN_THE_WAY: f64 = 0.4;

impl Simulation {
    /// Notices whether a pedestrian gets on: whether the rest of its way is shorter than it ever was on the way to this
    /// goal. A pedestrian that is pushed back and comes again does not get on, nor does a pedestrian that goes in
    /// circles, however often its way is planned anew.
    pub(crate) fn look_for_progress(&self, now: Now, row: usize, track: &mut Track, ahead: &Ahead) -> u8 {
        let at = self.state.people.position[row];
        // The rest of the way is shorter by at most the distance from where it was shortest.
        let may_get_on = now.time - track.anchored >= LOOK_AGAIN && at.distance(track.anchor) >= GETTING_ON;
        if track.least.is_none() || may_get_on {
            let rest = self.rest_of_way(row, track, ahead);
            match track.least {
                Some(least) if rest > least - GETTING_ON => {}
                Some(_) => {
                    let was_stuck = track.stuck.is_some();
                    *track = Track { anchor: at, anchored: now.time, least: Some(rest), stuck: None, ..*track };
                    return if was_stuck { attention::FREED } else { 0 };
                }
                // A stuck pedestrian that has another goal is stuck until it gets on.
                None => *track = Track { anchor: at, anchored: now.time, least: Some(rest), ..*track },
            }
        }
        self.look_for_time(now, track)
    }

    /// Notices whether a pedestrian has not got on for too long.
    pub(crate) fn look_for_time(&self, now: Now, track: &Track) -> u8 {
        if track.stuck.is_none() && now.time - track.anchored > self.stuck_after { attention::STUCK } else { 0 }
    }

    /// Returns the length of the rest of the way, m: tight around corners as far as portals are looked at, and through
    /// the middles of portals from there on.
    fn rest_of_way(&self, row: usize, track: &Track, ahead: &Ahead) -> f64 {
        let people = &self.state.people;
        let (at, mut cell) = (people.position[row], people.cell[row]);
        if let Some(exit) = self.exit_in_sight(row, ahead) {
            return at.distance(exit);
        }
        let folds_back = |portal, segment: &FreeSegment| segment.link.is_some() && self.env.folds_back(portal);
        let mut gates = [(Point::ZERO, Point::ZERO); Ahead::MOST];
        let (mut count, mut rest, mut before) = (0, track.rest, None);
        for portal in ahead.portals() {
            let segment = self.env.segment(portal);
            rest -= before.map_or(0.0, |before| step_between(before, segment));
            // A lift is no straight way, nor is a floor that folds back over another.
            if count + 1 == Ahead::MOST || segment.is_lift() || folds_back(portal, segment) {
                return pulled_length(at, &gates[..count], segment.middle_in(cell)) + rest;
            }
            gates[count] = segment.seen_from(cell);
            (count, cell, before) = (count + 1, segment.other(cell), Some(segment));
        }
        pulled_length(at, &gates[..count], people.way[row].goal.point)
    }

    /// Returns what is in the way of a pedestrian that does not get on: the nearest neighbour ahead that touches it, or
    /// almost does.
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
}

impl Way {
    /// Returns the length of the way from the first of two portals to the second, m, through the middles of the
    /// portals between them. After the last portal comes the goal.
    pub(crate) fn length(&self, env: &Environment, from: u32, to: u32) -> f64 {
        let portals = self.portals.get(from as usize..).unwrap_or(&[]);
        let segments = portals.iter().map(|&portal| env.segment(portal));
        let next = segments.clone().skip(1).map(Some).chain([None]);
        let step = |(segment, next): (&FreeSegment, Option<&FreeSegment>)| match next {
            Some(next) => step_between(segment, next),
            None => segment.middle_in(self.goal.cell).distance(self.goal.point),
        };
        segments.zip(next).take(to.saturating_sub(from) as usize).map(step).sum()
    }
}

impl Track {
    /// Goes on, or back, to another portal of the way.
    pub(crate) fn go_to_leg(&mut self, env: &Environment, way: &Way, leg: u32) {
        self.rest += way.length(env, leg, self.leg) - way.length(env, self.leg, leg);
        self.leg = leg;
    }

    /// Begins a way.
    pub(crate) fn begin(&mut self, env: &Environment, way: &Way) {
        (self.leg, self.rest) = (0, way.length(env, 0, u32::MAX));
    }
}

/// Returns the distance between two portals of a way, one after the other, through the cell between them, m.
fn step_between(segment: &FreeSegment, next: &FreeSegment) -> f64 {
    let cell = segment.cells[usize::from(!next.cells.contains(&segment.cells[0]))];
    segment.middle_in(cell).distance(next.middle_in(cell))
}

/// Returns the length of the shortest way from a point through gates, each with its left and its right end, to a goal,
/// m: the funnel of Lee & Preparata 1984, which is begun again at every corner.
fn pulled_length(from: Point, gates: &[(Point, Point)], goal: Point) -> f64 {
    let gate = |i: usize| gates.get(i).copied().unwrap_or((goal, goal));
    let (mut apex, mut length, mut first) = (from, 0.0, 0);
    'corners: loop {
        // Each side of the funnel, as a corner and the number of the gate after it.
        let ((mut left, mut after_left), (mut right, mut after_right)) =
            ((gate(first).0, first + 1), (gate(first).1, first + 1));
        for i in first + 1..=gates.len() {
            let (l, r) = gate(i);
            if (r - apex).cross(right - apex) <= 0.0 {
                if (r - apex).cross(left - apex) < 0.0 {
                    (length, apex, first) = (length + apex.distance(left), left, after_left);
                    continue 'corners;
                }
                (right, after_right) = (r, i + 1);
            }
            if (l - apex).cross(left - apex) >= 0.0 {
                if (l - apex).cross(right - apex) > 0.0 {
                    (length, apex, first) = (length + apex.distance(right), right, after_right);
                    continue 'corners;
                }
                (left, after_left) = (l, i + 1);
            }
        }
        return length + apex.distance(goal);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lengths by Pythagoras; gates are given as left and right ends of a walk to the east.
    #[test]
    fn a_way_is_pulled_tight_around_the_corners_of_its_gates() {
        let gate = |x: f64, right: f64, left: f64| (Point::new(x, left), Point::new(x, right));
        let length = |gates: &[(Point, Point)], goal| pulled_length(Point::ZERO, gates, goal);
        let ahead = Point::new(8.0, 0.0);
        assert_eq!(length(&[], ahead), 8.0);
        assert_eq!(length(&[gate(2.0, -1.0, 1.0), gate(5.0, -3.0, 0.5)], ahead), 8.0, "straight through");
        assert_eq!(length(&[gate(4.0, 3.0, 6.0)], ahead), 10.0, "around the right end");
        assert_eq!(length(&[gate(4.0, -6.0, -3.0)], ahead), 10.0, "around the left end");
        // Up to (3, 4), down to (6, 0), up to (9, 4).
        let slalom = [gate(3.0, 4.0, 9.0), gate(6.0, -9.0, 0.0), gate(9.0, 4.0, 9.0)];
        assert_eq!(length(&slalom, Point::new(9.0, 4.0)), 15.0);
    }
}
