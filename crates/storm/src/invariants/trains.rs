//! Trains let people off and on as their timetable says.

use populace_traj::{Event, EventKind};

use super::Invariant;
use crate::Evidence;

pub(super) const INVARIANT: Invariant = Invariant {
    name: "trains take nobody when they are away or full",
    about: "people get off and on only between the arrival of a train and the closing of its doors, no more than it takes, and events and summary agree",
    check,
};

/// What the events tell of a train.
#[derive(Clone, Debug, Default)]
struct Told {
    is_there: bool,
    is_open: bool,
    /// People who got on and are in it, at this stop.
    on: u64,
    arrived: u64,
    departed: u64,
    off_in_all: u64,
    on_in_all: u64,
}

fn check(evidence: &Evidence) -> Result<(), String> {
    let trains = &evidence.job.setup.trains;
    let mut told = vec![Told::default(); trains.len()];
    // In a step people get off and on, and then trains close their doors and go; those that come, come last.
    for events in evidence.whole.events.chunk_by(|one, other| one.step == other.step) {
        let mut events: Vec<&Event> = events.iter().collect();
        events.sort_by_key(|event| !matches!(event.kind, EventKind::GotOff | EventKind::GotOn));
        for event in events {
            let Some((train, told)) = trains.get(event.subject as usize).zip(told.get_mut(event.subject as usize))
            else {
                continue;
            };
            let wrong = |what: &str| Err(format!("in step {}, {what}: {:?}, {told:?}", event.step, train.name));
            match event.kind {
                EventKind::TrainArrived if told.is_there => return wrong("a train comes that is there"),
                EventKind::TrainCloses if !told.is_open => return wrong("a train closes its doors that are not open"),
                EventKind::TrainDeparted if told.is_open || !told.is_there => {
                    return wrong("a train departs that cannot");
                }
                EventKind::GotOff | EventKind::GotOn if !told.is_open => return wrong("somebody passes a shut door"),
                EventKind::GotOn if told.on + u64::from(train.aboard) >= u64::from(train.capacity) => {
                    return wrong("there are more people in a train than it takes");
                }
                EventKind::TrainArrived => {
                    (told.is_there, told.is_open, told.on, told.arrived) = (true, true, 0, told.arrived + 1);
                }
                EventKind::TrainCloses => told.is_open = false,
                EventKind::TrainDeparted => (told.is_there, told.departed) = (false, told.departed + 1),
                EventKind::GotOff => told.off_in_all += 1,
                EventKind::GotOn => (told.on, told.on_in_all) = (told.on + 1, told.on_in_all + 1),
                _ => {}
            }
        }
    }
    for ((name, figures), told) in evidence.summary.trains.iter().zip(&told) {
        let by_summary = [figures.arrived, figures.departed, figures.alighted, figures.boarded];
        let by_events = [told.arrived, told.departed, told.off_in_all, told.on_in_all];
        if by_summary != by_events {
            return Err(format!("{name:?}: the summary has {by_summary:?}, and by the events it is {by_events:?}"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::tests::{said, sound_with};
    use super::*;

    #[test]
    fn somebody_who_gets_on_a_train_that_has_gone_is_found() {
        let position = |evidence: &Evidence, kind: EventKind| evidence.whole.events.iter().position(|e| e.kind == kind);
        let mut evidence = sound_with("trains", |evidence| position(evidence, EventKind::GotOn).is_some());
        let on = position(&evidence, EventKind::GotOn).expect("somebody gets on");
        let taken = evidence.whole.events.remove(on);
        assert!(said(&INVARIANT, &evidence).contains("by the events"));
        let last = evidence.whole.events.last().map_or(0, |event| event.step) + 1;
        evidence.whole.events.push(Event { step: last, ..taken });
        let gone = Event { kind: EventKind::TrainCloses, step: last - 1, ..taken };
        evidence.whole.events.insert(evidence.whole.events.len() - 1, gone);
        assert!(
            said(&INVARIANT, &evidence).contains("a train closes") || said(&INVARIANT, &evidence).contains("shut door")
        );
    }
}
