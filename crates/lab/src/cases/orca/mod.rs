//! The circle of ORCA (van den Berg et al. 2011; RVO2's example), with bodies and speeds of people.

use crate::cases::draft::{Draft, at_speed};
use crate::{Bench, Case, Figure, Kind, Look, Outcome, Suite};
use populace_scenario::written::PopulationEntry;

pub(super) const CIRCLE: Case = Case {
    name: "orca-circle",
    suite: Suite::Orca,
    kind: Kind::Validation,
    title: "A hundred people on a circle change places without touching and without losing much time",
    source: "van den Berg et al. 2011 (doi:10.1007/978-3-642-19457-3_1), RVO2's example Circle; in human scale",
    setup: "100 people on a circle of 20 m radius, bodies 0.5 m wide, 1.3 m/s, each to the opposite point.",
    measure: "mean time over the time of the straight line; besides, everyone arrives and bodies do not overlap by more than 1 cm",
    unit: "1",
    low: 0.9,
    high: 1.3,
    is_quick: true,
    run,
};

fn run(bench: &Bench) -> Result<Outcome, String> {
    let scene =
        Draft::new(300.0).circle(20.0, 100, PopulationEntry { radius: Some(0.25.into()), ..at_speed(1.3) }).scene();
    let observed = bench.watch(&scene, 1)?;
    let left = observed.left();
    // A pedestrian that never arrives counts with the whole time.
    let missing = (100 - left.len().min(100)) as f64 * observed.duration();
    // A goal is reached within half a metre.
    let ideal = 39.5 / 1.3;
    let mean = (left.iter().map(|l| l.0).sum::<f64>() + missing) / 100.0;
    let gap = observed.least_gap(0.25);
    let acceleration = mean_acceleration(&observed);
    let mut figure = Figure::plan("Paths of every fifth");
    for (_, path) in observed.paths().iter().step_by(5) {
        figure = figure.with(Look::Path, "", path.iter().map(|p| (p.x, p.y)).collect());
    }
    Ok(Outcome::of(mean / ideal)
        .must(format!("everyone arrives; {} do", left.len()), left.len() == 100)
        .must(format!("the least gap between bodies is {gap:.3} m"), gap >= -0.01)
        .note(format!("mean acceleration {acceleration:.2} m/s²"))
        .drawn(figure))
}

/// Returns the mean of |Δv|/Δt over all pedestrians, m/s².
fn mean_acceleration(observed: &crate::Observed) -> f64 {
    let dt = observed.interval;
    let (mut sum, mut count) = (0.0, 0.0);
    for (_, path) in observed.paths() {
        for w in path.windows(3) {
            let change = (w[2] - w[1]) - (w[1] - w[0]);
            sum += change.norm() / (dt * dt);
            count += 1.0;
        }
    }
    sum / f64::max(count, 1.0)
}
