//! Progress of long work: the running stage and its time, on standard error when that is a terminal.

use std::io::{IsTerminal, Write};

use populace_env::{BuildStage, StageEvent};

use crate::meter;

/// Follows a build: shows the stages and keeps the cost of each.
pub struct Progress {
    is_shown: bool,
    started: f64,
    /// CPU seconds of each finished stage, in order.
    pub stages: Vec<(&'static str, f64)>,
}

impl Progress {
    pub fn new(quiet: bool) -> Self {
        Progress {
            is_shown: !quiet && std::io::stderr().is_terminal(),
            started: meter::cpu_seconds(),
            stages: Vec::new(),
        }
    }

    /// Begins a step outside the stages, such as reading the file.
    pub fn begin(&mut self, name: &str) {
        self.started = meter::cpu_seconds();
        self.show(name);
    }

    /// Ends a step and keeps its cost.
    pub fn end(&mut self, name: &'static str) {
        self.stages.push((name, meter::cpu_seconds() - self.started));
    }

    /// Follows an announcement of [`populace_env::build_with`].
    pub fn follow(&mut self, stage: BuildStage, event: StageEvent) {
        match event {
            StageEvent::Started => self.begin(stage.name()),
            StageEvent::Finished => self.end(stage.name()),
        }
    }

    /// Erases the line.
    pub fn clear(&self) {
        self.show("");
    }

    fn show(&self, text: &str) {
        if self.is_shown {
            // The names of stages differ in length, so the old line is erased first.
            let _ = write!(std::io::stderr(), "\r\x1b[2K{text}");
            let _ = std::io::stderr().flush();
        }
    }
}
