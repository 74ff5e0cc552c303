//! IMO test 4: flow through a door 1 m wide.
//!
//! The circular's 1.33 per second is a design value on the safe side: measured people pass 1 m at 1.86 per second
//! (`bottleneck-flow`). A model that agrees with the measurements is above the design value, so the case only reports.

use populace_geom::Point;
use populace_scenario::written::StageEntry;

use crate::cases::draft::{Draft, anyone, count, room};
use crate::{Bench, Case, Kind, Outcome, Suite};

pub(crate) const CASE: Case = Case {
    name: "imo-04",
    suite: Suite::Imo,
    kind: Kind::Validation,
    title: "The flow through a door of 1 m is not above the design value",
    source: "IMO MSC.1/Circ.1533 test 4: at most 1.33 per second over the whole time; measured people: 1.86 (Kretz 2006, Seyfried 2009, EG)",
    setup: "A room of 8 by 5 m with a door 1 m wide in the middle of a short wall; 100 people.",
    measure: "passages after the first, over the time from the first to the last passage",
    unit: "1/s",
    low: 0.5,
    high: 1.33,
    is_quick: true,
    run,
};

fn run(bench: &Bench) -> Result<Outcome, String> {
    let scene = Draft::new(400.0)
        .ground(&room((8.0, 5.0), (2.0, 3.0), 11.0))
        .area("room", (0.0, 0.0), (8.0, 5.0))
        .area("outside", (9.5, 2.0), (11.0, 3.0))
        .people("people", count(100, "room"), [StageEntry::leave("outside")], anyone())
        .scene();
    let observed = bench.watch(&scene, 1)?;
    let passages = observed.passages(Point::new(8.2, 1.0), Point::new(8.2, 4.0));
    let (Some(first), Some(last)) = (passages.first(), passages.last()) else { return Err("nobody passed".into()) };
    Ok(Outcome::of((passages.len() - 1) as f64 / (last.0 - first.0)).must("everyone leaves", observed.is_over))
}
