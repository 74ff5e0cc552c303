//! The past of a run: what it is made from is run again up to the moment that is asked for, so that everything can be known about it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use populace_scenario::Scenario;
use populace_serve::Refusal;
use populace_sim::Simulation;

/// Time that one request may take; whoever asks again finds it further on.
const PATIENCE: Duration = Duration::from_millis(1500);
/// Snapshots that are kept, and the steps between them at first.
const MOST_SNAPSHOTS: usize = 24;
const FIRST_EVERY: u64 = 200;

/// A second simulation of the same run.
pub struct Past {
    scenario: Arc<Scenario>,
    seed: u64,
    simulation: Simulation,
    /// Steps and states, ascending.
    snapshots: Vec<(u64, Vec<u8>)>,
    every: u64,
}

impl Past {
    pub fn new(scenario: Arc<Scenario>, seed: u64) -> Self {
        let simulation = Simulation::new(scenario.setup(Some(seed)));
        Past { scenario, seed, simulation, snapshots: Vec::new(), every: FIRST_EVERY }
    }

    /// The simulation after so many steps.
    pub fn at(&mut self, step: u64) -> Result<&mut Simulation, Refusal> {
        if self.simulation.steps() > step {
            self.go_back(step);
        }
        let began = Instant::now();
        while self.simulation.steps() < step {
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
        let before = self.snapshots.iter().rev().find(|(at, _)| *at <= step);
        let is_back = before.is_some_and(|(_, state)| self.simulation.restore(state).is_ok());
        if !is_back {
            self.simulation = Simulation::new(self.scenario.setup(Some(self.seed)));
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
