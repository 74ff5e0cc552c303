//! Queue theory in running scenes (Kleinrock 1975, *Queueing Systems I*; DETAILS B18).
//!
//! Customers come at random moments (a Poisson process), walk to a line, wait, walk from its head to a till, are served for an exponential
//! time and leave. Theory knows no walking. Here a customer occupies a till from the moment it is granted, for the walk and the service.
//! The tests check that this is all that differs: the tills are never idle while somebody waits, so the waiting times are those of the
//! recursion of Lindley (Kiefer and Wolfowitz for several tills) over the times of joining and of occupation.
//!
//! The mean wait of 10,000 customers has a standard error of about a tenth at a load of 0.8, and of a twentieth at a load of 0.5 (Daley
//! 1968). So the proof has three parts. Ten lines with 10,000 customers each at a load of 0.5 wait as long as the formulas for M/M/1 and M/M/2
//! say, to a twentieth: their mean has a standard error of a sixtieth. At a load of 0.8, 10,000 customers wait as long as the recursion over
//! their own arrivals says, to a hundredth; and over millions of customers the recursion waits as long as the formulas, to a fiftieth. The
//! walk takes about 0.9 s, with which tills of 2 s do not keep up with 0.4 customers/s (the numbers of B18): all times are four times as
//! long here.

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

/// A customer, with the times at which it joined the line, got a till, began to be served and left, s.
#[derive(Clone, Copy, Debug, Default)]
struct Customer {
    joined: f64,
    called: f64,
    served: f64,
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

/// Returns halls, each on a floor of its own, with tills at its western wall that share one line along its southern wall. People are quick, so that
/// they walk for a short time: otherwise tills that serve for 2 s could not keep up with them.
fn scene(halls: usize, tills: usize, rate: f64, service: f64, seed: u64) -> Scenario {
    let floor = |hall: usize| format!("hall {hall}");
    let area = |name: &str, hall: usize, from, to| AreaEntry {
        name: format!("{name} {hall}"),
        floor: Some(floor(hall)),
        outline: rectangle(from, to),
        ..AreaEntry::default()
    };
    let line = |hall: usize| ObjectEntry {
        name: Some(format!("line {hall}")),
        kind: "queue".into(),
        floor: Some(floor(hall)),
        line: Some(vec![[1.5, 2.0], [47.0, 2.0]]),
        ..ObjectEntry::default()
    };
    let till = |hall: usize, nth: usize| ObjectEntry {
        name: Some(format!("till {hall}, {nth}")),
        kind: "till".into(),
        floor: Some(floor(hall)),
        outline: Some(rectangle([0.0, 1.7 + nth as f64], [0.6, 2.3 + nth as f64])),
        facing: Some(serde_json::from_value(json!(0.0)).expect("an angle")),
        queue: Some(format!("line {hall}")),
        service: Some(serde_json::from_value(json!({ "exponential": service })).expect("a time")),
        ..ObjectEntry::default()
    };
    let outline = Some(rectangle([0.0, 0.0], [48.0, 8.0]));
    // The lines have the first numbers.
    let objects = (0..halls)
        .map(line)
        .chain((0..halls).flat_map(|hall| (0..tills).map(move |nth| (hall, nth))).map(|(h, n)| till(h, n)));
    let areas = |hall| [area("in", hall, [8.0, 5.0], [16.0, 8.0]), area("out", hall, [0.0, 5.0], [3.0, 8.0])];
    let place = PlaceFile {
        floor: (0..halls)
            .map(|hall| FloorEntry { name: floor(hall), outline: outline.clone(), ..FloorEntry::default() })
            .collect(),
        area: (0..halls).flat_map(areas).collect(),
        object: objects.collect(),
        ..PlaceFile::default()
    };
    let people = |hall: usize| PopulationEntry {
        name: format!("customers {hall}"),
        model: Some("collision-free-speed".into()),
        speed: Some(4.0.into()),
        acceleration: Some(100.0),
        turning: Some(3600.0),
        arrive: ArrivalEntry {
            rate: Some(rate),
            until: Some(1.1 * CUSTOMERS as f64 / rate),
            areas: Some(format!("in {hall}").into()),
            ..ArrivalEntry::default()
        }
        .into(),
        journey: vec![StageEntry::of("buy", format!("line {hall}")), StageEntry::leave(format!("out {hall}").as_str())],
        ..PopulationEntry::default()
    };
    let timing = TimingEntry { dt: Some(DT), think_rate: Some(1.0 / DT), ..TimingEntry::default() };
    let population = (0..halls).map(people).collect();
    let file = ScenarioFile { until: 1e6, seed, timing, population, ..ScenarioFile::default() };
    Scenario::prove(file, place, Registry::built_in()).unwrap_or_else(|e| panic!("{e}"))
}

/// Runs a scene and returns the first customers of each hall, in the order in which they joined the line.
fn customers(scenario: &Scenario) -> Vec<Vec<Customer>> {
    let mut simulation = Simulation::new(scenario.setup(None));
    let mut all: BTreeMap<u32, Customer> = BTreeMap::new();
    let halls = scenario.file().population.len();
    let mut joined: Vec<Vec<u32>> = vec![Vec::new(); halls];
    let mut called = 0;
    let is_short = |joined: &[Vec<u32>], called: usize| {
        let least = joined.iter().map(Vec::len).min().unwrap_or(0);
        least < CUSTOMERS + 20 || called < joined.iter().map(Vec::len).sum::<usize>().saturating_sub(20 * halls)
    };
    while !simulation.is_over() && is_short(&joined, called) {
        let report = simulation.step();
        for event in report.events {
            let mut note = |time: fn(&mut Customer) -> &mut f64| {
                *time(all.entry(event.pedestrian).or_default()) = event.step as f64 * DT;
            };
            match event.kind {
                EventKind::Joined => note(|one| &mut one.joined),
                EventKind::Called => note(|one| &mut one.called),
                EventKind::Served => note(|one| &mut one.served),
                EventKind::Finished => note(|one| &mut one.finished),
                _ => {}
            }
            match event.kind {
                EventKind::Joined => joined[event.subject as usize].push(event.pedestrian),
                EventKind::Called => called += 1,
                EventKind::GaveUp | EventKind::Stuck => panic!("{event:?}"),
                _ => {}
            }
        }
        let mut users: Vec<u32> = simulation.usages().iter().flat_map(|usage| usage.users.clone()).collect();
        users.retain(|&user| user != NONE);
        users.sort_unstable();
        assert!(users.windows(2).all(|pair| pair[0] != pair[1]), "somebody has two tills: {users:?}");
    }
    let first = |ids: Vec<u32>| -> Vec<Customer> { ids[..CUSTOMERS].iter().map(|id| all[id]).collect() };
    let customers: Vec<Vec<Customer>> = joined.into_iter().map(first).collect();
    for customers in &customers {
        assert!(customers.iter().all(|customer| customer.called > 0.0), "everyone was called");
        // Two tills may become free in one step, in which events are told by pedestrian.
        assert!(customers.windows(2).all(|pair| pair[0].called <= pair[1].called), "first come, first served");
    }
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
    check(&customers(&scene(1, 1, 0.1, 8.0, 1))[0], 1);
}

#[test]
fn two_tills_that_share_a_line_are_never_idle_while_somebody_waits() {
    check(&customers(&scene(1, 2, 0.2, 8.0, 1))[0], 2);
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
            Customer { joined, finished: exponential(i, 2, 8.0), ..Customer::default() }
        };
        let customers: Vec<Customer> = (0..MANY).map(customer).collect();
        let waited = mean(in_theory(&customers, tills, |customer| customer.finished));
        assert!(
            (waited - expected).abs() <= 0.02 * expected,
            "{tills} tills: {waited:.2} s, {expected:.2} s by the formula"
        );
    }
}

