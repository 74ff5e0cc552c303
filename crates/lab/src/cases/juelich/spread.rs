//! J14: people who are placed at random are placed evenly.

use populace_geom::maths;
use populace_scenario::written::StageEntry;

use crate::cases::draft::{Draft, anyone, count, rectangle};
use crate::{Bench, Case, Kind, Outcome, Suite};

pub(crate) const CASE: Case = Case {
    name: "juelich-14",
    suite: Suite::Juelich,
    kind: Kind::Verification,
    title: "People are spread evenly over an area",
    source: "JuPedSim system tests, Jülich test 14: mean p of the χ² test about 0.5, at least 0.1",
    setup: "2,000 people in 100 by 100 m, 10 times (100 in the full set); χ² over ten strips in x and ten in y.",
    measure: "mean p",
    unit: "1",
    low: 0.1,
    high: 0.9,
    is_quick: true,
    run,
};

const PEOPLE: usize = 2000;

fn run(bench: &Bench) -> Result<Outcome, String> {
    let scene = Draft::new(0.2)
        .ground(&rectangle((0.0, 0.0), (100.0, 100.0)))
        .area("hall", (0.0, 0.0), (100.0, 100.0))
        .people("people", count(PEOPLE, "hall"), [StageEntry::wait(10.0)], anyone())
        .scene();
    let scene = bench.prove(&scene)?;
    let mut all = Vec::new();
    for seed in bench.seeds(10, 100) {
        let observed = scene.watch(seed)?;
        let frame = observed.frames.last().ok_or("nobody came in")?;
        all.push(p_of(frame.position.iter().map(|p| p.x)));
        all.push(p_of(frame.position.iter().map(|p| p.y)));
    }
    Ok(Outcome::of(all.iter().sum::<f64>() / all.len() as f64))
}

/// Returns the probability of strips at least as uneven as these. Ten strips cover 100 m, less the 0.2 m that bodies
/// keep from either wall.
fn p_of(places: impl Iterator<Item = f64>) -> f64 {
    let mut strips = [0.0; 10];
    let mut count = 0.0;
    for place in places {
        strips[(((place - 0.2) / 9.96) as usize).min(9)] += 1.0;
        count += 1.0;
    }
    let even = count / 10.0;
    upper_tail_9(strips.iter().map(|n| (n - even) * (n - even) / even).sum())
}

/// Returns the upper tail of χ² with nine degrees of freedom, in closed form (Abramowitz & Stegun 26.4.4).
fn upper_tail_9(x: f64) -> f64 {
    let root = x.sqrt();
    let series = root + root * x / 3.0 + root * x * x / 15.0 + root * x * x * x / 105.0;
    maths::erfc(root / std::f64::consts::SQRT_2) + (2.0 / std::f64::consts::PI).sqrt() * maths::exp(-x / 2.0) * series
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tail_has_its_tabulated_values() {
        // Abramowitz & Stegun, table 26.8, ν = 9: 16.919 at 5 %, 8.343 at 50 %.
        assert!((upper_tail_9(16.919) - 0.05).abs() < 1e-4);
        assert!((upper_tail_9(8.343) - 0.5).abs() < 1e-4);
    }
}
