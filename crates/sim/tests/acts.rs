//! Acts of a running simulation: obstacles appear, people are added and sent elsewhere, parameters change. Everyone stays accounted for and
//! out of the walls, and the same acts give the same bits.

use std::sync::Arc;

use crate::support::*;
use populace_env::{Environment, FloorId};
use populace_geom::Point;
use populace_sim::{Act, Command, Setup, Simulation, Status, Whom};
use populace_traj::{Event, EventKind, NOBODY};

/// Acts with the step before which each is asked.
type Acts = Vec<(u64, Act)>;

/// Runs for a number of steps, with acts between them. Returns hashes and events.
fn follow(simulation: &mut Simulation, acts: &Acts, steps: u64) -> (Vec<u64>, Vec<Event>) {
    let (mut hashes, mut events) = (Vec::new(), Vec::new());
    for _ in 0..steps {
        let step = simulation.steps();
        for (_, act) in acts.iter().filter(|a| a.0 == step) {
            simulation.act(act.clone());
        }
        let report = simulation.step();
        hashes.push(report.hash);
        events.extend_from_slice(report.events);
    }
    (hashes, events)
}

fn count(events: &[Event], kind: EventKind) -> usize {
    events.iter().filter(|e| e.kind == kind).count()
}

fn block(env: Environment) -> Command {
    Command::Block { env: Arc::new(env), floor: FloorId::new(0) }
}

/// Returns the corridor of 40 x 4 m with an obstacle in the middle that leaves passages of 1 m on either side.
fn corridor_with(obstacles: &[Vec<Point>]) -> Environment {
    let areas = [
        ("west", rectangle(0.0, 0.0, 10.0, 4.0)),
        ("east", rectangle(30.0, 0.0, 40.0, 4.0)),
        ("west end", rectangle(0.0, 0.0, 1.0, 4.0)),
        ("east end", rectangle(39.0, 0.0, 40.0, 4.0)),
    ];
    place(rectangle(0.0, 0.0, 40.0, 4.0), obstacles, &areas)
}

fn check_everyone(simulation: &Simulation) {
    let census = simulation.census();
    assert_eq!(census.entered, census.left + census.inside, "{census:?}");
    assert_eq!(simulation.counts().in_wall, 0);
    let people = simulation.people();
    for row in 0..people.len() {
        let (cell, at) = (people.cell[row], people.position[row]);
        assert!(simulation.env().cell_contains(cell, at), "{} at {at:?} is not in its cell", people.id[row]);
    }
}

#[test]
fn people_walk_around_an_obstacle_that_appears() {
    let middle = rectangle(19.0, 1.0, 21.0, 3.0);
    let mut simulation = Simulation::new(corridor(30));
    let acts = vec![(101, block(corridor_with(std::slice::from_ref(&middle))).into())];
    let (_, events) = follow(&mut simulation, &acts, 110);
    assert_eq!((count(&events, EventKind::Acted), count(&events, EventKind::Blocked)), (1, 1));
    // Asked before step 101, which is none of a decision: obeyed in the next, 102.
    let acted = events.iter().find(|e| e.kind == EventKind::Acted).expect("it was obeyed");
    assert_eq!((acted.step, acted.pedestrian, acted.subject), (102, NOBODY, 0));
    assert_eq!(simulation.place_changes(), 1);
    while !simulation.is_over() && simulation.time() < 300.0 {
        simulation.step();
        check_everyone(&simulation);
        let inside = |p: &&Point| populace_geom::contains(&middle, **p);
        assert_eq!(simulation.people().position.iter().filter(inside).count(), 0);
    }
    assert!(simulation.is_over(), "{:?}", simulation.census());
}

