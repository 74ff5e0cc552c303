//! J6: no braking at way-points.

use crate::cases::bodies::standing;
use populace_geom::Point;
use populace_scenario::written::StageEntry;

use crate::cases::draft::{Draft, at_speed, rectangle};
use crate::{Bench, Case, Kind, Outcome, Suite};

pub(crate) const CASE: Case = Case {
    name: "juelich-06",
    suite: Suite::Juelich,
    kind: Kind::Verification,
    title: "Nobody slows down at goals in between",
    source: "JuPedSim system tests, Jülich test 6: 10 ± 0.1 s; the clock here ticks in tenths of a second, hence the last hundredth",
    setup: "A corridor of 16 by 2 m at 1 m/s, with goals to go to at 3, 5, 7 and 9 m before the exit.",
    measure: "time for 10 m",
    unit: "s",
    low: 9.89,
    high: 10.11,
    is_quick: true,
    run,
};

fn run(bench: &Bench) -> Result<Outcome, String> {
    let goals = [3.0, 5.0, 7.0, 9.0].map(|x| StageEntry::go_to_point([x, 1.0]));
    let journey = goals.into_iter().chain([StageEntry::leave("end")]);
    let scene = Draft::new(60.0)
        .ground(&rectangle((-2.0, 0.0), (14.0, 2.0)))
        .area("end", (12.0, 0.0), (14.0, 2.0))
        .people("walker", standing([Point::new(-1.0, 1.0)]), journey, at_speed(1.0))
        .scene();
    let observed = bench.watch(&scene, 1)?;
    let time = |x: f64| observed.passages(Point::new(x, 0.0), Point::new(x, 2.0)).first().map(|p| p.0);
    match (time(0.0), time(10.0)) {
        (Some(start), Some(end)) => Ok(Outcome::of(end - start)),
        _ => Err("the walker did not come to the end".into()),
    }
}
