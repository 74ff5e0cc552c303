//! How long each phase of the step took, and the recording beside it.

use std::time::Instant;

use populace_sim::{Phase, Watch};

/// Times by phase; one more for what is outside the step.
pub struct Stopwatch {
    seconds: [f64; Phase::ALL.len() + 1],
    running: usize,
    since: Instant,
    steps: u32,
    /// Times and steps when they were last taken.
    taken: ([f64; Phase::ALL.len() + 1], u32),
}

/// The time outside the step: recording and tallying.
const OUTSIDE: usize = Phase::ALL.len();

impl Stopwatch {
    /// Starts outside a step.
    pub fn start() -> Self {
        let none = [0.0; Phase::ALL.len() + 1];
        Stopwatch { seconds: none, running: OUTSIDE, since: Instant::now(), steps: 0, taken: (none, 0) }
    }
    /// Goes on outside a step; the time since it was last left does not count.
    pub fn resume(&mut self) {
        (self.since, self.running) = (Instant::now(), OUTSIDE);
    }
    /// The step is over.
    pub fn leave(&mut self) {
        self.switch(OUTSIDE);
        self.steps += 1;
    }
    /// Mean time of each phase per step since this was last asked, ms.
    pub fn take(&mut self) -> Vec<f32> {
        let (before, steps) = std::mem::replace(&mut self.taken, (self.seconds, self.steps));
        let steps = f64::from((self.steps - steps).max(1));
        let each = self.seconds.iter().zip(before).take(Phase::ALL.len());
        each.map(|(now, before)| ((now - before) / steps * 1000.0) as f32).collect()
    }
    /// Name and share of each phase, and of the recording; they add up to 1.
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

impl Watch for Stopwatch {
    fn enter(&mut self, phase: Phase) {
        self.switch(phase as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up_to_one() {
        let mut watch = Stopwatch::start();
        watch.enter(Phase::Admit);
        watch.enter(Phase::Report);
        watch.leave();
        watch.enter(Phase::Admit);
        let sum: f64 = watch.shares().iter().map(|s| s.1).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{sum}");
        assert_eq!(watch.shares().len(), 12);
    }
}
