//! J9: the number of threads changes nothing.

use crate::cases::draft::{Draft, anyone, count, room};
use crate::{Bench, Case, Kind, Outcome, Suite};
use populace_scenario::written::StageEntry;

pub(crate) const CASE: Case = Case {
    name: "juelich-09",
    suite: Suite::Juelich,
    kind: Kind::Verification,
    title: "Any number of threads gives the same evacuation",
    source: "JuPedSim system tests, Jülich test 9; this case asks for the same bits",
    setup: "A room of 20 by 16 m with a door 1.2 m wide and 300 people, so that threads have something to share; 1, 2 and 4 threads; in the full set 8, 16 and 24, too.",
    measure: "largest difference between the times at which a pedestrian leaves with different numbers of threads",
    unit: "s",
    low: 0.0,
    high: 0.0,
    is_quick: true,
    run,
};

fn run(bench: &Bench) -> Result<Outcome, String> {
    let scene = Draft::new(60.0)
        .ground(&room((20.0, 16.0), (7.4, 8.6), 23.0))
        .area("room", (2.0, 0.0), (18.0, 16.0))
        .area("outside", (21.5, 7.4), (23.0, 8.6))
        .people("people", count(300, "room"), [StageEntry::leave("outside")], anyone())
        .scene();
    let proven = bench.prove(&scene)?;
    let numbers: &[usize] = if bench.is_full { &[1, 2, 4, 8, 16, 24] } else { &[1, 2, 4] };
    let mut runs = Vec::new();
    for &threads in numbers {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|e| e.to_string())?;
        runs.push(pool.install(|| proven.watch(1))?);
    }
    let times: Vec<Vec<(f64, u32, u32)>> = runs.iter().map(|r| r.left()).collect();
    let worst = times.iter().flat_map(|t| t.iter().zip(&times[0])).map(|(a, b)| (a.0 - b.0).abs()).fold(0.0, f64::max);
    let is_same = runs.iter().all(|r| r.frames.last() == runs[0].frames.last());
    Ok(Outcome::of(worst)
        .must("everyone is at the same place to the last bit after the run", is_same)
        .must("as many leave", times.iter().all(|t| t.len() == times[0].len())))
}
