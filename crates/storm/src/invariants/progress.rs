//! Nobody stands still for ever or rides in circles.

use std::collections::BTreeMap;

use populace_env::{FloorId, FloorKind};
use populace_sim::Status;

use super::Invariant;
use crate::{Body, Evidence, Glance};

pub(super) const INVARIANT: Invariant = Invariant {
    name: "everybody gets on",
    about: "a pedestrian on its way with nobody near gets on, and nobody rides the same belt again and again",
    check,
};

/// A pedestrian that is alone gets on within this time, s.
const PATIENCE: f64 = 15.0;
/// The looks begin at least this long after the last event, s.
const QUIET: f64 = 5.0;
/// A pedestrian is alone when nobody is nearer than this, m.
const ALONE: f64 = 3.0;
/// A pedestrian that gets on moves at least this far, m.
const FARTHER: f64 = 0.5;
/// A pedestrian that steps on the same belt this often in one stage of its journey rides in circles.
const RIDES: usize = 3;

fn check(evidence: &Evidence) -> Result<(), String> {
    stands(evidence)?;
    circles(evidence)
}

/// Looks for a pedestrian that is alone, on its way, and does not get on until the end of the run.
fn stands(evidence: &Evidence) -> Result<(), String> {
    let Some(last) = evidence.looks.last() else { return Ok(()) };
    let from = last.time - PATIENCE;
    if from < evidence.last_event + QUIET {
        return Ok(());
    }
    let since: Vec<&Glance> = evidence.looks.iter().filter(|look| look.time >= from).collect();
    for body in last.bodies.iter().filter(|body| body.status == Status::Walking && is_usual(evidence, body)) {
        let stood = |look: &&Glance| {
            let then = look.bodies.iter().find(|b| b.id == body.id);
            then.is_some_and(|then| {
                then.status == Status::Walking
                    && then.position.distance(body.position) < FARTHER
                    && is_alone(look, then)
            })
        };
        if since.iter().all(stood) {
            let (id, at) = (body.id, body.position);
            let floor = &last.env.floors()[body.floor.index()].name;
            let place = format!("({:.3}, {:.3}) on {floor:?}", at.x, at.y);
            return Err(format!("pedestrian {id} at {place} is alone and has not got on for {PATIENCE} s"));
        }
    }
    Ok(())
}

/// Returns whether a pedestrian has the default settings of its model. With other settings people may creep.
pub(super) fn is_usual(evidence: &Evidence, body: &Body) -> bool {
    let file = evidence.job.scenario.file();
    let population = &file.population[usize::from(body.population)];
    let is_set = |set: &populace_scenario::written::SetEntry| set.population == population.name;
    population.parameters.is_none() && !file.event.iter().any(|event| event.set.as_ref().is_some_and(is_set))
}

fn is_alone(look: &Glance, body: &Body) -> bool {
    let is_near = |other: &Body| other.id != body.id && other.position.distance(body.position) < ALONE;
    !look.bodies.iter().any(is_near)
}

/// Looks for a pedestrian that steps on the same belt again and again in one stage of its journey.
fn circles(evidence: &Evidence) -> Result<(), String> {
    let mut rides = Rides::default();
    for glance in evidence.looks.iter().filter(|glance| glance.time > evidence.last_event) {
        for body in &glance.bodies {
            let floor = &glance.env.floors()[body.floor.index()];
            let is_belt =
                matches!(floor.kind, FloorKind::Escalator(belt) | FloorKind::Walkway(belt) if belt.speed != 0.0);
            let count = rides.step(body, is_belt);
            if count >= RIDES {
                let (id, time) = (body.id, glance.time);
                return Err(format!("at {time} s: pedestrian {id} is on {:?} for the {count}. time", floor.name));
            }
        }
    }
    Ok(())
}

/// How often pedestrians have stepped on belts.
#[derive(Default)]
struct Rides {
    /// By pedestrian, stage and belt.
    counts: BTreeMap<(u32, u32, FloorId), usize>,
    /// The floor of each pedestrian at the last look.
    before: BTreeMap<u32, FloorId>,
}

impl Rides {
    /// Returns how often a pedestrian has stepped on its floor in this stage, if it does so now; 0 otherwise.
    fn step(&mut self, body: &Body, is_belt: bool) -> usize {
        let is_new = self.before.insert(body.id, body.floor) != Some(body.floor);
        if !is_new || !is_belt {
            return 0;
        }
        let count = self.counts.entry((body.id, body.stage, body.floor)).or_default();
        *count += 1;
        *count
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{said, sound};
    use super::*;

    /// Returns evidence of a single pedestrian that is on its way for the whole run.
    fn walker(test: &str) -> Evidence {
        let mut evidence = sound(test, 1);
        let look = evidence.looks.iter().find(|look| !look.bodies.is_empty()).expect("somebody").clone();
        let plain = |scenario: &populace_scenario::Scenario| {
            let file = scenario.file();
            file.population[0].parameters.is_none() && file.event.iter().all(|event| event.set.is_none())
        };
        let scenarios = (0..100).filter_map(|seed| crate::RandomWorld::of(seed).1);
        evidence.job.scenario = scenarios.into_iter().find(plain).expect("a world without settings");
        let moment = |i: u32| {
            let mut look = Glance { time: 1000.0 + f64::from(i) * 0.5, ..look.clone() };
            look.bodies.truncate(1);
            (look.bodies[0].status, look.bodies[0].population) = (Status::Walking, 0);
            look.bodies[0].position.x += f64::from(i);
            look
        };
        evidence.looks = (0..100).map(moment).collect();
        evidence
    }

    #[test]
    fn a_lone_pedestrian_that_stands_still_is_found() {
        let mut evidence = walker("progress");
        assert_eq!((INVARIANT.check)(&evidence), Ok(()));
        let there = evidence.looks[99].bodies[0].position;
        evidence.looks[40..].iter_mut().for_each(|look| look.bodies[0].position = there);
        assert!(said(&INVARIANT, &evidence).contains("has not got on"));
        // Whoever has a neighbour may be held up.
        let other = Body { id: 77, ..evidence.looks[60].bodies[0].clone() };
        evidence.looks[90].bodies.push(other);
        assert_eq!((INVARIANT.check)(&evidence), Ok(()));
    }

    #[test]
    fn a_pedestrian_that_steps_on_a_belt_again_and_again_is_counted() {
        let (mut rides, mut body) = (Rides::default(), walker("rides").looks[0].bodies[0].clone());
        let mut counts = Vec::new();
        for floor in [0, 7, 7, 0, 7, 0, 7] {
            body.floor = FloorId(floor);
            counts.push(rides.step(&body, floor == 7));
        }
        assert_eq!(counts, [0, 1, 0, 0, 2, 0, RIDES]);
        // In another stage of its journey it may ride again.
        (body.stage, body.floor) = (body.stage.wrapping_add(1), FloorId(0));
        rides.step(&body, false);
        body.floor = FloorId(7);
        assert_eq!(rides.step(&body, true), 1);
    }
}
