//! J4 and J5: someone stands in the way.

use crate::cases::bodies::standing;
use crate::cases::draft::{Draft, anyone, at_speed, rectangle};
use crate::{Bench, Case, Figure, Kind, Look, Outcome, Suite};
use populace_geom::Point;
use populace_scenario::written::StageEntry;

pub(crate) const WIDE: Case = Case {
    name: "juelich-04",
    suite: Suite::Juelich,
    kind: Kind::Verification,
    title: "A walker passes a person who stands in a wide corridor",
    source: "JuPedSim system tests, Jülich test 4: the centres stay 0.3 m apart in x or in y",
    setup: "A corridor of 20 by 4 m, a person who stands in its middle, another who walks towards that person from 10 m away.",
    measure: "least distance of the centres: the larger of its parts in x and y",
    unit: "m",
    low: 0.3,
    high: 2.0,
    is_quick: true,
    run: |bench| pass(bench, 4.0, true),
};

pub(crate) const NARROW: Case = Case {
    name: "juelich-05",
    title: "A walker does not walk through a person who stands in a narrow corridor",
    source: "JuPedSim system tests, Jülich test 5: the centres stay 0.15 m apart in x or in y",
    setup: "A corridor of 20 by 0.7 m, a person who stands in its middle, another who walks towards that person from 10 m away.",
    low: 0.15,
    run: |bench| pass(bench, 0.7, false),
    ..WIDE
};

fn pass(bench: &Bench, width: f64, is_wide: bool) -> Result<Outcome, String> {
    let middle = width / 2.0;
    let scene = Draft::new(60.0)
        .ground(&rectangle((-1.0, 0.0), (21.0, width)))
        .area("end", (20.0, 0.0), (21.0, width))
        .leavers("walker", &[(0.0, middle)], "end", at_speed(1.2))
        .people("standing", standing([Point::new(10.0, middle)]), [StageEntry::wait(1000.0)], anyone())
        .scene();
    let observed = bench.watch(&scene, 1)?;
    let paths = observed.paths();
    let stander = paths.get(1).and_then(|p| p.1.last()).copied().unwrap_or_default();
    let apart = paths[0].1.iter().map(|p| (p.x - stander.x).abs().max((p.y - stander.y).abs()));
    let has_passed = observed.left().iter().any(|l| l.1 == 0);
    let outcome = Outcome::of(apart.fold(f64::INFINITY, f64::min)).drawn(
        Figure::plan("Path of the walker")
            .with(Look::Walls, "walls", vec![(-1.0, 0.0), (21.0, 0.0), (21.0, width), (-1.0, width), (-1.0, 0.0)])
            .with(Look::Path, "walker", paths[0].1.iter().map(|p| (p.x, p.y)).collect())
            .with(Look::Dots, "standing", vec![(stander.x, stander.y)]),
    );
    Ok(if is_wide {
        outcome.must("the walker gets past", has_passed)
    } else {
        outcome.must("the walker does not get through", !has_passed)
    })
}
