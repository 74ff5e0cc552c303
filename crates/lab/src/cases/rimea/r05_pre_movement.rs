//! RiMEA test 5 (IMO test 5): everyone starts after their own pre-movement time.

use crate::cases::draft::{Draft, anyone, room};
use crate::{Bench, Case, Kind, Outcome, Suite};
use populace_scenario::written::PopulationEntry;

pub(crate) const CASE: Case = Case {
    name: "rimea-05",
    suite: Suite::Rimea,
    kind: Kind::Verification,
    title: "Everyone starts when the pre-movement time is over",
    source: "RiMEA test 5 (IMO test 5); geometry of JuPedSim's and Vadere's tests",
    setup: "A room of 8 by 5 m with a door 1 m wide in a short wall. Ten people with pre-movement times of 10, 20 … 100 s.",
    measure: "largest difference between the time of the first movement and the pre-movement time",
    unit: "s",
    low: 0.0,
    high: 0.2,
    is_quick: true,
    run,
};

/// A shorter way is not a movement, m.
const STILL: f64 = 0.001;

pub(crate) fn run(bench: &Bench) -> Result<Outcome, String> {
    let mut draft =
        Draft::new(200.0).ground(&room((8.0, 5.0), (2.0, 3.0), 12.0)).area("outside", (10.0, 2.0), (12.0, 3.0));
    for i in 0..10 {
        let at = (0.7 + 1.4 * f64::from(i % 5), 1.2 + 2.6 * f64::from(i / 5));
        let time = 10 * (i + 1);
        let late = PopulationEntry { pre_movement: Some(f64::from(time).into()), ..anyone() };
        draft = draft.leavers(&format!("after {time} s"), &[at], "outside", late);
    }
    let observed = bench.watch(&draft.scene(), 1)?;
    let mut worst = 0.0f64;
    let mut moved = 0;
    for (who, (first, path)) in observed.paths().iter().enumerate() {
        let start = path.iter().position(|p| p.distance(path[0]) > STILL);
        // The frame before is the last one without a movement.
        if let Some(start) = start {
            let time = (first + start - 1) as f64 * observed.interval;
            worst = worst.max((time - 10.0 * (f64::from(observed.population[who]) + 1.0)).abs());
            moved += 1;
        }
    }
    Ok(Outcome::of(worst).must("everyone sets out", moved == 10).must("everyone leaves", observed.is_over))
}
