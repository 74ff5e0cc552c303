//! Minds: the goals of pedestrians, the memory that holds them, and the behaviours by which they are pursued.
//!
//! After Shao & Terzopoulos 2007, *Autonomous pedestrians* ("T" in comments), §4.3.3–4.4. A [`Memory`] is a stack of
//! [`Goal`]s, and the top one is current. A goal names a [`Task`]: a [`Behaviour`] with its parameters. At a decision the
//! simulation processes the current goal by T's Algorithm 1: an accomplished or expired goal is forgotten; otherwise the
//! behaviour thinks and answers with an [`Intent`], which may put the first subtask of a plan on top. [`Needs`] grow until a
//! pedestrian of their [`Kind`] interrupts what it does and meets them.
//!
//! ```
//! use populace_geom::Distribution;
//! use populace_mind::behaviours::{journey, wait};
//! use populace_mind::{Goal, Memory, Tasks};
//!
//! // A journey of two waits is a task with two subtasks.
//! let mut tasks = Tasks::default();
//! let waits = journey(vec![wait(Distribution::Constant(5.0)), wait(Distribution::Constant(7.0))]);
//! let number = tasks.add(&waits);
//! assert_eq!(tasks.subtasks(number).len(), 2);
//!
//! // A memory that holds the journey alone.
//! let memory = Memory::of(&[Goal::new(number, 0.0)]);
//! assert_eq!(memory.top().map(|goal| goal.task), Some(number));
//! ```

mod behaviour;
pub mod behaviours;
mod goal;
mod intent;
mod memory;
mod needs;
mod proof;
pub mod purpose;
mod situation;
mod train;
mod usage;

pub use behaviour::{
    Behaviour, BehaviourEntry, ExitChoice, Holds, Key, NameOf, Places, Prove, Task, Tasks, led_by, parts,
};
pub use behaviours::BEHAVIOURS;
pub use goal::{Goal, NONE, Target, TaskId};
pub use intent::{AT_GOAL, Claim, Intent};
pub use memory::Memory;
pub use needs::{Kind, MOST_NEEDS, Need, Needs, RESPONSE};
pub use proof::{StageProof, Wrong};
pub use situation::{Me, Occasion, Situation};
pub use train::{Call, CallId, KnownTrain, Train, TrainDoor, TrainNow, TrainPhase, first_train};
pub use usage::{Circle, InLine, Usage};

/// The kinds of people and the needs that are built in, as a scenario would write them.
pub const KINDS: &str = include_str!("kinds.toml");
