//! What a step tells: events, counts and the state hash; and the phases it goes through.

use populace_traj::Event;

use crate::bytes::{Load, Reader, Save};

/// The phases of a step, in the papers' words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Phase {
    /// Commands are obeyed and people come in.
    Admit,
    /// Everyone finds out where on the route they are.
    Localise,
    /// Everyone sees their neighbours.
    Perceive,
    /// Journeys go on.
    Think,
    /// Lifts are shared out.
    Arbitrate,
    /// Routes are planned.
    Plan,
    /// Routes become preferred velocities.
    Follow,
    /// Models turn those into velocities.
    Steer,
    /// Everyone moves.
    Advance,
    /// People leave.
    Retire,
    /// Events, counts and hash are put together.
    Report,
}

impl Phase {
    /// Every phase with its name, in order.
    pub const ALL: [(Phase, &'static str); 11] = [
        (Phase::Admit, "admit"),
        (Phase::Localise, "localise"),
        (Phase::Perceive, "perceive"),
        (Phase::Think, "think"),
        (Phase::Arbitrate, "arbitrate"),
        (Phase::Plan, "plan"),
        (Phase::Follow, "follow"),
        (Phase::Steer, "steer"),
        (Phase::Advance, "advance"),
        (Phase::Retire, "retire"),
        (Phase::Report, "report"),
    ];
    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

/// Someone who follows the phases of a step, with a clock perhaps; the simulation itself knows none.
pub trait Watch: Send {
    /// A phase begins; the one before has ended.
    fn enter(&mut self, phase: Phase);
}

impl Watch for () {
    fn enter(&mut self, _: Phase) {}
}

/// What happened in a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepReport<'a> {
    /// Steps done.
    pub step: u64,
    /// Time after the step, s.
    pub time: f64,
    /// Events in order: by pedestrian, then by kind.
    pub events: &'a [Event],
    /// A number made of where everyone is, how they move, what they do and where they go next, of lifts, doors and queues: it differs, all but certainly,
    /// when any of that does. What else is in the state shows in these a few steps later.
    pub hash: u64,
    /// People with a row.
    pub inside: usize,
    /// Counts since the start.
    pub counts: Counts,
}

/// Counts since the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// People who came in.
    pub entered: u64,
    /// People who left.
    pub left: u64,
    /// Moves of one pedestrian.
    pub pedestrian_steps: u64,
    /// Of these: with a body more than 5 cm in another.
    pub overlapping: u64,
    /// Of these: with a body more than 1 cm in a wall.
    pub in_wall: u64,
    /// States that were not finite and were put back.
    pub contained: u64,
    /// Routes that were planned.
    pub routes: u64,
    /// Times someone was reported as stuck.
    pub stuck: u64,
    /// Decisions of one pedestrian.
    pub decisions: u64,
    /// Neighbours perceived in these decisions.
    pub neighbours: u64,
    /// Times someone was put beside an obstacle that appeared.
    pub moved_aside: u64,
}

impl Counts {
    /// Every count with its name.
    pub fn named(&self) -> [(&'static str, u64); 11] {
        [
            ("entered", self.entered),
            ("left", self.left),
            ("pedestrian_steps", self.pedestrian_steps),
            ("overlapping", self.overlapping),
            ("in_wall", self.in_wall),
            ("contained", self.contained),
            ("routes", self.routes),
            ("stuck", self.stuck),
            ("decisions", self.decisions),
            ("neighbours", self.neighbours),
            ("moved_aside", self.moved_aside),
        ]
    }
    pub(crate) fn add(&mut self, other: &Counts) {
        for (sum, (_, count)) in self.each().into_iter().zip(other.named()) {
            *sum += count;
        }
    }
    fn each(&mut self) -> [&mut u64; 11] {
        [
            &mut self.entered,
            &mut self.left,
            &mut self.pedestrian_steps,
            &mut self.overlapping,
            &mut self.in_wall,
            &mut self.contained,
            &mut self.routes,
            &mut self.stuck,
            &mut self.decisions,
            &mut self.neighbours,
            &mut self.moved_aside,
        ]
    }
}

impl Save for Counts {
    fn save(&self, to: &mut Vec<u8>) {
        self.named().iter().for_each(|(_, count)| count.save(to));
    }
}
impl Load for Counts {
    fn load(from: &mut Reader<'_>) -> Option<Self> {
        let mut counts = Counts::default();
        for count in counts.each() {
            *count = Load::load(from)?;
        }
        Some(counts)
    }
}
