//! Ways that cross.

use super::{BASE, Walker, walk, walker};
use crate::Case;
use crate::cases::draft::{Draft, rectangle};

const FIELD: [(f64, f64); 4] = rectangle((-15.0, -15.0), (15.0, 15.0));

pub(crate) const ONE: Case = Case {
    name: "steerbench-crossing-1",
    title: "Two whose ways cross at a right angle pass",
    setup: "(9, 1) to (−10, 1) and (1, 10) to (1, −10).",
    run: |bench| {
        let walkers = [walker((9.0, 1.0), (-10.0, 1.0)), walker((1.0, 10.0), (1.0, -10.0))];
        walk(bench, Draft::new(120.0).ground(&FIELD), &walkers)
    },
    ..BASE
};

pub(crate) const SIX: Case = Case {
    name: "steerbench-crossing-6",
    title: "Two whose ways cross at an acute angle pass",
    setup: "(10, 1) to (−10, 1) at 1.35 m/s and (7.4, 7.4) to (−10, −10) at 1.25 m/s.",
    run: |bench| {
        let walkers = [
            Walker { speed: 1.35, ..walker((10.0, 1.0), (-10.0, 1.0)) },
            Walker { speed: 1.25, ..walker((7.4, 7.4), (-10.0, -10.0)) },
        ];
        walk(bench, Draft::new(120.0).ground(&FIELD), &walkers)
    },
    ..BASE
};

pub(crate) const THREE_WAY: Case = Case {
    name: "steerbench-3-way",
    title: "Three who meet in one point pass",
    setup: "From (10, 0), (−7, 7) and (−7, −7) through the origin to the opposite side.",
    run: |bench| {
        let walkers = [(10.0, 0.0), (-7.0, 7.0), (-7.0, -7.0)].map(|(x, y)| walker((x, y), (-x, -y)));
        walk(bench, Draft::new(120.0).ground(&FIELD), &walkers)
    },
    ..BASE
};

pub(crate) const FOUR_WAY: Case = Case {
    name: "steerbench-4-way-confusion",
    title: "Four who meet in one point pass",
    setup: "From 10 m east, west, north and south through the origin to the opposite side.",
    run: |bench| {
        let walkers = [(10.0, 0.0), (-10.0, 0.0), (0.0, 10.0), (0.0, -10.0)].map(|(x, y)| walker((x, y), (-x, -y)));
        walk(bench, Draft::new(120.0).ground(&FIELD), &walkers)
    },
    ..BASE
};

pub(crate) const SURPRISE: Case = Case {
    name: "steerbench-surprise-1",
    title: "Two who meet round a corner pass",
    setup: "A block north-east of (1.1, 1.1); one comes from the east, one from the north, each round the corner to where the other came from.",
    run: |bench| {
        let walkers = [walker((10.0, 0.0), (0.0, 10.0)), walker((0.0, 10.0), (10.0, 0.0))];
        walk(bench, Draft::new(120.0).ground(&FIELD).block((1.1, 1.1), (15.0, 15.0)), &walkers)
    },
    ..BASE
};
