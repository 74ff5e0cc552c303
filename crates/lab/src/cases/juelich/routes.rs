//! J7 and J8: which exit people choose, and whether they find an exit that they do not see.

use populace_geom::maths;
use populace_scenario::written::StageEntry;

use crate::cases::draft::{Draft, anyone, count, rectangle};
use crate::{Bench, Case, Figure, Kind, Look, Outcome, Suite};

pub(crate) const CHOICE: Case = Case {
    name: "juelich-07",
    suite: Suite::Juelich,
    kind: Kind::Verification,
    title: "Of three exits everyone takes the nearest",
    source: "JuPedSim system tests, Jülich test 7, with routes that are shortest as a whole",
    setup: "A room of 20 by 10 m with three exits 2 m wide in the west, north and east, a group of ten near each of two of them.",
    measure: "people who leave by another exit than the nearest, or not at all",
    unit: "people",
    low: 0.0,
    high: 0.0,
    is_quick: true,
    run: choice,
};

pub(crate) const HIDDEN: Case = Case {
    name: "juelich-08",
    title: "An exit that is not seen from the start is reached",
    source: "JuPedSim system tests, Jülich test 8",
    setup: "A room of 12 by 8 m, a block of 2 by 6 m between one person and the exit.",
    measure: "least distance from the centre to the block",
    unit: "m",
    low: 0.19,
    high: 3.0,
    run: hidden,
    ..CHOICE
};

fn choice(bench: &Bench) -> Result<Outcome, String> {
    let leave = || [StageEntry::leave(["west", "north", "east"]).with("by", "nearest")];
    let scene = Draft::new(120.0)
        .ground(&[
            (0.0, 0.0),
            (20.0, 0.0),
            (20.0, 4.0),
            (22.0, 4.0),
            (22.0, 6.0),
            (20.0, 6.0),
            (20.0, 10.0),
            (11.0, 10.0),
            (11.0, 12.0),
            (9.0, 12.0),
            (9.0, 10.0),
            (0.0, 10.0),
            (0.0, 6.0),
            (-2.0, 6.0),
            (-2.0, 4.0),
            (0.0, 4.0),
        ])
        .area("west", (-2.0, 4.0), (-1.0, 6.0))
        .area("north", (9.0, 11.0), (11.0, 12.0))
        .area("east", (21.0, 4.0), (22.0, 6.0))
        .area("western part", (1.0, 1.0), (5.0, 5.0))
        .area("middle", (8.0, 5.0), (12.0, 9.0))
        .people("western", count(10, "western part"), leave(), anyone())
        .people("middle", count(10, "middle"), leave(), anyone())
        .scene();
    let observed = bench.watch(&scene, 1)?;
    let is_right = |l: &&(f64, u32, u32)| {
        let nearest = ["west", "north"][usize::from(observed.population[l.1 as usize] == 1)];
        observed.areas.get(l.2 as usize).is_some_and(|name| name == nearest)
    };
    Ok(Outcome::of(20.0 - observed.left().iter().filter(is_right).count() as f64))
}

fn hidden(bench: &Bench) -> Result<Outcome, String> {
    let scene = Draft::new(60.0)
        .ground(&rectangle((0.0, 0.0), (12.0, 8.0)))
        .block((5.0, 0.0), (7.0, 6.0))
        .area("end", (11.0, 0.0), (12.0, 2.0))
        .leavers("walker", &[(1.0, 1.0)], "end", anyone())
        .scene();
    let observed = bench.watch(&scene, 1)?;
    let path = observed.paths().into_iter().next().unwrap_or_default().1;
    let distance = |x: f64, y: f64| maths::hypot((5.0 - x).max(x - 7.0).max(0.0), (y - 6.0).max(0.0));
    Ok(Outcome::of(path.iter().map(|p| distance(p.x, p.y)).fold(f64::INFINITY, f64::min))
        .must("the exit is reached", observed.is_over)
        .drawn(
            Figure::plan("Path")
                .with(Look::Walls, "block", vec![(5.0, 0.0), (7.0, 0.0), (7.0, 6.0), (5.0, 6.0), (5.0, 0.0)])
                .with(Look::Path, "walker", path.iter().map(|p| (p.x, p.y)).collect()),
        ))
}
