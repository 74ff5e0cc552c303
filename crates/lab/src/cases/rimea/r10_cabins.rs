//! RiMEA test 10 (IMO test 10): everyone leaves by the exit they were assigned.

use crate::cases::draft::{Draft, anyone};
use crate::{Bench, Case, Kind, Outcome, Suite};

pub(crate) const CASE: Case = Case {
    name: "rimea-10",
    suite: Suite::Rimea,
    kind: Kind::Verification,
    title: "People of twelve cabins leave by the exits they were assigned",
    source: "RiMEA test 10 (IMO test 10); numbers of JuPedSim's system tests (rimea test_10)",
    setup: "Six cabins of 3 by 3 m with doors 0.9 m wide on either side of a corridor 2 m wide; 23 people. Eight cabins are assigned to the main exit at the \
            western end, four to the secondary exit at the eastern end.",
    measure: "people who left by another exit, or not at all",
    unit: "people",
    low: 0.0,
    high: 0.0,
    is_quick: true,
    run,
};

pub(crate) fn run(bench: &Bench) -> Result<Outcome, String> {
    let mut draft = Draft::new(300.0)
        .ground(&[
            (0.0, 0.0),
            (18.0, 0.0),
            (18.0, 3.0),
            (21.0, 3.0),
            (21.0, 5.0),
            (18.0, 5.0),
            (18.0, 8.0),
            (0.0, 8.0),
            (0.0, 5.0),
            (-3.0, 5.0),
            (-3.0, 3.0),
            (0.0, 3.0),
        ])
        .area("main", (-3.0, 3.0), (-2.0, 5.0))
        .area("secondary", (20.0, 3.0), (21.0, 5.0));
    let (mut to_main, mut to_secondary) = (Vec::new(), Vec::new());
    for cabin in 0..12u32 {
        let (x, is_north) = (3.0 * f64::from(cabin % 6), cabin >= 6);
        let (wall, far) = if is_north { (5.0, 8.0) } else { (3.0, 0.0) };
        draft = draft.wall(&[(x, wall), (x + 1.05, wall)]).wall(&[(x + 1.95, wall), (x + 3.0, wall)]);
        if cabin % 6 > 0 {
            draft = draft.wall(&[(x, far), (x, wall)]);
        }
        // Two in each cabin but one: 23 people.
        let y = if is_north { 7.0 } else { 1.0 };
        let there = [(x + 0.9, y), (x + 2.1, y)];
        let theirs = if cabin % 6 < 4 { &mut to_main } else { &mut to_secondary };
        theirs.extend_from_slice(&there[..if cabin == 11 { 1 } else { 2 }]);
    }
    let scene = draft.leavers("to main", &to_main, "main", anyone()).leavers(
        "to secondary",
        &to_secondary,
        "secondary",
        anyone(),
    );
    let observed = bench.watch(&scene.scene(), 1)?;
    let left = observed.left();
    let is_right = |&&(_, who, exit): &&(f64, u32, u32)| {
        let assigned = ["main", "secondary"][usize::from(observed.population[who as usize] == 1)];
        observed.areas.get(exit as usize).is_some_and(|name| name == assigned)
    };
    let right = left.iter().filter(is_right).count();
    Ok(Outcome::of((to_main.len() + to_secondary.len()) as f64 - right as f64).note(format!(
        "{} people for the main exit, {} for the secondary one",
        to_main.len(),
        to_secondary.len()
    )))
}