/// Returns how long customers wait by the formulas, s: Pollaczek and Khinchine's for one till; for several, Erlang's C with the correction of Allen and
/// Cunneen for times that are not exponential (Allen 1990, *Probability, Statistics, and Queueing Theory*). A customer occupies a till for a
/// walk, s, and then for an exponential time.
fn by_formula(tills: usize, rate: f64, service: f64, walk: f64) -> f64 {
    let occupies = service + walk;
    let load = rate * occupies;
    let terms: Vec<f64> =
        (0..=tills).scan(1.0, |term, k| Some(std::mem::replace(term, *term * load / (k + 1) as f64))).collect();
    let last = terms[tills] * tills as f64 / (tills as f64 - load);
    let all_busy = last / (terms[..tills].iter().sum::<f64>() + last);
    let spread = service / occupies;
    all_busy * occupies / (tills as f64 - load) * (1.0 + spread * spread) / 2.0
}

/// M/M/1 with 0.4 customers/s and 2 s waits 8 s; M/M/2 with 0.8 customers/s waits 3.56 s (DETAILS B18). A till that always takes 8 s makes
/// customers wait half as long.
#[test]
fn the_formulas_are_those_of_the_notes() {
    assert!((by_formula(1, 0.4, 2.0, 0.0) - 8.0).abs() < 1e-9);
    assert!((by_formula(2, 0.8, 2.0, 0.0) - 3.56).abs() < 0.01);
    assert!((by_formula(1, 0.1, 0.0, 8.0) - 16.0).abs() < 1e-9);
}

/// Checks that the customers of ten lines, 10,000 each, wait as long as the formulas say, to a twentieth.
fn check_with_formula(tills: usize, rate: f64) {
    const SERVICE: f64 = 8.0;
    let lines = customers(&scene(10, tills, rate, SERVICE, 1));
    let walk = mean(lines.iter().flatten().map(|customer| customer.served - customer.called));
    let waits: Vec<f64> = lines.iter().map(|line| mean(line.iter().map(Customer::waited))).collect();
    let (waited, expected) = (mean(waits.iter().copied()), by_formula(tills, rate, SERVICE, walk));
    eprintln!(
        "{tills} tills: waited {waited:.3} s, by the formula {expected:.3} s, walk {walk:.2} s; lines {waits:.2?}"
    );
    assert!((waited - expected).abs() <= 0.05 * expected, "waited {waited:.2} s, {expected:.2} s by the formula");
}

#[test]
fn ten_lines_with_ten_thousand_customers_wait_as_long_as_m_m_1() {
    check_with_formula(1, 0.056);
}

#[test]
fn ten_lines_with_ten_thousand_customers_wait_as_long_as_m_m_2() {
    check_with_formula(2, 0.112);
}
