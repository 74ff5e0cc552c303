//! IMO test 8: people who come the opposite way cost time.

use crate::cases::draft::{Draft, anyone, count};
use crate::{Bench, Case, Figure, Kind, Look, Outcome, Suite};
use populace_scenario::written::StageEntry;

pub(crate) const CASE: Case = Case {
    name: "imo-08",
    suite: Suite::Imo,
    kind: Kind::Verification,
    title: "The more people come the opposite way, the longer it takes",
    source: "IMO MSC.1/Circ.1533 test 8 (also NIST TN 1822 Verif. 2.8)",
    setup: "Two rooms of 10 by 10 m joined by a corridor of 10 by 2 m. 100 people go from the western room to the eastern room, against 0, 10, 50 and 100 people who go the other way.",
    measure: "least increase of the time at which the last pedestrian from the west arrives, from one number of opposing people to the next",
    unit: "s",
    low: 0.0,
    high: 600.0,
    is_quick: true,
    run,
};

fn run(bench: &Bench) -> Result<Outcome, String> {
    let mut times = Vec::new();
    for against in [0u32, 10, 50, 100] {
        times.push((f64::from(against), last_from_the_west(bench, against)?));
    }
    let least = times.windows(2).map(|w| w[1].1 - w[0].1).fold(f64::INFINITY, f64::min);
    let said: Vec<String> = times.iter().map(|(n, t)| format!("{n:.0}: {t:.1} s")).collect();
    Ok(Outcome::of(least).note(format!("against {}", said.join(", "))).drawn(
        Figure::new("Time of the last one from the west", "people from the east", "time, s").with(
            Look::Line,
            bench.model.name,
            times,
        ),
    ))
}

fn last_from_the_west(bench: &Bench, against: u32) -> Result<f64, String> {
    let mut draft = Draft::new(900.0)
        .ground(&[
            (0.0, 0.0),
            (10.0, 0.0),
            (10.0, 4.0),
            (20.0, 4.0),
            (20.0, 0.0),
            (30.0, 0.0),
            (30.0, 10.0),
            (20.0, 10.0),
            (20.0, 6.0),
            (10.0, 6.0),
            (10.0, 10.0),
            (0.0, 10.0),
        ])
        .area("west", (0.0, 0.0), (9.0, 10.0))
        .area("east", (21.0, 0.0), (30.0, 10.0))
        .area("western end", (0.0, 0.0), (1.0, 10.0))
        .area("eastern end", (29.0, 0.0), (30.0, 10.0))
        .people("from the west", count(100, "west"), [StageEntry::leave("eastern end")], anyone());
    if against > 0 {
        let arrive = count(against as usize, "east");
        draft = draft.people("from the east", arrive, [StageEntry::leave("western end")], anyone());
    }
    let observed = bench.watch(&draft.scene(), 1)?;
    let left = observed.left();
    let mut from_west = left.iter().filter(|l| observed.population[l.1 as usize] == 0);
    if !observed.is_over {
        return Err(format!("against {against} people not everyone got through within 900 s"));
    }
    from_west.next_back().map(|l| l.0).ok_or_else(|| "nobody got through".into())
}
