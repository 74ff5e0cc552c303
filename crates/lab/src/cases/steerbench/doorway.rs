//! A doorway for one at a time.

use super::{BASE, walk, walker};
use crate::Case;
use crate::cases::draft::{Draft, rectangle};

const CHANNEL: [(f64, f64); 4] = rectangle((-15.0, -1.0), (15.0, 3.1));

/// Returns the channel with a wall that leaves an opening.
fn channel(low: f64, high: f64) -> Draft {
    Draft::new(180.0).ground(&CHANNEL).block((-0.2, -1.0), (0.0, low)).block((-0.2, high), (0.0, 3.1))
}

pub(crate) const ONE_WAY: Case = Case {
    name: "steerbench-doorway-one-way",
    title: "Two people side by side get through a door for one person",
    setup: "A channel 4.1 m wide with a wall and an opening of 1.2 m; two people side by side from the west.",
    run: |bench| {
        let walkers = [walker((-10.0, -0.1), (10.0, -0.1)), walker((-10.0, 1.1), (10.0, 1.1))];
        walk(bench, channel(-0.1, 1.1), &walkers)
    },
    ..BASE
};

pub(crate) const TWO_WAY: Case = Case {
    name: "steerbench-doorway-two-way",
    title: "Two people from opposite sides get through a door for one person",
    setup: "A channel 4.1 m wide with a wall and an opening of 1.6 m; one person from either side.",
    run: |bench| {
        let walkers = [walker((-10.0, 0.5), (10.0, 0.5)), walker((10.0, 0.5), (-10.0, 0.5))];
        walk(bench, channel(-0.3, 1.3), &walkers)
    },
    ..BASE
};
