//! Measures how long people waited for the objects of a place, how long they used them, and how long the lines were.
//!
//! Waiting ends when a pedestrian gets a slot. The walk from the head of the line to the slot is neither waiting nor service: it is not part of
//! the times here.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::intervals::quantile;
use crate::{Event, EventKind};

/// Gathers waiting times from events, in order. Its serialised form is its part of a checkpoint.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WaitingTimes {
    /// By pedestrian that stands in line: the object of the line, and the step in which the pedestrian joined it.
    waiting: BTreeMap<u32, (u32, u64)>,
    /// By pedestrian that has a slot from a line: the object of the line, and the steps that the pedestrian waited.
    called: BTreeMap<u32, (u32, u64)>,
    /// By pedestrian that uses an object: the step in which it began, and its number among the customers.
    using: BTreeMap<u32, (u64, usize)>,
    /// Everyone who was served, in order.
    customers: Vec<Customer>,
    /// By object.
    objects: BTreeMap<u32, Crowd>,
}

/// The people at an object, apart from those that were served.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Crowd {
    gave_up: u64,
    in_line: u64,
    longest: u64,
}

/// A pedestrian that was served, with times in steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Customer {
    /// The pedestrian.
    pub pedestrian: u32,
    /// The object that the pedestrian used.
    pub object: u32,
    /// The object in whose line the pedestrian waited; `None` when it used a free slot.
    pub line: Option<u32>,
    /// The time that the pedestrian waited in line, until it got a slot.
    pub waited: u64,
    /// The time for which the pedestrian used the slot; `None` as long as it uses the slot.
    pub used: Option<u64>,
}

/// The figures of the customers of an object.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ObjectFigures {
    /// People who used it.
    pub served: u64,
    /// People who left its line without being served.
    pub gave_up: u64,
    /// The mean time from joining the line to getting a slot, s; `None` when nobody was served from a line.
    pub waiting_mean_s: Option<f64>,
    /// 95 % of the people waited less, s.
    pub waiting_p95_s: Option<f64>,
    /// The mean time of one use, s; `None` when nobody has finished.
    pub service_mean_s: Option<f64>,
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
            EventKind::Called => self.call(pedestrian, event.step),
            EventKind::Served => {
                self.call(pedestrian, event.step);
                self.objects.entry(object).or_default();
                self.using.insert(pedestrian, (event.step, self.customers.len()));
                let (line, waited) = self.called.remove(&pedestrian).map_or((None, 0), |(line, w)| (Some(line), w));
                self.customers.push(Customer { pedestrian, object, line, waited, used: None });
            }
            EventKind::Finished => {
                self.called.remove(&pedestrian);
                let Some((since, number)) = self.using.remove(&pedestrian) else { return };
                if let Some(customer) = self.customers.get_mut(number) {
                    customer.used = Some(event.step.saturating_sub(since));
                }
            }
            EventKind::GaveUp | EventKind::Left => {
                let Some((line, _)) = self.waiting.remove(&pedestrian) else { return };
                let line = self.objects.entry(line).or_default();
                (line.in_line, line.gave_up) = (line.in_line.saturating_sub(1), line.gave_up + 1);
            }
            _ => {}
        }
    }

    /// Takes a pedestrian out of the line in which it waits.
    fn call(&mut self, pedestrian: u32, step: u64) {
        let Some((line, since)) = self.waiting.remove(&pedestrian) else { return };
        let crowd = self.objects.entry(line).or_default();
        crowd.in_line = crowd.in_line.saturating_sub(1);
        self.called.insert(pedestrian, (line, step.saturating_sub(since)));
    }

    /// Returns everyone that was served, in order.
    pub fn customers(&self) -> &[Customer] {
        &self.customers
    }
    /// Returns how many people stand in line.
    pub fn in_line(&self) -> usize {
        self.waiting.len()
    }

    /// Returns the figures of every object that anybody used or waited for, by the object's number, with steps of `dt` s. Several tills may
    /// share the line of a queue: its customers are theirs.
    pub fn figures(&self, dt: f64) -> Vec<(u32, ObjectFigures)> {
        let figures = |(&object, crowd): (&u32, &Crowd)| {
            let is_of = |customer: &&Customer| customer.object == object || customer.line == Some(object);
            let of: Vec<&Customer> = self.customers.iter().filter(is_of).collect();
            let waits = Times::of(of.iter().filter(|one| one.line.is_some()).map(|one| one.waited as f64 * dt));
            let uses = Times::of(of.iter().filter_map(|one| one.used).map(|steps| steps as f64 * dt));
            let figures = ObjectFigures {
                served: of.len() as u64,
                gave_up: crowd.gave_up,
                waiting_mean_s: waits.mean(),
                waiting_p95_s: waits.p95(),
                service_mean_s: uses.mean(),
                longest_queue: crowd.longest,
            };
            (object, figures)
        };
        self.objects.iter().map(figures).collect()
    }
}

