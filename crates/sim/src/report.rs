//! The report of a step: events, counts and the state hash. The file also names the phases of a step.

use populace_traj::{Event, EventKind};

use crate::simulation::{Now, Simulation};
use crate::state::declare::state;

/// The phases of a step, in the papers' words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Phase {
    /// Commands are obeyed.
    Obey,
    /// People come in.
    Admit,
    /// Every pedestrian finds out where on its route it is.
    Localise,
    /// Every pedestrian finds its neighbours.
    Perceive,
    /// Every pedestrian that needs a decision about its goals thinks.
    Think,
    /// Places in lifts, slots of objects and places in their lines are granted.
    Arbitrate,
    /// Routes are planned.
    Plan,
    /// Routes become preferred velocities.
    Follow,
    /// Models turn preferred velocities into velocities.
    Steer,
    /// Every pedestrian moves.
    Advance,
    /// People leave traces in fields. There are no fields yet.
    Deposit,
    /// People leave.
    Retire,
    /// Events, counts and hash are put together.
    Report,
}

impl Phase {
    /// Every phase with its name, in order.
    pub const ALL: [(Phase, &'static str); 13] = [
        (Phase::Obey, "obey"),
        (Phase::Admit, "admit"),
        (Phase::Localise, "localise"),
        (Phase::Perceive, "perceive"),
        (Phase::Think, "think"),
        (Phase::Arbitrate, "arbitrate"),
        (Phase::Plan, "plan"),
        (Phase::Follow, "follow"),
        (Phase::Steer, "steer"),
        (Phase::Advance, "advance"),
        (Phase::Deposit, "deposit"),
        (Phase::Retire, "retire"),
        (Phase::Report, "report"),
    ];
    /// Returns the name of the phase.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

/// Follows the phases of a step, for example with a clock. The simulation itself has no clock.
pub trait Watch: Send {
    /// Takes note that a phase begins and the phase before it has ended.
    fn enter(&mut self, phase: Phase);
}

impl Watch for () {
    fn enter(&mut self, _: Phase) {}
}

/// The report of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepReport<'a> {
    /// Steps done.
    pub step: u64,
    /// Time after the step, s.
    pub time: f64,
    /// Events in order: by pedestrian, then by kind.
    pub events: &'a [Event],
    /// A number made of the state. Two different states have different numbers, all but certainly. In every step it is
    /// made of where people are, how they move and what they do, and of everything that has no row. In every 20th step
    /// it is made of every column and all neighbours, too.
    pub hash: u64,
    /// People inside, riders of lifts included.
    pub inside: usize,
    /// Counts since the start.
    pub counts: Counts,
}

/// Declares the counts: each is saved, added up and named.
macro_rules! counts {
    ($($(#[$meta:meta])* $name:ident,)*) => {
        state! {
            /// Counts since the start.
            #[derive(Copy, Default, Eq)]
            pub struct Counts { $($(#[$meta])* pub $name: u64,)* }
        }

        impl Counts {
            const COUNT: usize = [$(stringify!($name)),*].len();

            /// Returns every count with its name.
            pub fn named(&self) -> [(&'static str, u64); Counts::COUNT] {
                [$((stringify!($name), self.$name)),*]
            }
            pub(crate) fn add(&mut self, other: &Counts) {
                $(self.$name += other.$name;)*
            }
        }
    };
}

counts! {
    /// People who came in.
    entered,
    /// People who left.
    left,
    /// Moves of one pedestrian.
    pedestrian_steps,
    /// Moves of one pedestrian after which its body was more than 5 cm in another.
    overlapping,
    /// Moves of one pedestrian after which its body was more than 1 cm in a wall.
    in_wall,
    /// Decisions after which a pedestrian stood still because its velocity was not finite; each of them is an event,
    /// too.
    contained,
    /// Routes that were planned.
    routes,
    /// Times a pedestrian was reported as stuck.
    stuck,
    /// Decisions of one pedestrian.
    decisions,
    /// Neighbours perceived in these decisions.
    neighbours,
    /// Times a pedestrian was put beside an obstacle that appeared or a door that shut.
    moved_aside,
    /// People who did not come, because their train was cancelled or took them on.
    stayed_away,
}

impl Simulation {
    /// Notes an event, which is told at the end of the step.
    pub(crate) fn tell(&mut self, now: Now, pedestrian: u32, kind: EventKind, subject: u32) {
        self.scratch.events.push(Event { step: now.step, pedestrian, kind, subject });
    }
}
