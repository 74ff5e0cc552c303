//! Crowds in small places: everyone gets out, and no body is in a wall or in another body.

use std::collections::BTreeSet;

use crate::support::*;
use populace_geom::Point;
use populace_sim::Simulation;
use populace_traj::{EventKind, Frame, Status};

fn empties(setup: populace_sim::Setup, seconds: f64) -> Simulation {
    let mut simulation = Simulation::new(setup);
    run(&mut simulation, seconds);
    let census = simulation.census();
    println!("{:.1} s {census:?} {:?}", simulation.time(), simulation.step().counts);
    assert!(simulation.is_over(), "after {seconds} s: {census:?}");
    simulation
}

#[test]
fn a_corridor_empties_in_the_time_of_its_length() {
    let mut s = corridor(1);
    s.populations.truncate(1);
    empties(s, 90.0);
}

#[test]
fn counter_flow_passes() {
    empties(corridor(30), 200.0);
}

#[test]
fn a_room_empties_through_its_door() {
    empties(bottleneck(100), 200.0);
}

#[test]
fn people_go_up_by_stairs_and_by_lift_and_come_down_again() {
    let mut heights = Vec::new();
    let mut simulation = Simulation::new(tower(30));
    let mut frame = populace_traj::Frame::default();
    let mut boarded = 0;
    while !simulation.is_over() && simulation.time() < 400.0 {
        let report = simulation.step();
        boarded += report.events.iter().filter(|e| e.kind == populace_traj::EventKind::Boarded).count();
        simulation.frame(&mut frame);
        let on_floors = frame.on_floors().map(|row| frame.height[row]);
        heights.extend(on_floors);
    }
    assert!(simulation.is_over(), "{:?}", simulation.census());
    // Five riders, up and down each.
    assert_eq!(boarded, 10);
    assert!(heights.iter().any(|&h| h > 2.99) && heights.iter().any(|&h| h > 1.0 && h < 2.0));
    let counts = simulation.step().counts;
    assert_eq!((counts.in_wall, counts.contained), (0, 0));
}

#[test]
fn who_is_on_the_way_to_a_door_that_shuts_goes_round() {
    let mut simulation = Simulation::new(door_that_shuts());
    let mut rerouted = 0;
    while !simulation.is_over() && simulation.time() < 200.0 {
        let report = simulation.step();
        rerouted += report.events.iter().filter(|e| e.kind == populace_traj::EventKind::Rerouted).count();
    }
    assert!(simulation.is_over(), "{:?}", simulation.census());
    assert!(rerouted > 0);
}

#[test]
fn two_columns_that_meet_in_an_alley_get_through() {
    for seed in 1..=5 {
        let mut setup = alley(8);
        setup.seed = seed;
        let mut simulation = Simulation::new(setup);
        let mut withdrew = 0;
        while !simulation.is_over() && simulation.time() < 900.0 {
            let report = simulation.step();
            withdrew += report.events.iter().filter(|e| e.kind == populace_traj::EventKind::Withdrew).count();
        }
        println!("seed {seed}: {:.1} s, {withdrew} withdrew, {:?}", simulation.time(), simulation.census());
        assert!(simulation.is_over(), "seed {seed}: {:?}", simulation.census());
        assert!(withdrew > 0, "seed {seed}");
        let counts = simulation.step().counts;
        assert_eq!((counts.in_wall, counts.contained), (0, 0));
    }
}

/// A pedestrian who had backed out used to be shown as preparing, as if it had just come in.
#[test]
fn a_pedestrian_who_backed_out_is_shown_as_letting_others_pass() {
    let mut simulation = Simulation::new(alley(8));
    let (mut frame, mut withdrew, mut shown) = (Frame::default(), BTreeSet::new(), BTreeSet::new());
    while !simulation.is_over() && simulation.time() < 900.0 {
        let events = simulation.step().events.iter().filter(|event| event.kind == EventKind::Withdrew);
        withdrew.extend(events.map(|event| event.pedestrian));
        simulation.frame(&mut frame);
        for (&id, &status) in frame.pedestrian.iter().zip(&frame.status) {
            assert_ne!(status, Status::Preparing as u8, "nobody has a pre-movement time here");
            if Status::WORDS[usize::from(status)] == "letting others pass" {
                assert!(withdrew.contains(&id), "pedestrian {id} did not back out");
                shown.insert(id);
            }
        }
    }
    assert!(simulation.is_over() && !shown.is_empty(), "{withdrew:?} backed out, {shown:?} paused");
}

#[test]
fn bodies_feel_whom_people_do_not_look_at() {
    for degrees in [10.0, 90.0, 200.0] {
        let mut simulation = Simulation::new(populace_sim::Setup { perception: fan(degrees), ..bottleneck(100) });
        run(&mut simulation, 120.0);
        let counts = simulation.step().counts;
        println!("{degrees}: {counts:?}");
        assert!(counts.overlapping * 1000 < counts.pedestrian_steps, "{degrees} degrees: {counts:?}");
    }
}

/// A short range used to hide bodies from each other: people walked through people.
#[test]
fn bodies_keep_apart_however_near_people_look() {
    for (name, settings) in
        [("graph", serde_json::json!({ "range": 0.1 })), ("grid", serde_json::json!({ "range": 0.1 }))]
    {
        let mut setup = corridor(40);
        setup.perception = perceiving(name, settings);
        let mut simulation = Simulation::new(setup);
        run(&mut simulation, 30.0);
        let counts = simulation.counts();
        assert!(counts.overlapping * 1000 < counts.pedestrian_steps, "{name}: {counts:?}");
    }
}

/// People of areas used to come in first, and people at given spots were put into them.
#[test]
fn people_of_areas_leave_room_for_people_at_given_spots() {
    let mut setup = bottleneck(80);
    let floor = populace_env::FloorId::new(0);
    let spot = |i: u32| {
        let point = Point::new(1.0 + f64::from(i % 6), 1.0 + f64::from(i / 6));
        let cell = setup.env.locate(floor, point, None).expect("walkable");
        populace_sim::Placed { at: populace_plan::Spot { cell, point }, speed: None, goal: None }
    };
    let placed = populace_sim::Arrivals::Placed((0..36).map(spot).collect());
    setup.populations.push(populace_sim::Population { arrivals: vec![placed], ..leaving(0, 0, 1) });
    let mut simulation = Simulation::new(setup);
    simulation.step();
    let people = simulation.people();
    for row in 0..people.len() {
        for other in 0..row {
            let gap = people.position[row].distance(people.position[other]) - people.radius[row] - people.radius[other];
            assert!(gap > -0.05, "{} and {} are {gap} m apart", people.id[row], people.id[other]);
        }
    }
    assert_eq!(people.len(), 116);
}
