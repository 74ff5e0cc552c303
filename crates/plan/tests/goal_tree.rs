//! Goal trees: costs, next portals, repair after changes, and the memory they are given.

use crate::places;

use crate::places::{Dice, change, places, random_spot};
use populace_env::{Doors, World};
use populace_plan::{Atlas, Flat, GoalTree, GoalTrees, Keys, PROFILES, Planner, Profile, Roadmap, Scratch, Spot};

fn roadmap(world: World<'_>, profile: &Profile) -> Roadmap {
    Roadmap::of(world, profile, Keys { most: 3, spacing: 1.0 })
}

#[test]
fn the_tower_joins_all_its_links() {
    let built = populace_env::build(&places::tower(), &Default::default()).expect("builds");
    built.validate().expect("valid");
    assert!(built.sanitised.unjoined.is_empty(), "{:?}", built.sanitised.unjoined);
}

#[test]
fn a_tree_costs_what_flat_search_costs() {
    for (name, env) in places(0..400) {
        let mut dice = Dice::new(env.cell_count() as u64);
        for profile in PROFILES {
            let map = roadmap(env.as_given(), profile);
            let atlas = Atlas { world: env.as_given(), map: &map };
            let mut scratch = Scratch::default();
            for _ in 0..5 {
                let to = random_spot(&env, &mut dice);
                let tree = GoalTree::of(atlas, &[to]);
                for _ in 0..10 {
                    let from = random_spot(&env, &mut dice);
                    let expected = Flat.plan(atlas, from, to, &mut scratch).map(|f| f.cost);
                    assert_eq!(tree.next_portal(atlas, from).map(|n| n.cost), expected, "{name}: {from:?} to {to:?}");
                    assert_eq!(tree.route(atlas, from).map(|f| f.cost), expected, "{name}: {from:?} to {to:?}");
                }
            }
        }
    }
}

#[test]
fn a_repaired_tree_equals_a_fresh_one() {
    for (name, env) in places(100..600) {
        let mut doors = Doors::of(&env);
        let mut dice = Dice::new(77 + env.cell_count() as u64);
        for profile in &PROFILES[..2] {
            let mut map = roadmap(World::new(&env, &doors), profile);
            let goals: Vec<Spot> = (0..3).map(|_| random_spot(&env, &mut dice)).collect();
            let mut tree = GoalTree::of(Atlas { world: World::new(&env, &doors), map: &map }, &goals);
            for step in 0..12 {
                let changed = change(&env, &mut doors, &mut map, &mut dice);
                let atlas = Atlas { world: World::new(&env, &doors), map: &map };
                tree.update(atlas, &changed);
                assert_eq!(tree, GoalTree::of(atlas, &goals), "{name}, change {step}");
            }
        }
    }
}

#[test]
fn of_several_goals_the_cheapest_counts() {
    for (name, env) in places(200..400) {
        let mut dice = Dice::new(5 + env.cell_count() as u64);
        let map = roadmap(env.as_given(), &Profile::default());
        let atlas = Atlas { world: env.as_given(), map: &map };
        let goals: Vec<Spot> = (0..4).map(|_| random_spot(&env, &mut dice)).collect();
        let tree = GoalTree::of(atlas, &goals);
        let mut scratch = Scratch::default();
        for _ in 0..20 {
            let from = random_spot(&env, &mut dice);
            let each = goals.iter().filter_map(|&to| Flat.plan(atlas, from, to, &mut scratch));
            let expected = each.map(|f| f.cost).min();
            assert_eq!(tree.next_portal(atlas, from).map(|n| n.cost), expected, "{name}: {from:?}");
        }
    }
}

/// A pedestrian who asks for the next portal after each portal walks to the goal.
#[test]
fn next_portals_lead_to_the_goal() {
    for (name, env) in places(300..500) {
        let mut dice = Dice::new(9 + env.cell_count() as u64);
        let map = roadmap(env.as_given(), &Profile::default());
        let atlas = Atlas { world: env.as_given(), map: &map };
        let to = random_spot(&env, &mut dice);
        let tree = GoalTree::of(atlas, &[to]);
        for _ in 0..20 {
            let mut at = random_spot(&env, &mut dice);
            let (mut steps, mut left) = (0, u32::MAX);
            while let Some(next) = tree.next_portal(atlas, at) {
                let Some(segment) = next.segment else { break };
                let portal = env.segment(segment);
                assert!(map.may_leave(env.as_given(), at.cell, segment), "{name}: {segment:?} cannot be passed");
                assert!(next.cost <= left, "{name}: {} left after {left}", next.cost);
                left = next.cost;
                let other = portal.other(at.cell);
                at = Spot { cell: other, point: if portal.is_lift() { portal.stop_in(other) } else { next.point } };
                steps += 1;
                assert!(steps <= 4 * env.cell_count(), "{name}: never arrives");
            }
            assert!(steps == 0 || at.cell == to.cell, "{name}: stopped in cell {:?}", at.cell);
        }
    }
}

#[test]
fn trees_keep_within_their_memory_and_drop_the_one_asked_least_recently() {
    let env = places::built(&places::tower());
    let map = roadmap(env.as_given(), &Profile::default());
    let atlas = Atlas { world: env.as_given(), map: &map };
    let mut dice = Dice::new(1);
    let goals: Vec<Spot> = (0..4).map(|_| random_spot(&env, &mut dice)).collect();
    let one = GoalTree::of(atlas, &goals[..1]).bytes();
    let trees = GoalTrees::within(3 * one);
    let [a, b, c, d] = [0, 1, 2, 3].map(|i| [goals[i]]);
    let first = trees.tree(atlas, &a);
    for goal in [&b, &c, &a, &d] {
        trees.tree(atlas, goal);
    }
    assert_eq!((trees.len(), trees.bytes()), (3, 3 * one));
    assert!(std::sync::Arc::ptr_eq(&first, &trees.tree(atlas, &a)), "asked twice, so it stayed");
    let none = GoalTrees::within(one - 1);
    assert_eq!(*none.tree(atlas, &a), *first);
    assert!(none.is_empty());
}
