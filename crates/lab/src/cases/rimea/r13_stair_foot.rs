//! RiMEA test 13 (IMO test 11): jams at the mouth of a corridor and at the foot of a stair.

use populace_geom::Point;
use populace_scenario::written::StageEntry;

use super::r12_congestion::crowded;
use crate::cases::bodies::Field;
use crate::cases::draft::{Draft, anyone, on, rectangle};
use crate::observed::steady_flow;
use crate::{Bench, Case, Figure, Kind, Look, Outcome, Suite};

pub(crate) const CASE: Case = Case {
    name: "rimea-13",
    suite: Suite::Rimea,
    kind: Kind::Verification,
    title: "A stair lets fewer people through than the corridor before it",
    source: "RiMEA test 13 (IMO test 11); accepted difference of JuPedSim's system tests (rimea test_13), stair speeds after Burghardt 2014",
    setup: "A room of 5 by 8 m, a corridor of 12 by 2 m and a stair 2 m wide up, 3 m long on the plan, climbed at half the speed (0.67 m/s); 150 people.",
    measure: "flow into the corridor, until the first 60 are in it, less flow up the stair",
    unit: "1/s",
    low: 0.05,
    high: 5.0,
    is_quick: true,
    run,
};

const PEOPLE: usize = 150;

pub(crate) fn run(bench: &Bench) -> Result<Outcome, String> {
    let start = on("lower", Field::new(5.0, 8.0).rows(PEOPLE, 0.2, 1));
    let scene = Draft::new(600.0)
        .floor(
            "lower",
            0.0,
            &[(0.0, 0.0), (5.0, 0.0), (5.0, 3.0), (17.0, 3.0), (17.0, 5.0), (5.0, 5.0), (5.0, 8.0), (0.0, 8.0)],
        )
        .floor("upper", 1.8, &rectangle((20.0, 3.0), (26.0, 5.0)))
        .stairs(("lower", (17.0, 4.0)), ("upper", (20.0, 4.0)), 2.0, 0.5, 0.5)
        .area_on("upper", "end", (24.0, 3.0), (26.0, 5.0))
        .people("people", start, [StageEntry::leave("end")], anyone())
        .scene();
    let observed = bench.watch(&scene, 1)?;
    let passages = |x: f64| observed.passages(Point::new(x, 2.0), Point::new(x, 6.0));
    let (into, up) = (passages(5.5), passages(19.5));
    let (Some(into), Some(up)) = (steady_flow(&into[..into.len().min(60)], 60), steady_flow(&up, PEOPLE)) else {
        return Err("not everyone got up the stair".into());
    };
    let (mouth, foot) = (crowded(&observed, (3.0, 3.0), (5.0, 5.0)), crowded(&observed, (15.0, 3.0), (17.0, 5.0)));
    Ok(Outcome::of(into - up)
        .must("everyone leaves", observed.is_over)
        .note(format!("into the corridor {into:.2} /s, up the stair {up:.2} /s"))
        .note(format!(
            "denser than 3 per m² for {:.0} s before the corridor and {:.0} s at the foot of the stair",
            mouth.1, foot.1
        ))
        .drawn(
            Figure::new("Density before the corridor and at the foot of the stair", "time, s", "density, 1/m²")
                .with(Look::Path, "before the corridor", mouth.0)
                .with(Look::Path, "foot of the stair", foot.0),
        ))
}
