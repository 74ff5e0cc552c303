//! RiMEA tests 2 and 3: the set speed is kept on stairs, up and down.
//!
//! Speeds on stairs are horizontal here, as in Fruin 1971: a stair 8 m long on the plan that is climbed at 0.5 m/s takes 16 s.

use populace_geom::Point;
use populace_scenario::written::StageEntry;

use crate::cases::draft::{Draft, at_speed, on, rectangle};
use crate::{Bench, Case, Kind, Outcome, Suite};

pub(crate) const UP: Case = Case {
    name: "rimea-02",
    suite: Suite::Rimea,
    kind: Kind::Verification,
    title: "A pedestrian keeps the set speed up a stair",
    source: "RiMEA test 2; speed of JuPedSim's system tests (rimea test_2)",
    setup: "One person climbs a stair 2 m wide, 8 m long on the plan and 6 m high, at 0.5 m/s on the plan.",
    measure: "time on the stair, over its length divided by the set speed",
    unit: "1",
    low: 0.95,
    high: 1.05,
    is_quick: true,
    run: |bench| Ok(Outcome::of(climb(bench, 8.0, 6.0, [0.5, 0.65], true)?)),
};

pub(crate) const DOWN: Case = Case {
    name: "rimea-03",
    title: "A pedestrian keeps the set speed down a stair",
    source: "RiMEA test 3; speed of JuPedSim's system tests (rimea test_3)",
    setup: "One person goes down a stair 2 m wide, 8 m long on the plan and 6 m high, at 0.65 m/s on the plan.",
    run: |bench| Ok(Outcome::of(climb(bench, 8.0, 6.0, [0.5, 0.65], false)?)),
    ..UP
};

/// Returns the time on a stair, divided by the time that it should take.
pub(crate) fn climb(bench: &Bench, length: f64, rise: f64, speeds: [f64; 2], is_up: bool) -> Result<f64, String> {
    let end = 5.0 + length;
    let (from, exit) = if is_up { (1.0, (end + 3.0, end + 5.0)) } else { (end + 4.0, (0.0, 2.0)) };
    let (here, there) = if is_up { ("lower", "upper") } else { ("upper", "lower") };
    let scene = Draft::new(100.0)
        .floor("lower", 0.0, &rectangle((0.0, 0.0), (5.0, 2.0)))
        .floor("upper", rise, &rectangle((end, 0.0), (end + 5.0, 2.0)))
        .stairs(("lower", (5.0, 1.0)), ("upper", (end, 1.0)), 2.0, speeds[0], speeds[1])
        .area_on(there, "end", (exit.0, 0.0), (exit.1, 2.0))
        .people("walker", on(here, [Point::new(from, 1.0)]), [StageEntry::leave("end")], at_speed(1.0))
        .scene();
    let observed = bench.watch(&scene, 1)?;
    let time = |x: f64| observed.passages(Point::new(x, -1.0), Point::new(x, 3.0)).first().map(|p| p.0);
    // Frames are a tenth of a second apart, so both times may be wrong by a tenth of a second.
    match (time(5.0), time(end)) {
        (Some(low), Some(high)) => Ok((high - low).abs() * if is_up { speeds[0] } else { speeds[1] } / length),
        _ => Err("nobody came over the stair".into()),
    }
}
