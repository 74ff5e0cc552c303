//! RiMEA test 8: the case documents what a change of one parameter does to the time of an evacuation.

use crate::cases::draft::{Draft, anyone, rectangle};
use crate::{Bench, Case, Kind, Outcome, Suite};
use populace_scenario::written::{ArrivalEntry, PopulationEntry, StageEntry};
use populace_scenario::{Spread, SpreadTable};

pub(crate) const CASE: Case = Case {
    name: "rimea-08",
    suite: Suite::Rimea,
    kind: Kind::Validation,
    title: "The effect of speed, size and pre-movement on the time of an evacuation",
    source: "RiMEA test 8 (documentation, no criterion); floors of 27 by 19 m as in Vadere's rimea_08",
    setup: "40 people leave two floors of 27 by 19 m over a stair. Once as usual, once at half the speed, once with bodies 0.5 m wide, once with a pre-movement of 30 s.",
    measure: "time at half the speed over the usual time",
    unit: "1",
    low: 1.2,
    high: 2.5,
    is_quick: false,
    run,
};

fn run(bench: &Bench) -> Result<Outcome, String> {
    let usual = leave(bench, anyone())?;
    let half = SpreadTable { normal: Some([0.67, 0.13]), between: Some([0.25, 1.1]), ..SpreadTable::default() };
    let slow = leave(bench, PopulationEntry { speed: Some(Spread::Table(half)), ..anyone() })?;
    let wide = leave(bench, PopulationEntry { radius: Some(0.25.into()), ..anyone() })?;
    let late = leave(bench, PopulationEntry { pre_movement: Some(30.0.into()), ..anyone() })?;
    Ok(Outcome::of(slow / usual).note(format!(
        "usual {usual:.1} s, at half the speed {slow:.1} s, 0.5 m wide {wide:.1} s, after a pre-movement of 30 s {late:.1} s"
    )))
}

fn leave(bench: &Bench, like: PopulationEntry) -> Result<f64, String> {
    let areas = Some(["rooms below", "rooms above"].into());
    let arrive = ArrivalEntry { count: Some(40), areas, ..ArrivalEntry::default() };
    let scene = Draft::new(600.0)
        .floor("lower", 0.0, &rectangle((0.0, 0.0), (27.0, 19.0)))
        .floor("upper", 3.0, &rectangle((31.0, 0.0), (58.0, 19.0)))
        .stairs(("lower", (27.0, 9.5)), ("upper", (31.0, 9.5)), 2.5, 0.37, 0.5)
        .area_on("lower", "outside", (0.0, 8.0), (1.0, 11.0))
        .area_on("lower", "rooms below", (5.0, 2.0), (25.0, 17.0))
        .area_on("upper", "rooms above", (35.0, 2.0), (55.0, 17.0))
        .people("people", arrive, [StageEntry::leave("outside")], like)
        .scene();
    bench.watch(&scene, 1)?.emptied().ok_or_else(|| "the building was not empty after 600 s".into())
}
