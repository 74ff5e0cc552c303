//! RiMEA test 4: speed falls with density, and the flow has a maximum.

use crate::cases::stream;
use crate::{Bench, Case, Figure, Kind, Look, Outcome, Suite};

pub(crate) const CASE: Case = Case {
    name: "rimea-04",
    suite: Suite::Rimea,
    kind: Kind::Verification,
    title: "Speed falls with density, and the flow is largest in between",
    source: "RiMEA test 4; densities of JuPedSim's system tests (rimea test_4); Weidmann 1993: largest flow at 1.75 per m²",
    setup: "The closed corridor 1.8 m wide of `fundamental-diagram` in place of the guideline's 1,000 by 10 m, with 0.5, 1, 1.5, 2, 2.5, 3 and 3.5 people \
            per m²; denser ones do not fit into its curves with bodies 0.4 m wide.",
    measure: "density at which the flow is largest; besides, at no density people walk faster (by more than 0.05 m/s) than at the density before",
    unit: "1/m²",
    low: 1.5,
    high: 2.5,
    is_quick: false,
    run,
};

fn run(bench: &Bench) -> Result<Outcome, String> {
    let mut means = Vec::new();
    for (i, density) in stream::DENSITIES.into_iter().enumerate() {
        let points = stream::watch(bench, density, i as u64 + 1)?;
        let n = points.len() as f64;
        let (_, speed) = points.iter().fold((0.0, 0.0), |(d, v), p| (d + p.0 / n, v + p.1 / n));
        means.push((density, speed));
    }
    let falls = means.windows(2).all(|w| w[1].1 < w[0].1 + 0.05);
    let flows: Vec<(f64, f64)> = means.iter().map(|&(d, v)| (d, d * v)).collect();
    let most = flows.iter().copied().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or_default();
    let weidmann = (2..=40).map(|i| f64::from(i) * 0.1).map(|d| (d, d * stream::weidmann(d))).collect();
    Ok(Outcome::of(most.0)
        .must("speed falls with density", falls)
        .note(format!("largest specific flow {:.2} per m and s", most.1))
        .drawn(
            Figure::new("Flow against density", "density, 1/m²", "specific flow, 1/(m s)")
                .with(Look::Relation, "Weidmann 1993", weidmann)
                .with(Look::Line, bench.model.name, flows),
        ))
}
