//! RiMEA test 7 (IMO test 7): walking speeds are those of the population.

use crate::cases::draft::{Draft, anyone, rectangle};
use crate::{Bench, Case, Kind, Observed, Outcome, Suite};
use populace_scenario::written::PopulationEntry;
use populace_scenario::{Spread, SpreadTable};

pub(crate) const CASE: Case = Case {
    name: "rimea-07",
    suite: Suite::Rimea,
    kind: Kind::Verification,
    title: "Groups of people walk at the speeds of their age",
    source: "RiMEA test 7; ranges of Weidmann 1993 and means of JuPedSim's system tests (rimea test_7)",
    setup: "Four groups of 50 (under 30, 30 to 50, over 50 years, mobility impaired) walk 50 m, 1.2 m apart.",
    measure: "largest difference between the mean speed of a group and the mean that was set; besides, everyone walks within the range of the group. \
              The means of 50 draws of the widest group have a standard deviation of 0.03 m/s; the limit is twice as much",
    unit: "m/s",
    low: 0.0,
    high: 0.06,
    is_quick: true,
    run,
};

/// Name, mean, standard deviation, least and most, m/s.
const GROUPS: [(&str, f64, f64, f64, f64); 4] = [
    ("under 30", 1.095, 0.2, 0.58, 1.61),
    ("30 to 50", 1.475, 0.02, 1.41, 1.54),
    ("over 50", 1.045, 0.13, 0.68, 1.41),
    ("mobility impaired", 0.61, 0.05, 0.46, 0.76),
];

fn run(bench: &Bench) -> Result<Outcome, String> {
    let mut outcome = Outcome::of(0.0);
    for (i, (name, mean, sd, least, most)) in GROUPS.into_iter().enumerate() {
        let (normal, between) = (Some([mean, sd]), Some([least, most]));
        let speed = Spread::Table(SpreadTable { normal, between, ..SpreadTable::default() });
        let speeds = speeds(bench, speed, 50, i as u64 + 1)?;
        let measured = speeds.iter().sum::<f64>() / speeds.len().max(1) as f64;
        outcome.value = outcome.value.max((measured - mean).abs());
        // A path that is not quite straight makes anyone a little slower.
        let is_within = speeds.iter().all(|v| (least - 0.02..=most + 0.02).contains(v));
        outcome = outcome
            .must(format!("{name}: everyone walks at {least} to {most} m/s"), is_within && speeds.len() == 50)
            .note(format!("{name}: {measured:.3} m/s, set {mean}"));
    }
    Ok(outcome)
}

/// Returns the speeds over 50 m of a number of people side by side, m/s.
pub(crate) fn speeds(bench: &Bench, speed: Spread, count: usize, seed: u64) -> Result<Vec<f64>, String> {
    let width = 1.2 * count as f64;
    let starts: Vec<(f64, f64)> = (0..count).map(|i| (1.0, 0.6 + 1.2 * i as f64)).collect();
    let scene = Draft::new(300.0)
        .ground(&rectangle((0.0, 0.0), (58.0, width)))
        .area("end", (56.0, 0.0), (58.0, width))
        .leavers("people", &starts, "end", PopulationEntry { speed: Some(speed), ..anyone() })
        .scene();
    Ok(over_50_metres(&bench.watch(&scene, seed)?))
}

fn over_50_metres(observed: &Observed) -> Vec<f64> {
    let speed = |path: &[populace_geom::Point]| {
        let at = |x: f64| {
            let k = path.iter().position(|p| p.x >= x)?;
            let (p, q) = (path[k.saturating_sub(1)].x, path[k].x);
            Some(k as f64 - if q > p { (q - x) / (q - p) } else { 0.0 })
        };
        Some(50.0 / ((at(54.0)? - at(4.0)?) * observed.interval))
    };
    observed.paths().iter().filter_map(|(_, path)| speed(path)).collect()
}
