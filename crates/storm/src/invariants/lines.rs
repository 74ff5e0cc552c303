//! A line that is served moves on.

use populace_mind::{NONE, Usage};
use populace_sim::Status;

use super::Invariant;
use super::progress::is_usual;
use crate::{Evidence, Glance};

pub(super) const INVARIANT: Invariant = Invariant {
    name: "a line moves on",
    about: "where an object is open and people stand in its line, somebody is called or served before long",
    check,
};

/// Somebody is called or served within this time, s.
const PATIENCE: f64 = 30.0;
/// The looks begin at least this long after the last event, s.
const QUIET: f64 = 5.0;

fn check(evidence: &Evidence) -> Result<(), String> {
    let Some(last) = evidence.looks.last() else { return Ok(()) };
    let from = last.time - PATIENCE;
    if from < evidence.last_event + QUIET {
        return Ok(());
    }
    let since: Vec<&Glance> = evidence.looks.iter().filter(|look| look.time >= from).collect();
    for (number, usage) in last.usages.iter().enumerate() {
        let Some(head) = usage.line.first().map(|one| one.pedestrian) else { continue };
        let waits = |look: &&Glance| look.usages[number].line.first().is_some_and(|one| one.pedestrian == head);
        if since.iter().all(waits) && since.iter().all(|look| is_idle(evidence, look, number)) {
            let (object, count) = (&last.env.objects()[number], usage.line.len());
            let slots: usize = served_from(last, number).map(|usage| usage.users.len()).sum();
            let holders: Vec<u32> = served_from(last, number).flat_map(users).collect();
            let what = format!("{count} people stand in the line of {:?} behind pedestrian {head}", object.name);
            let room = format!("{} places and {slots} slots, of which {holders:?} have one", object.line.len());
            return Err(format!("{what}, and nobody was served for {PATIENCE} s; there are {room}"));
        }
    }
    Ok(())
}

/// Returns whether somebody could be served from a line, and nobody is. People with unusual settings may be too slow for that.
fn is_idle(evidence: &Evidence, look: &Glance, line: usize) -> bool {
    let is_open = look.usages[line].is_open && served_from(look, line).any(|usage| usage.is_open);
    let holders = served_from(look, line).flat_map(users);
    let all: Vec<u32> = holders.chain(look.usages[line].line.first().map(|one| one.pedestrian)).collect();
    let is_on_the_way = |id: &u32| {
        let body = look.bodies.iter().find(|body| body.id == *id);
        body.is_some_and(|body| !matches!(body.status, Status::Served | Status::NoWay) && is_usual(evidence, body))
    };
    is_open && all.iter().all(is_on_the_way)
}

/// Returns the objects that are served from a line.
fn served_from(look: &Glance, line: usize) -> impl Iterator<Item = &Usage> {
    let queue = move |number: usize| look.env.objects()[number].queue.map_or(number, |queue| queue.index());
    look.usages.iter().enumerate().filter(move |(number, _)| queue(*number) == line).map(|(_, usage)| usage)
}

fn users(usage: &Usage) -> impl Iterator<Item = u32> {
    usage.users.iter().copied().filter(|&user| user != NONE)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{said, sound_with};
    use super::*;

    /// Returns the number of a line in which somebody stands with the usual settings while nobody is served.
    fn standing(evidence: &Evidence, look: &Glance) -> Option<usize> {
        let is_line = |number: &usize| !look.usages[*number].line.is_empty() && is_idle(evidence, look, *number);
        (0..look.usages.len()).find(is_line)
    }

    #[test]
    fn a_line_in_which_nobody_gets_on_is_found() {
        let shows = |evidence: &Evidence| evidence.looks.iter().any(|look| standing(evidence, look).is_some());
        let mut evidence = sound_with("lines", shows);
        let look = evidence.looks.iter().find(|look| standing(&evidence, look).is_some()).expect("a line").clone();
        let moment = |i: u32| Glance { time: 1000.0 + f64::from(i) * 0.5, ..look.clone() };
        evidence.looks = (0..100).map(moment).collect();
        assert!(said(&INVARIANT, &evidence).contains("nobody was served"));
        // Another head of the line is enough.
        let number = standing(&evidence, &look).expect("a line");
        evidence.looks[60].usages[number].line[0].pedestrian = 9999;
        assert_eq!((INVARIANT.check)(&evidence), Ok(()));
    }
}
