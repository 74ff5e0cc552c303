//! A step in which nobody comes, leaves or gets another route allocates nothing, once its buffers have grown to what they need.
//!
//! The allocator counts for the whole process, so this file has one test.

mod support;

use populace_geom::Point;
use populace_mind::behaviours;
use populace_perceive::{PERCEPTIONS, Perceiving};
use populace_sim::{FOLLOWERS, Population, Setup, Simulation};
use populace_steer::MODELS;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use support::{leaving, perceiving, place, rectangle, setup, steered};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<std::alloc::System> = &INSTRUMENTED_SYSTEM;

/// People of each direction and follower. Together they are enough for the threads to stay awake between the parts of a step.
const EACH: u32 = 280;

/// Steps in which buffers grow: ten seconds, three times of putting rows in order.
const WARM_UP: usize = 200;

/// Steps that are looked at afterwards, and how many of them have to be quiet.
const STEPS: usize = 120;
const LEAST_QUIET: usize = 60;

/// Returns a street of 200 m with pillars. Everyone starts in the middle; half of the people walk to the west and half
/// to the east, so that they meet. Nobody gets to the end while it is measured.
fn street(model: &str, perception: Perceiving) -> Setup {
    let pillars: Vec<Vec<Point>> = (0..19)
        .flat_map(|i| (0..3).map(move |k| (10.0 + 10.0 * f64::from(i), 4.0 + 5.5 * f64::from(k))))
        .map(|(x, y)| rectangle(x, y, x + 0.5, y + 0.5))
        .collect();
    let areas = [
        ("middle", rectangle(75.0, 0.0, 125.0, 20.0)),
        ("west", rectangle(0.0, 0.0, 5.0, 20.0)),
        ("east", rectangle(195.0, 0.0, 200.0, 20.0)),
    ];
    let env = place(rectangle(0.0, 0.0, 200.0, 20.0), &pillars, &areas);
    let walkers = FOLLOWERS.iter().flat_map(|follower| {
        [1, 2].map(|to| Population {
            follower,
            steering: steered(model, serde_json::json!({})),
            // To a spot of the area, and to its nearest border.
            journey: if to == 1 { vec![behaviours::go_to(to as u32)] } else { leaving(0, 0, to).journey },
            ..leaving(EACH, 0, to)
        })
    });
    Setup { perception, ..setup(env, walkers.collect()) }
}

/// Returns how many steps after the warm-up are quiet, and which of them allocate.
fn quiet_steps(setup: &Setup, threads: usize) -> (usize, Vec<(u64, usize)>) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
    pool.install(|| {
        let mut simulation = Simulation::new(setup.clone());
        (0..WARM_UP).for_each(|_| {
            simulation.step();
        });
        assert_eq!(simulation.people().len() as u32, EACH * setup.populations.len() as u32, "everyone is there");
        let (mut quiet, mut allocating) = (0, Vec::new());
        for _ in 0..STEPS {
            let routes = simulation.counts().routes;
            let region = Region::new(ALLOCATOR);
            let report = simulation.step();
            let change = region.change();
            if report.events.is_empty() && report.counts.routes == routes {
                quiet += 1;
                let count = change.allocations + change.reallocations;
                allocating.extend((count > 0).then_some((report.step, count)));
            }
        }
        (quiet, allocating)
    })
}

#[test]
fn a_quiet_step_allocates_nothing_whatever_the_model_the_follower_and_the_perception() {
    let models = MODELS.iter().map(|model| (model.name, Perceiving::default()));
    let defaults = serde_json::json!({});
    let perceptions = PERCEPTIONS.iter().map(|entry| (MODELS[0].name, perceiving(entry.name, defaults.clone())));
    for (model, perception) in models.chain(perceptions) {
        let setup = street(model, perception);
        for threads in [1, 2] {
            let (quiet, allocating) = quiet_steps(&setup, threads);
            let what = format!("{model}, {} on {threads} threads", setup.perception.entry().name);
            assert!(quiet >= LEAST_QUIET, "{what}: {quiet} quiet steps");
            assert!(allocating.is_empty(), "{what}: steps and their allocations: {allocating:?}");
        }
    }
}