#[test]
fn who_stands_where_an_obstacle_appears_is_put_beside_it() {
    // 40 people in 40 m², of which half are covered.
    let mut simulation = Simulation::new(corridor(40));
    let acts = vec![(2, block(corridor_with(&[rectangle(2.0, 0.5, 8.0, 3.5)])).into())];
    let (_, events) = follow(&mut simulation, &acts, 4);
    let moved = count(&events, EventKind::MovedAside);
    assert!(moved > 10, "{moved}");
    assert_eq!(simulation.counts().moved_aside, moved as u64);
    check_everyone(&simulation);
    let people = simulation.people();
    for row in 0..people.len() {
        let (cell, at) = (people.cell[row], people.position[row]);
        assert!(simulation.world().has_room(cell, at, people.radius[row] - 0.01), "{at:?}");
    }
    run(&mut simulation, 300.0);
    assert!(simulation.is_over(), "{:?}", simulation.census());
    check_everyone(&simulation);
}

#[test]
fn who_is_cut_off_by_an_obstacle_has_no_way_and_does_not_vanish() {
    let mut simulation = Simulation::new(corridor(20));
    let acts = vec![(40, block(corridor_with(&[rectangle(19.5, -1.0, 20.5, 5.0)])).into())];
    follow(&mut simulation, &acts, 200);
    let census = simulation.census();
    assert_eq!((census.left, census.inside, census.by_reason), (0, 40, vec![("no way", 40)]));
    check_everyone(&simulation);
}

#[test]
fn an_exit_or_a_goal_that_is_covered_leads_nowhere() {
    let mut simulation = Simulation::new(corridor(5));
    let acts = vec![(40, block(corridor_with(&[rectangle(38.5, -1.0, 41.0, 5.0)])).into())];
    follow(&mut simulation, &acts, 1000);
    let census = simulation.census();
    // The pedestrians who go west get there.
    assert_eq!((census.left, census.inside, census.by_reason), (5, 5, vec![("no way", 5)]));
}

#[test]
fn obstacles_between_floors_and_lifts_lose_nobody() {
    let mut simulation = Simulation::new(tower(48));
    let mut changes = 0;
    while !simulation.is_over() && simulation.time() < 600.0 {
        // Again and again, with people on the stairs and in the lift.
        if simulation.steps().is_multiple_of(200) && changes < 5 {
            let side = 0.5 + 0.1 * f64::from(changes);
            simulation.act(block(tower_with(rectangle(4.0, 3.0, 4.0 + side, 3.0 + side))));
            changes += 1;
        }
        simulation.step();
        check_everyone(&simulation);
    }
    assert!(simulation.is_over(), "{:?}", simulation.census());
    assert_eq!((changes, simulation.place_changes()), (5, 5));
}

#[test]
fn added_people_come_in_with_new_numbers_and_leave() {
    let mut simulation = Simulation::new(corridor(10));
    // More than fit at once: the others wait outside.
    let add = Command::Add { population: 0, area: 2, count: 60 };
    let (_, events) = follow(&mut simulation, &vec![(50, add.into())], 52);
    let census = simulation.census();
    assert_eq!((census.expected, census.entered + census.delayed), (80, 80));
    assert!(census.delayed > 0 && count(&events, EventKind::Delayed) as u64 == census.delayed, "{census:?}");
    run(&mut simulation, 200.0);
    let census = simulation.census();
    assert_eq!((census.left, simulation.is_over()), (80, true), "{census:?}");
}

#[test]
fn a_run_with_people_still_to_be_added_is_not_over() {
    let mut made = corridor(1);
    made.commands = vec![(90.0, Command::Add { population: 1, area: 1, count: 3 })];
    let mut simulation = Simulation::new(made);
    run(&mut simulation, 300.0);
    assert_eq!(simulation.census().left, 5);
    assert!(simulation.time() > 100.0 && simulation.is_over());
}

