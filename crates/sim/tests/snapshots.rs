//! Snapshots: what they can be used for, and what becomes of a snapshot that was changed.

use std::sync::Arc;

use crate::support::*;
use populace_geom::Draws;
use populace_mind::{ExitChoice, behaviours};
use populace_sim::{Command, Distribution, FOLLOWERS, RestoreError, Setup, Simulation, reseal};
use serde_json::json;

fn snapshot_of(setup: &Setup, steps: u64) -> Vec<u8> {
    let mut simulation = Simulation::new(setup.clone());
    while simulation.steps() < steps {
        simulation.step();
    }
    simulation.snapshot()
}

/// A way to change a setup, with its name.
type Change = (&'static str, fn(&mut Setup));

/// Everything that the course of a run depends on, beside the place.
const CHANGES: &[Change] = &[
    ("another model", |s| s.populations[0].steering = steered("orca", json!({}))),
    ("another parameter", |s| s.populations[0].steering = steered("reactive", json!({ "margin": 0.3 }))),
    ("another journey", |s| {
        s.populations[0].journey = vec![behaviours::leave(vec![2], ExitChoice::Nearest)];
    }),
    ("a stage more", |s| s.populations[1].journey.insert(0, behaviours::wait(Distribution::Constant(1.0)))),
    ("another perception", |s| s.perception = fan(200.0)),
    ("another range of sight", |s| {
        s.perception = perceiving("graph", serde_json::json!({ "range": 14 }));
    }),
    ("another follower", |s| s.populations[0].follower = populace_sim::follower("platter-lift").expect("it is there")),
    ("another profile", |s| s.populations[0].profile.stairs = false),
    ("another body", |s| s.populations[0].body.acceleration += 0.1),
    ("another seed", |s| s.seed += 1),
    ("another step", |s| s.timing.dt = 0.1),
    ("other acquaintances", |s| s.acquaintance = vec![0.5; 4]),
    ("a command more", |s| s.commands.push((5.0, Command::Signal(1)))),
    ("fewer routes in a step", |s| s.routes_per_step -= 1),
    ("stuck later", |s| s.stuck_after += 1.0),
    ("more people", |s| s.populations.push(leaving(1, 0, 3))),
];

#[test]
fn a_snapshot_of_another_scenario_is_refused() {
    let given = corridor(10);
    let snapshot = snapshot_of(&given, 40);
    assert_eq!(Simulation::new(given.clone()).restore(&snapshot), Ok(()));
    for (name, change) in CHANGES {
        let mut other = given.clone();
        change(&mut other);
        assert_eq!(Simulation::new(other).restore(&snapshot), Err(RestoreError::OtherSetup), "{name}");
    }
}

#[test]
fn what_changes_nothing_in_a_run_is_no_other_scenario() {
    let given = corridor(10);
    let snapshot = snapshot_of(&given, 40);
    let mut renamed = given.clone();
    renamed.populations[0].name = "somebody".into();
    assert_eq!(Simulation::new(renamed).restore(&snapshot), Ok(()));
}

#[test]
fn a_snapshot_of_another_place_is_refused() {
    // As many cells, segments and areas, a millimetre wider.
    let wider = |width: f64| {
        let mut made = corridor(10);
        let areas = [
            ("west", rectangle(0.0, 0.0, 10.0, 4.0)),
            ("east", rectangle(30.0, 0.0, 40.0, 4.0)),
            ("west end", rectangle(0.0, 0.0, 1.0, 4.0)),
            ("east end", rectangle(39.0, 0.0, 40.0, 4.0)),
        ];
        made.env = Arc::new(place(rectangle(0.0, 0.0, 40.0, width), &[], &areas));
        made
    };
    let (given, other) = (wider(4.0), wider(4.001));
    assert_eq!(given.env.cell_count(), other.env.cell_count());
    let snapshot = snapshot_of(&given, 40);
    assert_eq!(Simulation::new(given).restore(&snapshot), Ok(()));
    assert_eq!(Simulation::new(other).restore(&snapshot), Err(RestoreError::OtherPlace));
}

#[test]
fn a_snapshot_with_other_acts_is_refused() {
    let given = corridor(10);
    let add = |count| populace_sim::Act::from(Command::Add { population: 0, area: 0, count });
    let mut simulation = Simulation::new(given.clone());
    simulation.act(add(1));
    (0..10).for_each(|_| _ = simulation.step());
    let snapshot = simulation.snapshot();
    let mut fresh = Simulation::new(given);
    assert_eq!(fresh.restore(&snapshot), Err(RestoreError::ActsMissing));
    assert_eq!(fresh.restore_with(&snapshot, &[add(2)]), Err(RestoreError::OtherActs));
    assert_eq!(fresh.restore_with(&snapshot, &[add(1)]), Ok(()));
}

/// Restores a snapshot that was changed and sealed again; what is taken can be stepped and saved.
fn try_out(setup: &Setup, snapshot: &[u8]) -> bool {
    let mut simulation = Simulation::new(setup.clone());
    let is_taken = simulation.restore(snapshot).is_ok();
    assert_eq!(simulation.validate(), Ok(()));
    if is_taken {
        (0..6).for_each(|_| _ = simulation.step());
        simulation.snapshot();
    }
    is_taken
}

/// A cell out of range used to be taken, and the next step panicked.
#[test]
fn snapshots_with_flipped_bits_are_refused_or_can_be_stepped() {
    let draws = Draws::new(5);
    let door = door_that_shuts();
    for (name, setup, steps) in [
        ("tower", tower(12), 301),
        ("door", Setup { perception: fan(200.0), ..door.clone() }, 200),
        ("lift", following(door, "platter-lift"), 61),
    ] {
        let snapshot = snapshot_of(&setup, steps);
        let mut taken = 0;
        for case in 0..400 {
            let mut changed = snapshot.clone();
            for hit in 0..1 + case % 3 {
                // Behind the mark and the identity, before the seal.
                let at = 26 + (draws.unit(case, hit, 0) * (snapshot.len() - 34) as f64) as usize;
                changed[at] ^= 1 << (draws.bits(case, hit, 1) % 8);
            }
            reseal(&mut changed);
            taken += u32::from(try_out(&setup, &changed));
        }
        println!("{name}: {taken} of 400 are taken");
        assert!((20..380).contains(&taken), "{name}: {taken} of 400 are taken");
    }
}

#[test]
fn snapshots_that_claim_to_be_huge_are_refused_at_once() {
    let setup = corridor(5);
    let snapshot = snapshot_of(&setup, 40);
    for at in 26..snapshot.len() - 16 {
        let mut changed = snapshot.clone();
        // A length of almost 2^64 wherever one may stand.
        changed[at..at + 8].fill(0xff);
        reseal(&mut changed);
        try_out(&setup, &changed);
        reseal(&mut changed[..at + 8]);
        try_out(&setup, &changed[..at + 8]);
    }
}

#[test]
fn a_run_of_every_model_and_follower_goes_on_from_a_snapshot_to_the_same_bits() {
    for entry in populace_steer::MODELS {
        for follower in FOLLOWERS {
            let mut made = following(tower(30), follower.name);
            made.populations.iter_mut().for_each(|p| p.steering = steered(entry.name, json!({})));
            let mut whole = Simulation::new(made.clone());
            let hashes: Vec<u64> = (0..240).map(|_| whole.step().hash).collect();
            for at in [101, 160] {
                let mut second = Simulation::new(made.clone());
                second.restore(&snapshot_of(&made, at)).expect("it is of the same setup");
                let rest: Vec<u64> = (at..240).map(|_| second.step().hash).collect();
                assert_eq!(rest, hashes[at as usize..], "{} by {} from {at}", entry.name, follower.name);
            }
        }
    }
}
