//! The neighbourhood graph in rooms, towns and houses.

use crate::places::{People, corridor_between_halls, house, named, p, square, town, two_rooms};
use populace_env::{Doors, Environment, World};
use populace_perceive::{Neighbours, Perceiving};
use serde_json::json;

fn graph() -> Perceiving {
    named("graph", json!({ "rings": 1, "range": 15 }))
}

fn two_rings() -> Perceiving {
    named("graph", json!({ "rings": 2, "range": 15 }))
}

/// Checks what holds for every crowd: a list is sorted by distance then row, mutual, and has neither its own row nor a
/// row twice.
fn check(people: &People, near: &Neighbours, range: f64) {
    let count = people.position.len();
    assert_eq!(near.start.len(), count + 1);
    for i in 0..count {
        let own = near.of(i);
        let keys: Vec<(f64, u32)> = own.iter().map(|&j| (people.distance(i, j as usize), j)).collect();
        assert!(keys.windows(2).all(|w| w[0] < w[1]), "row {i}: {keys:?}");
        assert!(keys.iter().all(|k| k.0 <= range && k.1 as usize != i), "row {i}: {keys:?}");
        assert!(own.iter().all(|&j| near.of(j as usize).contains(&(i as u32))), "row {i} is not mutual");
    }
}

fn nearest_in_sight(env: &Environment, people: &People, i: usize) -> Option<usize> {
    let floor = |i: usize| env.cell_floor(people.cell[i]);
    (0..people.position.len())
        .filter(|&j| j != i && floor(j) == floor(i) && people.distance(i, j) <= 15.0)
        .filter(|&j| {
            let (a, b) = (i.min(j), i.max(j));
            env.as_given().sees(people.cell[a], people.position[a], people.position[b])
        })
        .min_by(|&a, &b| people.distance(i, a).total_cmp(&people.distance(i, b)))
}

#[test]
fn in_an_open_square_there_are_fewer_than_six_neighbours_in_the_mean() {
    let env = square(60.0);
    let people = People::anywhere(&env, 2000, 1);
    let near = people.perceive(&env, &graph());
    check(&people, &near, 15.0);
    // 3n − 6 relations at most (ERRATA A1.10).
    assert!(near.rows.len() <= 2 * (3 * 2000 - 6));
    let mean = near.rows.len() as f64 / 2000.0;
    assert!(mean < 6.0 && mean > 5.5, "{mean}");
}

#[test]
fn the_nearest_in_sight_is_always_a_neighbour() {
    let places =
        [(square(60.0), 500), (town(), 300), (town(), 3000), (two_rooms(), 30), (corridor_between_halls(), 100)];
    for (env, count) in places {
        let people = People::anywhere(&env, count, 2);
        let near = people.perceive(&env, &graph());
        check(&people, &near, 15.0);
        for i in 0..count {
            if let Some(nearest) = nearest_in_sight(&env, &people, i) {
                assert_eq!(near.of(i).first(), Some(&(nearest as u32)), "row {i}");
            }
        }
    }
}

#[test]
fn people_behind_walls_do_not_come_between_two_who_see_each_other() {
    let env = corridor_between_halls();
    let mut at = vec![(0, p(7.0, 5.0)), (0, p(13.0, 5.0))];
    // Any circle through the two holds a pedestrian of the crowds along both sides of the corridor.
    at.extend((4..=16).flat_map(|x| [(0, p(f64::from(x), 4.3)), (0, p(f64::from(x), 5.7))]));
    let near = People::at(&env, &at).perceive(&env, &graph());
    assert_eq!((near.of(0), near.of(1)), (&[1][..], &[0][..]));
}

#[test]
fn neighbours_are_in_sight() {
    let env = town();
    let people = People::anywhere(&env, 1000, 3);
    for perception in [graph(), two_rings()] {
        let near = people.perceive(&env, &perception);
        check(&people, &near, 15.0);
        for i in 0..1000 {
            for j in near.of(i).iter().map(|&j| j as usize).filter(|&j| j > i) {
                assert!(env.as_given().sees(people.cell[i], people.position[i], people.position[j]), "{i} and {j}");
            }
        }
    }
}

#[test]
fn a_wall_and_a_shut_door_hide_and_an_open_door_does_not() {
    let env = two_rooms();
    let mut doors = Doors::of(&env);
    let people = People::at(&env, &[(0, p(4.0, 2.0)), (0, p(6.2, 2.0)), (0, p(4.5, 3.8)), (0, p(5.7, 3.8))]);
    let near = people.perceive(&env, &graph());
    assert!(near.of(0).contains(&1), "through the door");
    assert!(!near.of(2).contains(&3), "through the wall");
    let door = env.link("door").expect("a door");
    doors.set_door(&env, door, false);
    let near = people.perceive_now(World::new(&env, &doors), &graph());
    assert_eq!((near.of(0), near.of(1)), (&[2][..], &[3][..]));
}

