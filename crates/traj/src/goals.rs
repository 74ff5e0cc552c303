//! Counts what became of the goals of people, by population.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Event, EventKind};

/// Counts from events, in order, what became of the goals of the people of each population. Its serialised form is its part of a checkpoint.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GoalCounts {
    /// The population of each pedestrian that came in, by id. A pedestrian that has left stays in the map, since the
    /// events of one step have no order among themselves.
    came: BTreeMap<u32, u32>,
    populations: BTreeMap<u32, GoalFigures>,
}

/// The figures of the goals of some people: stages of their journeys, and remedies of needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GoalFigures {
    /// People who came in.
    pub people: u64,
    /// Goals that were begun.
    pub begun: u64,
    /// Goals that were accomplished.
    pub done: u64,
    /// Goals whose time was over.
    pub expired: u64,
    /// Goals that were given up.
    pub given_up: u64,
    /// The number of times that somebody interrupted what it did because of a need.
    pub interrupted: u64,
}

impl GoalFigures {
    /// Adds the figures of other people.
    pub fn add(&mut self, other: &GoalFigures) {
        self.people += other.people;
        self.begun += other.begun;
        self.done += other.done;
        self.expired += other.expired;
        self.given_up += other.given_up;
        self.interrupted += other.interrupted;
    }
}

impl GoalCounts {
    /// Takes an event.
    pub fn event(&mut self, event: &Event) {
        if event.kind == EventKind::Entered {
            self.came.insert(event.pedestrian, event.subject);
            self.populations.entry(event.subject).or_default().people += 1;
            return;
        }
        let Some(&population) = self.came.get(&event.pedestrian) else { return };
        let figures = self.populations.entry(population).or_default();
        match event.kind {
            EventKind::Began => figures.begun += 1,
            EventKind::Achieved => figures.done += 1,
            EventKind::Expired => figures.expired += 1,
            EventKind::Abandoned => figures.given_up += 1,
            EventKind::Interrupted => figures.interrupted += 1,
            _ => {}
        }
    }

    /// Returns the figures by population.
    pub fn figures(&self) -> impl Iterator<Item = (u32, &GoalFigures)> {
        self.populations.iter().map(|(population, figures)| (*population, figures))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_are_counted_for_the_population_of_their_pedestrian() {
        let mut counts = GoalCounts::default();
        let event = |pedestrian, kind, subject| Event { step: 0, pedestrian, kind, subject };
        counts.event(&event(7, EventKind::Entered, 2));
        counts.event(&event(7, EventKind::Began, 11));
        counts.event(&event(7, EventKind::Interrupted, 0));
        counts.event(&event(7, EventKind::Began, 12));
        counts.event(&event(7, EventKind::Expired, 12));
        counts.event(&event(8, EventKind::Began, 12));
        counts.event(&event(7, EventKind::Achieved, 11));
        counts.event(&event(7, EventKind::Left, 0));
        let all: Vec<(u32, GoalFigures)> = counts.figures().map(|(p, f)| (p, *f)).collect();
        let expected = GoalFigures { people: 1, begun: 2, done: 1, expired: 1, given_up: 0, interrupted: 1 };
        assert_eq!(all, [(2, expected)]);
    }
}
