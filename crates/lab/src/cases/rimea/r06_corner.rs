//! RiMEA test 6 (IMO test 6): a corner is walked round, not through.

use crate::cases::draft::{Draft, anyone, count};
use crate::{Bench, Case, Figure, Kind, Look, Outcome, Suite};
use populace_scenario::written::StageEntry;

pub(crate) const CASE: Case = Case {
    name: "rimea-06",
    suite: Suite::Rimea,
    kind: Kind::Verification,
    title: "Twenty people walk round a corner and through no wall",
    source: "RiMEA test 6 (IMO test 6); geometry of JuPedSim's notebook on corners",
    setup: "A corridor 2 m wide with a left turn after 10 m; 20 people in its first 6 m.",
    measure: "number of times that anyone is seen outside the corridor",
    unit: "frames",
    low: 0.0,
    high: 0.0,
    is_quick: true,
    run,
};

pub(crate) fn run(bench: &Bench) -> Result<Outcome, String> {
    let corners = [(0.0, 0.0), (12.0, 0.0), (12.0, 12.0), (10.0, 12.0), (10.0, 2.0), (0.0, 2.0)];
    let scene = Draft::new(120.0)
        .ground(&corners)
        .area("start", (0.0, 0.0), (6.0, 2.0))
        .area("end", (10.0, 11.0), (12.0, 12.0))
        .people("people", count(20, "start"), [StageEntry::leave("end")], anyone())
        .scene();
    let observed = bench.watch(&scene, 1)?;
    let is_inside = |x: f64, y: f64| {
        ((0.0..=12.0).contains(&x) && (0.0..=2.0).contains(&y))
            || ((10.0..=12.0).contains(&x) && (0.0..=12.0).contains(&y))
    };
    let outside = observed.frames.iter().flat_map(|f| &f.position).filter(|p| !is_inside(p.x, p.y)).count();
    let mut figure =
        Figure::plan("Paths").with(Look::Walls, "walls", corners.into_iter().chain([corners[0]]).collect());
    for (_, path) in observed.paths() {
        figure = figure.with(Look::Path, "", path.iter().map(|p| (p.x, p.y)).collect());
    }
    Ok(Outcome::of(outside as f64).must("everyone leaves", observed.is_over).drawn(figure))
}
