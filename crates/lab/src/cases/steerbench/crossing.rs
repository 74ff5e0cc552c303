//! Ways that cross.

use super::{BASE, Walker, walk, walker};
use crate::cases::draft::{Draft, rectangle};
use crate::{Bench, Case, Outcome};

fn field() -> Draft {
    Draft::new(120.0).ground(&rectangle((-15.0, -15.0), (15.0, 15.0)))
}

/// Runs walkers, each from its point through the origin to the opposite point.
fn through_the_middle(bench: &Bench, from: &[(f64, f64)]) -> Result<Outcome, String> {
    let walkers: Vec<Walker> = from.iter().map(|&(x, y)| walker((x, y), (-x, -y))).collect();
    walk(bench, field(), &walkers)
}

pub(crate) const ONE: Case = Case {
    name: "steerbench-crossing-1",
    title: "Two people whose ways cross at a right angle pass each other",
    setup: "(9, 1) to (−10, 1) and (1, 10) to (1, −10).",
    run: |bench| {
        let walkers = [walker((9.0, 1.0), (-10.0, 1.0)), walker((1.0, 10.0), (1.0, -10.0))];
        walk(bench, field(), &walkers)
    },
    ..BASE
};

pub(crate) const SIX: Case = Case {
    name: "steerbench-crossing-6",
    title: "Two people whose ways cross at an acute angle pass each other",
    setup: "(10, 1) to (−10, 1) at 1.35 m/s and (7.4, 7.4) to (−10, −10) at 1.25 m/s.",
    run: |bench| {
        let walkers = [
            Walker { speed: 1.35, ..walker((10.0, 1.0), (-10.0, 1.0)) },
            Walker { speed: 1.25, ..walker((7.4, 7.4), (-10.0, -10.0)) },
        ];
        walk(bench, field(), &walkers)
    },
    ..BASE
};

pub(crate) const THREE_WAY: Case = Case {
    name: "steerbench-3-way",
    title: "Three people who meet in one point pass each other",
    setup: "From (10, 0), (−7, 7) and (−7, −7) through the origin to the opposite side.",
    run: |bench| through_the_middle(bench, &[(10.0, 0.0), (-7.0, 7.0), (-7.0, -7.0)]),
    ..BASE
};

pub(crate) const FOUR_WAY: Case = Case {
    name: "steerbench-4-way-confusion",
    title: "Four people who meet in one point pass each other",
    setup: "From 10 m east, west, north and south through the origin to the opposite side.",
    run: |bench| through_the_middle(bench, &[(10.0, 0.0), (-10.0, 0.0), (0.0, 10.0), (0.0, -10.0)]),
    ..BASE
};

pub(crate) const FROGGER: Case = Case {
    name: "steerbench-frogger",
    title: "A pedestrian crosses the ways of three others",
    setup: "(−0.5, −8.5) to (−0.5, 11.5), across the ways of three people who go from (−9.5, 0.5) to (4.5, 0), from (13.5, 4.5) to (−4.5, 4.5) and from (−16.5, 6.5) to (4.5, 6.5). The field around them is an assumption of this case.",
    run: |bench| {
        let walkers = [
            walker((-0.5, -8.5), (-0.5, 11.5)),
            walker((-9.5, 0.5), (4.5, 0.0)),
            walker((13.5, 4.5), (-4.5, 4.5)),
            walker((-16.5, 6.5), (4.5, 6.5)),
        ];
        walk(bench, Draft::new(120.0).ground(&rectangle((-20.0, -15.0), (20.0, 15.0))), &walkers)
    },
    ..BASE
};

pub(crate) const SURPRISE: Case = Case {
    name: "steerbench-surprise-1",
    title: "Two people who meet round a corner pass each other",
    setup: "A block north-east of (1.1, 1.1); one pedestrian comes from the east, another from the north, and each goes round the corner to where the other came from.",
    run: |bench| {
        let walkers = [walker((10.0, 0.0), (0.0, 10.0)), walker((0.0, 10.0), (10.0, 0.0))];
        walk(bench, field().block((1.1, 1.1), (15.0, 15.0)), &walkers)
    },
    ..BASE
};
