//! The same setup and seed give the same bits, on any number of threads.

use crate::support::*;
use populace_sim::{Command, Setup, Simulation};
use populace_traj::{Event, EventKind};

/// Hash and events of every step.
#[derive(PartialEq, Debug, Default)]
struct Trace {
    hashes: Vec<u64>,
    events: Vec<Event>,
}

fn follow(simulation: &mut Simulation, steps: u64, trace: &mut Trace) {
    for _ in 0..steps {
        let report = simulation.step();
        trace.hashes.push(report.hash);
        trace.events.extend_from_slice(report.events);
    }
}

fn on_threads(setup: &Setup, threads: usize, steps: u64) -> Trace {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
    pool.install(|| {
        let mut trace = Trace::default();
        follow(&mut Simulation::new(setup.clone()), steps, &mut trace);
        trace
    })
}

fn scenes() -> Vec<(&'static str, Setup)> {
    vec![
        ("corridor", corridor(60)),
        ("bottleneck", bottleneck(120)),
        ("streams", streams()),
        ("tower", tower(60)),
        ("door", door_that_shuts()),
        ("grid", Setup { perception: fan(200.0), ..corridor(60) }),
        ("alley", Setup { stuck_after: 10.0, ..alley(8) }),
        ("tower by platter lift", following(tower(60), "platter-lift")),
        ("alley by platter lift", following(alley(8), "platter-lift")),
        // Many wait in the queue for routes for more than one decision.
        ("corridor with two routes at a time", Setup { routes_per_step: 2, ..corridor(60) }),
    ]
}

#[test]
fn one_two_and_four_threads_agree_in_every_step() {
    for (name, setup) in scenes() {
        let one = on_threads(&setup, 1, 900);
        for threads in [2, 4] {
            assert_eq!(one, on_threads(&setup, threads, 900), "{name} on {threads} threads");
        }
        assert!(one.events.len() > 20, "{name}: something happens");
    }
}

/// 3,000 people are twelve chunks of rows, so every thread gets work. Steering models and followers are those of the tables.
#[test]
fn every_model_and_follower_agrees_on_one_two_four_and_seven_threads() {
    for model in populace_steer::MODELS {
        let setup = concourse(model.name, 3000);
        let one = on_threads(&setup, 1, 40);
        for threads in [2, 4, 7] {
            assert_eq!(one, on_threads(&setup, threads, 40), "{} on {threads} threads", model.name);
        }
        let count = |kind| one.events.iter().filter(|event| event.kind == kind).count();
        assert_eq!(count(EventKind::Entered), 3000, "{}: everyone is inside from the first step", model.name);
        assert!(count(EventKind::Rerouted) > 100, "{}: the door shuts in front of people", model.name);
        assert!(count(EventKind::Boarded) > 0, "{}: the lift is used", model.name);
    }
}

#[test]
fn a_run_goes_on_from_a_snapshot_at_any_step_to_the_same_bits() {
    for (name, setup) in scenes() {
        let mut whole = Trace::default();
        follow(&mut Simulation::new(setup.clone()), 900, &mut whole);
        for at in [0, 1, 37, 300, 501] {
            let mut first = Simulation::new(setup.clone());
            let mut trace = Trace::default();
            follow(&mut first, at, &mut trace);
            let snapshot = first.snapshot();
            let mut second = Simulation::new(setup.clone());
            second.restore(&snapshot).expect("it is of the same setup");
            assert_eq!(second.snapshot(), snapshot, "{name}: saved again at {at}");
            follow(&mut second, 900 - at, &mut trace);
            assert_eq!(trace, whole, "{name} from {at}");
        }
    }
}

#[test]
fn another_seed_gives_another_run() {
    let (mut a, mut b) = (corridor(20), corridor(20));
    (a.seed, b.seed) = (1, 2);
    assert_ne!(on_threads(&a, 1, 50), on_threads(&b, 1, 50));
}

#[test]
fn damaged_and_foreign_snapshots_are_refused() {
    let mut simulation = Simulation::new(corridor(10));
    run(&mut simulation, 2.0);
    let snapshot = simulation.snapshot();
    let mut other = Simulation::new(bottleneck(10));
    assert!(other.restore(&snapshot).is_err());
    for at in (0..snapshot.len()).step_by(97) {
        let mut damaged = snapshot.clone();
        damaged[at] ^= 0x10;
        assert!(Simulation::new(corridor(10)).restore(&damaged).is_err(), "byte {at}");
        assert!(Simulation::new(corridor(10)).restore(&snapshot[..at]).is_err(), "cut at {at}");
    }
}

#[test]
fn a_command_before_a_step_is_obeyed_in_it() {
    let mut simulation = Simulation::new(door_that_shuts());
    let door = simulation.env().link("door").expect("it has a door");
    simulation.act(Command::Shut(door));
    let report = simulation.step();
    assert!(report.events.iter().any(|e| e.kind == EventKind::Shut && e.subject == door.0));
    assert!(!simulation.world().is_open(door));
}
