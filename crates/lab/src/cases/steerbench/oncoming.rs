//! SteerBench cases in which two or more people walk towards each other.

use populace_geom::Point;

use super::{BASE, Walker, judge, observe, walk, walker};
use crate::cases::draft::{Draft, rectangle};
use crate::{Case, Outcome};

const FIELD: [(f64, f64); 4] = rectangle((-15.0, -25.0), (15.0, 25.0));
const PAIR: [Walker; 2] = [walker((-1.0, -10.0), (0.0, 10.0)), walker((-1.0, 10.0), (0.0, -10.0))];

pub(crate) const ONE: Case = Case {
    name: "steerbench-oncoming-1",
    title: "Two people who come towards each other pass",
    setup: "Two people 20 m apart, each towards a goal behind the other, 1 m aside.",
    run: |bench| walk(bench, Draft::new(120.0).ground(&FIELD), &PAIR),
    ..BASE
};

pub(crate) const TRICK: Case = Case {
    name: "steerbench-oncoming-trick",
    title: "Two people with the same goal come up to it and do not walk through each other",
    setup: "Two people 20 m apart with one and the same goal in the middle, where there is room for one.",
    measure: "people who do not come within 1.5 m of the goal; besides, no two bodies overlap by more than 1 mm",
    run: |bench| {
        let goal = (-1.5, 0.0);
        let walkers = [walker((-1.5, -10.0), goal), walker((-1.5, 10.0), goal)];
        let (observed, figure) = observe(bench, Draft::new(60.0).ground(&FIELD), &walkers)?;
        let near = |path: &[Point]| path.iter().any(|p| p.distance(Point::new(goal.0, goal.1)) < 1.5);
        let far = observed.paths().iter().filter(|(_, path)| !near(path)).count();
        Ok(Outcome { value: far as f64, ..judge(&observed, 2) }.drawn(figure))
    },
    ..BASE
};

pub(crate) const OBSTACLE: Case = Case {
    name: "steerbench-oncoming-obstacle",
    title: "Two people who come towards each other pass at an obstacle",
    setup: "As oncoming-1, with a block of 1.28 by 1 m where they would meet.",
    run: |bench| walk(bench, Draft::new(120.0).ground(&FIELD).block((-1.98, -0.5), (-0.7, 0.5)), &PAIR),
    ..BASE
};

pub(crate) const GROUPS: Case = Case {
    name: "steerbench-oncoming-groups",
    title: "Six people get past six others",
    setup: "Two groups of six, in two rows of three 1.5 m apart, 40 m apart, each towards the other's place.",
    run: |bench| {
        let spot = |i: usize| (1.5 * (i % 3) as f64 - 1.5, 20.0 + 1.5 * (i / 3) as f64);
        let south = (0..6).map(spot).map(|(x, y)| walker((x, -y), (x, y)));
        let north = (0..6).map(spot).map(|(x, y)| walker((x, y), (x, -y)));
        let walkers: Vec<Walker> = south.chain(north).collect();
        walk(bench, Draft::new(180.0).ground(&FIELD), &walkers)
    },
    ..BASE
};
