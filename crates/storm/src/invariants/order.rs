//! Lines are served in their order.

use std::collections::{BTreeMap, BTreeSet};

use populace_traj::{Event, EventKind};

use super::Invariant;
use crate::Evidence;

pub(super) const INVARIANT: Invariant = Invariant {
    name: "first come, first served",
    about: "the events tell who stands in each line: only its head is called to a slot, and the line is the same at every look",
    check,
};

fn check(evidence: &Evidence) -> Result<(), String> {
    let mut told = Lines { queue_of: queues(evidence), people: BTreeMap::new() };
    let mut steps = evidence.whole.events.chunk_by(|one, other| one.step == other.step).peekable();
    for look in &evidence.looks {
        while let Some(events) = steps.next_if(|events| events[0].step < look.step) {
            told.tell(events)?;
        }
        for (object, usage) in (0..).zip(&look.usages) {
            let line: Vec<u32> = usage.line.iter().map(|one| one.pedestrian).collect();
            let by_events = told.people.get(&object).cloned().unwrap_or_default();
            if line != by_events {
                let name = &look.env.objects()[object as usize].name;
                let what = format!("the line of {name:?} is {line:?}, and by the events {by_events:?}");
                return Err(format!("at {} s: {what}", look.time));
            }
        }
    }
    steps.try_for_each(|events| told.tell(events))
}

/// Returns, by object, the object in whose line people wait for it.
fn queues(evidence: &Evidence) -> Vec<u32> {
    let Some(look) = evidence.looks.first() else { return Vec::new() };
    let queue = |(number, object): (u32, &populace_env::EnvObject)| object.queue.map_or(number, |queue| queue.0);
    (0..).zip(look.env.objects()).map(queue).collect()
}

/// The people in every line, as the events tell.
struct Lines {
    queue_of: Vec<u32>,
    /// By object, its head first.
    people: BTreeMap<u32, Vec<u32>>,
}

impl Lines {
    /// Takes note of the events of a step. In a step people leave lines, then others join, and then those at the head are called, all to
    /// different slots; the events of a step are told in the order of the pedestrians.
    fn tell(&mut self, events: &[Event]) -> Result<(), String> {
        let of = |kind: EventKind| events.iter().filter(move |event| event.kind == kind);
        for event in of(EventKind::GaveUp) {
            self.people.entry(event.subject).or_default().retain(|&other| other != event.pedestrian);
        }
        of(EventKind::Joined).for_each(|event| self.people.entry(event.subject).or_default().push(event.pedestrian));
        let mut called: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
        for event in of(EventKind::Called) {
            let queue = self.queue_of.get(event.subject as usize).copied().unwrap_or(event.subject);
            called.entry(queue).or_default().insert(event.pedestrian);
        }
        for (queue, called) in called {
            let line = self.people.entry(queue).or_default();
            let heads: BTreeSet<u32> = line.iter().copied().take(called.len()).collect();
            if heads != called {
                let step = events[0].step;
                return Err(format!("in step {step}, pedestrians {called:?} were called, and the line was {line:?}"));
            }
            line.drain(..called.len());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{said, sound_with};
    use super::*;

    fn place(events: &[Event], kind: EventKind) -> Option<usize> {
        events.iter().position(|event| event.kind == kind)
    }

    #[test]
    fn somebody_who_is_served_out_of_turn_is_found() {
        let mut evidence = sound_with("order", |evidence| place(&evidence.whole.events, EventKind::Called).is_some());
        let called = place(&evidence.whole.events, EventKind::Called).expect("a call");
        let joined = place(&evidence.whole.events, EventKind::Joined).expect("a line");
        let kept = evidence.whole.events[joined];
        // Somebody else joined before it, and was passed over.
        evidence.whole.events.insert(joined, Event { pedestrian: 9999, ..kept });
        assert!(said(&INVARIANT, &evidence).contains("9999"));
        evidence.whole.events.remove(joined);
        assert_eq!((INVARIANT.check)(&evidence), Ok(()));
        evidence.whole.events.remove(called);
        assert!(!said(&INVARIANT, &evidence).is_empty());
    }

    #[test]
    fn only_the_heads_of_a_line_are_called() {
        let mut lines = Lines { queue_of: vec![0, 0, 0], people: BTreeMap::new() };
        let event = |pedestrian, kind, subject| Event { step: 1, pedestrian, kind, subject };
        let join = [4, 2, 7, 1].map(|pedestrian| event(pedestrian, EventKind::Joined, 0));
        lines.tell(&join).expect("they may join");
        // Two tills are free at once: the events name the later one in line first.
        lines.tell(&[event(2, EventKind::Called, 1), event(4, EventKind::Called, 2)]).expect("they are the heads");
        lines.tell(&[event(7, EventKind::GaveUp, 0)]).expect("anybody may give up");
        assert_eq!(lines.people[&0], [1]);
        assert!(lines.tell(&[event(7, EventKind::Called, 1)]).is_err());
    }
}
