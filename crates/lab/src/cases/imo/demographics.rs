//! IMO test 7: speeds of a group lie in its range.

use crate::cases::rimea::r07_demographics::speeds;
use crate::{Bench, Case, Kind, Outcome, Suite};
use populace_scenario::Spread;

pub(crate) const CASE: Case = Case {
    name: "imo-07",
    suite: Suite::Imo,
    kind: Kind::Verification,
    title: "Fifty men of 30 to 50 years walk at the speeds of the table",
    source: "IMO MSC.1/Circ.1533 test 7 and table of walking speeds: men of 30 to 50 years 0.97 to 1.62 m/s",
    setup: "50 people with speeds drawn evenly from 0.97 to 1.62 m/s walk 50 m, 1.2 m apart.",
    measure: "people whose speed is outside the range, by more than 0.02 m/s",
    unit: "people",
    low: 0.0,
    high: 0.0,
    is_quick: true,
    run,
};

fn run(bench: &Bench) -> Result<Outcome, String> {
    let speeds = speeds(bench, Spread::uniform(0.97, 1.62), 50, 1)?;
    let outside = speeds.iter().filter(|v| !(0.95..=1.64).contains(*v)).count();
    let (least, most) = speeds.iter().fold((9.0f64, 0.0f64), |(a, b), &v| (a.min(v), b.max(v)));
    // With a probability of 99 %, fifty even draws leave less than a tenth of the range free at both ends.
    Ok(Outcome::of(outside as f64)
        .must("everyone arrives", speeds.len() == 50)
        .must("the speeds spread over the range", least < 1.04 && most > 1.55)
        .note(format!("measured {least:.2} to {most:.2} m/s")))
}
