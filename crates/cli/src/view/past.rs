//! The past of a run. The run is repeated up to the moment about which a page asks; the repetition can answer every question about
//! that moment.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use populace_record::Act;
use populace_run::{End, Run, Script};
use populace_scenario::Scenario;
use populace_serve::Refusal;
use populace_sim::Simulation;

use super::lock;
use crate::failure::Failure;

/// The most time that a request takes. The next request goes on where it stopped.
const PATIENCE: Duration = Duration::from_millis(1500);
/// The most checkpoints that are kept.
const MOST_CHECKPOINTS: usize = 24;
/// Steps between two checkpoints, until there are too many.
const FIRST_EVERY: u64 = 200;

/// A repetition of the same run.
pub struct Past {
    scenario: Arc<Scenario>,
    seed: u64,
    /// Acts of the run, shared with its engine.
    acts: Arc<Mutex<Vec<Act>>>,
    /// How many of the acts the repetition knows.
    known: usize,
    /// The repetition. It is made for the first question, because most runs are only watched.
    run: Option<Run>,
    /// The checkpoints with their steps, ascending.
    checkpoints: Vec<(u64, Vec<u8>)>,
    every: u64,
}

impl Past {
    pub fn new(scenario: Arc<Scenario>, seed: u64, acts: Arc<Mutex<Vec<Act>>>) -> Self {
        Past { scenario, seed, acts, known: 0, run: None, checkpoints: Vec::new(), every: FIRST_EVERY }
    }

    /// Returns the simulation after `step` steps.
    pub fn at(&mut self, step: u64) -> Result<&mut Simulation, Refusal> {
        let done = lock(&self.acts).len();
        let run = self.run.take().filter(|run| run.simulation().steps() <= step && done == self.known);
        let mut run = run.unwrap_or_else(|| self.go_back(step));
        let outcome = self.go_on(&mut run, step);
        let run = self.run.insert(run);
        outcome.map(|()| run.simulation_mut())
    }

    /// Runs up to a step, or as far as it gets in the time of a request.
    fn go_on(&mut self, run: &mut Run, step: u64) -> Result<(), Refusal> {
        let began = Instant::now();
        while run.simulation().steps() < step {
            // The acts were proven when they were done, so they are proven again.
            run.step(&mut []).map_err(|error| Refusal::new(Failure::from(error).parts().0, ""))?;
            self.keep(run);
            if began.elapsed() > PATIENCE && run.simulation().steps() < step {
                return Err(catching_up(run.simulation(), step));
            }
        }
        Ok(())
    }

    /// Returns the run at its start, with all acts so far.
    fn begin(&mut self) -> Run {
        let acts = lock(&self.acts).clone();
        self.known = acts.len();
        let simulation = Simulation::new(self.scenario.setup(Some(self.seed)));
        Run::new(simulation, Script::with(&self.scenario, acts), End::NEVER)
    }

    /// Returns the run at the last checkpoint that is not after a step.
    fn go_back(&mut self, step: u64) -> Run {
        let mut run = self.begin();
        let Some((_, state)) = self.checkpoints.iter().rev().find(|(at, _)| *at <= step) else { return run };
        if run.restore(state, &mut []).is_ok() { run } else { self.begin() }
    }

    fn keep(&mut self, run: &Run) {
        let step = run.simulation().steps();
        let is_new = self.checkpoints.last().is_none_or(|(last, _)| *last < step);
        if !step.is_multiple_of(self.every) || !is_new {
            return;
        }
        if self.checkpoints.len() == MOST_CHECKPOINTS {
            self.every *= 2;
            let every = self.every;
            self.checkpoints.retain(|(at, _)| at.is_multiple_of(every));
        }
        if step.is_multiple_of(self.every) {
            // Without this checkpoint, the next question about the past takes longer, but works.
            self.checkpoints.extend(run.checkpoint(&[]).ok().map(|state| (step, state)));
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
