//! RiMEA test 11: a jammed exit sends some people to the next exit.

use crate::cases::draft::{Draft, anyone, count};
use crate::{Bench, Case, Kind, Outcome, Suite};
use populace_scenario::written::StageEntry;

pub(crate) const CASE: Case = Case {
    name: "rimea-11",
    suite: Suite::Rimea,
    kind: Kind::Validation,
    title: "Most people take the nearer exit, and some take the farther exit while the nearer is jammed",
    source: "RiMEA test 11 (the split is to be reported); 300 people as JuPedSim documents it, 1,000 as it runs it (rimea test_11)",
    setup: "A room of 30 by 20 m, 300 people (1,000 in the full set) in its left half, two exits 1 m wide in one long wall at 21 and 27 m; exits are chosen by least time.",
    measure: "share of people who leave by the farther exit",
    unit: "1",
    low: 0.05,
    high: 0.55,
    is_quick: true,
    run,
};

fn run(bench: &Bench) -> Result<Outcome, String> {
    let people = if bench.is_full { 1000 } else { 300 };
    let scene = Draft::new(1500.0)
        .ground(&[
            (0.0, 0.0),
            (21.0, 0.0),
            (21.0, -2.0),
            (22.0, -2.0),
            (22.0, 0.0),
            (27.0, 0.0),
            (27.0, -2.0),
            (28.0, -2.0),
            (28.0, 0.0),
            (30.0, 0.0),
            (30.0, 20.0),
            (0.0, 20.0),
        ])
        .area("left half", (0.0, 0.0), (15.0, 20.0))
        .area("nearer", (21.0, -2.0), (22.0, -1.0))
        .area("farther", (27.0, -2.0), (28.0, -1.0))
        .people(
            "people",
            count(people, "left half"),
            [StageEntry::leave(["nearer", "farther"]).with("by", "least-time")],
            anyone(),
        )
        .scene();
    let observed = bench.watch(&scene, 1)?;
    let left = observed.left();
    let farther =
        left.iter().filter(|l| observed.areas.get(l.2 as usize).is_some_and(|name| name == "farther")).count();
    Ok(Outcome::of(farther as f64 / left.len().max(1) as f64).must("everyone leaves", observed.is_over).note(format!(
        "{} by the nearer exit, {farther} by the farther one, in {:.0} s",
        left.len() - farther,
        observed.duration()
    )))
}
