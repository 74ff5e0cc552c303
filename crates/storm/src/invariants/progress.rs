//! Nobody stands still for ever or rides in circles.

use std::collections::BTreeMap;

use populace_env::{FloorId, FloorKind};
use populace_geom::Point;
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
/// A pedestrian that the same belt carries this often in one stage of its journey rides in circles.
const RIDES: usize = 3;
/// A belt has carried a pedestrian that leaves it at least this far from where it stepped on, m.
const CARRIED: f64 = 1.0;

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

/// Looks for a pedestrian that the same belt carries again and again in one stage of its journey.
fn circles(evidence: &Evidence) -> Result<(), String> {
    let mut rides = Rides::default();
    for glance in evidence.looks.iter().filter(|glance| glance.time > evidence.last_event) {
        for body in &glance.bodies {
            let floor = &glance.env.floors()[body.floor.index()];
            let is_belt =
                matches!(floor.kind, FloorKind::Escalator(belt) | FloorKind::Walkway(belt) if belt.speed != 0.0);
            let (belt, count) = rides.step(body, is_belt);
            if count >= RIDES {
                let (id, time, name) = (body.id, glance.time, &glance.env.floors()[belt.index()].name);
                return Err(format!("at {time} s: pedestrian {id} has been carried by {name:?} for the {count}. time"));
            }
        }
    }
    Ok(())
}

/// How often belts have carried pedestrians.
#[derive(Default)]
struct Rides {
    /// By pedestrian, stage and belt.
    counts: BTreeMap<(u32, u32, FloorId), usize>,
    /// The floor of each pedestrian at the last look, whether that is a belt, and where the pedestrian came onto it.
    before: BTreeMap<u32, (FloorId, bool, Point)>,
}

impl Rides {
    /// Returns the floor on which a pedestrian was, and how often that belt has carried it in this stage, if the pedestrian leaves the
    /// belt now; 0 otherwise. A pedestrian that a crowd pushes across the end of a belt and back is not carried.
    fn step(&mut self, body: &Body, is_belt: bool) -> (FloorId, usize) {
        if self.before.get(&body.id).is_some_and(|before| before.0 == body.floor) {
            return (body.floor, 0);
        }
        match self.before.insert(body.id, (body.floor, is_belt, body.position)) {
            Some((belt, true, from)) if from.distance(body.position) >= CARRIED => {
                let count = self.counts.entry((body.id, body.stage, belt)).or_default();
                *count += 1;
                (belt, *count)
            }
            _ => (body.floor, 0),
        }
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
    fn a_pedestrian_that_a_belt_carries_again_and_again_is_counted() {
        let (mut rides, mut body) = (Rides::default(), walker("rides").looks[0].bodies[0].clone());
        let start = body.position;
        let mut ride = |body: &mut Body, floors: &[u32], metres: f64| -> Vec<usize> {
            let look = |(i, &floor): (usize, &u32)| {
                body.floor = FloorId(floor);
                body.position = start + Point::new(metres * i as f64, 0.0);
                rides.step(body, floor == 7).1
            };
            floors.iter().enumerate().map(look).collect()
        };
        assert_eq!(ride(&mut body, &[0, 7, 7, 0, 7, 0, 7, 0], 1.0), [0, 0, 0, 1, 0, 2, 0, RIDES]);
        // A crowd pushes it across the end of the belt and back.
        assert_eq!(ride(&mut body, &[7, 0, 7, 0], 0.1), [0; 4]);
        // In another stage of its journey it may ride again.
        body.stage = body.stage.wrapping_add(1);
        assert_eq!(ride(&mut body, &[0, 7, 0], 1.0), [0, 0, 1]);
    }
}
