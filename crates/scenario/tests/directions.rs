//! The compass means nothing: every bundled scene, turned by a right angle, turned around and mirrored, has the same figures
//! within the noise.
//!
//! A turned place has the same walls, but other random points in its areas, so a turned run is like a run with another seed.
//! The noise is the spread of the figures of the scene as given, over some seeds. A figure of a turned scene lies within this
//! spread, widened on both sides by the spread itself and by 2 % of the figure, for scenes in which seeds change little.
//!
//! Mirroring is not an exact symmetry: people who meet head on keep to the right, mirrored or not. The figures here do not see that.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::turned::Turn;
use populace_scenario::Scenario;
use populace_sim::Simulation;
use populace_traj::EventKind;

/// The share of a figure by which the spread is widened at least.
const LEAST: f64 = 0.02;

/// The figures of a run.
#[derive(Debug)]
struct Figures {
    left: u64,
    stuck: u64,
    /// The mean time that people were inside, s.
    mean_travel: f64,
    /// The time at which the last pedestrian left, s.
    last_exit: f64,
}

fn run(scenario: &Scenario, seed: u64) -> Figures {
    let setup = scenario.setup(Some(seed));
    let dt = setup.timing.dt;
    let mut simulation = Simulation::new(setup);
    let (mut entered, mut travel, mut figures) = (BTreeMap::new(), 0, [0, 0, 0]);
    while !simulation.is_over() && simulation.time() < scenario.until().time {
        for event in simulation.step().events {
            let [left, stuck, last] = &mut figures;
            match event.kind {
                EventKind::Entered => _ = entered.insert(event.pedestrian, event.step),
                EventKind::Stuck => *stuck += 1,
                EventKind::Left => {
                    (*left, *last) = (*left + 1, event.step);
                    travel += event.step - entered[&event.pedestrian];
                }
                _ => {}
            }
        }
    }
    assert!(simulation.is_over(), "someone is still inside: {:?}", simulation.census());
    let [left, stuck, last] = figures;
    Figures { left, stuck, mean_travel: travel as f64 * dt / left as f64, last_exit: last as f64 * dt }
}

/// Checks that a scene, turned, has the figures of the scene as given.
fn check(name: &str, seeds: u64) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../scenes/{name}.scenario.toml"));
    let given = Scenario::read(&path).unwrap_or_else(|e| panic!("{e}"));
    let usual: Vec<Figures> = (1..=seeds).map(|seed| run(&given, seed)).collect();
    usual.iter().for_each(|figures| println!("{name}: {figures:?}"));
    for turn in [Turn::QUARTER, Turn::HALF, Turn::MIRRORED] {
        let found = run(&turn.of(&given), 1);
        println!("{name}, {turn:?}: {found:?}");
        let compare = |what: &str, of: fn(&Figures) -> f64| {
            let (least, most) = usual.iter().map(of).fold((f64::MAX, f64::MIN), |(a, b), x| (a.min(x), b.max(x)));
            let wider = (most - least) + LEAST * most;
            let range = least - wider..=most + wider;
            assert!(range.contains(&of(&found)), "{name}, {turn:?}: {what} is {}, not in {range:?}", of(&found));
        };
        assert_eq!(found.left, usual[0].left, "{name}, {turn:?}");
        compare("the mean time of travel", |f| f.mean_travel);
        compare("the time of the last exit", |f| f.last_exit);
        compare("the number of reports of being stuck", |f| f.stuck as f64);
    }
}

/// The scenes that each test turns.
const SMALL: [&str; 9] =
    ["bottleneck", "circle", "corner", "corridor", "counter_flow", "crossing", "hall", "kinds", "two_models"];
const MEETINGS: [&str; 2] = ["passing_driving_rule", "passing_minimal"];
const LARGE: [&str; 4] = ["station", "three_floors", "town_square", "platform"];

#[test]
fn every_bundled_scene_is_turned() {
    let entries = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes")).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let names: BTreeSet<_> = names.filter_map(|n| n.strip_suffix(".scenario.toml").map(str::to_owned)).collect();
    let turned = SMALL.iter().chain(&MEETINGS).chain(&LARGE).map(|name| name.to_string());
    assert_eq!(names, turned.collect());
}

#[test]
fn small_scenes_have_the_same_figures_in_every_direction() {
    SMALL.iter().for_each(|name| check(name, 4));
}

#[test]
fn meetings_have_the_same_figures_in_every_direction() {
    MEETINGS.iter().for_each(|name| check(name, 2));
}

#[test]
fn the_station_has_the_same_figures_in_every_direction() {
    check(LARGE[0], 4);
}

#[test]
fn three_floors_have_the_same_figures_in_every_direction() {
    check(LARGE[1], 4);
}

#[test]
fn the_platform_has_the_same_figures_in_every_direction() {
    check(LARGE[3], 4);
}

#[test]
fn the_town_has_the_same_figures_in_every_direction() {
    check(LARGE[2], 2);
}