#[test]
fn a_group_that_is_sent_to_an_area_arrives_and_stays() {
    let mut simulation = Simulation::new(corridor(10));
    let send = Command::Send { whom: Whom::Pedestrians(vec![3, 1, 3, 999]), to: 0, leave: false };
    let (_, events) = follow(&mut simulation, &vec![(120, send.into())], 1600);
    assert_eq!(count(&events, EventKind::Sent), 2);
    let census = simulation.census();
    assert_eq!((census.left, census.inside, census.by_reason), (18, 2, vec![("waiting", 2)]));
    for id in [1, 3] {
        let row = simulation.row(id).expect("it is inside");
        assert!(simulation.people().position[row].x < 11.0, "{:?}", simulation.people().position[row]);
    }
    // Sent once more, now to leave.
    let send = Command::Send { whom: Whom::Population(0), to: 2, leave: true };
    let (_, events) = follow(&mut simulation, &vec![(1600, send.into())], 600);
    let left: Vec<_> = events.iter().filter(|e| e.kind == EventKind::Left).map(|e| (e.pedestrian, e.subject)).collect();
    assert_eq!((left.len(), simulation.is_over()), (2, true), "{left:?}");
    assert!(left.iter().all(|l| l.1 == 2));
}

#[test]
fn a_group_may_be_sent_while_it_prepares_waits_rides_or_has_gone() {
    let mut simulation = Simulation::new(tower(24));
    let everyone = |population| Command::Send { whom: Whom::Population(population), to: 1, leave: false };
    let acts: Acts =
        (0..40).map(|i| (30 * i, Act { commands: vec![everyone(0), everyone(1)], later: vec![] })).collect();
    follow(&mut simulation, &acts, 6000);
    let census = simulation.census();
    // A few may be held up by pedestrians who stand there already.
    let waiting = census.by_reason.iter().find(|r| r.0 == "waiting").map_or(0, |r| r.1);
    assert!(census.inside == 28 && waiting >= 26, "{census:?}");
    let out = |population| Command::Send { whom: Whom::Population(population), to: 2, leave: true };
    follow(&mut simulation, &vec![(6000, out(0).into()), (6000, out(1).into())], 8000);
    assert!(simulation.is_over(), "{:?}", simulation.census());
    // Nobody is left to be sent anywhere.
    simulation.act(everyone(0));
    simulation.step();
    assert_eq!(simulation.census().left, 28);
}

#[test]
fn another_model_changes_how_people_walk() {
    let steering = steered("reactive", serde_json::json!({ "margin": 0.5 }));
    let (mut one, mut other) = (Simulation::new(corridor(40)), Simulation::new(corridor(40)));
    let (before, _) = follow(&mut one, &vec![], 400);
    let set = Command::Set { population: 0, steering };
    let (after, _) = follow(&mut other, &vec![(200, set.into())], 400);
    // The act itself is in the hash of step 201.
    assert_eq!(before[..200], after[..200]);
    let position = |simulation: &Simulation| simulation.people().position.clone();
    assert_ne!(position(&one), position(&other));
}

/// Returns acts of every kind in one run.
fn everything() -> (Setup, Acts) {
    let mut made = corridor(40);
    made.commands = vec![
        (6.0, block(corridor_with(&[rectangle(14.0, 0.0, 15.0, 2.0)]))),
        (9.0, Command::Add { population: 1, area: 1, count: 4 }),
    ];
    let both = [rectangle(14.0, 0.0, 15.0, 2.0), rectangle(24.0, 2.0, 25.0, 4.0)];
    let acts = vec![
        (31, Command::Add { population: 0, area: 0, count: 10 }.into()),
        (75, Act { commands: vec![block(corridor_with(&both[1..]))], later: vec![(0, block(corridor_with(&both)))] }),
        (161, Command::Send { whom: Whom::Pedestrians((0..10).collect()), to: 1, leave: true }.into()),
        (161, Command::Set { population: 1, steering: steering() }.into()),
        (301, Command::Send { whom: Whom::Population(1), to: 0, leave: false }.into()),
    ];
    (made, acts)
}

#[test]
fn acts_give_the_same_bits_on_any_number_of_threads() {
    let (setup, acts) = everything();
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
        pool.install(|| follow(&mut Simulation::new(setup.clone()), &acts, 800))
    };
    assert_eq!(on(1), on(2));
}

