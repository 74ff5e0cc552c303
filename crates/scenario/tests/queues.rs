//! Queue theory in running scenes (Kleinrock 1975, *Queueing Systems I*; DETAILS B18).
//!
//! Customers come at random moments (a Poisson process), walk to a line, wait, walk from its head to a till, are served for an exponential
//! time and leave. Theory knows no walking. Here a customer occupies a till from the moment it is granted, for the walk and the service.
//! The tests check that this is all that differs: the tills are never idle while somebody waits, so the waiting times are those of the
//! recursion of Lindley (Kiefer and Wolfowitz for several tills) over the times of joining and of occupation.
//!
//! The mean of 10,000 customers at a load of 0.8 has a standard error of about a tenth, so it cannot be compared with that of M/M/1 or
//! M/M/c itself. The proof has two parts instead. A run of 10,000 customers waits as long as its own recursion says, to a hundredth; and
//! over millions of customers the recursion waits as long as M/M/1 and M/M/c say, to a fiftieth. The walk takes about 0.9 s, with which
//! tills of 2 s do not keep up with 0.4 customers/s (the numbers of B18): all times are four times as long here.

use std::collections::BTreeMap;

use populace_ingest::entries::{AreaEntry, FloorEntry, ObjectEntry, PlaceFile, Xy};
use populace_scenario::written::{ArrivalEntry, PopulationEntry, ScenarioFile, StageEntry, TimingEntry};
use populace_scenario::{Registry, Scenario};
use populace_sim::{NONE, Simulation};
use populace_traj::EventKind;
use serde_json::json;

/// The number of customers.
const CUSTOMERS: usize = 10_000;
/// The time of a step and of a decision, s.
const DT: f64 = 0.1;

/// A customer, with the times at which it joined the line, got a till and left it, s.
#[derive(Clone, Copy, Debug, Default)]
struct Customer {
    joined: f64,
    called: f64,
    finished: f64,
}

impl Customer {
    fn waited(&self) -> f64 {
        self.called - self.joined
    }
}

fn rectangle([x0, y0]: Xy, [x1, y1]: Xy) -> Vec<Xy> {
    vec![[x0, y0], [x1, y0], [x1, y1], [x0, y1]]
}

/// Returns a hall with tills at its western wall that share one line along its southern wall. People are quick, so that they walk for a short
/// time: otherwise tills that serve for 2 s could not keep up with them.
fn scene(tills: usize, rate: f64, service: f64, seed: u64) -> Scenario {
    let area =
        |name: &str, from, to| AreaEntry { name: name.into(), outline: rectangle(from, to), ..AreaEntry::default() };
    let line = ObjectEntry {
        name: Some("line".into()),
        kind: "queue".into(),
        line: Some(vec![[1.5, 2.0], [47.0, 2.0]]),
        ..ObjectEntry::default()
    };
    let till = |nth: usize| ObjectEntry {
        name: Some(format!("till {nth}")),
        kind: "till".into(),
        outline: Some(rectangle([0.0, 1.7 + nth as f64], [0.6, 2.3 + nth as f64])),
        facing: Some(serde_json::from_value(json!(0.0)).expect("an angle")),
        queue: Some("line".into()),
        service: Some(serde_json::from_value(json!({ "exponential": service })).expect("a time")),
        ..ObjectEntry::default()
    };
    let outline = Some(rectangle([0.0, 0.0], [48.0, 8.0]));
    let place = PlaceFile {
        floor: vec![FloorEntry { name: "hall".into(), outline, ..FloorEntry::default() }],
        area: vec![area("in", [8.0, 5.0], [16.0, 8.0]), area("out", [0.0, 5.0], [3.0, 8.0])],
        object: std::iter::once(line).chain((0..tills).map(till)).collect(),
        ..PlaceFile::default()
    };
    let people = PopulationEntry {
        name: "customers".into(),
        model: Some("collision-free-speed".into()),
        speed: Some(4.0.into()),
        acceleration: Some(100.0),
        turning: Some(3600.0),
        arrive: ArrivalEntry {
            rate: Some(rate),
            until: Some(1.1 * CUSTOMERS as f64 / rate),
            areas: Some("in".into()),
            ..ArrivalEntry::default()
        }
        .into(),
        journey: vec![StageEntry::of("buy", "line"), StageEntry::leave("out")],
        ..PopulationEntry::default()
    };
    let timing = TimingEntry { dt: Some(DT), think_rate: Some(1.0 / DT), ..TimingEntry::default() };
    let file = ScenarioFile { until: 1e6, seed, timing, population: vec![people], ..ScenarioFile::default() };
    Scenario::prove(file, place, Registry::built_in()).unwrap_or_else(|e| panic!("{e}"))
}

