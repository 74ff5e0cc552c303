//! Crowds in small places: everyone gets out, nobody in a wall, nobody in anybody.

mod support;

use populace_sim::Simulation;
use support::*;

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
