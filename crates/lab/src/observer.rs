//! The sink that observes a run of a case, ten times a second.

use populace_run::{Positions, RunError, Sink};
use populace_sim::{Setup, Simulation, StepReport};
use populace_traj::{EventKind, Frame};

use crate::Observed;

/// The number of steps from one frame to the next: 10 Hz.
pub(crate) const FRAME_EVERY: u64 = 2;

/// The case ends when nobody has left for this time after the last pedestrian left, s: then nobody else will leave.
const STALLED: f64 = 120.0;

/// Gathers the observations of a run.
pub(crate) struct Observer {
    observed: Observed,
    /// The time at which the last pedestrian left, s.
    last_left: Option<f64>,
}

impl Observer {
    /// Returns an observer of a run that is made from a setup. The observer has seen nothing yet.
    pub fn of(setup: &Setup) -> Self {
        let names = setup.env.areas().iter().map(|area| area.name.clone()).collect();
        Observer { observed: Observed::new(setup.timing.dt * FRAME_EVERY as f64, names), last_left: None }
    }

    /// Returns whether nobody has left for so long that nobody will.
    pub fn is_stalled(&self, time: f64) -> bool {
        self.last_left.is_some_and(|last| time - last > STALLED)
    }

    /// Returns what was observed, with the counts at the end.
    pub fn finish(self, simulation: &Simulation) -> Observed {
        Observed {
            counts: simulation.counts(),
            census: simulation.census(),
            is_over: simulation.is_over(),
            ..self.observed
        }
    }
}

impl Sink for Observer {
    fn name(&self) -> &str {
        "observer"
    }
    fn wants_frame(&self, step: u64) -> Option<Positions> {
        step.is_multiple_of(FRAME_EVERY).then_some(Positions::Exact)
    }
    fn step(&mut self, report: &StepReport<'_>) -> Result<(), RunError> {
        self.observed.events.extend(report.events.iter().map(|&event| (report.time, event)));
        if report.events.iter().any(|event| event.kind == EventKind::Left) {
            self.last_left = Some(report.time);
        }
        Ok(())
    }
    fn frame(&mut self, frame: &Frame, simulation: &Simulation) -> Result<(), RunError> {
        let (people, observed) = (simulation.people(), &mut self.observed);
        for (row, &id) in people.id.iter().enumerate() {
            let id = id as usize;
            if observed.population.len() <= id {
                observed.population.resize(id + 1, u16::MAX);
                observed.speed.resize(id + 1, 0.0);
            }
            observed.population[id] = people.population[row];
            observed.speed[id] = people.speed[row];
        }
        observed.frames.push(frame.clone());
        Ok(())
    }
}
