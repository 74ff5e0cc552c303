//! An inspection shows what the step then does, and changes nothing.

use crate::support::*;
use populace_sim::{Recall, Setup, Simulation};

fn scenes() -> Vec<(&'static str, Setup)> {
    let mut grid = corridor(40);
    grid.perception = perceiving("grid", serde_json::json!({}));
    vec![
        ("corridor", corridor(40)),
        ("grid", grid),
        ("streams", streams()),
        ("tower", tower(30)),
        ("door", door_that_shuts()),
        ("platter lift", following(tower(30), "platter-lift")),
    ]
}

/// Steps between two inspections; odd, so that some come between two decisions.
const EVERY: u64 = 37;
const STEPS: u64 = 600;

#[test]
fn an_inspection_agrees_with_the_step_in_everyone() {
    for (name, setup) in scenes() {
        let mut simulation = Simulation::new(setup);
        let mut compared = 0;
        while simulation.steps() < STEPS {
            if !simulation.steps().is_multiple_of(2 * EVERY) {
                simulation.step();
                continue;
            }
            let last = simulation.people().id.iter().max().map_or(20, |&id| id + 20);
            let seen: Vec<_> = (0..last).filter_map(|id| simulation.inspect(id)).collect();
            let time = simulation.time();
            let before: Vec<_> = seen.iter().map(|s| (s.pedestrian, simulation.row(s.pedestrian))).collect();
            simulation.step();
            for (s, (id, was)) in seen.iter().zip(before) {
                assert_eq!(s.time, time, "{name}");
                // A pedestrian who leaves or boards in this step has no row any more.
                let Some(row) = simulation.row(id) else { continue };
                let steering = s.steering.as_ref().expect("reactive shows itself");
                assert_eq!(steering.velocity, simulation.people().wanted[row], "{name}: {id} at {time} s");
                assert_eq!(s.status, simulation.people().status[row]);
                let hook = Recall::load(simulation.people().follower_state[row], simulation.env());
                assert_eq!(Ok(s.pulled_to), hook, "{name}: {id} at {time} s");
                // A pedestrian who came in with this step is shown as well.
                compared += usize::from(was.is_some());
                let shown = (steering.preferred, s.preferred);
                assert_eq!(shown.0, shown.1, "{name}: {id}");
            }
        }
        assert!(compared > 100, "{name}: {compared} decisions");
    }
}

#[test]
fn an_inspection_changes_nothing() {
    for (name, setup) in scenes() {
        let (mut watched, mut alone) = (Simulation::new(setup.clone()), Simulation::new(setup));
        for step in 0..STEPS {
            if step.is_multiple_of(EVERY) {
                let before = watched.snapshot();
                (0..12).for_each(|id| drop(watched.inspect(id)));
                assert!(before == watched.snapshot(), "{name}: the state before step {step} has changed");
            }
            let (a, b) = (watched.step(), alone.step());
            assert_eq!(a, b, "{name}: hash, events or counts of step {step}");
        }
    }
}

#[test]
fn between_two_decisions_the_next_one_is_shown() {
    let mut simulation = Simulation::new(corridor(20));
    simulation.step();
    let seen = simulation.inspect(3).expect("it is inside");
    assert_eq!((simulation.time(), seen.time), (0.05, 0.1));
    assert!(seen.velocity.norm() > 0.0 && seen.preferred.norm() > 0.5);
    // The propositions name the people they run into, whatever rows they have.
    let known = |id: u32| seen.neighbours.iter().any(|n| n.pedestrian == id);
    let hits = seen
        .steering
        .iter()
        .filter_map(|s| s.pipe.as_ref())
        .flat_map(|pipe| &pipe.propositions)
        .filter_map(|p| p.collision);
    assert!(hits.into_iter().all(|hit| known(hit.pedestrian)));
    assert!(seen.neighbours.is_sorted_by(|a, b| a.distance <= b.distance));
}

#[test]
fn nobody_is_shown_who_is_not_inside() {
    let mut simulation = Simulation::new(streams());
    assert_eq!(simulation.inspect(50), None, "comes later");
    assert_eq!(simulation.inspect(u32::MAX), None, "never comes");
    run(&mut simulation, 120.0);
    assert_eq!(simulation.inspect(0), None, "has left");
}
