//! What is asked of a run while it goes on, and what was asked of one that is run again: acts, each before the step it was asked for.
//!
//! An act with step `s` is handed to the simulation when `s` steps are done, before the next; it is obeyed at the next decision.

use std::collections::VecDeque;

use populace_record::{Act, RecordError, Recording, Writer};
use populace_scenario::{Acts, Scenario, ScenarioError};
use populace_sim::{RestoreError, Simulation};
use serde_json::Value;

use crate::failure::Failure;

/// The acts of a run, proven in their order.
pub struct Script {
    acts: Acts,
    /// What was recorded and is still to come.
    waiting: VecDeque<Act>,
}

/// Why an act was not taken.
#[derive(Debug)]
pub enum ActFailure {
    /// It cannot be: nothing has changed.
    Refused(ScenarioError),
    /// It could not be recorded, so it was not handed over; the recording has stopped.
    Record(RecordError),
}

impl Script {
    /// Of a run from its start, of which nothing was asked yet.
    pub fn of(scenario: &Scenario) -> Self {
        Script { acts: Acts::of(scenario), waiting: VecDeque::new() }
    }

    /// Of a run of which this is asked, each before its step.
    pub fn with(scenario: &Scenario, acts: Vec<Act>) -> Self {
        Script { acts: Acts::of(scenario), waiting: acts.into() }
    }

    /// Of a run that is run again from its start: what was asked of it then.
    pub fn of_recording(scenario: &Scenario, recording: &Recording) -> Result<Self, Failure> {
        Ok(Script::with(scenario, recording.acts()?))
    }

    /// Whether something is still to be asked.
    pub fn is_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Finds out before the run whether everything that is to be asked can be.
    pub fn check(&self) -> Result<(), Failure> {
        let mut acts = self.acts.clone();
        self.waiting.iter().try_for_each(|act| prove(&mut acts, act).map(drop))
    }

    /// Asks for what is to be asked before the next step; to be called before each. It is recorded if there is a writer.
    pub fn hand_out(&mut self, simulation: &mut Simulation, mut writer: Option<&mut Writer>) -> Result<(), Failure> {
        while let Some(act) = self.next_until(simulation.steps()) {
            self.act(&act.entry, simulation, writer.as_deref_mut()).map_err(|failure| match failure {
                ActFailure::Refused(error) => located(error),
                ActFailure::Record(error) => error.into(),
            })?;
        }
        Ok(())
    }

    /// Asks for something now, between two steps: proves it, puts it on disk and hands it over. Gives the number of the act: its line in
    /// `acts.jsonl` and the subject of the event `acted`.
    pub fn act(
        &mut self,
        entry: &Value,
        simulation: &mut Simulation,
        writer: Option<&mut Writer>,
    ) -> Result<u32, ActFailure> {
        let (number, step) = (simulation.acts(), simulation.steps());
        let mut acts = self.acts.clone();
        let act = acts.prove(entry, step).map_err(ActFailure::Refused)?;
        if let Some(writer) = writer {
            writer.act(step, entry).map_err(ActFailure::Record)?;
        }
        self.acts = acts;
        simulation.act(act);
        Ok(number)
    }

    /// Takes over the state after a step, with all in force that was asked before it. The script is one of the start.
    pub fn restore(
        &mut self,
        simulation: &mut Simulation,
        step: u64,
        snapshot: &[u8],
    ) -> Result<Result<(), RestoreError>, Failure> {
        let mut before = Vec::new();
        while let Some(act) = step.checked_sub(1).and_then(|last| self.next_until(last)) {
            before.push(prove(&mut self.acts, &act)?);
        }
        Ok(simulation.restore_with(snapshot, &before))
    }

    fn next_until(&mut self, step: u64) -> Option<Act> {
        if self.waiting.front()?.step <= step { self.waiting.pop_front() } else { None }
    }
}

fn prove(acts: &mut Acts, act: &Act) -> Result<populace_sim::Act, Failure> {
    acts.prove(&act.entry, act.step).map_err(located)
}

/// Says that it is about an act of a file.
fn located(error: ScenarioError) -> Failure {
    ScenarioError { path: "acts.jsonl".into(), ..error }.into()
}
