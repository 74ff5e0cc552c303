//! How long people waited for the objects of a place, and how long the lines were.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::intervals::quantile;
use crate::{Event, EventKind};

/// Gathers waiting times from events, in order. Its serialised form is its part of a checkpoint.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WaitingTimes {
    /// By pedestrian that stands in line: the object of the line, and the step in which the pedestrian joined it.
    waiting: BTreeMap<u32, (u32, u64)>,
    /// By object.
    objects: BTreeMap<u32, Served>,
}

/// The customers of an object.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Served {
    served: u64,
    gave_up: u64,
    in_line: u64,
    longest: u64,
    /// The steps that each customer waited, in the order in which they were served.
    waits: Vec<u64>,
}

/// What is known of the customers of an object.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ObjectFigures {
    /// People who used it.
    pub served: u64,
    /// People who left its line without being served.
    pub gave_up: u64,
    /// The mean time from joining the line to being served, s; `None` when nobody was served from a line.
    pub waiting_mean_s: Option<f64>,
    /// 95 % of the people waited less, s.
    pub waiting_p95_s: Option<f64>,
    /// The most people who waited at a time.
    pub longest_queue: u64,
}

impl WaitingTimes {
    /// Takes an event.
    pub fn event(&mut self, event: &Event) {
        let (pedestrian, object) = (event.pedestrian, event.subject);
        match event.kind {
            EventKind::Joined => {
                self.waiting.insert(pedestrian, (object, event.step));
                let line = self.objects.entry(object).or_default();
                line.in_line += 1;
                line.longest = line.longest.max(line.in_line);
            }
            EventKind::Served => {
                self.objects.entry(object).or_default().served += 1;
                let Some((line, since)) = self.waiting.remove(&pedestrian) else { return };
                let waited = event.step.saturating_sub(since);
                self.objects.entry(line).or_default().in_line -= 1;
                self.objects.entry(object).or_default().waits.push(waited);
                // Several tills may share the line of a queue, which serves nobody itself.
                if line != object {
                    let queue = self.objects.entry(line).or_default();
                    queue.served += 1;
                    queue.waits.push(waited);
                }
            }
            EventKind::GaveUp | EventKind::Left => {
                let Some((line, _)) = self.waiting.remove(&pedestrian) else { return };
                let line = self.objects.entry(line).or_default();
                (line.in_line, line.gave_up) = (line.in_line - 1, line.gave_up + 1);
            }
            _ => {}
        }
    }

    /// Returns the figures of every object that anybody used or waited for, by the object's number, with steps of `dt` s.
    pub fn figures(&self, dt: f64) -> Vec<(u32, ObjectFigures)> {
        let figures = |(&object, served): (&u32, &Served)| {
            let mut waits: Vec<f64> = served.waits.iter().map(|&steps| steps as f64 * dt).collect();
            waits.sort_unstable_by(f64::total_cmp);
            let mean = (!waits.is_empty()).then(|| waits.iter().sum::<f64>() / waits.len() as f64);
            let figures = ObjectFigures {
                served: served.served,
                gave_up: served.gave_up,
                waiting_mean_s: mean,
                waiting_p95_s: quantile(&waits, 0.95),
                longest_queue: served.longest,
            };
            (object, figures)
        };
        self.objects.iter().map(figures).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_times_are_those_from_joining_to_being_served() {
        let mut times = WaitingTimes::default();
        let mut tell = |step, pedestrian, kind, subject| times.event(&Event { step, pedestrian, kind, subject });
        // Three people join the queue 0; the tills 1 and 2 serve two of them, and the third gives up.
        for (pedestrian, step) in [(5, 0), (6, 4), (7, 10)] {
            tell(step, pedestrian, EventKind::Joined, 0);
        }
        tell(20, 5, EventKind::Served, 1);
        tell(44, 6, EventKind::Served, 2);
        tell(50, 7, EventKind::GaveUp, 0);
        // Somebody sits down without a line.
        tell(60, 8, EventKind::Served, 3);
        let figures: BTreeMap<u32, ObjectFigures> = times.figures(0.5).into_iter().collect();
        // They waited for 20 and 40 steps of half a second; p95 at place 0.95 of 0..1: 10 + 0.95 · 10.
        let queue = figures[&0];
        assert_eq!((queue.served, queue.gave_up, queue.longest_queue), (2, 1, 3));
        assert_eq!(queue.waiting_mean_s, Some(15.0));
        assert!((queue.waiting_p95_s.expect("two waited") - 19.5).abs() < 1e-9);
        assert_eq!((figures[&1].waiting_mean_s, figures[&2].waiting_mean_s), (Some(10.0), Some(20.0)));
        assert_eq!((figures[&3].served, figures[&3].waiting_mean_s), (1, None));
    }
}
