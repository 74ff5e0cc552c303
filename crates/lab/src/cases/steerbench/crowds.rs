//! Crowds: halls, bottlenecks, circles.

use super::{BASE, RADIUS, SPEED, body, judge};
use crate::cases::bodies::{Field, standing};
use crate::cases::draft::{Draft, count, rectangle, room};
use crate::{Bench, Case, Outcome};
use populace_scenario::written::StageEntry;

pub(crate) const ONE_WAY: Case = Case {
    name: "steerbench-hallway-one-way",
    title: "Two hundred people walk along a hall",
    setup: "A hall of 200 by 16 m; 200 people from its western 40 m to the eastern end.",
    is_quick: false,
    run: |bench| hall(bench, 200, 0),
    ..BASE
};

pub(crate) const TWO_WAY: Case = Case {
    name: "steerbench-hallway-two-way",
    title: "A hundred people get past a hundred others in a hall",
    setup: "A hall of 200 by 16 m; 100 people from either end to the other.",
    is_quick: false,
    run: |bench| hall(bench, 100, 100),
    ..BASE
};

pub(crate) const FOUR_WAY: Case = Case {
    name: "steerbench-hallway-four-way",
    title: "Four hundred people get past each other where two halls cross",
    setup: "Two halls of 200 by 16 m that cross in the middle; 100 people to each of the four ends, at first anywhere from 97 m west to 70 m east and from 80 m south to 80 m north of the middle. \
            Where the original has one point as the goal of a hundred people, this case has the last 2 m of the hall.",
    is_quick: false,
    run: four_way,
    ..BASE
};

pub(crate) const SQUEEZE: Case = Case {
    name: "steerbench-bottleneck-squeeze",
    title: "A thousand people get into a channel",
    setup: "1,000 people in 67 by 80 m go through a channel 4.2 m wide and 31 m long.",
    is_quick: false,
    run: |bench| {
        let draft = Draft::new(1200.0)
            .ground(&room((67.0, 80.0), (37.9, 42.1), 98.0))
            .area("start", (0.0, 0.0), (65.0, 80.0))
            .area("end", (96.0, 37.9), (98.0, 42.1));
        leave(bench, draft, 1000)
    },
    ..BASE
};

pub(crate) const EVACUATION: Case = Case {
    name: "steerbench-bottleneck-evacuation",
    title: "Two hundred people leave a room by one door",
    setup: "200 people in a room of 90 by 84 m with one door 2.4 m wide.",
    is_quick: false,
    run: |bench| {
        let draft = Draft::new(1200.0)
            .ground(&room((90.0, 84.0), (40.8, 43.2), 94.0))
            .area("start", (10.0, 10.0), (80.0, 74.0))
            .area("end", (92.0, 40.8), (94.0, 43.2));
        leave(bench, draft, 200)
    },
    ..BASE
};

pub(crate) const CIRCLE_20: Case = Case {
    name: "steerbench-concentric-circles-20",
    title: "Twenty people on a circle change places",
    setup: "20 people on a circle of 10 m radius, each to the opposite point, 1.25 m/s.",
    run: |bench| circle(bench, 20, 10.0, 180.0),
    ..BASE
};

pub(crate) const CIRCLE_500: Case = Case {
    name: "steerbench-concentric-circles-500",
    title: "Five hundred people on a circle change places",
    setup: "500 people on a circle of 91.5 m radius, each to the opposite point, 1.25 m/s.",
    is_quick: false,
    run: |bench| circle(bench, 500, 91.5, 900.0),
    ..BASE
};

pub(crate) const FOREST: Case = Case {
    name: "steerbench-forest",
    title: "Five hundred people cross a wood",
    setup: "500 people in 200 by 200 m with a block of 1 by 1 m every 20 m, each to a random place.",
    is_quick: false,
    run: |bench| {
        let mut draft =
            Draft::new(900.0).ground(&rectangle((0.0, 0.0), (200.0, 200.0))).area("wood", (0.0, 0.0), (200.0, 200.0));
        for i in 0..100 {
            let (x, y) = (10.0 + 20.0 * f64::from(i % 10), 10.0 + 20.0 * f64::from(i / 10));
            draft = draft.block((x, y), (x + 1.0, y + 1.0));
        }
        let draft = draft.people("people", count(500, "wood"), [StageEntry::go_to("wood")], body(SPEED));
        crowd(bench, draft, 500)
    },
    ..BASE
};

/// Runs a crowd that starts in `start` and leaves by `end`.
fn leave(bench: &Bench, draft: Draft, people: usize) -> Result<Outcome, String> {
    let arrive = count(people, "start");
    crowd(bench, draft.people("people", arrive, [StageEntry::leave("end")], body(SPEED)), people)
}

/// Runs people from both ends of a hall.
fn hall(bench: &Bench, east: usize, west: usize) -> Result<Outcome, String> {
    let start = |count: usize, from: f64| {
        standing(Field::new(40.0, 16.0).rows(count, RADIUS, 1).into_iter().map(|mut p| {
            p.x += from;
            p
        }))
    };
    let mut draft = Draft::new(900.0)
        .ground(&rectangle((-2.0, 0.0), (202.0, 16.0)))
        .area("west", (-2.0, 0.0), (-1.0, 16.0))
        .area("east", (201.0, 0.0), (202.0, 16.0))
        .people("to the east", start(east, 0.5), [StageEntry::leave("east")], body(SPEED));
    if west > 0 {
        draft = draft.people("to the west", start(west, 159.5), [StageEntry::leave("west")], body(SPEED));
    }
    crowd(bench, draft, east + west)
}

/// Runs the streams of two halls that cross at the origin. People start as in the original, not the same on all sides.
fn four_way(bench: &Bench) -> Result<Outcome, String> {
    let (wide, far) = (8.01, 100.0);
    let mut draft = Draft::new(900.0)
        .ground(&rectangle((-far, -far), (far, far)))
        .area("along", (-97.0, -7.0), (70.0, 7.0))
        .area("across", (-7.0, -80.0), (7.0, 80.0))
        .area("east", (98.0, -wide), (far, wide))
        .area("west", (-far, -wide), (-98.0, wide))
        .area("south", (-wide, -far), (wide, -98.0))
        .area("north", (-wide, 98.0), (wide, far));
    for (low, high) in [
        ((wide, wide), (far, far)),
        ((-far, wide), (-wide, far)),
        ((-far, -far), (-wide, -wide)),
        ((wide, -far), (far, -wide)),
    ] {
        draft = draft.block(low, high);
    }
    for (hall, end) in [("along", "east"), ("along", "west"), ("across", "south"), ("across", "north")] {
        let arrive = count(100, hall);
        draft = draft.people(&format!("to the {end}"), arrive, [StageEntry::leave(end)], body(SPEED));
    }
    crowd(bench, draft, 400)
}

fn circle(bench: &Bench, count: usize, radius: f64, until: f64) -> Result<Outcome, String> {
    let speed = 1.25;
    let observed = bench.watch(&Draft::new(until).circle(radius, count, body(speed)).scene(), 1)?;
    let last = observed.left().last().map_or(f64::NAN, |l| l.0);
    let share = last * speed / (2.0 * radius);
    Ok(judge(&observed, count).note(format!("the last one arrives after {share:.2} of the time of a straight line")))
}

/// Runs a crowd and judges it.
fn crowd(bench: &Bench, draft: Draft, people: usize) -> Result<Outcome, String> {
    Ok(judge(&bench.watch(&draft.scene(), 1)?, people))
}
