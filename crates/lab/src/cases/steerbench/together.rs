//! People who walk side by side in the open: they draw together, spread, or one of them cuts across the others.

use super::{BASE, Walker, walk, walker};
use crate::cases::draft::{Draft, Xy, rectangle};
use crate::{Bench, Case, Outcome};

/// The starts of the six people of cut-across.
const SIX: [Xy; 6] = [(0.0, 0.0), (1.5, -1.3), (-2.0, 0.0), (-1.0, -1.0), (1.3, 1.0), (-1.4, 1.4)];

pub(crate) const CUT_ACROSS_1: Case = Case {
    name: "steerbench-cut-across-1",
    title: "A pedestrian at the back of six crosses the way of the others",
    setup: "Six people within 3.5 by 2.7 m. Five go to a goal 40 m north; one at the back goes to a goal 10 m east of that goal. The field around them is an assumption of this case.",
    run: |bench| cut_across(bench, 3),
    ..BASE
};

pub(crate) const CUT_ACROSS_2: Case = Case {
    name: "steerbench-cut-across-2",
    title: "The westernmost of six people crosses the way of the others",
    setup: "As cut-across-1, but the westernmost pedestrian goes to the goal in the east.",
    run: |bench| cut_across(bench, 2),
    ..BASE
};

pub(crate) const FAN_IN: Case = Case {
    name: "steerbench-fan-in",
    title: "Six people with one goal draw together and arrive one after another",
    setup: "Six people within 3.3 by 2.7 m with one and the same goal 20 m north; a pedestrian that has come within 0.5 m of it is gone. The field around them is an assumption of this case.",
    run: |bench| {
        let at = [(0.0, 0.0), (0.0, -1.3), (-2.0, 0.0), (-1.0, -1.0), (1.3, 1.0), (-1.4, 1.4)];
        walk(bench, field(), &at.map(|at| walker(at, (0.0, 20.0))))
    },
    ..BASE
};

pub(crate) const FAN_OUT: Case = Case {
    name: "steerbench-fan-out",
    title: "Four people who stand together go to goals side by side",
    setup: "Four people within 2 by 1.3 m, to goals 2 m apart, 40 m north; the western two change sides. The field around them is an assumption of this case.",
    run: |bench| {
        let walkers = [
            walker((0.0, 0.0), (1.0, 40.0)),
            walker((0.0, -1.3), (3.0, 40.0)),
            walker((-2.0, 0.0), (-1.0, 40.0)),
            walker((-1.4, -1.0), (-3.0, 40.0)),
        ];
        walk(bench, field(), &walkers)
    },
    ..BASE
};

fn field() -> Draft {
    Draft::new(120.0).ground(&rectangle((-15.0, -10.0), (20.0, 50.0)))
}

/// Runs the six; the walker of this number goes to a goal of its own.
fn cut_across(bench: &Bench, who: usize) -> Result<Outcome, String> {
    let mut walkers: [Walker; 6] = SIX.map(|at| walker(at, (0.0, 40.0)));
    walkers[who].goal = (10.0, 40.0);
    walk(bench, field(), &walkers)
}
