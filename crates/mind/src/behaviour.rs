//! Behaviours, which pursue goals. A behaviour is a file in `behaviours` and a line of [`BEHAVIOURS`](crate::BEHAVIOURS).

use std::fmt;
use std::sync::Arc;

use populace_plan::Spot;
use serde_json::{Map, Value};

use crate::goal::{Goal, Target, TaskId};
use crate::intent::Intent;
use crate::proof::{StageProof, Wrong};
use crate::situation::{Me, Situation};

/// A behaviour: it pursues a goal. The value holds the parameters that a scenario gave, and is shared by all pedestrians with such a goal.
///
/// The text that [`Debug`](fmt::Debug) writes of it names all parameters: two behaviours with the same text do the same.
pub trait Behaviour: fmt::Debug + Send + Sync {
    /// Returns what the pedestrian does next to pursue its current goal. Pedestrians think in parallel on the frozen situation, and change
    /// nothing but their own goal.
    fn think(&self, goal: &mut Goal, me: &Me<'_>, at: &dyn Situation) -> Intent;

    /// Returns whether the goal is accomplished. This is asked before the behaviour thinks (T Algorithm 1, step 1). A behaviour may also
    /// find that out when it thinks.
    fn is_done(&self, _goal: &Goal, _at: &dyn Situation) -> bool {
        false
    }

    /// Returns what the pedestrian wants to do, in words.
    fn words(&self, goal: &Goal, names: &dyn NameOf) -> String;

    /// Returns the tasks that the behaviour may put on top of its goal.
    fn subtasks(&self) -> &[Task] {
        &[]
    }

    /// Returns whether the behaviour goes on until the end of the run, so that nothing comes after it.
    fn is_endless(&self) -> bool {
        false
    }

    /// Returns whether people who do this are on duty, so that others ask them the way.
    fn is_duty(&self) -> bool {
        false
    }

    /// Returns whether the goal is forgotten when something else interrupts it: it would make no sense to take it up
    /// again from another place.
    fn ends_when_interrupted(&self) -> bool {
        false
    }

    /// Returns the objects, by number, that go on only while a pedestrian pursues a goal with this behaviour.
    fn hosts(&self) -> &[u32] {
        &[]
    }

    /// Lists the places to which the behaviour leads, which people must be able to reach.
    fn places(&self) -> Places<'_> {
        Places::None
    }

    /// Returns the trains of which the pedestrian takes one, by number.
    fn trains(&self) -> &[u32] {
        &[]
    }

    /// Returns the area to which a pedestrian goes, by number, when it goes to an area.
    fn destination(&self, goal: &Goal) -> Option<u32> {
        match (goal.target, self.places()) {
            (Target::Area(area), _) | (_, Places::Area(area)) => Some(area),
            _ => None,
        }
    }

    /// Returns the behaviour with its spots moved, when an obstacle changes the place; `None` when it has no spots.
    fn with_spots_moved(&self, _moved: &dyn Fn(Spot) -> Spot) -> Option<Task> {
        None
    }
}

/// Returns the parts of a task that lead somewhere, such as the stages that are repeated; the task itself when it has no such parts.
pub fn parts(task: &Task) -> Vec<&Task> {
    let leads = |part: &&Task| part.places() != Places::None;
    match task.subtasks().iter().any(|part| leads(&part)) {
        true => task.subtasks().iter().flat_map(parts).collect(),
        false => vec![task],
    }
}

/// A behaviour with its parameters.
pub type Task = Arc<dyn Behaviour>;

/// The places to which a behaviour leads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Places<'a> {
    /// Nowhere: people stay where they are, or the goal says where.
    None,
    /// To a spot.
    Spot(Spot),
    /// Into an area, by number.
    Area(u32),
    /// Into each of these areas, by number.
    Areas(&'a [u32]),
    /// To one of these objects, by number.
    Objects(&'a [u32]),
    /// Out of the place, by one of these areas.
    Exits(&'a [u32], &'a ExitChoice),
}

/// The rule by which an exit is chosen.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub enum ExitChoice {
    /// The exit that is reached soonest when nobody else is there.
    Nearest,
    /// The exit with the least time. The time of an exit is the larger of two times: the walking time to the exit, and
    /// the time in which all people on the way to it pass, at 1.2 persons per second and metre of exit (Weidmann 1993,
    /// capacity of level passages).
    LeastTime,
    /// An exit that is drawn. Each exit has a weight.
    Shares(Vec<f64>),
}

