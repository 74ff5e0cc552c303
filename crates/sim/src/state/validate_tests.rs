//! Snapshots are checked before they are loaded: every id and every range. The error says which is wrong.

use populace_env::{CellId, SegmentId};
use populace_geom::Point;
use populace_mind::{Goal, Target, TaskId, TrainNow, TrainPhase};

use super::{RestoreError, State};
use crate::arrivals::{Arrival, Entry};
use crate::follow::FollowerState;
use crate::simulation::Simulation;
use crate::support::*;
use crate::trains::TrainCounts;

/// A way to spoil a state, and words of the error that names it.
type Spoil = (&'static str, fn(&mut State));

/// Returns the current goal of a pedestrian, to be spoilt.
fn spoil(state: &mut State) -> &mut Goal {
    state.people.memory[0].top_mut().expect("it wants something")
}

const SPOILS: &[Spoil] = &[
    ("cell of pedestrian", |s| s.people.cell[0] = CellId(4711)),
    ("way of pedestrian", |s| s.people.way[0].goal.cell = CellId(4711)),
    ("way of pedestrian", |s| s.people.way[0].portals.push(SegmentId(4711))),
    ("ahead of pedestrian", |s| {
        s.people.way[0].portals = vec![SegmentId(4711)];
        s.people.ahead[0] = s.people.way[0].ahead(0);
    }),
    ("track of pedestrian", |s| s.people.track[0].cell = CellId(4711)),
    ("leg of pedestrian", |s| s.people.track[0].leg = 4711),
    ("follower_state of pedestrian", |s| s.people.follower_state[0] = FollowerState::of([0, 0, 1])),
    ("follower_state of pedestrian", |s| s.riding[0].person.follower_state = FollowerState::of([0, 0, 1])),
    ("wanted of pedestrian", |s| s.people.wanted[0].x = f64::NAN),
    ("position of pedestrian", |s| s.people.position[0].x = f64::NAN),
    ("outside of its floor", |s| s.people.position[0] = Point::new(1e6, 0.0)),
    ("velocity of pedestrian", |s| s.people.velocity[0].y = f64::INFINITY),
    ("radius of pedestrian", |s| s.people.radius[0] = 4711.0),
    ("speed of pedestrian", |s| s.people.speed[0] = -1.0),
    ("cone of pedestrian", |s| s.people.cone[0] = 1.5),
    ("held of pedestrian", |s| s.people.held[0] = f64::NAN),
    ("wake of pedestrian", |s| s.people.wake[0] = f64::NAN),
    ("memory of pedestrian", |s| spoil(s).until = f64::NAN),
    ("memory of pedestrian", |s| spoil(s).since = f64::INFINITY),
    ("entered of pedestrian", |s| s.people.entered[0] = f64::INFINITY),
    ("way of pedestrian", |s| s.people.way[0].exit = 4711),
    ("memory of pedestrian", |s| spoil(s).target = Target::Area(4711)),
    ("population of pedestrian", |s| s.people.population[0] = 4711),
    ("population of pedestrian", |s| s.people.population[0] ^= 1),
    ("memory of pedestrian", |s| spoil(s).task = TaskId(4711)),
    ("is not due yet", |s| s.people.id[0] = 4711),
    ("is there twice", |s| s.people.id[0] = s.people.id[1]),
    ("column radius", |s| s.people.radius.push(0.2)),
    ("step", |s| s.step = u64::MAX),
    ("counts", |s| s.counts.left = u64::MAX),
    ("next_arrival", |s| s.next_arrival = 4711),
    ("next_command", |s| s.next_command = 4711),
    ("outside", |s| s.outside.push(4711)),
    ("is there twice", |s| s.outside.push(s.people.id[0])),
    ("queue", |s| s.queue.push_back(4711)),
    ("signals", |s| s.signals.push(super::NONE)),
    ("added", |s| s.added.push(Arrival { time: 0.0, population: 4711, place: Entry::Area(0) })),
    ("added", |s| s.added.push(Arrival { time: 0.0, population: 0, place: Entry::Area(4711) })),
    ("added", |s| s.added.push(Arrival { time: 0.0, population: 0, place: Entry::Placed(3, 4) })),
    ("near", |s| s.near.rows[0] = 4711),
    ("near", |s| s.near.start[1] = 4711),
    ("near", |s| s.near.start.push(0)),
    ("cabins", |s| s.cabins[0].at = 4711),
    ("cabins", |s| s.cabins[0].to = 4711),
    ("cabins", |s| s.cabins.clear()),
    ("riding", |s| s.riding[0].lift = 4711),
    ("riding", |s| s.riding[0].to = 4711),
    ("riding", |s| {
        let mut other = s.riding[0].clone();
        other.person.id = s.riding[0].person.id - 1;
        s.riding.push(other);
    }),
    ("riding", |s| s.riding[0].person.cell = CellId(4711)),
    ("leg of pedestrian", |s| {
        let person = &mut s.riding[0].person;
        person.track.leg = person.way.portals.len() as u32 + 1;
    }),
    ("trains", |s| s.trains.push(TrainNow::default())),
    ("train_counts", |s| s.train_counts.push(TrainCounts::default())),
    ("aboard", |s| s.aboard.push(4711)),
    ("is there twice", |s| s.aboard.push(s.people.id[0])),
    ("contacts", |s| s.contacts.rows.push(4711)),
    ("doors", |s| s.doors = populace_env::Doors::default()),
];

/// Returns a tower in use: people walk, ride and wait.
fn busy() -> Simulation {
    let mut simulation = Simulation::new(tower(60));
    let is_quiet = |s: &State| s.riding.is_empty() || s.people.len() < 2 || s.near.rows.is_empty();
    while is_quiet(&simulation.state) {
        simulation.step();
        assert!(simulation.time() < 60.0, "somebody rides by then");
    }
    simulation
}

#[test]
fn a_snapshot_that_holds_what_cannot_be_is_refused_by_name() {
    let mut simulation = busy();
    let good = simulation.state.clone();
    for (i, (words, spoil)) in SPOILS.iter().enumerate() {
        simulation.state = good.clone();
        assert_eq!(simulation.validate(), Ok(()));
        spoil(&mut simulation.state);
        let snapshot = simulation.snapshot();
        let mut other = Simulation::new(tower(60));
        let before = other.snapshot();
        match other.restore(&snapshot) {
            Err(RestoreError::Invalid(what)) => assert!(what.contains(words), "number {i}, {words}: {what}"),
            result => panic!("number {i}, {words}: {result:?}"),
        }
        assert!(other.snapshot() == before, "number {i}, {words}: a refused snapshot changes nothing");
    }
}

/// The train of the platform has two doors and one call, takes six people, and is there with two in it and one who gets off.
#[test]
fn a_train_in_a_snapshot_that_cannot_be_is_refused() {
    let spoils: [Spoil; 7] = [
        ("trains", |s| s.trains.clear()),
        ("call 4711", |s| s.trains[0].call = 4711),
        ("2 doors", |s| s.trains[0].alighting.push(0)),
        ("2 doors", |s| s.trains[0].heading.clear()),
        ("there after its last call", |s| s.trains[0].call = 1),
        ("7 people are in", |s| s.trains[0].alighting[1] += 4),
        ("trains", |s| s.trains[0].departs = f64::NAN),
    ];
    let mut simulation = Simulation::new(halt());
    while simulation.state.trains[0].phase != TrainPhase::Open {
        simulation.step();
        assert!(simulation.time() < 60.0, "the train comes");
    }
    simulation.state.trains[0].alighting = vec![0, 1];
    let good = simulation.state.clone();
    for (words, spoil) in spoils {
        simulation.state = good.clone();
        assert_eq!(simulation.validate(), Ok(()));
        spoil(&mut simulation.state);
        match Simulation::new(halt()).restore(&simulation.snapshot()) {
            Err(RestoreError::Invalid(what)) => assert!(what.contains(words), "{words}: {what}"),
            result => panic!("{words}: {result:?}"),
        }
    }
}

#[test]
fn a_hook_in_a_cell_that_is_not_there_is_refused() {
    let setup = following(corridor(5), "platter-lift");
    let mut simulation = Simulation::new(setup.clone());
    (0..4).for_each(|_| _ = simulation.step());
    let hook = simulation.state.people.follower_state[0];
    assert_ne!(hook, FollowerState::NOTHING, "it is hooked by then");
    let [x, y, cell] = hook.words();
    for spoilt in [[x, y, cell + 4711], [x, y, 0], [f64::NAN.to_bits(), y, cell]] {
        simulation.state.people.follower_state[0] = FollowerState::of(spoilt);
        match Simulation::new(setup.clone()).restore(&simulation.snapshot()) {
            Err(RestoreError::Invalid(what)) => assert!(what.contains("by platter-lift: it remembers"), "{what}"),
            result => panic!("{spoilt:?}: {result:?}"),
        }
    }
}

/// Debug builds check the state after every step.
#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "speed of pedestrian")]
fn a_step_that_leaves_what_cannot_be_is_found_at_once() {
    let mut simulation = Simulation::new(corridor(5));
    simulation.step();
    simulation.state.people.speed[0] = -1.0;
    simulation.step();
}
