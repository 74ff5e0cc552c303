//! The sink that times the phases of the step, and the time outside the step.

use std::time::Instant;

use populace_run::Sink;
use populace_sim::Phase;

/// The time of each phase, and the time outside the step.
pub struct Stopwatch {
    seconds: [f64; Phase::ALL.len() + 1],
    running: usize,
    since: Instant,
    steps: u32,
    /// The times and the number of steps when they were last taken.
    taken: ([f64; Phase::ALL.len() + 1], u32),
}

/// The time outside the step: recording and tallying.
const OUTSIDE: usize = Phase::ALL.len();

impl Stopwatch {
    /// Returns a stopwatch that runs, outside a step.
    pub fn start() -> Self {
        let none = [0.0; Phase::ALL.len() + 1];
        Stopwatch { seconds: none, running: OUTSIDE, since: Instant::now(), steps: 0, taken: (none, 0) }
    }
    /// Goes on outside a step. The time since the last step does not count.
    pub fn resume(&mut self) {
        (self.since, self.running) = (Instant::now(), OUTSIDE);
    }
    /// Ends the time outside the step for now.
    pub fn stop(&mut self) {
        self.switch(OUTSIDE);
    }
    /// Returns the mean time of each phase per step since the last call, ms.
    pub fn take(&mut self) -> Vec<f32> {
        let (before, steps) = std::mem::replace(&mut self.taken, (self.seconds, self.steps));
        let steps = f64::from((self.steps - steps).max(1));
        let each = self.seconds.iter().zip(before).take(Phase::ALL.len());
        each.map(|(now, before)| ((now - before) / steps * 1000.0) as f32).collect()
    }
    /// Returns the name and the share of each phase, and of the recording; the shares add up to 1.
    pub fn shares(&self) -> Vec<(&'static str, f64)> {
        let whole: f64 = self.seconds.iter().sum();
        let share = |seconds: f64| if whole > 0.0 { seconds / whole } else { 0.0 };
        let names = Phase::ALL.iter().map(|p| p.1).chain(["record"]);
        names.zip(self.seconds).map(|(name, seconds)| (name, share(seconds))).collect()
    }

    fn switch(&mut self, to: usize) {
        let now = Instant::now();
        self.seconds[self.running] += (now - self.since).as_secs_f64();
        self.since = now;
        self.running = to;
    }
}

impl Sink for Stopwatch {
    fn name(&self) -> &str {
        "stopwatch"
    }
    fn phase(&mut self, phase: Option<Phase>) {
        match phase {
            Some(phase) => self.switch(phase as usize),
            None => {
                self.switch(OUTSIDE);
                self.steps += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up_to_one() {
        let mut watch = Stopwatch::start();
        for phase in [Some(Phase::Admit), Some(Phase::Report), None, Some(Phase::Admit)] {
            watch.phase(phase);
        }
        let sum: f64 = watch.shares().iter().map(|s| s.1).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{sum}");
        assert_eq!(watch.shares().len(), Phase::ALL.len() + 1);
    }
}
