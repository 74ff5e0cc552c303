//! The past of a run: what it is made from is run again up to the moment that is asked for, so that everything can be known about it.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use populace_record::Act;
use populace_scenario::Scenario;
use populace_serve::Refusal;
use populace_sim::Simulation;

use crate::run::Script;

/// Time that one request may take; whoever asks again finds it further on.
const PATIENCE: Duration = Duration::from_millis(1500);
/// Snapshots that are kept, and the steps between them at first.
const MOST_SNAPSHOTS: usize = 24;
const FIRST_EVERY: u64 = 200;

/// A second simulation of the same run.
pub struct Past {
    scenario: Arc<Scenario>,
    seed: u64,
    /// What is done to the run, shared with whoever does it.
    acts: Arc<Mutex<Vec<Act>>>,
    /// How much of that is known here.
    known: usize,
    simulation: Simulation,
    script: Script,
    /// Steps and states, ascending.
    snapshots: Vec<(u64, Vec<u8>)>,
    every: u64,
}

impl Past {
    pub fn new(scenario: Arc<Scenario>, seed: u64, acts: Arc<Mutex<Vec<Act>>>) -> Self {
        let simulation = Simulation::new(scenario.setup(Some(seed)));
        let script = Script::of(&scenario);
        Past { scenario, seed, acts, known: 0, simulation, script, snapshots: Vec::new(), every: FIRST_EVERY }
    }

    /// To the start, with everything that is done to the run.
    fn begin(&mut self) {
        let acts = self.acts.lock().unwrap_or_else(PoisonError::into_inner).clone();
        self.known = acts.len();
        self.script = Script::with(&self.scenario, acts);
        self.simulation = Simulation::new(self.scenario.setup(Some(self.seed)));
    }

    /// The simulation after so many steps.
    pub fn at(&mut self, step: u64) -> Result<&mut Simulation, Refusal> {
        let done = self.acts.lock().unwrap_or_else(PoisonError::into_inner).len();
        if self.simulation.steps() > step || done != self.known {
            self.go_back(step);
        }
        let began = Instant::now();
        while self.simulation.steps() < step {
            // What was proven when it was done can be proven again.
            self.script.hand_out(&mut self.simulation, None).map_err(|e| Refusal::new(e.parts().0, ""))?;
            self.simulation.step();
            self.keep();
            if began.elapsed() > PATIENCE {
                let dt = self.simulation.time() / self.simulation.steps() as f64;
                let (at, to) = (self.simulation.steps() as f64 * dt, step as f64 * dt);
                return Err(Refusal::new(
                    format!("the run is being repeated up to this moment: {at:.0} s of {to:.0} s"),
                    "it goes on while you look",
                ));
            }
        }
        Ok(&mut self.simulation)
    }

    /// To the last snapshot that is not after a step.
    fn go_back(&mut self, step: u64) {
        self.begin();
        let Some((at, state)) = self.snapshots.iter().rev().find(|(at, _)| *at <= step) else { return };
        let is_back = self.script.restore(&mut self.simulation, *at, state).is_ok_and(|restored| restored.is_ok());
        if !is_back {
            self.begin();
        }
    }

    fn keep(&mut self) {
        let step = self.simulation.steps();
        let is_new = self.snapshots.last().is_none_or(|(last, _)| *last < step);
        if !step.is_multiple_of(self.every) || !is_new {
            return;
        }
        if self.snapshots.len() == MOST_SNAPSHOTS {
            self.every *= 2;
            let every = self.every;
            self.snapshots.retain(|(at, _)| at.is_multiple_of(every));
        }
        if step.is_multiple_of(self.every) {
            self.snapshots.push((step, self.simulation.snapshot()));
        }
    }
}
