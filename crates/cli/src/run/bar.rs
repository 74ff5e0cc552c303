//! The progress of a run on standard error: a bar on a terminal, a line now and then elsewhere.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use populace_run::{RunError, Sink};
use populace_sim::StepReport;

/// Time between two lines when standard error is not a terminal.
const LINES: Duration = Duration::from_secs(30);
/// Time between two states of the bar.
const FRAMES: Duration = Duration::from_millis(100);
const WIDTH: usize = 24;

/// Shows how far a run has come.
pub struct Bar {
    is_shown: bool,
    is_terminal: bool,
    began: Instant,
    shown: Instant,
    from: Option<(f64, u64)>,
    until: f64,
}

impl Bar {
    /// Returns a bar up to the time at which the run ends at the latest, s.
    pub fn new(is_shown: bool, until: f64) -> Self {
        let now = Instant::now();
        let is_terminal = std::io::stderr().is_terminal();
        Bar { is_shown, is_terminal, began: now, shown: now, from: None, until }
    }

    /// Takes the bar away.
    pub fn clear(&self) {
        if self.is_shown && self.is_terminal {
            let _ = write!(std::io::stderr(), "\r\x1b[2K");
        }
    }

    fn follow(&mut self, report: &StepReport) {
        // The first step says where a resumed run goes on.
        let from = *self.from.get_or_insert((report.time, report.counts.pedestrian_steps));
        let pause = if self.is_terminal { FRAMES } else { LINES };
        if !self.is_shown || self.shown.elapsed() < pause {
            return;
        }
        self.shown = Instant::now();
        let text = line(report, from, self.until, self.began.elapsed().as_secs_f64());
        let mut stderr = std::io::stderr().lock();
        let _ = if self.is_terminal { write!(stderr, "\r\x1b[2K{text}") } else { writeln!(stderr, "{text}") };
        let _ = stderr.flush();
    }
}

impl Sink for Bar {
    fn name(&self) -> &str {
        "bar"
    }
    fn step(&mut self, report: &StepReport<'_>) -> Result<(), RunError> {
        self.follow(report);
        Ok(())
    }
}

fn line(report: &StepReport, from: (f64, u64), until: f64, elapsed: f64) -> String {
    let share = (report.time / until).clamp(0.0, 1.0);
    let full = (share * WIDTH as f64) as usize;
    let speed = (report.counts.pedestrian_steps - from.1) as f64 / elapsed.max(1e-9);
    let done = report.time - from.0;
    let left = if done > 0.0 { clock((until - report.time) * elapsed / done) } else { "?".into() };
    format!(
        "[{}{}] {:.1} of {until} s · {} inside, {} left · {} pedestrian-steps/s · at most {left} to go",
        "█".repeat(full),
        "░".repeat(WIDTH - full),
        report.time,
        report.inside,
        report.counts.left,
        rounded(speed),
    )
}

/// Writes a duration: 2 s, 3:05 min, 2:05 h.
fn clock(seconds: f64) -> String {
    match seconds.round().max(0.0) as u64 {
        s @ 0..60 => format!("{s} s"),
        s @ 60..3600 => format!("{}:{:02} min", s / 60, s % 60),
        s => format!("{}:{:02} h", s / 3600, s % 3600 / 60),
    }
}

/// Writes a number with three digits: 431 k, 1.23 M.
pub fn rounded(number: f64) -> String {
    match number {
        n if n >= 1e6 => format!("{:.2} M", n / 1e6),
        n if n >= 1e4 => format!("{:.0} k", n / 1e3),
        n => format!("{n:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_tells_time_people_speed_and_what_is_left() {
        let counts = populace_sim::Counts { left: 7, pedestrian_steps: 300_000, ..Default::default() };
        let report = StepReport { step: 1200, time: 60.0, events: &[], hash: 0, inside: 5, counts };
        // Half of 120 s in 2 s, from the start: 150,000 steps per second and 2 s to go.
        let text = line(&report, (0.0, 0), 120.0, 2.0);
        let expected =
            "████████████░░░░░░░░░░░░] 60.0 of 120 s · 5 inside, 7 left · 150 k pedestrian-steps/s · at most 2 s to go";
        assert_eq!(text, format!("[{expected}"));
        assert_eq!(clock(3725.0), "1:02 h");
    }
}
