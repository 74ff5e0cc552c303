//! J11: the same space as one room or as several.

use crate::cases::draft::{Draft, anyone, count, rectangle};
use crate::{Bench, Case, Kind, Outcome, Suite};
use populace_scenario::written::StageEntry;

pub(crate) const CASE: Case = Case {
    name: "juelich-11",
    suite: Suite::Juelich,
    kind: Kind::Verification,
    title: "People walk through a hall with open doors as through a hall without doors",
    source: "JuPedSim system tests, Jülich test 11; there the models see no difference at all. Here the doors make other cells, and people look through other portals, hence the limit of 2 % of the time",
    setup: "A hall of 30 by 4 m with 20 people, five seeds; once as it is, once with open doors over its whole width at 10 and 20 m.",
    measure: "difference of the mean times over the time",
    unit: "1",
    low: 0.0,
    high: 0.02,
    is_quick: true,
    run,
};

/// Runs of each hall. A single run would compare chance.
const SEEDS: u64 = 5;

fn run(bench: &Bench) -> Result<Outcome, String> {
    let (mut one, mut three) = (0.0, 0.0);
    for seed in 1..=SEEDS {
        one += mean(bench, false, seed)? / SEEDS as f64;
        three += mean(bench, true, seed)? / SEEDS as f64;
    }
    Ok(Outcome::of((one - three).abs() / one).note(format!("one room {one:.2} s, three rooms {three:.2} s")))
}

fn mean(bench: &Bench, has_doors: bool, seed: u64) -> Result<f64, String> {
    let mut draft = Draft::new(120.0).ground(&rectangle((0.0, 0.0), (30.0, 4.0)));
    if has_doors {
        draft = draft.door((10.0, 0.0), (10.0, 4.0)).door((20.0, 0.0), (20.0, 4.0));
    }
    let scene = draft
        .area("start", (0.0, 0.0), (8.0, 4.0))
        .area("end", (28.0, 0.0), (30.0, 4.0))
        .people("people", count(20, "start"), [StageEntry::leave("end")], anyone())
        .scene();
    let observed = bench.watch(&scene, seed)?;
    let left = observed.left();
    if left.len() < 20 {
        return Err("not everyone left".into());
    }
    Ok(left.iter().map(|l| l.0).sum::<f64>() / 20.0)
}
