//! Worlds that the storm found and that used to break an invariant. Their files are in `found`, so that they stay what they are when the
//! storm draws other worlds from its seeds.

use std::path::Path;

use populace_scenario::Scenario;
use populace_storm::invariants;
use populace_storm::trial::{Pools, scratch, trial};

fn stays_sound(seed: u64) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/found/storm_{seed}.scenario.toml"));
    let scenario = Scenario::read(&path).unwrap_or_else(|e| panic!("{e}"));
    let pools = Pools::new(&[1, 2, 4]).expect("the threads start");
    let folder = scratch().join(format!("populace-found-{seed}-{}", std::process::id()));
    let evidence = trial(seed, scenario, &pools, &folder).unwrap_or_else(|e| panic!("{e}"));
    let _ = std::fs::remove_dir_all(&folder);
    let broken = invariants::broken(&evidence);
    assert!(broken.is_empty(), "seed {seed}: {broken:?}");
}

/// By platter lift, a pedestrian in the corner between a wall and an obstacle used to walk into the wall for ever, to get away from the line of
/// a portal that begins at the obstacle. In the other world a pedestrian used to swing to and fro at such a corner.
#[test]
fn a_pedestrian_beside_the_end_of_a_portal_walks_on_where_it_brushes_nothing() {
    [60101, 60108].into_iter().for_each(stays_sound);
}

/// Spots beside an obstacle used to be tried about 0.6 m apart, later 0.1 m apart, and two people were put into each other between the bodies
/// of a crowd.
#[test]
fn people_who_make_way_for_an_obstacle_are_not_put_into_each_other() {
    [1220, 1283].into_iter().for_each(stays_sound);
}

/// An obstacle covers the area that a pedestrian wants to go to. The storm used to take the place where the pedestrian stands, or where it
/// was to go before, for its goal.
#[test]
fn a_pedestrian_whose_goal_is_covered_has_no_way() {
    [2547, 100468].into_iter().for_each(stays_sound);
}

/// The stop of a lift is so near to a wall that no body gets into the narrow cell of the stop. A pedestrian used to stand before it for good.
#[test]
fn a_pedestrian_takes_a_lift_whose_stop_is_too_near_to_a_wall_for_its_body() {
    stays_sound(100070);
}

/// A pedestrian on the line of a portal that runs along a wall used to walk into the wall, which was in the middle of what it saw through the
/// portal.
#[test]
fn a_pedestrian_that_only_walls_hold_up_walks_the_shortest_way() {
    stays_sound(101800);
}

/// A queue used to be counted among what is served from it, so that people stood in its line for ever when its only machine was closed.
#[test]
fn nobody_stands_in_the_line_of_a_queue_whose_machines_are_all_closed() {
    stays_sound(257);
}

/// In a corridor, people who had been called to gates used to stand for good among people who came the opposite way.
#[test]
fn people_who_were_called_get_through_those_who_are_held_up() {
    stays_sound(72);
}
