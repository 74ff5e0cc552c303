//! The sink that writes a recording.

use populace_record::{Act, Writer};
use populace_scenario::Scenario;
use populace_sim::{Simulation, StepReport};
use populace_traj::Frame;

use crate::{Measures, Positions, RunError, Sink, Summary};

/// Writes frames, events, state hashes, acts and checkpoints into a recording.
pub struct Recorder {
    writer: Writer,
    has_frames: bool,
    has_events: bool,
    /// The number of steps between two checkpoints; `None` keeps only the checkpoint of an interrupted run.
    checkpoint_every: Option<u64>,
}

impl Recorder {
    /// Returns a recorder that writes what the scenario says.
    pub fn of(scenario: &Scenario, writer: Writer) -> Self {
        let record = scenario.record();
        Recorder { has_frames: record.frames, has_events: record.events, ..Recorder::whole(writer) }
    }
    /// Returns a recorder that writes everything.
    pub fn whole(writer: Writer) -> Self {
        Recorder { writer, has_frames: true, has_events: true, checkpoint_every: None }
    }
    /// Sets the number of steps between two checkpoints. With `None`, the recorder keeps only the checkpoint of an interrupted run.
    pub fn checkpoint_every(mut self, steps: Option<u64>) -> Self {
        self.checkpoint_every = steps;
        self
    }
    /// Ends the recording with the measures of the run and its summary.
    pub fn finish(mut self, measures: &Measures, summary: &Summary) -> Result<(), RunError> {
        if !measures.is_empty() {
            self.writer.measures(&measures.csv())?;
        }
        Ok(self.writer.finish(&format!("{:#}\n", summary.json()))?)
    }
    /// Ends the recording of a run without a summary.
    pub fn close(self) -> Result<(), RunError> {
        Ok(self.writer.finish("{}")?)
    }
}

impl Sink for Recorder {
    fn name(&self) -> &str {
        "recording"
    }
    fn wants_frame(&self, step: u64) -> Option<Positions> {
        (self.has_frames && self.writer.wants_frame(step)).then_some(Positions::AsRecorded)
    }
    fn act(&mut self, act: &Act) -> Result<(), RunError> {
        Ok(self.writer.act(act.step, &act.entry)?)
    }
    fn step(&mut self, report: &StepReport<'_>) -> Result<(), RunError> {
        if self.has_events {
            self.writer.events(report.events)?;
        }
        Ok(self.writer.step(report.step, report.time, report.hash, report.inside as u32)?)
    }
    fn frame(&mut self, frame: &Frame, _: &Simulation) -> Result<(), RunError> {
        Ok(self.writer.frame(frame)?)
    }
    fn wants_checkpoint(&self, step: u64) -> bool {
        self.checkpoint_every.is_some_and(|every| step.is_multiple_of(every))
    }
    fn checkpoint(&mut self, step: u64, bytes: &[u8]) -> Result<(), RunError> {
        Ok(self.writer.checkpoint(step, bytes)?)
    }
}
