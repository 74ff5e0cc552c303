//! The planner of a population: every line of the table leads people to where they go, and the planner that is named is
//! asked.

use std::sync::atomic::{AtomicU32, Ordering};

use crate::support::*;
use populace_env::CellId;
use populace_plan::{Atlas, Flat, Found, PLANNERS, Planner, PlannerEntry, Scratch, Spot};
use populace_sim::{Setup, Simulation};

fn planned(mut setup: Setup, planner: &'static PlannerEntry) -> Setup {
    setup.populations.iter_mut().for_each(|p| p.planner = planner);
    setup
}

#[test]
fn everyone_arrives_whichever_planner_is_named() {
    for (name, setup) in [("streams", streams()), ("tower", tower(12)), ("door", door_that_shuts())] {
        for planner in PLANNERS {
            let mut simulation = Simulation::new(planned(setup.clone(), planner));
            run(&mut simulation, 400.0);
            assert!(simulation.is_over(), "{name}, {}: {:?}", planner.name, simulation.census());
            assert_eq!(simulation.counts().in_wall, 0, "{name}, {}", planner.name);
        }
    }
}

static ASKED: AtomicU32 = AtomicU32::new(0);

/// A planner of another crate, which counts how often it is asked.
struct Counting;

impl Planner for Counting {
    fn plan(&self, atlas: Atlas<'_>, from: Spot, to: Spot, scratch: &mut Scratch) -> Option<Found> {
        ASKED.fetch_add(1, Ordering::Relaxed);
        Flat.plan(atlas, from, to, scratch)
    }
    fn refresh(&mut self, atlas: Atlas<'_>, changed: &[CellId]) {
        Flat.refresh(atlas, changed);
    }
    fn bytes(&self) -> usize {
        0
    }
}

#[test]
fn the_planner_that_is_named_plans_ways_to_areas_and_unless_it_is_of_least_cost_to_exits_too() {
    static LEAST: PlannerEntry =
        PlannerEntry { name: "counting", about: "", is_least_cost: true, prepare: |_| Box::new(Counting) };
    static OTHER: PlannerEntry =
        PlannerEntry { name: "other", about: "", is_least_cost: false, prepare: |_| Box::new(Counting) };
    let asked = |planner| {
        ASKED.store(0, Ordering::Relaxed);
        let mut simulation = Simulation::new(planned(tower(12), planner));
        run(&mut simulation, 400.0);
        assert!(simulation.is_over());
        ASKED.load(Ordering::Relaxed)
    };
    // 12 walkers and 2 riders go to the office, then leave; trees of exits answer for planners of least cost.
    let least = asked(&LEAST);
    assert!(least >= 14, "{least}");
    assert!(asked(&OTHER) >= least + 14);
}
