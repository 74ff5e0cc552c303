//! A corridor 2.5 m wide: overtaking and squeezing past.

use super::{BASE, Walker, walk, walker};
use crate::Case;
use crate::cases::draft::{Draft, rectangle};

/// Returns the corridor; a run ends after a time at the latest, s.
fn corridor(until: f64) -> Draft {
    Draft::new(until).ground(&rectangle((-17.0, -1.25), (17.0, 1.25)))
}

/// Returns a walker from the west, `y` m beside the middle line.
const fn from_west(y: f64) -> Walker {
    walker((-10.0, y), (15.0, y))
}
/// Returns a walker from the east, `y` m beside the middle line.
const fn from_east(y: f64) -> Walker {
    walker((10.0, y), (-15.0, y))
}

const TWO_AGAINST_ONE: [Walker; 3] = [from_west(0.6), from_west(-0.6), from_east(0.0)];

pub(crate) const OVERTAKE: Case = Case {
    name: "steerbench-overtake",
    title: "The faster of two pedestrians overtakes the slower in a corridor",
    setup: "A corridor 2.5 m wide; 0.9 m/s at 7 m, 1.6 m/s behind at 10 m, both 22 m and more to go.",
    run: |bench| {
        let walkers = [
            Walker { speed: 0.9, ..walker((7.0, 0.0), (-15.0, 0.0)) },
            Walker { speed: 1.6, ..walker((10.0, 0.0), (-15.0, 0.0)) },
        ];
        walk(bench, corridor(120.0), &walkers)
    },
    ..BASE
};

pub(crate) const ONE: Case = Case {
    name: "steerbench-squeeze",
    title: "Two people who come towards each other squeeze past each other",
    setup: "A corridor 2.5 m wide, one from either side.",
    run: |bench| walk(bench, corridor(180.0), &[from_west(0.0), from_east(0.0)]),
    ..BASE
};

pub(crate) const THREE: Case = Case {
    name: "steerbench-3-squeeze",
    title: "Two people squeeze past one",
    setup: "A corridor 2.5 m wide, two side by side from the west, one from the east.",
    run: |bench| walk(bench, corridor(180.0), &TWO_AGAINST_ONE),
    ..BASE
};

pub(crate) const DOUBLE: Case = Case {
    name: "steerbench-double-squeeze",
    title: "Two people squeeze past two",
    setup: "A corridor 2.5 m wide, two side by side from either side.",
    run: |bench| {
        let walkers = [from_west(0.6), from_west(-0.6), from_east(0.6), from_east(-0.6)];
        walk(bench, corridor(180.0), &walkers)
    },
    ..BASE
};

pub(crate) const WALL: Case = Case {
    name: "steerbench-wall-squeeze",
    title: "Two people squeeze past one where a wall leaves room for one",
    setup: "As 3-squeeze, with a block at 0 m that leaves 1.35 m.",
    run: |bench| walk(bench, corridor(180.0).block((-0.9, -1.25), (0.0, -0.1)), &TWO_AGAINST_ONE),
    ..BASE
};
