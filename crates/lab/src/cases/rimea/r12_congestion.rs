//! RiMEA test 12: after a narrow corridor there is no second jam before an exit of the same width.

use populace_geom::Point;
use populace_scenario::written::StageEntry;

use crate::cases::draft::{Draft, anyone, count};
use crate::observed::steady_flow;
use crate::{Bench, Case, Figure, Kind, Look, Outcome, Suite};

pub(crate) const CASE: Case = Case {
    name: "rimea-12",
    suite: Suite::Rimea,
    kind: Kind::Validation,
    title: "There is a jam before the corridor and none before the exit behind it",
    source: "RiMEA test 12 (no exclusion criterion); JuPedSim's system tests (rimea test_12) and their note that a density is needed, too",
    setup: "Two rooms of 10 by 10 m joined by a corridor of 5 by 1 m, an exit 1 m wide opposite; 150 people in the far half of the first room.",
    measure: "flow at the end of the corridor less flow at the exit; besides, there are not more than 3 people per m² in the 2 by 2 m before the exit for more than 5 s",
    unit: "1/s",
    low: -0.05,
    high: 0.5,
    is_quick: false,
    run,
};

const PEOPLE: usize = 150;

fn run(bench: &Bench) -> Result<Outcome, String> {
    let scene = Draft::new(900.0)
        .ground(&[
            (0.0, 0.0),
            (10.0, 0.0),
            (10.0, 4.5),
            (15.0, 4.5),
            (15.0, 0.0),
            (25.0, 0.0),
            (25.0, 4.5),
            (28.0, 4.5),
            (28.0, 5.5),
            (25.0, 5.5),
            (25.0, 10.0),
            (15.0, 10.0),
            (15.0, 5.5),
            (10.0, 5.5),
            (10.0, 10.0),
            (0.0, 10.0),
        ])
        .area("start", (0.0, 0.0), (5.0, 10.0))
        .area("outside", (26.5, 4.5), (28.0, 5.5))
        .people("people", count(PEOPLE, "start"), [StageEntry::leave("outside")], anyone())
        .scene();
    let observed = bench.watch(&scene, 1)?;
    let flow = |x: f64| steady_flow(&observed.passages(Point::new(x, 0.0), Point::new(x, 10.0)), PEOPLE);
    let (Some(corridor), Some(exit)) = (flow(15.0), flow(25.5)) else { return Err("not everyone got out".into()) };
    let before = |(x0, x1): (f64, f64)| crowded(&observed, (x0, 4.0), (x1, 6.0));
    let (first, second) = (before((8.0, 10.0)), before((23.0, 25.0)));
    let (low, high): (Vec<(f64, f64)>, f64) = second;
    Ok(Outcome::of(corridor - exit)
        .must(format!("before the exit it is denser than 3 per m² for {high:.1} s, at most 5 s"), high <= 5.0)
        .note(format!("flow {corridor:.2} /s out of the corridor, {exit:.2} /s out of the exit; before the corridor it is denser than 3 per m² for {:.1} s", first.1))
        .drawn(
            Figure::new("Density before corridor and exit", "time, s", "density, 1/m²")
                .with(Look::Path, "before the corridor", first.0)
                .with(Look::Path, "before the exit", low),
        ))
}

/// Returns the density in a rectangle every second, and the longest time that it was above 3 per m², s.
pub(super) fn crowded(observed: &crate::Observed, low: (f64, f64), high: (f64, f64)) -> (Vec<(f64, f64)>, f64) {
    let size = (high.0 - low.0) * (high.1 - low.1);
    let is_in = |p: &&Point| (low.0..high.0).contains(&p.x) && (low.1..high.1).contains(&p.y);
    let density: Vec<(f64, f64)> = observed
        .frames
        .iter()
        .step_by(10)
        .map(|f| (f.time, f.position.iter().filter(is_in).count() as f64 / size))
        .collect();
    let (mut longest, mut now) = (0.0f64, 0.0);
    for &(_, density) in &density {
        now = if density > 3.0 { now + 10.0 * observed.interval } else { 0.0 };
        longest = longest.max(now);
    }
    (density, longest)
}
