//! RiMEA test 9 (IMO test 9): half the exits, twice the time.

use crate::cases::draft::{Draft, anyone, count};
use crate::{Bench, Case, Kind, Outcome, Suite};
use populace_scenario::Several;
use populace_scenario::written::StageEntry;

pub(crate) const CASE: Case = Case {
    name: "rimea-09",
    suite: Suite::Rimea,
    kind: Kind::Validation,
    title: "Half the exits double the time",
    source: "RiMEA test 9 (no exclusion criterion); accepted ratio of JuPedSim's system tests (rimea test_9); exits of Vadere's rimea_09",
    setup: "A room of 30 by 20 m, 1,000 people (500 in the quick set), four exits 1 m wide, two in each long wall; then with only two of the exits.",
    measure: "time with two exits over time with four",
    unit: "1",
    low: 1.6,
    high: 2.4,
    is_quick: false,
    run,
};

pub(crate) fn run(bench: &Bench) -> Result<Outcome, String> {
    let people = if bench.is_full { 1000 } else { 500 };
    let (four, two) = (leave(bench, people, 4)?, leave(bench, people, 2)?);
    Ok(Outcome::of(two / four).note(format!("four exits {four:.0} s, two exits {two:.0} s")))
}

fn leave(bench: &Bench, people: usize, exits: usize) -> Result<f64, String> {
    let doors = [(4.0, 20.0), (25.0, 0.0), (25.0, 20.0), (4.0, 0.0)];
    let mut outline = vec![(0.0, 0.0)];
    let mut draft = Draft::new(1500.0);
    // Short passages through the walls, the southern ones first, then the northern ones from the east.
    let mut open: Vec<(f64, f64)> = doors[..exits].to_vec();
    open.sort_by(|a, b| a.1.total_cmp(&b.1).then(if a.1 == 0.0 { a.0.total_cmp(&b.0) } else { b.0.total_cmp(&a.0) }));
    for &(x, y) in open.iter().filter(|d| d.1 == 0.0) {
        outline.extend([(x, y), (x, -2.0), (x + 1.0, -2.0), (x + 1.0, y)]);
    }
    outline.extend([(30.0, 0.0), (30.0, 20.0)]);
    for &(x, y) in open.iter().filter(|d| d.1 > 0.0) {
        outline.extend([(x + 1.0, y), (x + 1.0, 22.0), (x, 22.0), (x, y)]);
    }
    outline.push((0.0, 20.0));
    draft = draft.ground(&outline).area("room", (0.0, 0.0), (30.0, 20.0));
    let mut names = Vec::new();
    for (i, &(x, y)) in open.iter().enumerate() {
        let (low, high) = if y > 0.0 { (21.0, 22.0) } else { (-2.0, -1.0) };
        draft = draft.area(&format!("exit {i}"), (x, low), (x + 1.0, high));
        names.push(format!("exit {i}"));
    }
    let journey = [StageEntry::leave(Several(names)).with("by", "nearest")];
    let scene = draft.people("people", count(people, "room"), journey, anyone()).scene();
    bench.watch(&scene, 1)?.emptied().ok_or_else(|| format!("with {exits} exits the room was not empty after 1,500 s"))
}