/// Runs a scene and returns its first customers, in the order in which they joined the line.
fn customers(scenario: &Scenario) -> Vec<Customer> {
    let mut simulation = Simulation::new(scenario.setup(None));
    let mut all: BTreeMap<u32, Customer> = BTreeMap::new();
    let (mut joined, mut called): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
    while !simulation.is_over() && joined.len().min(called.len()) < CUSTOMERS + 20 {
        let report = simulation.step();
        for event in report.events {
            let mut note = |time: fn(&mut Customer) -> &mut f64| {
                *time(all.entry(event.pedestrian).or_default()) = event.step as f64 * DT;
            };
            match event.kind {
                EventKind::Joined => note(|one| &mut one.joined),
                EventKind::Called => note(|one| &mut one.called),
                EventKind::Finished => note(|one| &mut one.finished),
                _ => {}
            }
            match event.kind {
                EventKind::Joined => joined.push(event.pedestrian),
                EventKind::Called => called.push(event.pedestrian),
                EventKind::GaveUp | EventKind::Stuck => panic!("{event:?}"),
                _ => {}
            }
        }
        let mut users: Vec<u32> = simulation.usages().iter().flat_map(|usage| usage.users.clone()).collect();
        users.retain(|&user| user != NONE);
        users.sort_unstable();
        assert!(users.windows(2).all(|pair| pair[0] != pair[1]), "somebody has two tills: {users:?}");
    }
    let customers: Vec<Customer> = joined[..CUSTOMERS].iter().map(|id| all[id]).collect();
    // Two tills may become free in one step, in which events are told by pedestrian.
    assert!(customers.windows(2).all(|pair| pair[0].called <= pair[1].called), "first come, first served");
    customers
}

/// Returns how long each customer waits in theory when `tills` tills serve them in order and are never idle while somebody waits (Lindley 1952;
/// Kiefer and Wolfowitz 1955), s.
fn in_theory(customers: &[Customer], tills: usize, occupies: impl Fn(&Customer) -> f64) -> Vec<f64> {
    let mut free = vec![0.0_f64; tills];
    let wait = |customer: &Customer| {
        let first = (0..tills).min_by(|&a, &b| free[a].total_cmp(&free[b])).expect("there is a till");
        let begins = customer.joined.max(free[first]);
        free[first] = begins + occupies(customer);
        begins - customer.joined
    };
    customers.iter().map(wait).collect()
}

fn mean(values: impl IntoIterator<Item = f64>) -> f64 {
    let (sum, count) = values.into_iter().fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    sum / count
}

/// Checks that customers wait as long as in theory, walk included: within a hundredth on average.
fn check(customers: &[Customer], tills: usize) {
    let waited = mean(customers.iter().map(Customer::waited));
    let expected = mean(in_theory(customers, tills, |customer| customer.finished - customer.called));
    assert!((waited - expected).abs() <= 0.01 * expected, "waited {waited:.2} s, {expected:.2} s in theory");
}

#[test]
fn one_till_is_never_idle_while_somebody_waits() {
    check(&customers(&scene(1, 0.1, 8.0, 1)), 1);
}

#[test]
fn two_tills_that_share_a_line_are_never_idle_while_somebody_waits() {
    check(&customers(&scene(2, 0.2, 8.0, 1)), 2);
}

/// DETAILS B18, times four: M/M/1 with 0.1 customers/s and a mean service of 8 s waits 0.8 / (0.125 − 0.1) = 32 s; M/M/2 with 0.2 customers/s
/// waits C / (0.25 − 0.2), with Erlang's C = 6.4 / 9.
#[test]
fn the_recursion_waits_as_long_as_the_formulas_in_the_long_run() {
    const MANY: u64 = 4_000_000;
    let draws = populace_geom::Draws::new(7);
    let exponential =
        |i: u64, purpose: u64, mean: f64| -mean * populace_geom::maths::ln(1.0 - draws.unit(i, 0, purpose));
    for (tills, rate, expected) in [(1, 0.1, 32.0), (2, 0.2, 6.4 / 9.0 / 0.05)] {
        let mut joined = 0.0;
        let customer = |i: u64| {
            joined += exponential(i, 1, 1.0 / rate);
            Customer { joined, called: 0.0, finished: exponential(i, 2, 8.0) }
        };
        let customers: Vec<Customer> = (0..MANY).map(customer).collect();
        let waited = mean(in_theory(&customers, tills, |customer| customer.finished));
        assert!(
            (waited - expected).abs() <= 0.02 * expected,
            "{tills} tills: {waited:.2} s, {expected:.2} s by the formula"
        );
    }
}