#[test]
fn a_snapshot_between_acts_goes_on_to_the_same_bits() {
    let (setup, acts) = everything();
    let mut whole = Simulation::new(setup.clone());
    let (hashes, events) = follow(&mut whole, &acts, 800);
    assert_eq!(count(&events, EventKind::Blocked), 2);
    let mut reused = Simulation::new(setup.clone());
    // 76, 162 and 302: an act was asked and is not obeyed yet.
    for at in [20, 32, 76, 100, 119, 122, 162, 170, 302, 500] {
        let mut first = Simulation::new(setup.clone());
        follow(&mut first, &acts, at);
        let snapshot = first.snapshot();
        let before: Vec<Act> = acts.iter().filter(|a| a.0 < at).map(|a| a.1.clone()).collect();
        let after: Acts = acts.iter().filter(|a| a.0 >= at).cloned().collect();
        // Into a fresh one, and into one that has gone through changes of its own.
        for simulation in [&mut Simulation::new(setup.clone()), &mut reused] {
            simulation.restore_with(&snapshot, &before).expect("it is of the same setup");
            let (rest, later) = follow(simulation, &after, 800 - at);
            assert_eq!(rest, hashes[at as usize..], "from {at}");
            assert!(events.ends_with(&later), "events from {at}");
        }
        if simulation_has_obeyed(&first) {
            let missing = Simulation::new(setup.clone()).restore(&snapshot);
            assert_eq!(missing, Err(populace_sim::RestoreError::ActsMissing));
        }
    }
}

fn simulation_has_obeyed(simulation: &Simulation) -> bool {
    simulation.steps() > 32
}

#[test]
fn an_inspection_before_acts_changes_nothing() {
    let (setup, acts) = everything();
    let (mut watched, mut alone) = (Simulation::new(setup.clone()), Simulation::new(setup));
    for step in 0..500 {
        for simulation in [&mut watched, &mut alone] {
            acts.iter().filter(|a| a.0 == step).for_each(|a| simulation.act(a.1.clone()));
        }
        if step % 10 <= 2 {
            let before = (watched.snapshot(), watched.place_changes(), watched.env().cell_count());
            let seen = watched.inspect(45);
            assert!(before == (watched.snapshot(), watched.place_changes(), watched.env().cell_count()), "step {step}");
            assert!(seen.is_none_or(|s| s.time >= watched.time()));
        }
        let (a, b) = (watched.step(), alone.step());
        assert_eq!(a, b, "hash, events or counts of step {step}");
    }
}

#[test]
fn who_waits_keeps_waiting_where_the_place_changes() {
    let mut made = corridor(5);
    made.populations.iter_mut().for_each(|p| p.journey = vec![populace_mind::behaviours::wait_for(0)]);
    let mut simulation = Simulation::new(made);
    follow(&mut simulation, &vec![(10, block(corridor_with(&[rectangle(19.0, 1.0, 21.0, 3.0)])).into())], 40);
    assert!(simulation.people().status.iter().all(|s| *s == Status::Waiting));
}

/// The rehearsal of a decision may let in pedestrians that were only asked for, while as many leave. Their numbers used
/// to be looked up after they were gone.
#[test]
fn inspecting_while_people_are_about_to_come_changes_nothing() {
    let run = |is_watched: bool| {
        let mut simulation = Simulation::new(corridor(10));
        let mut hashes = Vec::new();
        for step in 0..1600_u64 {
            if step % 4 == 1 {
                simulation.act(Command::Add { population: 0, area: 0, count: 1 });
            }
            if is_watched {
                simulation.inspect((step % 40) as u32);
            }
            hashes.push(simulation.step().hash);
        }
        assert!(simulation.counts().left > 100);
        check_everyone(&simulation);
        hashes
    };
    assert!(run(true) == run(false), "watching changes the run");
}
