//! The loop around the step: records, tallies, saves checkpoints, and ends when it should.

use populace_record::{Writer, round_positions};
use populace_sim::Simulation;
use populace_traj::Frame;

use super::{Bar, Interrupt, Saved, Script, Stopwatch, Tally};
use crate::failure::Failure;
use crate::view::Reel;

/// How far a run goes, and what it leaves on the way.
pub struct Goal {
    /// Steps after which it ends at the latest.
    pub last_step: u64,
    /// It ends when everyone has left.
    pub until_empty: bool,
    /// A checkpoint is saved after every so many steps.
    pub checkpoint_every: Option<u64>,
    /// Whether frames are recorded.
    pub frames: bool,
    /// Whether events are recorded.
    pub events: bool,
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    Empty,
    Limit,
    Interrupted,
}

impl Ended {
    /// Its word for scripts.
    pub fn word(self) -> &'static str {
        match self {
            Ended::Empty => "empty",
            Ended::Limit => "limit",
            Ended::Interrupted => "interrupted",
        }
    }
    /// For people.
    pub fn words(self) -> &'static str {
        match self {
            Ended::Empty => "everyone has left",
            Ended::Limit => "the time is over",
            Ended::Interrupted => "it was interrupted",
        }
    }
}

/// A run on its way.
pub struct Drive<'a> {
    pub simulation: &'a mut Simulation,
    pub script: &'a mut Script,
    pub writer: Option<&'a mut Writer>,
    pub tally: &'a mut Tally,
    pub watch: &'a mut Stopwatch,
    pub bar: &'a mut Bar,
    pub interrupt: &'a Interrupt,
    /// What pages see of it, if it is shown.
    pub reel: Option<&'a mut Reel>,
    /// The state hash of the last step, if there was one.
    pub last_hash: Option<u64>,
}

impl Drive<'_> {
    /// Steps until the goal is reached or someone interrupts; gives the state hash of the last step, if there was one.
    pub fn run(&mut self, goal: &Goal) -> Result<(Ended, Option<u64>), Failure> {
        let mut frame = Frame::default();
        let ended = loop {
            if let Some(ended) = self.ended(goal) {
                break ended;
            }
            self.step(goal, &mut frame)?;
        };
        self.end(ended)?;
        Ok((ended, self.last_hash))
    }

    /// An interrupted run can be resumed from where it stopped.
    pub fn end(&mut self, ended: Ended) -> Result<(), Failure> {
        if ended == Ended::Interrupted { self.checkpoint() } else { Ok(()) }
    }

    /// Whether it is over, and why.
    pub fn ended(&self, goal: &Goal) -> Option<Ended> {
        if goal.until_empty && self.simulation.is_over() && !self.script.is_waiting() {
            return Some(Ended::Empty);
        }
        if self.simulation.steps() >= goal.last_step {
            return Some(Ended::Limit);
        }
        self.interrupt.is_asked().then_some(Ended::Interrupted)
    }

    /// One step; `frame` is memory for where everyone is.
    pub fn step(&mut self, goal: &Goal, frame: &mut Frame) -> Result<(), Failure> {
        self.script.hand_out(self.simulation, self.writer.as_deref_mut())?;
        let report = self.simulation.step_with(self.watch);
        self.watch.leave();
        report.events.iter().for_each(|event| self.tally.event(event));
        if let Some(writer) = self.writer.as_mut().filter(|_| goal.events) {
            writer.events(report.events)?;
        }
        if let Some(reel) = &mut self.reel {
            reel.events(report.events);
        }
        self.bar.follow(&report);
        let (step, time, hash, inside) = (report.step, report.time, report.hash, report.inside as u32);
        self.last_hash = Some(hash);
        let is_recorded = goal.frames && self.writer.as_ref().is_some_and(|w| w.wants_frame(step));
        let is_shown = self.reel.as_ref().is_some_and(|r| r.wants_frame(step));
        if is_recorded || is_shown || self.tally.wants_frame(step) {
            self.simulation.frame(frame);
            // Recorded or not, what is tallied is what a recording would hold.
            round_positions(frame);
            self.tally.frame(frame);
        }
        if let Some(reel) = self.reel.as_mut().filter(|_| is_shown) {
            reel.frame(frame, || self.watch.take())?;
        }
        let Some(writer) = &mut self.writer else { return Ok(()) };
        if is_recorded {
            writer.frame(frame)?;
        }
        writer.step(step, time, hash, inside)?;
        if goal.checkpoint_every.is_some_and(|every| step.is_multiple_of(every)) {
            self.checkpoint()?;
        }
        Ok(())
    }

    /// Saves the state after the last step; there is none before the first.
    fn checkpoint(&mut self) -> Result<(), Failure> {
        if let (Some(writer), Some(hash)) = (&mut self.writer, self.last_hash) {
            let saved = Saved::of(self.simulation.snapshot(), self.tally, hash);
            writer.checkpoint(self.simulation.steps(), &saved.to_bytes())?;
        }
        Ok(())
    }
}