#[test]
fn people_perceive_each_other_across_a_stair_head_but_not_through_the_ceiling() {
    let env = house();
    // At the foot, on the flight, at the head; and on the first floor right above the foot.
    let people = People::at(&env, &[(0, p(7.0, 5.0)), (2, p(9.0, 5.0)), (1, p(14.0, 5.0)), (1, p(7.0, 5.1))]);
    for perception in [graph(), named("grid", json!({}))] {
        let near = people.perceive(&env, &perception);
        assert!(near.of(0).contains(&1) && near.of(1).contains(&0), "foot and flight: {near:?}");
        assert!(near.of(1).contains(&2) && near.of(2).contains(&1), "flight and head: {near:?}");
        assert!(!near.of(0).contains(&3) && !near.of(1).contains(&3), "through the ceiling: {near:?}");
    }
}

#[test]
fn a_crowd_on_three_floors_is_mutual() {
    let env = house();
    let people = People::anywhere(&env, 600, 4);
    for perception in [graph(), two_rings()] {
        check(&people, &people.perceive(&env, &perception), 15.0);
    }
}

#[test]
fn longer_relations_than_the_range_are_dropped() {
    let env = square(60.0);
    let people = People::at(&env, &[(0, p(10.0, 10.0)), (0, p(13.0, 10.0)), (0, p(17.1, 10.0))]);
    let near = people.perceive(&env, &named("graph", json!({ "range": 4.0 })));
    assert_eq!((near.of(0), near.of(1), near.of(2)), (&[1][..], &[0][..], &[][..]));
}

#[test]
fn the_second_ring_looks_past_the_one_in_front() {
    // A1.10: a fast runner behind a slow walker, on one line.
    let env = square(60.0);
    let people = People::at(&env, &[(0, p(10.0, 10.0)), (0, p(12.0, 10.0)), (0, p(15.0, 10.0))]);
    assert_eq!(people.perceive(&env, &graph()).of(0), [1]);
    assert_eq!(people.perceive(&env, &two_rings()).of(0), [1, 2]);
}

#[test]
fn few_people_have_the_neighbours_there_are() {
    let env = square(60.0);
    assert_eq!(People::default().perceive(&env, &graph()), Neighbours { start: vec![0], rows: vec![] });
    let one = People::at(&env, &[(0, p(1.0, 1.0))]);
    assert_eq!(one.perceive(&env, &graph()), Neighbours { start: vec![0, 0], rows: vec![] });
    let two = People::at(&env, &[(0, p(1.0, 1.0)), (0, p(2.0, 1.0))]);
    assert_eq!(two.perceive(&env, &graph()), Neighbours { start: vec![0, 1, 2], rows: vec![1, 0] });
}

#[test]
fn people_at_one_point_perceive_each_other_and_all_around() {
    let env = square(60.0);
    let people = People::at(&env, &[(0, p(5.0, 5.0)), (0, p(5.0, 5.0)), (0, p(7.0, 5.0)), (0, p(5.0, 5.0))]);
    let near = people.perceive(&env, &graph());
    check(&people, &near, 15.0);
    assert_eq!((near.of(0), near.of(1), near.of(2)), (&[1, 3, 2][..], &[0, 3, 2][..], &[0, 1, 3][..]));
    // A whole crowd at two points has lists of bounded length in all.
    let crowd: Vec<_> = (0..2000).map(|i| (0, p(5.0 + f64::from(i % 2), 5.0))).collect();
    let crowd = People::at(&env, &crowd);
    let near = crowd.perceive(&env, &graph());
    check(&crowd, &near, 15.0);
    assert!(near.rows.len() < 2000 * 50);
}

#[test]
fn a_lattice_of_people_is_mutual() {
    let env = square(60.0);
    let lattice: Vec<_> = (0..900).map(|i| (0, p(1.0 + f64::from(i % 30), 1.0 + f64::from(i / 30)))).collect();
    let people = People::at(&env, &lattice);
    let near = people.perceive(&env, &graph());
    check(&people, &near, 15.0);
    // 900 points on a lattice: 3n − 3 − h = 2700 − 3 − 116 relations; a relation on the border is never longer than √2
    // m.
    assert_eq!(near.rows.len(), 2 * (2700 - 3 - 116));
}

#[test]
fn people_without_a_place_have_no_neighbours() {
    let env = square(60.0);
    let mut people = People::anywhere(&env, 50, 5);
    for (row, bad) in
        [p(f64::NAN, 1.0), p(1.0, f64::INFINITY), p(1e300, -1e300), p(f64::NAN, f64::NAN)].iter().enumerate()
    {
        people.position[row * 7] = *bad;
    }
    people.cell[40] = populace_env::CellId(u32::MAX);
    for perception in [graph(), two_rings(), named("grid", json!({}))] {
        let near = people.perceive(&env, &perception);
        for row in [0, 7, 14, 21, 40] {
            assert!(near.of(row).is_empty());
            assert!(!near.rows.contains(&(row as u32)));
        }
        assert!(!near.of(1).is_empty());
    }
}

#[test]
fn positions_that_underflow_are_one_point() {
    let env = square(60.0);
    let tiny = f64::MIN_POSITIVE;
    let at = [(0.0, 0.0), (tiny, 0.0), (0.0, 5e-324), (tiny, tiny), (1.0, 1.0), (2.0, 0.5)];
    let at: Vec<_> = at.iter().map(|&(x, y)| (0, p(x, y))).collect();
    let people = People::at(&env, &at);
    let near = people.perceive(&env, &graph());
    assert!((0..6).all(|row| near.of(row).len() >= 2), "{near:?}");
}