/// Times in order, s.
pub(crate) struct Times(Vec<f64>);

impl Times {
    /// Returns times in order.
    pub fn of(times: impl Iterator<Item = f64>) -> Self {
        let mut times: Vec<f64> = times.collect();
        times.sort_unstable_by(f64::total_cmp);
        Times(times)
    }
    /// Returns their mean; `None` without times.
    pub fn mean(&self) -> Option<f64> {
        (!self.0.is_empty()).then(|| self.0.iter().sum::<f64>() / self.0.len() as f64)
    }
    /// Returns the time below which 95 % of them are; `None` without times.
    pub fn p95(&self) -> Option<f64> {
        quantile(&self.0, 0.95)
    }
    /// Returns the longest of them; `None` without times.
    pub fn longest(&self) -> Option<f64> {
        self.0.last().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_times_are_those_from_joining_to_getting_a_slot() {
        let mut times = WaitingTimes::default();
        let mut tell = |step, pedestrian, kind, subject| times.event(&Event { step, pedestrian, kind, subject });
        // Three people join the queue 0; the tills 1 and 2 serve two of them, and the third gives up.
        for (pedestrian, step) in [(5, 0), (6, 4), (7, 10)] {
            tell(step, pedestrian, EventKind::Joined, 0);
        }
        // They get a till, walk there for 6 steps, and are served for 10 and 30 steps.
        for (pedestrian, step, till, used) in [(5, 20, 1, 10), (6, 44, 2, 30)] {
            tell(step, pedestrian, EventKind::Called, till);
            tell(step + 6, pedestrian, EventKind::Served, till);
            tell(step + 6 + used, pedestrian, EventKind::Finished, till);
        }
        tell(80, 7, EventKind::GaveUp, 0);
        // Somebody sits down without a line.
        tell(90, 8, EventKind::Served, 3);
        let figures: BTreeMap<u32, ObjectFigures> = times.figures(0.5).into_iter().collect();
        // They waited for 20 and 40 steps of half a second; p95 at place 0.95 of 0..1: 10 + 0.95 · 10.
        let queue = figures[&0];
        assert_eq!((queue.served, queue.gave_up, queue.longest_queue), (2, 1, 3));
        assert_eq!((queue.waiting_mean_s, queue.service_mean_s), (Some(15.0), Some(10.0)));
        assert!((queue.waiting_p95_s.expect("two waited") - 19.5).abs() < 1e-9);
        assert_eq!((figures[&1].waiting_mean_s, figures[&2].waiting_mean_s), (Some(10.0), Some(20.0)));
        assert_eq!((figures[&1].service_mean_s, figures[&2].service_mean_s), (Some(5.0), Some(15.0)));
        assert_eq!((figures[&3].served, figures[&3].waiting_mean_s, figures[&3].service_mean_s), (1, None, None));
    }
}
