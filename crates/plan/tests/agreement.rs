//! All planners of the table that plan over the roadmap agree: the same cost to the bit, a way where flat search finds
//! one, and portals that can be passed one after the other.

use crate::places::{Dice, change, places, random_spot};
use populace_env::{CellId, Doors, World};
use populace_plan::{Atlas, Found, Keys, PLANNERS, PROFILES, Planner, PlannerEntry, Roadmap, Scratch, Spot, planner};

/// Returns the planners that must agree with flat search. The exact planner is not among them: it does not walk from key
/// point to key point.
fn over_the_roadmap() -> impl Iterator<Item = &'static PlannerEntry> {
    PLANNERS.iter().filter(|p| p.is_least_cost && p.name != "flat")
}

fn flat(atlas: Atlas<'_>) -> Box<dyn Planner> {
    (planner("flat").expect("in the table").prepare)(atlas)
}

fn assert_passable(atlas: Atlas<'_>, from: Spot, to: Spot, found: &Found, context: &str) {
    let end = found.route.portals.iter().fold(from.cell, |cell: CellId, &portal| {
        assert!(atlas.world.segment(portal).cells.contains(&cell), "{context}: {portal:?} is not at {cell:?}");
        assert!(atlas.map.may_leave(atlas.world, cell, portal), "{context}: {portal:?} cannot be passed");
        atlas.world.segment(portal).other(cell)
    });
    assert_eq!(end, to.cell, "{context}: ends elsewhere");
}

/// Asks all planners for some random pairs.
fn compare(atlas: Atlas<'_>, planners: &[(&str, Box<dyn Planner>)], dice: &mut Dice, context: &str) -> usize {
    let (mut scratch, mut routes) = (Scratch::default(), 0);
    for _ in 0..6 {
        let (from, to) = (random_spot(&atlas.world, dice), random_spot(&atlas.world, dice));
        let expected = flat(atlas).plan(atlas, from, to, &mut scratch);
        routes += usize::from(expected.is_some());
        for (name, planner) in planners {
            let context = format!("{context}, {name}, {from:?} to {to:?}");
            let found = planner.plan(atlas, from, to, &mut scratch);
            assert_eq!(found.as_ref().map(|f| f.cost), expected.as_ref().map(|f| f.cost), "{context}");
            for found in found.iter().chain(&expected) {
                assert_passable(atlas, from, to, found, &context);
            }
        }
    }
    routes
}

fn prepared(atlas: Atlas<'_>) -> Vec<(&'static str, Box<dyn Planner>)> {
    over_the_roadmap().map(|p| (p.name, (p.prepare)(atlas))).collect()
}

fn agree(rooms: std::ops::Range<u64>, keys: Keys) {
    let mut routes = 0;
    for (name, env) in places(rooms) {
        let mut doors = Doors::of(&env);
        let mut dice = Dice::new(31 + env.cell_count() as u64);
        for profile in PROFILES {
            let mut map = Roadmap::of(World::new(&env, &doors), profile, keys);
            let mut kept = prepared(Atlas { world: World::new(&env, &doors), map: &map });
            for step in 0..4 {
                let context = format!("{name}, {}, change {step}", profile.name);
                let atlas = Atlas { world: World::new(&env, &doors), map: &map };
                routes += compare(atlas, &kept, &mut dice, &format!("{context}, refreshed"));
                routes += compare(atlas, &prepared(atlas), &mut dice, &format!("{context}, fresh"));
                let changed = change(&env, &mut doors, &mut map, &mut dice);
                let atlas = Atlas { world: World::new(&env, &doors), map: &map };
                kept.iter_mut().for_each(|(_, planner)| planner.refresh(atlas, &changed));
            }
        }
    }
    assert!(routes > 1000, "only {routes} of the pairs have a way");
}

#[test]
fn planners_agree_with_many_key_points() {
    agree(1000..1120, Keys { most: 4, spacing: 0.7 });
}

#[test]
fn planners_agree_with_one_key_point() {
    agree(2000..2120, Keys { most: 1, spacing: 10.0 });
}
