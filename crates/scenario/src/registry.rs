//! The parts that a scenario can name: the lines of the built-in tables, and lines that other crates add.

use std::sync::LazyLock;

use populace_ingest::{FORMATS, Format};
use populace_mind::{BEHAVIOURS, BehaviourEntry};
use populace_perceive::{PERCEPTIONS, PerceptionEntry};
use populace_plan::{PLANNERS, PlannerEntry};
use populace_sim::{FOLLOWERS, FollowerEntry};
use populace_steer::{MODELS, ModelEntry};
use populace_traj::{MEASURES, MeasureEntry};

/// All parts that a scenario can name.
///
/// ```
/// use populace_plan::{Flat, PlannerEntry};
/// use populace_scenario::Registry;
///
/// static MINE: PlannerEntry = PlannerEntry {
///     name: "mine",
///     about: "a planner of another crate",
///     is_least_cost: true,
///     prepare: |_| Box::new(Flat),
/// };
/// let mut registry = Registry::default();
/// registry.planners.add(&MINE)?;
/// assert!(registry.planners.get("mine").is_some());
/// assert!(registry.planners.add(&MINE).is_err(), "names are unique");
/// # Ok::<(), populace_scenario::NameTaken>(())
/// ```
#[derive(Clone, Debug)]
pub struct Registry {
    /// The formats of places: `format` of an import.
    pub formats: Lines<Format>,
    /// The steering models: `model` of a population.
    pub models: Lines<ModelEntry>,
    /// The planners: `planner` of a population.
    pub planners: Lines<PlannerEntry>,
    /// The ways to follow a route: `follow` of a population.
    pub followers: Lines<FollowerEntry>,
    /// The ways of perceiving: the tables of `[perception]`.
    pub perceptions: Lines<PerceptionEntry>,
    /// The behaviours: the stages of a `journey`.
    pub behaviours: Lines<BehaviourEntry>,
    /// The measures: `what` of a `[[measure]]`.
    pub measures: Lines<MeasureEntry>,
}

impl Default for Registry {
    /// Returns the lines of the built-in tables.
    fn default() -> Self {
        Registry {
            formats: Lines(FORMATS.iter().collect()),
            models: Lines(MODELS.iter().collect()),
            planners: Lines(PLANNERS.iter().collect()),
            followers: Lines(FOLLOWERS.iter().collect()),
            perceptions: Lines(PERCEPTIONS.iter().collect()),
            behaviours: Lines(BEHAVIOURS.iter().collect()),
            measures: Lines(MEASURES.iter().collect()),
        }
    }
}

impl Registry {
    /// Returns the registry that holds the lines of the built-in tables and nothing else.
    pub fn built_in() -> &'static Registry {
        static BUILT_IN: LazyLock<Registry> = LazyLock::new(Registry::default);
        &BUILT_IN
    }
}

/// A table that can be extended. The first line is the default.
pub struct Lines<T: 'static>(Vec<&'static T>);

impl<T: TableLine> Lines<T> {
    /// Adds a line at the end. Fails when a line has the name already.
    pub fn add(&mut self, line: &'static T) -> Result<(), NameTaken> {
        if self.get(line.name()).is_some() {
            return Err(NameTaken { kind: T::KIND, name: line.name() });
        }
        self.0.push(line);
        Ok(())
    }
    /// Returns the line of a name.
    pub fn get(&self, name: &str) -> Option<&'static T> {
        self.iter().find(|line| line.name() == name)
    }
    /// Returns the line that is used when a scenario names none.
    pub fn first(&self) -> &'static T {
        self.0[0]
    }
    /// Returns all lines, in order.
    pub fn iter(&self) -> impl Iterator<Item = &'static T> + '_ {
        self.0.iter().copied()
    }
    /// Returns all names, in order.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.iter().map(TableLine::name)
    }
}

impl<T> Clone for Lines<T> {
    fn clone(&self) -> Self {
        Lines(self.0.clone())
    }
}

impl<T: TableLine> std::fmt::Debug for Lines<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}

/// A line of a table that a [`Registry`] holds.
pub trait TableLine: Sized + 'static {
    /// The kind of thing that a line of the table is, for messages.
    const KIND: &'static str;
    /// Returns the name of the line.
    fn name(&self) -> &'static str;
}

macro_rules! lines {
    ($($entry:ty: $kind:literal;)*) => {
        $(impl TableLine for $entry {
            const KIND: &'static str = $kind;
            fn name(&self) -> &'static str {
                self.name
            }
        })*
    };
}

lines! {
    Format: "format";
    ModelEntry: "steering model";
    PlannerEntry: "planner";
    FollowerEntry: "way to follow routes";
    PerceptionEntry: "way of perceiving";
    BehaviourEntry: "behaviour";
    MeasureEntry: "measure";
}

/// A line that was added has the name of another line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a {kind} is called {name:?} already\n  help: give yours another name")]
pub struct NameTaken {
    /// The kind of thing that the lines of the table are.
    pub kind: &'static str,
    /// The name.
    pub name: &'static str,
}