/// Returns a preposition and a name. A name that begins with "to" stands by itself: "leave to the street", not "leave by to the street".
pub fn led_by(preposition: &str, name: &str) -> String {
    if name.starts_with("to ") { name.into() } else { format!("{preposition} {name}") }
}

/// The names of the things of a place and a scenario, for words.
pub trait NameOf {
    /// Returns the name of an area.
    fn area(&self, area: u32) -> String;
    /// Returns the name of an object.
    fn object(&self, object: u32) -> String;
    /// Returns the name of a signal.
    fn signal(&self, signal: u32) -> String;
    /// Returns the name of a train.
    fn train(&self, train: u32) -> String;
    /// Returns the names of some trains, any of which will do.
    fn trains(&self, trains: &[u32]) -> String {
        trains.iter().map(|&train| self.train(train)).collect::<Vec<_>>().join(" or ")
    }
    /// Returns the names of some areas.
    fn areas(&self, areas: &[u32]) -> String {
        areas.iter().map(|&area| self.area(area)).collect::<Vec<_>>().join(", ")
    }
    /// Returns the names of some objects, any of which will do.
    fn objects(&self, objects: &[u32]) -> String {
        objects.iter().map(|&object| self.object(object)).collect::<Vec<_>>().join(" or ")
    }
}

/// A line of the table of behaviours.
pub struct BehaviourEntry {
    /// Its name.
    pub name: &'static str,
    /// A sentence that says what people do.
    pub about: &'static str,
    /// The source of the behaviour.
    pub source: &'static str,
    /// The keys of a stage that asks for the behaviour; the first key names it. Empty when scenarios cannot ask for it.
    pub keys: &'static [Key],
    /// Makes the behaviour of a stage as written.
    pub prove: Prove,
}

/// Makes the behaviour of a stage as written.
pub type Prove = fn(&Map<String, Value>, &dyn StageProof) -> Result<Task, Wrong>;

impl BehaviourEntry {
    /// Returns the key that names the behaviour in a stage of a journey.
    pub fn key(&self) -> Option<&'static str> {
        self.keys.first().map(|key| key.name)
    }
}

impl fmt::Debug for BehaviourEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BehaviourEntry({})", self.name)
    }
}

/// A key of a stage of a journey.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Key {
    /// The key.
    pub name: &'static str,
    /// The form of the value.
    pub holds: Holds,
    /// What the key means, in one of two forms. The first key of a behaviour has sentences that begin with a verb, such
    /// as "Stay for a time, s." The text of every other key begins in lower case, such as "for how long, s.", because
    /// it is shown after the word "With" and the first key.
    pub about: &'static str,
}

/// The form of the value of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// A name.
    Name,
    /// A name, or a list of names.
    Names,
    /// A point, m.
    Point,
    /// A number, or a distribution.
    Spread,
    /// A list of numbers.
    Numbers,
    /// A whole number from 1 on.
    Count,
    /// A list of stages.
    Stages,
    /// One of these words.
    Word(&'static [&'static str]),
}

/// All tasks of a run, by number: a task, and then its subtasks.
#[derive(Clone, Debug, Default)]
pub struct Tasks {
    tasks: Vec<Task>,
    /// By task: the numbers of its subtasks.
    subtasks: Vec<Vec<TaskId>>,
}

impl Tasks {
    /// Adds a task with its subtasks, and returns its number.
    pub fn add(&mut self, task: &Task) -> TaskId {
        let number = self.tasks.len();
        self.tasks.push(task.clone());
        self.subtasks.push(Vec::new());
        self.subtasks[number] = task.subtasks().iter().map(|subtask| self.add(subtask)).collect();
        TaskId::new(number)
    }
    /// Returns a task.
    pub fn task(&self, task: TaskId) -> &dyn Behaviour {
        &*self.tasks[task.index()]
    }
    /// Returns the numbers of the subtasks of a task.
    pub fn subtasks(&self, task: TaskId) -> &[TaskId] {
        &self.subtasks[task.index()]
    }
    /// Returns how many tasks there are.
    pub fn len(&self) -> usize {
        self.tasks.len()
    }
    /// Returns whether there are no tasks.
    pub fn is_empty(&self) -> bool {
        self.tasks.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The inspector used to say "leave by to the street".
    #[test]
    fn a_name_that_says_where_to_needs_no_preposition() {
        assert_eq!(led_by("by", "to the street"), "to the street");
        assert_eq!(led_by("to", "to the trains or east door"), "to the trains or east door");
        assert_eq!(led_by("by", "tower stairs"), "by tower stairs");
    }
}
