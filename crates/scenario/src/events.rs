//! Signals, and the opening hours of doors. The other things that events ask for are proven with the acts.

use populace_env::{Environment, LinkId, LinkKind};
use populace_ingest::suggest::nearest;
use populace_sim::Command;

use crate::error::{Blame, Problem};
use crate::limits::{TIME, within};
use crate::written::EventEntry;
use populace_ingest::key_path::KeyPath;

/// The seconds of a day.
const DAY: f64 = 86_400.0;

/// The signals of a scenario, by number, with the time at which each is first given.
#[derive(Clone, Default)]
pub(crate) struct Signals(Vec<(String, f64)>);

impl Signals {
    /// Returns the signals that events give.
    pub fn of(events: &[EventEntry]) -> Self {
        let mut signals: Vec<(String, f64)> = Vec::new();
        for event in events {
            for name in &event.signal.0 {
                match signals.iter_mut().find(|s| s.0 == *name) {
                    Some(signal) => signal.1 = signal.1.min(event.at),
                    None => signals.push((name.clone(), event.at)),
                }
            }
        }
        Signals(signals)
    }
    /// Returns the number of a signal. Refuses a signal that no event gives.
    pub fn number(&self, at: &KeyPath, name: &str) -> Result<u32, Problem> {
        let number = self.0.iter().position(|s| s.0 == name).and_then(|i| u32::try_from(i).ok());
        number.ok_or_else(|| {
            let hint = match nearest(name, self.0.iter().map(|s| s.0.as_str())) {
                Some(word) => format!("did you mean {word:?}?"),
                None => format!("add an event that gives it: [[event]] at = 60, signal = {name:?}"),
            };
            at.problem(format!("no event ever gives the signal {name:?}: they would wait for ever"), hint)
        })
    }
    /// Returns the names of the signals.
    pub fn names(&self) -> Vec<String> {
        self.0.iter().map(|s| s.0.clone()).collect()
    }
}

/// Refuses the time of an event that is not within the run.
pub(crate) fn check_time(at: &KeyPath, time: f64, end: f64) -> Result<(), Problem> {
    let at = at.key("at");
    let time = within(&at, TIME, time)?;
    if time >= end {
        let what = format!("{time} s is not before the end of the run, {end} s: it never happens");
        return Err(at.problem(what, "give an earlier time, or a later `until` at the top of the file"));
    }
    Ok(())
}

/// Returns the seconds since midnight of `"08:30"` or `"08:30:15"`.
pub(crate) fn time_of_day(at: &KeyPath, text: &str) -> Result<f64, Problem> {
    let fail = || at.problem(format!("{text:?} is no time of day"), "write hours and minutes: \"08:30\"");
    let parts = text.split(':').map(|part| if part.len() == 2 { part.parse().ok() } else { None });
    let parts: Vec<u32> = parts.collect::<Option<_>>().ok_or_else(fail)?;
    match parts[..] {
        [h @ 0..24, m @ 0..60] => Ok(f64::from(3600 * h + 60 * m)),
        [h @ 0..24, m @ 0..60, s @ 0..60] => Ok(f64::from(3600 * h + 60 * m + s)),
        _ => Err(fail()),
    }
}

/// Returns the commands of opening hours in a run of `end` s that starts at a time of day.
pub(crate) fn opening_hours(env: &Environment, start: f64, end: f64) -> Vec<(f64, Command)> {
    let mut commands = Vec::new();
    for (i, link) in env.links().iter().enumerate() {
        let LinkKind::Door { door, .. } = &link.kind else { continue };
        let is_open = |time: f64| {
            let inside = |&(from, to): &(f64, f64)| {
                if from <= to { (from..to).contains(&time) } else { time >= from || time < to }
            };
            door.hours.iter().any(inside)
        };
        let mut times: Vec<f64> = door.hours.iter().flat_map(|&(from, to)| [from, to]).map(|t| t % DAY).collect();
        times.sort_by(f64::total_cmp);
        times.dedup();
        let mut open = is_open(start % DAY);
        let days = (0..).map(|day| DAY * f64::from(day)).take_while(|midnight| *midnight < start + end);
        for (midnight, time) in days.flat_map(|midnight| times.iter().map(move |&time| (midnight, time))) {
            let moment = midnight + time - start;
            if moment > 0.0 && moment < end && is_open(time) != open {
                open = !open;
                let link = LinkId::new(i);
                commands.push((moment, if open { Command::Open(link) } else { Command::Shut(link) }));
            }
        }
    }
    commands
}
