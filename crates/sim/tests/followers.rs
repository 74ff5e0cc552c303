//! Ways to follow a route: everyone arrives and nobody is in a wall, whichever is used; the platter lift rounds corners.

use crate::support::*;
use populace_geom::{Point, maths};
use populace_plan::Spot;
use populace_sim::{FOLLOWERS, Recall, Setup, Simulation, Status};

/// Returns the lengths of the shortest and the longest bar, m, as the table says.
fn limits() -> (f64, f64) {
    let numbers = populace_sim::follower("platter-lift").expect("it is in the table").numbers;
    let value = |name| numbers.iter().find(|n| n.name == name).expect("it is named").value;
    (value("shortest bar"), value("longest bar"))
}

fn scenes() -> Vec<(&'static str, Setup)> {
    vec![
        ("corner", corner()),
        ("corridor", corridor(30)),
        ("bottleneck", bottleneck(100)),
        ("streams", streams()),
        ("tower", tower(30)),
        ("door", door_that_shuts()),
        ("alley", alley(8)),
    ]
}

#[test]
fn everyone_arrives_and_nobody_is_in_a_wall_whichever_is_used() {
    for (name, setup) in scenes() {
        for follower in FOLLOWERS {
            let mut simulation = Simulation::new(following(setup.clone(), follower.name));
            run(&mut simulation, 400.0);
            let (census, counts) = (simulation.census(), simulation.counts());
            println!("{name}, {}: {:.1} s, {counts:?}", follower.name, simulation.time());
            assert!(simulation.is_over(), "{name}, {}: {census:?}", follower.name);
            assert_eq!((counts.in_wall, counts.contained), (0, 0), "{name}, {}", follower.name);
        }
    }
}

/// Returns points of the path of the pedestrian who walks around the corner, 0.25 m apart: over shorter distances the body turns, not the way.
fn path(setup: Setup) -> Vec<Point> {
    let mut simulation = Simulation::new(setup);
    let mut path: Vec<Point> = Vec::new();
    while !simulation.is_over() {
        let at = simulation.people().position.first().copied();
        path.extend(at.filter(|at| path.last().is_none_or(|last| last.distance(*at) >= 0.25)));
        simulation.step();
    }
    path
}

/// Returns the turns between the pieces of a path, degrees.
fn turns(path: &[Point]) -> Vec<f64> {
    let turn = |w: &[Point]| {
        let (a, b) = (w[1] - w[0], w[2] - w[1]);
        maths::atan2(a.cross(b), a.dot(b)).to_degrees()
    };
    path.windows(3).map(turn).collect()
}

#[test]
fn a_platter_lift_rounds_a_corner_that_cones_cut() {
    for seed in 1..=6 {
        // In all, and at most within half a metre.
        let [cones, lift] = ["cones", "platter-lift"].map(|name| {
            let turns = turns(&path(Setup { seed, ..following(corner(), name) }));
            let all: f64 = turns.iter().map(|t| t.abs()).sum();
            (all, turns.windows(2).map(|w| (w[0] + w[1]).abs()).fold(0.0, f64::max))
        });
        println!(
            "seed {seed}: cones {:.0}°, {:.0}°/m; lift {:.0}°, {:.0}°/m",
            cones.0,
            cones.1 * 2.0,
            lift.0,
            lift.1 * 2.0
        );
        // A quarter turn, and not to and fro.
        assert!((85.0..100.0).contains(&lift.0), "seed {seed}: {lift:?}");
        assert!(lift.1 < 0.9 * cones.1, "seed {seed}: {lift:?} against {cones:?}");
    }
}

#[test]
fn the_bar_keeps_its_length_and_sees_its_hook() {
    let (shortest, longest) = limits();
    for (name, setup) in scenes() {
        let mut simulation = Simulation::new(following(setup, "platter-lift"));
        let (mut bars, mut stretched) = (0, 0);
        while !simulation.is_over() && simulation.time() < 60.0 {
            let before = simulation.people().clone();
            let is_decision = simulation.steps().is_multiple_of(2);
            let put_aside = simulation.step().events.iter().filter(|e| e.kind == populace_traj::EventKind::MovedAside);
            let put_aside: Vec<u32> = put_aside.map(|e| e.pedestrian).collect();
            let (env, people) = (simulation.world(), simulation.people());
            let hook = |state| <Option<Spot>>::load(state, simulation.env()).expect("it is valid after every step");
            // A pedestrian who stood in the door that shut was elsewhere when its hook moved.
            let rows = (0..people.len()).filter(|&row| is_decision && !put_aside.contains(&people.id[row]));
            for row in rows {
                // Where it was when the hook moved.
                let Some(was) = before.id.iter().position(|&id| id == people.id[row]) else { continue };
                let (now, then) = (hook(people.follower_state[row]), hook(before.follower_state[was]));
                let Some(Spot { point, .. }) = now.filter(|_| people.status[row] == Status::Walking && now != then)
                else {
                    continue;
                };
                let (at, length) = (before.position[was], before.position[was].distance(point));
                let put_back = then.is_some_and(|then| at.distance(then.point) > longest);
                assert!(length <= longest + 1e-9 || put_back, "{name}: {length} m");
                assert!(env.sees(before.cell[was], at, point), "{name}: {at:?} does not see {point:?}");
                bars += 1;
                stretched += usize::from(length > 1.5 * shortest);
            }
        }
        println!("{name}: {stretched} of {bars} bars are stretched");
        assert!(bars > 50, "{name}");
        let is_crowded = name == "bottleneck";
        assert!(!is_crowded || stretched * 5 > bars, "{name}: who is held up stretches the bar");
    }
}
