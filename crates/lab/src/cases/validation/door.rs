//! A large crowd before a door 1.2 m wide: no arch stays.

use populace_geom::Point;
use populace_scenario::written::StageEntry;

use crate::cases::draft::{Draft, anyone, count};
use crate::observed::steady_flow;
use crate::{Bench, Case, Figure, Kind, Look, Outcome, Suite};

pub(crate) const CASE: Case = Case {
    name: "door-1.2",
    suite: Suite::Validation,
    kind: Kind::Validation,
    title: "A crowd leaves a room by a door of 1.2 m as fast as people do",
    source: "Kretz et al. 2006, Seyfried et al. 2009, EG: 2.27 per second at 1.2 m; ± 0.25 as for bottleneck-flow",
    setup: "A room of 30 by 30 m with a door 1.2 m wide in a wall 0.4 m thick; 300 people, in the full set 1,000.",
    measure: "flow between the passages of 10 % and 90 % of the people; besides, there is no pause of more than 10 s while someone waits, and the room empties",
    unit: "1/s",
    low: 2.02,
    high: 2.52,
    is_quick: true,
    run,
};

fn run(bench: &Bench) -> Result<Outcome, String> {
    let people = if bench.is_full { 1000 } else { 300 };
    let scene = Draft::new(if bench.is_full { 1500.0 } else { 500.0 })
        .ground(&[
            (0.0, 0.0),
            (30.0, 0.0),
            (30.0, 14.4),
            (30.4, 14.4),
            (30.4, 10.0),
            (36.0, 10.0),
            (36.0, 20.0),
            (30.4, 20.0),
            (30.4, 15.6),
            (30.0, 15.6),
            (30.0, 30.0),
            (0.0, 30.0),
        ])
        .area("room", (10.0, 2.0), (28.0, 28.0))
        .area("outside", (34.0, 10.0), (36.0, 20.0))
        .people("people", count(people, "room"), [StageEntry::leave("outside")], anyone())
        .scene();
    let observed = bench.watch(&scene, 1)?;
    let passages = observed.passages(Point::new(30.2, 14.0), Point::new(30.2, 16.0));
    let flow = steady_flow(&passages, people).unwrap_or(passages.len() as f64 / observed.duration());
    let pause = observed.longest_pause(&passages, people);
    // People who left are counted, not passages: PedPy's rule for passages does not count a pedestrian that is on the line in a frame.
    let left = observed.left().len();
    let out = passages.iter().enumerate().map(|(i, p)| (p.0, (i + 1) as f64)).collect();
    Ok(Outcome::of(flow)
        .must(format!("the longest pause while someone waits is {pause:.1} s, at most 10 s"), pause <= 10.0)
        .must(format!("everyone gets out; {left} of {people} did"), left == people)
        .drawn(
            Figure::new("People who got out", "time, s", "people")
                .with(
                    Look::Relation,
                    "2.27 per second",
                    vec![(10.0, 0.0), (10.0 + people as f64 / 2.27, people as f64)],
                )
                .with(Look::Path, bench.model.name, out),
        ))
}
