//! SteerBench's cases (Singh et al. 2009, doi:10.1002/cav.277; SteerSuite's test cases): bodies 1 m wide, 1.3 m/s
//! unless a case says otherwise.
//!
//! Here the cases verify that everyone arrives and that nobody walks through anybody. The benchmark's own score is
//! reported.

pub(super) mod crossing;
pub(super) mod crowds;
pub(super) mod curves;
pub(super) mod doorway;
pub(super) mod oncoming;
pub(super) mod squeeze;
pub(super) mod together;

use crate::cases::draft::{Draft, Xy, at_speed};
use crate::{Bench, Case, Figure, Kind, Look, Observed, Outcome, Suite};
use populace_scenario::written::PopulationEntry;

/// Half the width of a body, m.
const RADIUS: f64 = 0.5;
/// Desired speed unless a case says otherwise, m/s.
const SPEED: f64 = 1.3;
/// Overlaps that count, m (SteerSuite's AgentMetricsCollector).
const DEEP: f64 = 0.001;

/// The fields that all cases have in common.
const BASE: Case = Case {
    name: "",
    suite: Suite::Steerbench,
    kind: Kind::Verification,
    title: "",
    source: "SteerSuite test cases (SteerBench, Singh et al. 2009, doi:10.1002/cav.277)",
    setup: "",
    measure: "people who do not arrive in time; besides, no two bodies overlap by more than 1 mm",
    unit: "people",
    low: 0.0,
    high: 0.0,
    is_quick: true,
    run: |_| Err("has no run".into()),
};

/// A pedestrian with a goal.
#[derive(Clone, Copy)]
struct Walker {
    at: Xy,
    goal: Xy,
    speed: f64,
}

/// Returns a walker of the usual speed.
const fn walker(at: Xy, goal: Xy) -> Walker {
    Walker { at, goal, speed: SPEED }
}

/// Lets all walkers walk on the ground of `draft` and judges them.
fn walk(bench: &Bench, draft: Draft, walkers: &[Walker]) -> Result<Outcome, String> {
    let (observed, figure) = observe(bench, draft, walkers)?;
    Ok(judge(&observed, walkers.len()).drawn(figure))
}

/// Returns what all walkers did, and a figure of their paths.
fn observe(bench: &Bench, mut draft: Draft, walkers: &[Walker]) -> Result<(Observed, Figure), String> {
    for (i, walker) in walkers.iter().enumerate() {
        draft = draft.walker(&format!("walker {i}"), walker.at, walker.goal, body(walker.speed));
    }
    let observed = bench.watch(&draft.scene(), 1)?;
    let mut figure = Figure::plan("Paths");
    for (i, (_, path)) in observed.paths().iter().enumerate() {
        figure = figure.with(Look::Path, format!("{}", i + 1), path.iter().map(|p| (p.x, p.y)).collect());
    }
    Ok((observed, figure))
}

/// Returns people with SteerBench's bodies and a desired speed, m/s.
fn body(speed: f64) -> PopulationEntry {
    PopulationEntry { radius: Some(RADIUS.into()), ..at_speed(speed) }
}

/// Judges a run: the pedestrians that did not arrive, the overlaps and the score.
fn judge(observed: &Observed, people: usize) -> Outcome {
    let arrived = observed.left().len();
    let mut outcome = Outcome::of(people as f64 - arrived as f64);
    if people > 1 {
        let gap = observed.least_gap(RADIUS);
        outcome =
            outcome.must(format!("no bodies overlap by more than 1 mm; the least gap is {gap:.3} m"), gap >= -DEEP);
    }
    outcome.note(format!("score {:.1} (time and energy per person, 50 per collision)", score(observed)))
}

/// Returns SteerBench's composite score 01: 50 per collision, the time, and the kinetic energy over time, per person.
fn score(observed: &Observed) -> f64 {
    let paths = observed.paths();
    let mut sum = 0.0;
    for (_, path) in &paths {
        let steps = path.windows(2).map(|w| w[0].distance(w[1]) / observed.interval);
        sum += path.len() as f64 * observed.interval + steps.map(|v| 0.5 * v * v * observed.interval).sum::<f64>();
    }
    (sum + 50.0 * collisions(observed) as f64) / paths.len().max(1) as f64
}

/// Counts how often two bodies came to overlap, once for each of them.
fn collisions(observed: &Observed) -> usize {
    let mut before: Vec<(u32, u32)> = Vec::new();
    let mut count = 0;
    for frame in &observed.frames {
        let mut now: Vec<(u32, u32)> = Vec::new();
        for (i, p) in frame.position.iter().enumerate() {
            for (j, q) in frame.position.iter().enumerate().skip(i + 1) {
                if (p.x - q.x).abs() < 2.0 * RADIUS && p.distance(*q) < 2.0 * RADIUS - DEEP {
                    now.push((frame.pedestrian[i], frame.pedestrian[j]));
                }
            }
        }
        count += 2 * now.iter().filter(|pair| !before.contains(pair)).count();
        before = now;
    }
    count
}
