//! RiMEA test 1: the set walking speed is kept in a corridor.

use crate::cases::draft::{Draft, at_speed, rectangle};
use crate::{Bench, Case, Kind, Outcome, Suite};

pub(crate) const CASE: Case = Case {
    name: "rimea-01",
    suite: Suite::Rimea,
    kind: Kind::Verification,
    title: "A pedestrian keeps the set speed in a corridor",
    source: "RiMEA test 1; accepted times of JuPedSim's system tests (rimea test_1)",
    setup: "One person in a corridor 2 m wide at 1.33 m/s, who starts 1 m before the measured 40 m. Again turned by 30° and by 137° and moved.",
    measure: "of the times for 40 m, the time farthest from 30 s",
    unit: "s",
    low: 26.0,
    high: 34.0,
    is_quick: true,
    run,
};

fn run(bench: &Bench) -> Result<Outcome, String> {
    let mut outcome = Outcome::of(30.0);
    for (degrees, shift) in [(0.0f64, 0.0), (30.0, 13.7), (137.0, -250.0)] {
        let time = walk(bench, 40.0, 1.33, degrees.to_radians(), shift)?;
        outcome = outcome.note(format!("turned by {degrees}°: {time:.1} s"));
        if (time - 30.0).abs() >= (outcome.value - 30.0).abs() {
            outcome.value = time;
        }
    }
    Ok(outcome)
}

/// Returns the time that a pedestrian takes for a length of corridor at a speed, s.
pub(crate) fn walk(bench: &Bench, length: f64, speed: f64, angle: f64, shift: f64) -> Result<f64, String> {
    let draft = Draft::new(4.0 * length / speed).turned(angle, shift, 0.5 * shift);
    let ends = [(0.0, 0.0), (0.0, 2.0), (length, 0.0), (length, 2.0)].map(|p| draft.put(p));
    let scene = draft
        .ground(&rectangle((-2.0, 0.0), (length + 4.0, 2.0)))
        .area("end", (length + 2.0, 0.0), (length + 4.0, 2.0))
        .leavers("walker", &[(-1.0, 1.0)], "end", at_speed(speed))
        .scene();
    let observed = bench.watch(&scene, 1)?;
    let time = |a, b| observed.passages(a, b).first().map(|p| p.0);
    match (time(ends[0], ends[1]), time(ends[2], ends[3])) {
        (Some(start), Some(end)) => Ok(end - start),
        _ => Err("nobody came to the end of the corridor".into()),
    }
}
