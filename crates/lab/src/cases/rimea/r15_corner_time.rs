//! RiMEA test 15: a corner costs time, but people pass it sooner than a straight corridor that is as long as the outer
//! side of the corner.

use crate::cases::draft::{Draft, Xy, anyone, count, rectangle};
use crate::{Bench, Case, Kind, Outcome, Suite};
use populace_scenario::written::StageEntry;

pub(crate) const CASE: Case = Case {
    name: "rimea-15",
    suite: Suite::Rimea,
    kind: Kind::Verification,
    title: "A crowd takes longer round a corner than along its inside, and less than along its outside",
    source: "RiMEA test 15; lengths of JuPedSim's system tests (rimea test_15)",
    setup: "500 people in the first 20 m of three halls 20 m wide: straight 50 m, straight 81 m, and a corner that is 50 m long along its inner wall.",
    measure: "(time round the corner − time of 50 m) over (time of 81 m − time of 50 m)",
    unit: "1",
    low: 0.0,
    high: 1.0,
    is_quick: false,
    run,
};

fn run(bench: &Bench) -> Result<Outcome, String> {
    let straight = |length: f64| {
        leave(bench, &rectangle((0.0, 0.0), (20.0 + length, 20.0)), (18.0 + length, 0.0), (20.0 + length, 20.0))
    };
    let (short, long) = (straight(50.0)?, straight(81.0)?);
    // 20 m of start, 20 m on to the inner corner, 20 m across it on the middle line, then north.
    let corner = [(0.0, 0.0), (60.0, 0.0), (60.0, 50.0), (40.0, 50.0), (40.0, 20.0), (0.0, 20.0)];
    let round = leave(bench, &corner, (40.0, 48.0), (60.0, 50.0))?;
    Ok(Outcome::of((round - short) / (long - short))
        .note(format!("50 m {short:.1} s, round the corner {round:.1} s, 81 m {long:.1} s")))
}

fn leave(bench: &Bench, outline: &[Xy], low: Xy, high: Xy) -> Result<f64, String> {
    let scene = Draft::new(600.0)
        .ground(outline)
        .area("start", (0.0, 0.0), (20.0, 20.0))
        .area("end", low, high)
        .people("people", count(500, "start"), [StageEntry::leave("end")], anyone())
        .scene();
    bench.watch(&scene, 1)?.emptied().ok_or_else(|| "the hall was not empty after 600 s".into())
}
