//! The pace of a live run: how fast it goes, and when it stands still.

use std::time::{Duration, Instant};

/// A run that is farther behind than this gives up the lost time instead of making up for it, s.
const BEHIND: f64 = 0.25;
/// The pace that is reached is measured over this time, s.
const WINDOW: f64 = 0.5;
/// A run that no page watches any more stands still after this time.
const LONELY: Duration = Duration::from_secs(5);

/// How fast the run goes.
pub struct Pace {
    pub is_playing: bool,
    /// Whether a page watches.
    is_watched: bool,
    /// When the last page left.
    lonely_since: Instant,
    /// Whether one more frame is computed although the run stands still.
    pub is_single: bool,
    /// Simulated seconds per second.
    pub speed: f64,
    /// Wall time and simulated time from which the pace counts.
    anchor: (Instant, f64),
    /// Wall time and simulated time from which the reached pace is measured.
    window: (Instant, f64),
    pub reached: f64,
}

impl Pace {
    /// Returns a pace that is kept as soon as a page watches.
    pub fn new(speed: f64, is_playing: bool) -> Self {
        let now = Instant::now();
        Pace {
            is_playing,
            is_watched: false,
            lonely_since: now.checked_sub(LONELY).unwrap_or(now),
            is_single: false,
            speed,
            anchor: (now, 0.0),
            window: (now, 0.0),
            reached: 0.0,
        }
    }
    /// Notes that the first page came or that the last page left.
    pub fn watch(&mut self, is_watched: bool) {
        if self.is_watched && !is_watched {
            self.lonely_since = Instant::now();
        }
        self.is_watched = is_watched;
    }
    /// Returns by how much the run is ahead of its pace at a simulated time, simulated s. The next step is due when this is used up.
    pub fn ahead(&self, time: f64) -> f64 {
        (time - self.anchor.1 - self.anchor.0.elapsed().as_secs_f64() * self.speed).max(0.0)
    }
    /// Counts the pace from now on, for a run that is `ahead` simulated seconds ahead of it.
    pub fn restart(&mut self, time: f64, ahead: f64) {
        self.anchor = (Instant::now(), time - ahead);
        self.window = (self.anchor.0, time);
    }
    fn goes_on(&self) -> bool {
        let is_alone = !self.is_watched && self.lonely_since.elapsed() >= LONELY;
        self.is_single || (self.is_playing && !is_alone)
    }
    /// Returns the time until the step after a simulated time is due; `None` when the run stands still.
    pub fn wait(&mut self, time: f64) -> Option<Duration> {
        if !self.goes_on() {
            return None;
        }
        if self.is_single {
            return Some(Duration::ZERO);
        }
        let late = self.anchor.0.elapsed().as_secs_f64() - (time - self.anchor.1) / self.speed;
        if late > BEHIND {
            self.anchor = (Instant::now(), time);
        }
        Some(Duration::from_secs_f64((-late).max(0.0)))
    }
    /// Measures the pace that is reached.
    pub fn measure(&mut self, time: f64) {
        let seconds = self.window.0.elapsed().as_secs_f64();
        if seconds >= WINDOW {
            self.reached = (time - self.window.1) / seconds;
            self.window = (Instant::now(), time);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each order of a page used to bring a step at once, so a page that gave many of them made the run too fast.
    #[test]
    fn an_order_does_not_make_a_step_due() {
        let mut pace = Pace::new(0.1, true);
        pace.watch(true);
        let hours = |pace: &mut Pace| Pace::wait(pace, 7200.0).map(|time| (time.as_secs_f64() / 3600.0).round());
        assert_eq!(hours(&mut pace), Some(20.0), "2 h at a tenth of the speed");
        let ahead = pace.ahead(7200.0);
        pace.restart(7200.0, ahead);
        assert_eq!(hours(&mut pace), Some(20.0));
        let ahead = pace.ahead(7200.0);
        pace.speed = 0.2;
        pace.restart(7200.0, ahead);
        assert_eq!(hours(&mut pace), Some(10.0));
    }
}
