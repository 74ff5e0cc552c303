//! Goals: what a pedestrian wants to do, in a few numbers that are copied freely.

use populace_geom::Distribution;
use serde::{Deserialize, Serialize};

use crate::purpose;
use crate::situation::{Me, Situation};

/// No number: nothing was chosen, or there is no stage.
pub const NONE: u32 = u32::MAX;

populace_geom::typed_id! {
    /// A task: a behaviour with the parameters that a scenario gave it, by its number in [`Tasks`](crate::Tasks).
    pub struct TaskId;
}

/// An item of a memory (T §4.4.3): something that a pedestrian wants to do.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Goal {
    /// The task that is to be done.
    pub task: TaskId,
    /// The number of the goal's task among the subtasks of the goal below it, such as the stages of a journey; [`NONE`] when it is not one
    /// of them.
    pub nth: u32,
    /// The thing that the goal is about, when the task leaves that open.
    pub target: Target,
    /// The choice that the behaviour made before, so that the pedestrian keeps to it; [`NONE`] when nothing was chosen.
    /// Only the behaviour knows what the number means.
    pub choice: u32,
    /// The time at which the goal began, s.
    pub since: f64,
    /// The time at which the goal expires, s. An expired goal is forgotten.
    pub until: f64,
}

impl Goal {
    /// Returns a goal that begins at a time and never expires.
    pub fn new(task: TaskId, since: f64) -> Self {
        Goal { task, nth: NONE, target: Target::Nothing, choice: NONE, since, until: f64::INFINITY }
    }

    /// Lets the goal expire after a time that the pedestrian draws, s, unless it expires before that. Without a time it stays.
    pub fn expire_after(&mut self, time: Option<&Distribution>, me: &Me<'_>, at: &dyn Situation) {
        if let Some(time) = time {
            let nth = (self.since * 100.0) as u64;
            let drawn = time.draw(at.draws(), me.id, purpose::SERVICE + (nth << 8)).max(0.0);
            self.until = self.until.min(at.time() + drawn);
        }
    }
}

/// The thing that a goal is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Target {
    /// Nothing beside what the task says.
    Nothing,
    /// An area, by number.
    Area(u32),
    /// An object, by number.
    Object(u32),
    /// Another pedestrian, by id.
    Pedestrian(u32),
}
