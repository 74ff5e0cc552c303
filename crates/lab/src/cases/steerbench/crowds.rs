//! Crowds: halls, bottlenecks, circles.

use super::{BASE, RADIUS, judge};
use crate::cases::bodies::{Field, list};
use crate::cases::draft::{Draft, rectangle};
use crate::{Bench, Case, Outcome};

pub(crate) const ONE_WAY: Case = Case {
    name: "steerbench-hallway-one-way",
    title: "Two hundred walk along a hall",
    setup: "A hall of 200 by 16 m; 200 people from its western 40 m to the eastern end.",
    is_quick: false,
    run: |bench| hall(bench, 200, 0),
    ..BASE
};

pub(crate) const TWO_WAY: Case = Case {
    name: "steerbench-hallway-two-way",
    title: "A hundred get past a hundred in a hall",
    setup: "A hall of 200 by 16 m; 100 people from either end to the other.",
    is_quick: false,
    run: |bench| hall(bench, 100, 100),
    ..BASE
};

pub(crate) const SQUEEZE: Case = Case {
    name: "steerbench-bottleneck-squeeze",
    title: "A thousand get into a channel",
    setup: "1,000 people in 67 by 80 m go through a channel 4.2 m wide and 31 m long.",
    is_quick: false,
    run: |bench| {
        let draft = Draft::new(1200.0)
            .ground(&[
                (0.0, 0.0),
                (67.0, 0.0),
                (67.0, 37.9),
                (98.0, 37.9),
                (98.0, 42.1),
                (67.0, 42.1),
                (67.0, 80.0),
                (0.0, 80.0),
            ])
            .area("start", (0.0, 0.0), (65.0, 80.0))
            .area("end", (96.0, 37.9), (98.0, 42.1));
        crowd(bench, draft, 1000)
    },
    ..BASE
};

pub(crate) const EVACUATION: Case = Case {
    name: "steerbench-bottleneck-evacuation",
    title: "Two hundred leave a room by one door",
    setup: "200 people in a room of 90 by 84 m with one door 2.4 m wide.",
    is_quick: false,
    run: |bench| {
        let draft = Draft::new(1200.0)
            .ground(&[
                (0.0, 0.0),
                (90.0, 0.0),
                (90.0, 40.8),
                (94.0, 40.8),
                (94.0, 43.2),
                (90.0, 43.2),
                (90.0, 84.0),
                (0.0, 84.0),
            ])
            .area("start", (10.0, 10.0), (80.0, 74.0))
            .area("end", (92.0, 40.8), (94.0, 43.2));
        crowd(bench, draft, 200)
    },
    ..BASE
};

pub(crate) const CIRCLE_20: Case = Case {
    name: "steerbench-concentric-circles-20",
    title: "Twenty on a circle change places",
    setup: "20 people on a circle of 10 m radius, each to the opposite point, 1.25 m/s.",
    run: |bench| circle(bench, 20, 10.0, 180.0),
    ..BASE
};

pub(crate) const CIRCLE_500: Case = Case {
    name: "steerbench-concentric-circles-500",
    title: "Five hundred on a circle change places",
    setup: "500 people on a circle of 91.5 m radius, each to the opposite point, 1.25 m/s.",
    is_quick: false,
    run: |bench| circle(bench, 500, 91.5, 900.0),
    ..BASE
};

pub(crate) const FOREST: Case = Case {
    name: "steerbench-forest",
    title: "Five hundred cross a wood",
    setup: "500 people in 200 by 200 m with a block of 1 by 1 m every 20 m, each to a random place.",
    is_quick: false,
    run: |bench| {
        let mut draft =
            Draft::new(900.0).ground(&rectangle((0.0, 0.0), (200.0, 200.0))).area("wood", (0.0, 0.0), (200.0, 200.0));
        for i in 0..100 {
            let (x, y) = (10.0 + 20.0 * f64::from(i % 10), 10.0 + 20.0 * f64::from(i / 10));
            draft = draft.block((x, y), (x + 1.0, y + 1.0));
        }
        let scene = draft.people("people", "count = 500, areas = \"wood\"", "{ go_to = \"wood\" }", KEYS).scene();
        Ok(judge(&bench.watch(&scene, 1)?, 500, RADIUS))
    },
    ..BASE
};

const KEYS: &str = "radius = 0.5\nspeed = 1.3";

fn crowd(bench: &Bench, draft: Draft, count: usize) -> Result<Outcome, String> {
    let arrive = format!("count = {count}, areas = \"start\"");
    let scene = draft.people("people", &arrive, "{ leave = \"end\" }", KEYS).scene();
    Ok(judge(&bench.watch(&scene, 1)?, count, RADIUS))
}

/// People from either end of a hall.
fn hall(bench: &Bench, east: usize, west: usize) -> Result<Outcome, String> {
    let start = |count: usize, from: f64| {
        list(Field::new(40.0, 16.0).rows(count, RADIUS, 1).into_iter().map(|mut p| {
            p.x += from;
            p
        }))
    };
    let mut draft = Draft::new(900.0)
        .ground(&rectangle((-2.0, 0.0), (202.0, 16.0)))
        .area("west", (-2.0, 0.0), (-1.0, 16.0))
        .area("east", (201.0, 0.0), (202.0, 16.0))
        .people("to the east", &format!("at = {}", start(east, 0.5)), "{ leave = \"east\" }", KEYS);
    if west > 0 {
        draft = draft.people("to the west", &format!("at = {}", start(west, 159.5)), "{ leave = \"west\" }", KEYS);
    }
    Ok(judge(&bench.watch(&draft.scene(), 1)?, east + west, RADIUS))
}

fn circle(bench: &Bench, count: usize, radius: f64, until: f64) -> Result<Outcome, String> {
    let far = radius + 10.0;
    let scene = Draft::new(until)
        .ground(&rectangle((-far, -far), (far, far)))
        .people(
            "people",
            &format!("circle = {{ centre = [0, 0], radius = {radius}, count = {count} }}"),
            "",
            "radius = 0.5\nspeed = 1.25",
        )
        .scene();
    let observed = bench.watch(&scene, 1)?;
    let last = observed.left().last().map_or(f64::NAN, |l| l.0);
    Ok(judge(&observed, count, RADIUS)
        .note(format!("the last one arrives after {:.2} of the time of a straight line", last * 1.25 / (2.0 * radius))))
}
