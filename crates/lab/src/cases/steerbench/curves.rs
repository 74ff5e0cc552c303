//! A winding way.

use super::{BASE, walk, walker};
use crate::Case;
use crate::cases::draft::{Draft, rectangle};

pub(crate) const CASE: Case = Case {
    name: "steerbench-curves",
    title: "A pedestrian finds the way round two bends",
    setup: "Walls from the west up to 2.1 m, with a step up to 4.1 m, and 2 m further north the same from the east; one person from south of both to north of both. \
            The world of the original goes on to 100 m and has slits of up to 1 cm between blocks; this case ends at 15 m and has none.",
    measure: "people who do not arrive in time",
    run: |bench| {
        let draft = Draft::new(120.0)
            .ground(&rectangle((-15.0, -10.0), (15.0, 20.0)))
            .block((-15.0, -1.99), (2.1, 4.0))
            .block((2.1, 0.0), (4.1, 2.0))
            .block((-2.1, 6.01), (15.0, 12.0))
            .block((-4.1, 8.0), (-2.1, 10.0));
        walk(bench, draft, &[walker((-1.0, -3.0), (0.0, 13.0))])
    },
    ..BASE
};
