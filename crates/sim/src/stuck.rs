//! Being stuck: which pedestrians do not get on, and what is in their way.

use populace_traj::Cause;

use crate::progress::attention;
use crate::simulation::{Now, Simulation};
use crate::state::{Ahead, Track};

/// A pedestrian gets on each time it is this far along its way from the spot where it last got on, m.
const GETTING_ON: f64 = 0.5;

/// A gap between two bodies that is too narrow for a third body, m.
const IN_THE_WAY: f64 = 0.4;

impl Simulation {
    /// Notices whether a pedestrian gets on. A pedestrian that is pushed back does not get on.
    pub(crate) fn look_for_progress(&self, now: Now, row: usize, track: &mut Track, ahead: &Ahead) -> u8 {
        let people = &self.state.people;
        let moved = people.position[row] - track.anchor;
        let mut state = people.follower_state[row];
        if moved.norm2() >= GETTING_ON * GETTING_ON
            && self.heading(row, ahead, &mut state, 0.0).direction.dot(moved) > 0.0
        {
            let was_stuck = track.stuck.is_some();
            *track = Track { anchor: people.position[row], anchored: now.time, stuck: None, ..*track };
            return if was_stuck { attention::FREED } else { 0 };
        }
        if track.stuck.is_none() && now.time - track.anchored > self.stuck_after { attention::STUCK } else { 0 }
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
