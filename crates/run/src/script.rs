//! The script of a run: the acts that are asked of it. A run that repeats a recording has the acts of the recording.
//!
//! An act with step `s` is handed to the simulation when `s` steps are done, before the next step. The simulation obeys it at its
//! next decision.

use std::collections::VecDeque;

use populace_record::{Act, RecordError, Recording};
use populace_scenario::{Acts, Scenario, ScenarioError};
use populace_sim::Simulation;
use serde_json::Value;

use crate::checkpoint::Asked;
use crate::{ActError, RunError, Sink};

/// The acts of a run, proven in their order.
#[derive(Clone)]
pub struct Script {
    /// Proves acts; `None` in a run without a scenario.
    proof: Option<Acts>,
    /// The acts that are still to come, ascending by step.
    waiting: VecDeque<Act>,
    /// The acts that were handed to the simulation, in order.
    asked: Vec<Asked>,
}

impl Script {
    /// Returns the script of a run from its start, without any acts yet.
    pub fn of(scenario: &Scenario) -> Self {
        Script::with(scenario, Vec::new())
    }
    /// Returns the script of a run from its start with these acts, ascending by step.
    pub fn with(scenario: &Scenario, acts: Vec<Act>) -> Self {
        Script { proof: Some(Acts::of(scenario)), waiting: acts.into(), asked: Vec::new() }
    }
    /// Returns the script of a run that repeats a recording from its start.
    pub fn of_recording(scenario: &Scenario, recording: &Recording) -> Result<Self, RecordError> {
        Ok(Script::with(scenario, recording.acts()?))
    }
    /// Returns the script of a run without a scenario. Such a run takes no acts.
    pub fn none() -> Self {
        Script { proof: None, waiting: VecDeque::new(), asked: Vec::new() }
    }

    /// Returns whether acts are still to come.
    pub fn is_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Finds out before the run whether all its acts can be done.
    pub fn check(&self) -> Result<(), ScenarioError> {
        let Some(mut proof) = self.proof.clone() else { return Ok(()) };
        self.waiting.iter().try_for_each(|act| prove(&mut proof, act).map(drop))
    }

    /// Hands the acts that are due before the next step to the simulation.
    pub(crate) fn hand_out(
        &mut self,
        simulation: &mut Simulation,
        sinks: &mut [&mut dyn Sink],
    ) -> Result<(), RunError> {
        while let Some(act) = self.next_until(simulation.steps()) {
            match self.act(&act.entry, simulation, sinks) {
                // Only scripts of scenarios have acts that wait.
                Ok(_) | Err(ActError::NoScenario) => {}
                Err(ActError::Refused(error)) => return Err(in_file(error).into()),
                Err(ActError::Sink(error)) => return Err(error),
            }
        }
        Ok(())
    }

    /// Proves an act, hands it to the sinks and then to the simulation. Returns the number of the act.
    pub(crate) fn act(
        &mut self,
        entry: &Value,
        simulation: &mut Simulation,
        sinks: &mut [&mut dyn Sink],
    ) -> Result<u32, ActError> {
        let (number, step) = (simulation.acts(), simulation.steps());
        let mut proof = self.proof.clone().ok_or(ActError::NoScenario)?;
        let proven = proof.prove(entry, step)?;
        let act = Act { step, entry: entry.clone() };
        sinks.iter_mut().try_for_each(|sink| sink.act(&act))?;
        self.proof = Some(proof);
        self.asked.push(Asked { step, act: proven.fingerprint() });
        simulation.act(proven);
        Ok(number)
    }

    /// Proves the acts before a step and takes them off the script. A run that goes on from that step has done them
    /// already.
    pub(crate) fn skip(&mut self, step: u64) -> Result<Vec<populace_sim::Act>, ScenarioError> {
        let mut before = Vec::new();
        while let Some(act) = step.checked_sub(1).and_then(|last| self.next_until(last)) {
            if let Some(proof) = &mut self.proof {
                let proven = prove(proof, &act)?;
                self.asked.push(Asked { step: act.step, act: proven.fingerprint() });
                before.push(proven);
            }
        }
        Ok(before)
    }

    /// Returns the acts that were asked before a step, in order.
    pub(crate) fn asked_before(&self, step: u64) -> &[Asked] {
        &self.asked[..self.asked.partition_point(|asked| asked.step < step)]
    }

    fn next_until(&mut self, step: u64) -> Option<Act> {
        if self.waiting.front()?.step <= step { self.waiting.pop_front() } else { None }
    }
}

fn prove(proof: &mut Acts, act: &Act) -> Result<populace_sim::Act, ScenarioError> {
    proof.prove(&act.entry, act.step).map_err(in_file)
}

/// Returns an error that names the file of acts.
fn in_file(error: ScenarioError) -> ScenarioError {
    ScenarioError { path: "acts.jsonl".into(), ..error }
}
