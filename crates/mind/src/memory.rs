//! The memory: a bounded stack of goals, the top one of which is current (T §4.4.3).

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::goal::{Goal, NONE, Target, TaskId};

/// The memory of a pedestrian: a stack of goals.
#[derive(Clone, Copy, Debug)]
pub struct Memory {
    goals: [Goal; Memory::DEPTH],
    depth: u8,
}

// Minds are read by row: a memory fits four lines of a usual cache.
const _: () = assert!(size_of::<Memory>() <= 256);

const EMPTY: Goal =
    Goal { task: TaskId(NONE), nth: NONE, target: Target::Nothing, choice: NONE, since: 0.0, until: f64::INFINITY };

impl Memory {
    /// The most goals that a pedestrian remembers, with a reaction.
    pub const DEPTH: usize = 6;

    /// Returns a memory of some goals, the current one last. Goals beyond [`Memory::DEPTH`] are left out.
    pub fn of(goals: &[Goal]) -> Self {
        let mut memory = Memory { goals: [EMPTY; Memory::DEPTH], depth: 0 };
        goals.iter().for_each(|&goal| _ = memory.put(goal, Memory::DEPTH));
        memory
    }

    /// Returns the goals, the current one last.
    #[inline]
    pub fn goals(&self) -> &[Goal] {
        &self.goals[..usize::from(self.depth)]
    }

    /// Returns the current goal.
    #[inline]
    pub fn top(&self) -> Option<&Goal> {
        self.goals().last()
    }

    /// Returns the current goal, to be changed.
    pub fn top_mut(&mut self) -> Option<&mut Goal> {
        self.goals[..usize::from(self.depth)].last_mut()
    }

    /// Lets a goal be about nothing any more, for instance because it is given up for a while.
    pub fn forget_target(&mut self, nth: usize) {
        if let Some(goal) = self.goals[..usize::from(self.depth)].get_mut(nth) {
            goal.target = Target::Nothing;
        }
    }

    /// Puts a goal on top, which expires no later than the goal below it. Returns whether there was room.
    pub fn push(&mut self, goal: Goal) -> bool {
        let latest = self.top().map_or(f64::INFINITY, |below| below.until);
        self.put(Goal { until: goal.until.min(latest), ..goal }, Memory::DEPTH - 1)
    }

    /// Puts a reaction to what is in the way on top, for which there is always room: at most one reaction is remembered at a time.
    pub fn react(&mut self, goal: Goal) {
        self.put(goal, Memory::DEPTH);
    }

    fn put(&mut self, goal: Goal, most: usize) -> bool {
        let has_room = usize::from(self.depth) < most;
        if has_room {
            self.goals[usize::from(self.depth)] = goal;
            self.depth += 1;
        }
        has_room
    }

    /// Forgets the current goal.
    pub fn pop(&mut self) -> Option<Goal> {
        let top = self.top().copied()?;
        self.depth -= 1;
        self.goals[usize::from(self.depth)] = EMPTY;
        Some(top)
    }
}

impl PartialEq for Memory {
    fn eq(&self, other: &Self) -> bool {
        self.goals() == other.goals()
    }
}

impl Serialize for Memory {
    /// Writes the goals that there are.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.goals().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Memory {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let goals = <Vec<Goal>>::deserialize(deserializer)?;
        if goals.len() > Memory::DEPTH {
            return Err(D::Error::custom(format!("{} goals in one memory", goals.len())));
        }
        Ok(Memory::of(&goals))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_memory_takes_no_more_and_the_top_goal_is_the_last_that_was_pushed() {
        let goal = |task: u32| Goal { until: f64::INFINITY, ..Goal::new(TaskId(task), 0.0) };
        let mut memory = Memory::of(&[]);
        assert_eq!(memory.top(), None);
        assert_eq!(memory.pop(), None);
        assert!((0..5).all(|task| memory.push(goal(task))));
        assert!(!memory.push(goal(99)));
        assert_eq!(memory.top().map(|goal| goal.task), Some(TaskId(4)));
        memory.react(goal(7));
        assert_eq!(memory.pop().map(|goal| goal.task), Some(TaskId(7)), "there is room for a reaction");
        assert_eq!(memory.pop().map(|goal| goal.task), Some(TaskId(4)));
        assert_eq!(memory.goals().len(), 4);
    }

    /// T §4.4.3: whatever interrupts a goal is over when the goal below it has to go on.
    #[test]
    fn a_goal_expires_no_later_than_the_goal_below_it() {
        let mut memory = Memory::of(&[Goal { until: 60.0, ..Goal::new(TaskId(0), 0.0) }]);
        memory.push(Goal { until: 90.0, ..Goal::new(TaskId(1), 0.0) });
        assert_eq!(memory.top().map(|goal| goal.until), Some(60.0));
        memory.push(Goal { until: 30.0, ..Goal::new(TaskId(2), 0.0) });
        assert_eq!(memory.top().map(|goal| goal.until), Some(30.0));
    }
}
