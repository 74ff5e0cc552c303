//! The past of a run: what it is made from is run again up to the moment that is asked for, so that everything can be known about it.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use populace_record::Act;
use populace_scenario::Scenario;
use populace_serve::Refusal;
use populace_sim::Simulation;

use super::lock;
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
    /// Made when it is asked for the first time: most runs are only watched.
    run: Option<(Simulation, Script)>,
    /// Steps and states, ascending.
    snapshots: Vec<(u64, Vec<u8>)>,
    every: u64,
}

impl Past {
    pub fn new(scenario: Arc<Scenario>, seed: u64, acts: Arc<Mutex<Vec<Act>>>) -> Self {
        Past { scenario, seed, acts, known: 0, run: None, snapshots: Vec::new(), every: FIRST_EVERY }
    }

    /// At the start, with everything that is done to the run.
    fn begin(&mut self) -> (Simulation, Script) {
        let acts = lock(&self.acts).clone();
        self.known = acts.len();
        (Simulation::new(self.scenario.setup(Some(self.seed))), Script::with(&self.scenario, acts))
    }

    /// The simulation after so many steps.
    pub fn at(&mut self, step: u64) -> Result<&mut Simulation, Refusal> {
        let done = lock(&self.acts).len();
        let run = self.run.take().filter(|(simulation, _)| simulation.steps() <= step && done == self.known);
        let (mut simulation, mut script) = run.unwrap_or_else(|| self.go_back(step));
        let began = Instant::now();
        let mut outcome = Ok(());
        while simulation.steps() < step && outcome.is_ok() {
            // What was proven when it was done can be proven again.
            outcome = script.hand_out(&mut simulation, None).map_err(|e| Refusal::new(e.parts().0, ""));
            simulation.step();
            self.keep(&simulation);
            if began.elapsed() > PATIENCE && simulation.steps() < step {
                outcome = Err(catching_up(&simulation, step));
            }
        }
        let (simulation, _) = self.run.insert((simulation, script));
        outcome.map(|()| simulation)
    }

    /// At the last snapshot that is not after a step.
    fn go_back(&mut self, step: u64) -> (Simulation, Script) {
        let (mut simulation, mut script) = self.begin();
        let Some((at, state)) = self.snapshots.iter().rev().find(|(at, _)| *at <= step) else {
            return (simulation, script);
        };
        let is_back = script.restore(&mut simulation, *at, state).is_ok_and(|restored| restored.is_ok());
        if is_back { (simulation, script) } else { self.begin() }
    }

    fn keep(&mut self, simulation: &Simulation) {
        let step = simulation.steps();
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
            self.snapshots.push((step, simulation.snapshot()));
        }
    }
}

fn catching_up(simulation: &Simulation, step: u64) -> Refusal {
    let at = simulation.time();
    let to = at * step as f64 / simulation.steps() as f64;
    Refusal::new(
        format!("the run is being repeated up to this moment: {at:.0} s of {to:.0} s"),
        "it goes on while you look",
    )
}
