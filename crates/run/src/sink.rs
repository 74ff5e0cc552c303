//! The sinks of a run: they take its step reports, frames, acts and checkpoints.

use populace_record::Act;
use populace_sim::{Phase, Simulation, StepReport};
use populace_traj::Frame;

use crate::RunError;
use crate::checkpoint::CheckpointError;

/// Takes the output of a run. Every method but the name has a default that ignores its part, so a sink implements only what it
/// needs.
///
/// For the start, which is step 0, a run calls [`step`](Sink::step) and [`frame`](Sink::frame). For each step after that
/// it calls, in this order: [`act`](Sink::act) for every act before the step, [`phase`](Sink::phase) for every phase,
/// [`step`](Sink::step), [`frame`](Sink::frame), [`checkpoint`](Sink::checkpoint). Sinks are called in the order in which
/// the caller lists them, but the sinks that want a frame with exact positions get it before the others. An error ends
/// the run.
pub trait Sink: Send {
    /// Returns the name of the sink's part in a checkpoint; no other sink of the run has the same name.
    fn name(&self) -> &str;

    /// Returns which positions the sink wants in the frame after a step; `None` when it does not want the frame. Step 0 is the start:
    /// the people who are there then are inside, and nobody has moved.
    fn wants_frame(&self, _step: u64) -> Option<Positions> {
        None
    }
    /// Takes an act before the simulation gets it. An act that a sink refuses does not reach the simulation.
    fn act(&mut self, _act: &Act) -> Result<(), RunError> {
        Ok(())
    }
    /// Follows the phases of the step: a phase begins, or the step ends (`None`).
    fn phase(&mut self, _phase: Option<Phase>) {}
    /// Takes the report of the start or of a step, with its events.
    fn step(&mut self, _report: &StepReport<'_>) -> Result<(), RunError> {
        Ok(())
    }
    /// Takes a frame that the sink wanted. The simulation is in the state of the frame.
    fn frame(&mut self, _frame: &Frame, _simulation: &Simulation) -> Result<(), RunError> {
        Ok(())
    }

    /// Returns whether the sink keeps a checkpoint after a step.
    fn wants_checkpoint(&self, _step: u64) -> bool {
        false
    }
    /// Takes the checkpoint after a step.
    fn checkpoint(&mut self, _step: u64, _bytes: &[u8]) -> Result<(), RunError> {
        Ok(())
    }
    /// Returns the sink's part of a checkpoint, see [`to_part`](crate::to_part); `None` when the sink has no state to go on from.
    fn save(&self) -> Result<Option<Vec<u8>>, RunError> {
        Ok(None)
    }
    /// Takes the sink's part of a checkpoint, see [`from_part`](crate::from_part). The sink goes on from it.
    fn load(&mut self, _part: &[u8]) -> Result<(), CheckpointError> {
        Ok(())
    }
}

/// The positions in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Positions {
    /// The positions are rounded as in recordings, so that a run and its recording give the same measures.
    AsRecorded,
    /// The positions are those of the simulation.
    Exact,
}

/// A sink that may be absent.
impl<S: Sink> Sink for Option<S> {
    fn name(&self) -> &str {
        self.as_ref().map_or("", Sink::name)
    }
    fn wants_frame(&self, step: u64) -> Option<Positions> {
        self.as_ref().and_then(|sink| sink.wants_frame(step))
    }
    fn act(&mut self, act: &Act) -> Result<(), RunError> {
        self.as_mut().map_or(Ok(()), |sink| sink.act(act))
    }
    fn phase(&mut self, phase: Option<Phase>) {
        if let Some(sink) = self {
            sink.phase(phase);
        }
    }
    fn step(&mut self, report: &StepReport<'_>) -> Result<(), RunError> {
        self.as_mut().map_or(Ok(()), |sink| sink.step(report))
    }
    fn frame(&mut self, frame: &Frame, simulation: &Simulation) -> Result<(), RunError> {
        self.as_mut().map_or(Ok(()), |sink| sink.frame(frame, simulation))
    }
    fn wants_checkpoint(&self, step: u64) -> bool {
        self.as_ref().is_some_and(|sink| sink.wants_checkpoint(step))
    }
    fn checkpoint(&mut self, step: u64, bytes: &[u8]) -> Result<(), RunError> {
        self.as_mut().map_or(Ok(()), |sink| sink.checkpoint(step, bytes))
    }
    fn save(&self) -> Result<Option<Vec<u8>>, RunError> {
        self.as_ref().map_or(Ok(None), Sink::save)
    }
    fn load(&mut self, part: &[u8]) -> Result<(), CheckpointError> {
        self.as_mut().map_or(Ok(()), |sink| sink.load(part))
    }
}
