//! Report: events are put in order, the state becomes one number, and both are handed out.

use crate::report::StepReport;
use crate::simulation::Simulation;

impl Simulation {
    /// Returns the report of the step.
    pub(crate) fn report(&mut self) -> StepReport<'_> {
        self.scratch.events.sort_unstable();
        let hash = self.hash();
        debug_assert_eq!(self.validate_again(), Ok(()), "the state after step {}", self.state.step);
        StepReport {
            step: self.state.step,
            time: self.time(),
            events: &self.scratch.events,
            hash,
            inside: self.state.people.len() + self.state.riding.len(),
            counts: self.state.counts,
        }
    }
}
