//! J12: nobody gives way to someone behind a wall.

use crate::cases::bodies::standing;
use crate::cases::draft::{Draft, anyone, at_speed, rectangle};
use crate::{Bench, Case, Kind, Outcome, Suite};
use populace_geom::Point;
use populace_scenario::written::StageEntry;

pub(crate) const CASE: Case = Case {
    name: "juelich-12",
    suite: Suite::Juelich,
    kind: Kind::Verification,
    title: "People behind a wall do not matter",
    source: "JuPedSim system tests, Jülich test 12: the sums of sideways movements differ by at most 0.005 m",
    setup: "Two corridors of 16 by 2 m side by side with a wall of 0.2 m between them. A pedestrian walks along one corridor; in the other there is nobody, or two people stand close to the wall.",
    measure: "difference of the sums of |Δy| of the walker",
    unit: "m",
    low: 0.0,
    high: 0.005,
    is_quick: true,
    run,
};

fn run(bench: &Bench) -> Result<Outcome, String> {
    Ok(Outcome::of((sideways(bench, false)? - sideways(bench, true)?).abs()))
}

/// Returns the sum of |Δy| of the walker, m.
fn sideways(bench: &Bench, has_standing: bool) -> Result<f64, String> {
    let mut draft = Draft::new(30.0)
        .ground(&rectangle((0.0, 0.0), (16.0, 4.2)))
        .block((0.0, 2.0), (15.0, 2.2))
        .area("end", (15.2, 0.0), (16.0, 4.2))
        .leavers("walker", &[(1.0, 1.2)], "end", at_speed(1.2));
    if has_standing {
        draft = draft.people(
            "standing",
            standing([Point::new(6.0, 2.5), Point::new(9.0, 2.5)]),
            [StageEntry::wait(1000.0)],
            anyone(),
        );
    }
    let observed = bench.watch(&draft.scene(), 1)?;
    let paths = observed.paths();
    let path = &paths.first().ok_or("nobody walked")?.1;
    // Near its end the wall is not a wall any more.
    Ok(path.windows(2).filter(|w| w[1].x < 13.0).map(|w| (w[1].y - w[0].y).abs()).sum())
}
