//! IMO tests 1 to 3: the set speed in a corridor and on stairs.

use crate::cases::rimea::{r01_speed, r02_stairs};
use crate::{Case, Kind, Outcome, Suite};

pub(crate) const CORRIDOR: Case = Case {
    name: "imo-01",
    suite: Suite::Imo,
    kind: Kind::Verification,
    title: "A pedestrian keeps 1 m/s in a corridor",
    source: "IMO MSC.1/Circ.1533 test 1: 40 m at 1 m/s in 40 s; 5 % for the limits that the circular leaves open",
    setup: "One person in a corridor 2 m wide at 1 m/s, who starts 1 m before the measured 40 m.",
    measure: "time for 40 m",
    unit: "s",
    low: 38.0,
    high: 42.0,
    is_quick: true,
    run: |bench| Ok(Outcome::of(r01_speed::walk(bench, 40.0, 1.0, 0.0, 0.0)?)),
};

pub(crate) const UP: Case = Case {
    name: "imo-02",
    title: "A pedestrian keeps 1 m/s up a stair",
    source: "IMO MSC.1/Circ.1533 test 2: 10 m at 1 m/s in 10 s; 5 % for the limits that the circular leaves open",
    setup: "One person climbs a stair 2 m wide, 10 m long on the plan, at 1 m/s on the plan.",
    measure: "time for 10 m",
    low: 9.5,
    high: 10.5,
    run: |bench| Ok(Outcome::of(10.0 * r02_stairs::climb(bench, 10.0, 5.0, [1.0, 1.0], true)?)),
    ..CORRIDOR
};

pub(crate) const DOWN: Case = Case {
    name: "imo-03",
    title: "A pedestrian keeps 1 m/s down a stair",
    source: "IMO MSC.1/Circ.1533 test 3: 10 m at 1 m/s in 10 s; 5 % for the limits that the circular leaves open",
    setup: "One person goes down a stair 2 m wide, 10 m long on the plan, at 1 m/s on the plan.",
    run: |bench| Ok(Outcome::of(10.0 * r02_stairs::climb(bench, 10.0, 5.0, [1.0, 1.0], false)?)),
    ..UP
};
