//! Two or more who come towards each other.

use super::{BASE, Walker, walk, walker};
use crate::Case;
use crate::cases::draft::{Draft, rectangle};

const FIELD: [(f64, f64); 4] = rectangle((-15.0, -25.0), (15.0, 25.0));
const PAIR: [Walker; 2] = [walker((-1.0, -10.0), (0.0, 10.0)), walker((-1.0, 10.0), (0.0, -10.0))];

pub(crate) const ONE: Case = Case {
    name: "steerbench-oncoming-1",
    title: "Two who come towards each other pass",
    setup: "Two people 20 m apart, each towards a goal behind the other, 1 m aside.",
    run: |bench| walk(bench, Draft::new(120.0).ground(&FIELD), &PAIR),
    ..BASE
};

pub(crate) const TRICK: Case = Case {
    name: "steerbench-oncoming-trick",
    title: "Two who come towards each other both stop at the same place",
    setup: "Two people 20 m apart with one and the same goal in the middle; one gets there when the other has gone.",
    run: |bench| {
        let walkers = [walker((-1.5, -10.0), (-1.5, 0.0)), walker((-1.5, 10.0), (-1.5, 0.0))];
        walk(bench, Draft::new(120.0).ground(&FIELD), &walkers)
    },
    ..BASE
};

pub(crate) const OBSTACLE: Case = Case {
    name: "steerbench-oncoming-obstacle",
    title: "Two who come towards each other pass at an obstacle",
    setup: "As oncoming-1, with a block of 1.28 by 1 m where they would meet.",
    run: |bench| walk(bench, Draft::new(120.0).ground(&FIELD).block((-1.98, -0.5), (-0.7, 0.5)), &PAIR),
    ..BASE
};

pub(crate) const GROUPS: Case = Case {
    name: "steerbench-oncoming-groups",
    title: "Six get past six",
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
