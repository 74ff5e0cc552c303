//! Worlds that the storm found and that used to break an invariant. Their files are in `found`, so that they stay what they are when the
//! storm draws other worlds from its seeds.

use std::path::Path;

use populace_scenario::Scenario;
use populace_storm::invariants;
use populace_storm::trial::{Pools, trial};

fn stays_sound(seed: u64) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/found/storm_{seed}.scenario.toml"));
    let scenario = Scenario::read(&path).unwrap_or_else(|e| panic!("{e}"));
    let pools = Pools::new(&[1, 2, 4]).expect("the threads start");
    let folder = std::env::temp_dir().join(format!("populace-found-{seed}-{}", std::process::id()));
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

/// Spots beside an obstacle used to be tried about 0.6 m apart, and two people were put into each other between the bodies of a crowd.
#[test]
fn people_who_make_way_for_an_obstacle_are_not_put_into_each_other() {
    stays_sound(1220);
}

/// An obstacle covers the area that a pedestrian wants to go to. The storm used to take the place where the pedestrian stands for its goal.
#[test]
fn a_pedestrian_whose_goal_is_covered_has_no_way() {
    stays_sound(2547);
}
