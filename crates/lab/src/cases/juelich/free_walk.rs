//! J1, J2 and J3: free walking, at any angle, from anywhere.

use crate::cases::draft::{Draft, anyone, count, room};
use crate::cases::rimea::r01_speed::walk;
use crate::{Bench, Case, Kind, Outcome, Suite};
use populace_scenario::written::StageEntry;

pub(crate) const FREE: Case = Case {
    name: "juelich-01",
    suite: Suite::Juelich,
    kind: Kind::Verification,
    title: "Ten metres at 1 m/s take ten seconds",
    source: "JuPedSim system tests, Jülich test 1",
    setup: "One person in the middle of a corridor 2 m wide at 1 m/s, who starts 1 m before the measured 10 m.",
    measure: "time for 10 m",
    unit: "s",
    low: 9.5,
    high: 10.5,
    is_quick: true,
    run: |bench| Ok(Outcome::of(walk(bench, 10.0, 1.0, 0.0, 0.0)?)),
};

pub(crate) const TURNED: Case = Case {
    name: "juelich-02",
    title: "Ten metres at 1 m/s take ten seconds in every direction",
    source: "JuPedSim system tests, Jülich test 2; the clock here ticks in tenths of a second, hence the last hundredth",
    setup: "The corridor of juelich-01 turned by 11°, 45°, 90°, 123°, 222° and 301°.",
    measure: "largest difference from the time at 0°",
    low: 0.0,
    high: 0.11,
    run: turned,
    ..FREE
};

pub(crate) const ANYWHERE: Case = Case {
    name: "juelich-03",
    title: "The goal is reached from anywhere",
    source: "JuPedSim system tests, Jülich test 3",
    setup: "A room of 10 by 10 m with a door of 1 m; one person at a time, at 10 random places (40 in the full set). The limit is 60 s.",
    measure: "longest time over the limit",
    unit: "1",
    low: 0.0,
    high: 0.5,
    run: anywhere,
    ..FREE
};

fn turned(bench: &Bench) -> Result<Outcome, String> {
    let straight = walk(bench, 10.0, 1.0, 0.0, 0.0)?;
    let mut worst = 0.0f64;
    for degrees in [11.0f64, 45.0, 90.0, 123.0, 222.0, 301.0] {
        worst = worst.max((walk(bench, 10.0, 1.0, degrees.to_radians(), 3.3)? - straight).abs());
    }
    Ok(Outcome::of(worst))
}

fn anywhere(bench: &Bench) -> Result<Outcome, String> {
    let mut longest = 0.0f64;
    let mut lost = 0;
    let scene = Draft::new(60.0)
        .ground(&room((10.0, 10.0), (4.5, 5.5), 13.0))
        .area("room", (0.0, 0.0), (10.0, 10.0))
        .area("outside", (11.5, 4.5), (13.0, 5.5))
        .people("walker", count(1, "room"), [StageEntry::leave("outside")], anyone())
        .scene();
    let scene = bench.prove(&scene)?;
    for seed in bench.seeds(10, 40) {
        match scene.watch(seed)?.emptied() {
            Some(time) => longest = longest.max(time / 60.0),
            None => lost += 1,
        }
    }
    Ok(Outcome::of(longest).must(format!("everyone arrives; {lost} did not"), lost == 0))
}
