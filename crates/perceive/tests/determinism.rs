//! Lists of neighbours are the same on any number of threads and after any earlier call.

use crate::places::{People, house, named, p, town};
use populace_perceive::{Neighbours, PERCEPTIONS, Perceiving};
use serde_json::json;

fn every_way() -> Vec<Perceiving> {
    let usual = PERCEPTIONS.iter().map(|entry| named(entry.name, json!({})));
    usual.chain([named("graph", json!({ "rings": 2 }))]).collect()
}

#[test]
fn one_two_and_seven_threads_agree() {
    let env = town();
    let people = People::anywhere(&env, 5000, 1);
    for perception in every_way() {
        let with = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
            pool.install(|| people.perceive(&env, &perception))
        };
        let one = with(1);
        assert!(one == with(2) && one == with(7), "{perception:?}");
    }
}

#[test]
fn used_scratch_leaves_no_trace() {
    let env = house();
    for perception in every_way() {
        let mut used = perception.neighbourhood();
        let mut out = Neighbours::default();
        for (seed, count) in [(1, 900), (2, 30), (3, 0), (4, 1500), (5, 1)] {
            let mut people = People::anywhere(&env, count, seed);
            for step in 0..3 {
                people.position.iter_mut().for_each(|at| *at += p(0.01 * f64::from(step), 0.0));
                used.perceive(env.as_given(), people.bodies(), &mut out);
                assert!(out == people.perceive(&env, &perception), "{perception:?}, {count} people, step {step}");
            }
        }
    }
}

#[test]
fn the_order_of_rows_does_not_change_who_sees_whom() {
    let env = town();
    let people = People::anywhere(&env, 1000, 6);
    let mut turned = people.clone();
    turned.position.reverse();
    turned.cell.reverse();
    let (near, other) = (people.perceive(&env, &Perceiving::default()), turned.perceive(&env, &Perceiving::default()));
    for i in 0..1000 {
        let renamed: Vec<u32> = other.of(999 - i).iter().map(|j| 999 - j).collect();
        assert_eq!(near.of(i), renamed, "row {i}");
    }
}
