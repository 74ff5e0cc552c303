//! The grid: the nearest in sight, within a range and a fan.

use crate::places::{People, named, p, square, town};
use serde_json::json;

const RANGE: f64 = 6.0;

#[test]
fn the_nearest_in_sight_are_found() {
    for env in [square(44.0), town()] {
        let people = People::anywhere(&env, 600, 1);
        let near = people.perceive(&env, &named("grid", json!({ "range": RANGE, "most": 5, "fan_degrees": 360 })));
        for i in 0..600 {
            let sees = |j: usize| {
                let (a, b) = (i.min(j), i.max(j));
                env.as_given().sees(people.cell[a], people.position[a], people.position[b])
            };
            let mut expected: Vec<(f64, u32)> = (0..600)
                .filter(|&j| j != i && people.distance(i, j) <= RANGE && sees(j))
                .map(|j| (people.distance(i, j), j as u32))
                .collect();
            expected.sort_by(|a, b| a.0.total_cmp(&b.0));
            expected.truncate(5);
            assert_eq!(near.of(i), expected.iter().map(|e| e.1).collect::<Vec<u32>>(), "row {i}");
        }
    }
}

#[test]
fn walkers_perceive_within_their_fan_and_who_stands_looks_all_round() {
    let env = square(44.0);
    // Around (20, 20): ahead, 80° to the left, 100° to the left, behind. cos 80° = 0.174.
    let at = [p(20.0, 20.0), p(22.0, 20.0), p(20.174, 20.985), p(19.826, 20.985), p(18.5, 20.0)];
    let mut people = People::at(&env, &at.map(|at| (0, at)));
    let half = named("grid", json!({ "range": RANGE, "most": 5, "fan_degrees": 180 }));
    assert_eq!(people.perceive(&env, &half).of(0).len(), 4);
    people.velocity[0] = p(1.3, 0.0);
    assert_eq!(people.perceive(&env, &half).of(0), [2, 1]);
}
