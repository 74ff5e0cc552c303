//! RiMEA test 14: people choose between a short way over stairs and a long way on the level.

use populace_geom::Point;
use populace_scenario::written::StageEntry;

use crate::cases::draft::{Draft, anyone, count, rectangle};
use crate::{Bench, Case, Kind, Outcome, Suite};

pub(crate) const CASE: Case = Case {
    name: "rimea-14",
    suite: Suite::Rimea,
    kind: Kind::Validation,
    title: "Which way people take: short over stairs, or long on the level",
    source: "RiMEA test 14 (report only); sides of 20 m as in JuPedSim's system tests (rimea test_14)",
    setup: "Two halls 20 m apart. A way down a stair, along a lower floor and up a stair, and a way round on the level, 50 m longer. 100 people.",
    measure: "share of people who take the short way over the stairs; routes are planned for least time",
    unit: "1",
    low: 0.0,
    high: 1.0,
    is_quick: false,
    run,
};

fn run(bench: &Bench) -> Result<Outcome, String> {
    let scene = Draft::new(600.0)
        .floor(
            "upper",
            0.0,
            &[(0.0, 0.0), (10.0, 0.0), (10.0, 26.0), (30.0, 26.0), (30.0, 0.0), (40.0, 0.0), (40.0, 30.0), (0.0, 30.0)],
        )
        .floor("lower", -3.0, &rectangle((15.0, 2.0), (25.0, 6.0)))
        .stairs(("upper", (10.0, 4.0)), ("lower", (15.0, 4.0)), 2.0, 0.37, 0.5)
        .stairs(("lower", (25.0, 4.0)), ("upper", (30.0, 4.0)), 2.0, 0.37, 0.5)
        .area_on("upper", "start", (0.0, 0.0), (8.0, 8.0))
        .area_on("upper", "end", (37.0, 0.0), (40.0, 8.0))
        .people("people", count(100, "start"), [StageEntry::leave("end")], anyone())
        .scene();
    let observed = bench.watch(&scene, 1)?;
    let short = observed.passages(Point::new(20.0, 1.0), Point::new(20.0, 7.0)).len();
    let long = observed.passages(Point::new(20.0, 25.0), Point::new(20.0, 31.0)).len();
    Ok(Outcome::of(short as f64 / (short + long).max(1) as f64)
        .must("everyone gets to the other hall", observed.is_over)
        .note(format!("{short} over the stairs, {long} on the level")))
}
