//! People who use objects: lines are served in order, slots have one user, and every claim is released.

use std::collections::BTreeMap;

use populace_ingest::entries::{AreaEntry, FloorEntry, ObjectEntry, PlaceFile, Xy};
use populace_scenario::written::{ArrivalEntry, EventEntry, PopulationEntry, ScenarioFile, StageEntry};
use populace_scenario::{Registry, Scenario};
use populace_sim::{NONE, Simulation};
use populace_traj::{Event, EventKind, Status};
use serde_json::json;

fn rectangle([x0, y0]: Xy, [x1, y1]: Xy) -> Vec<Xy> {
    vec![[x0, y0], [x1, y0], [x1, y1], [x0, y1]]
}

/// Returns a hall of 24 × 12 m with some objects; people come in at the western wall and leave at the eastern one.
fn hall(object: Vec<ObjectEntry>) -> PlaceFile {
    let area =
        |name: &str, from, to| AreaEntry { name: name.into(), outline: rectangle(from, to), ..AreaEntry::default() };
    let outline = Some(rectangle([0.0, 0.0], [24.0, 12.0]));
    PlaceFile {
        floor: vec![FloorEntry { name: "hall".into(), outline, ..FloorEntry::default() }],
        area: vec![area("in", [0.0, 2.0], [2.0, 6.0]), area("out", [22.0, 2.0], [24.0, 6.0])],
        object,
        ..PlaceFile::default()
    }
}

/// Returns an object at the northern wall that looks south.
fn object(name: &str, kind: &str, x: f64) -> ObjectEntry {
    ObjectEntry {
        name: Some(name.into()),
        kind: kind.into(),
        outline: Some(rectangle([x - 0.5, 11.4], [x + 0.5, 12.0])),
        facing: Some(serde_json::from_value(json!(-90.0)).expect("an angle")),
        ..ObjectEntry::default()
    }
}

fn scenario(
    place: PlaceFile,
    arrive: ArrivalEntry,
    stages: Vec<StageEntry>,
    event: Vec<EventEntry>,
    until: f64,
) -> Scenario {
    let arrive = ArrivalEntry { areas: Some("in".into()), ..arrive };
    let people = PopulationEntry {
        name: "visitors".into(),
        arrive: arrive.into(),
        journey: [stages, vec![StageEntry::leave("out")]].concat(),
        ..PopulationEntry::default()
    };
    let file = ScenarioFile { until, population: vec![people], event, ..ScenarioFile::default() };
    Scenario::prove(file, place, Registry::built_in()).unwrap_or_else(|e| panic!("{e}"))
}

/// Runs a scenario to its end, looks at every step, and returns all events with their times, s.
fn run(scenario: &Scenario, mut look: impl FnMut(&Simulation)) -> (Simulation, Vec<(f64, Event)>) {
    let mut simulation = Simulation::new(scenario.setup(None));
    let mut told = Vec::new();
    while !simulation.is_over() && simulation.time() < scenario.until().time {
        let report = simulation.step();
        told.extend(report.events.iter().map(|event| (report.time, *event)));
        look(&simulation);
    }
    (simulation, told)
}

/// Returns the pedestrians of all events of a kind, in order.
fn pedestrians(told: &[(f64, Event)], kind: EventKind) -> Vec<u32> {
    told.iter().filter(|(_, event)| event.kind == kind).map(|(_, event)| event.pedestrian).collect()
}

/// Returns the time of the first event of a kind of each pedestrian, s.
fn times(told: &[(f64, Event)], kind: EventKind) -> BTreeMap<u32, f64> {
    let of_kind = told.iter().rev().filter(|(_, event)| event.kind == kind);
    of_kind.map(|(time, event)| (event.pedestrian, *time)).collect()
}

/// Checks that no slot has two users, and that nobody has two slots or stands in two lines.
fn check_claims(simulation: &Simulation) {
    let slots = simulation.usages().iter().flat_map(|usage| &usage.users).filter(|&&user| user != NONE);
    let mut users: Vec<u32> = slots.copied().collect();
    let lines = simulation.usages().iter().flat_map(|usage| &usage.line);
    users.extend(lines.map(|one| one.pedestrian));
    let all = users.len();
    users.sort_unstable();
    users.dedup();
    assert_eq!(users.len(), all, "at {} s somebody has two claims: {:?}", simulation.time(), simulation.usages());
}

fn assert_all_released(simulation: &Simulation) {
    let is_free = |usage: &populace_mind::Usage| usage.line.is_empty() && usage.users.iter().all(|&user| user == NONE);
    assert!(simulation.usages().iter().all(is_free), "{:?}", simulation.usages());
    assert!(simulation.is_over(), "{:?}", simulation.census());
}

/// A till whose service takes from 1 to 7 s, and a customer every 5 s on average: it is busy for four fifths of the time.
#[test]
fn people_are_served_in_the_order_in_which_they_joined() {
    let arrive = ArrivalEntry { rate: Some(0.2), until: Some(1500.0), ..ArrivalEntry::default() };
    let buy = StageEntry::of("buy", "till").with("time", json!({ "uniform": [1, 7] }));
    let scenario = scenario(hall(vec![object("till", "till", 12.0)]), arrive, vec![buy], vec![], 4000.0);
    let (simulation, told) = run(&scenario, check_claims);
    let (joined, served) = (pedestrians(&told, EventKind::Joined), pedestrians(&told, EventKind::Served));
    assert!(joined.len() > 200, "{} customers", joined.len());
    assert_eq!(joined, served);
    assert_all_released(&simulation);
    // The pedestrian at the till walked there from the head of the line: apart from that, the till is never idle while somebody waits.
    let (joined, begun, done) =
        (times(&told, EventKind::Joined), times(&told, EventKind::Served), times(&told, EventKind::Finished));
    let mut walks = Vec::new();
    for pair in served.windows(2) {
        let free = done[&pair[0]].max(joined[&pair[1]]);
        walks.push(begun[&pair[1]] - free);
    }
    let mean = walks.iter().sum::<f64>() / walks.len() as f64;
    let most = walks.iter().copied().fold(0.0, f64::max);
    assert!(mean < 2.5 && most < 8.0, "the till is idle for {mean:.2} s on average, {most:.2} s at most");
}

#[test]
fn a_bench_has_one_pedestrian_on_a_seat_and_others_wait_for_theirs() {
    let bench = ObjectEntry { outline: Some(rectangle([10.0, 8.0], [12.0, 8.4])), ..object("bench", "bench", 0.0) };
    let arrive = ArrivalEntry { count: Some(14), ..ArrivalEntry::default() };
    let rest = StageEntry::of("rest", json!({ "uniform": [20, 40] }));
    let scenario = scenario(hall(vec![bench]), arrive, vec![rest], vec![], 900.0);
    let mut most = 0;
    let (simulation, told) = run(&scenario, |simulation| {
        check_claims(simulation);
        let seats = simulation.usages()[0].users.len();
        let sitting = simulation.people().status.iter().filter(|&&status| status == Status::Sitting).count();
        assert!(sitting <= seats, "{sitting} sit on {seats} seats");
        most = most.max(sitting);
    });
    assert!(most >= 3, "at most {most} sat at a time");
    assert_eq!(times(&told, EventKind::Served).len(), 14, "everyone has rested");
    assert_all_released(&simulation);
}

#[test]
fn tills_that_share_a_line_are_both_used_and_served_in_order() {
    let line = ObjectEntry {
        name: Some("tickets".into()),
        kind: "queue".into(),
        line: Some(vec![[12.0, 8.5], [12.0, 2.0]]),
        ..ObjectEntry::default()
    };
    let till = |name: &str, x| ObjectEntry { queue: Some("tickets".into()), ..object(name, "till", x) };
    let arrive = ArrivalEntry { rate: Some(0.3), until: Some(600.0), ..ArrivalEntry::default() };
    let buy = StageEntry::of("buy", "tickets").with("time", json!({ "uniform": [3, 7] }));
    let place = hall(vec![line, till("first", 10.0), till("second", 14.0)]);
    let scenario = scenario(place, arrive, vec![buy], vec![], 2000.0);
    let (simulation, told) = run(&scenario, check_claims);
    assert_all_released(&simulation);
    // Grants are in the order of the line; two people who are granted a till shortly after each other may arrive in the other order.
    let (joined, served) = (pedestrians(&told, EventKind::Joined), pedestrians(&told, EventKind::Served));
    assert_eq!(joined.len(), served.len());
    let place = |id: &u32| joined.iter().position(|other| other == id).expect("it joined");
    assert!(served.iter().enumerate().all(|(i, id)| place(id).abs_diff(i) <= 1), "{joined:?} {served:?}");
    let at = |object: u32| told.iter().filter(|(_, e)| e.kind == EventKind::Served && e.subject == object).count();
    assert!(at(1) > 50 && at(2) > 50, "{} and {} customers", at(1), at(2));
}

#[test]
fn the_line_of_a_till_that_closes_goes_to_another() {
    let arrive = ArrivalEntry { count: Some(20), ..ArrivalEntry::default() };
    let buy = StageEntry::of("buy", "ticket").with("time", 10);
    let close = EventEntry { at: 40.0, close: "near".into(), ..EventEntry::default() };
    let place = hall(vec![object("near", "till", 8.0), object("far", "till", 18.0)]);
    let scenario = scenario(place, arrive, vec![buy], vec![close], 900.0);
    let (simulation, told) = run(&scenario, check_claims);
    assert_all_released(&simulation);
    assert_eq!(times(&told, EventKind::Served).len(), 20);
    let after = |(time, event): &&(f64, Event)| *time > 60.0 && event.kind == EventKind::Served;
    assert!(told.iter().filter(after).all(|(_, event)| event.subject == 1), "nobody is served at a closed till");
    assert!(!pedestrians(&told, EventKind::GaveUp).is_empty(), "somebody stood in its line");
}

#[test]
fn people_whose_patience_ends_leave_the_line() {
    let arrive = ArrivalEntry { count: Some(6), ..ArrivalEntry::default() };
    let buy = StageEntry::of("buy", "till").with("time", 300).with("patience", 60);
    let scenario = scenario(hall(vec![object("till", "till", 12.0)]), arrive, vec![buy], vec![], 600.0);
    let (simulation, told) = run(&scenario, check_claims);
    assert_all_released(&simulation);
    assert_eq!((times(&told, EventKind::Served).len(), pedestrians(&told, EventKind::GaveUp).len()), (1, 5));
}

#[test]
fn a_run_with_objects_goes_on_to_the_same_bits_from_a_snapshot_and_on_any_number_of_threads() {
    let place = hall(vec![object("till", "till", 8.0), object("drinks", "vending-machine", 16.0)]);
    let arrive = ArrivalEntry { rate: Some(0.5), until: Some(100.0), ..ArrivalEntry::default() };
    let stages = vec![StageEntry::of("buy", "till").with("time", 6), StageEntry::of("buy", "drink").with("time", 4)];
    let scenario = scenario(place, arrive, stages, vec![], 400.0);
    let hashes = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| {
            let mut simulation = Simulation::new(scenario.setup(None));
            (0..3000).map(|_| simulation.step().hash).collect::<Vec<u64>>()
        })
    };
    let whole = hashes(1);
    assert_eq!(whole, hashes(4));
    let mut begun = Simulation::new(scenario.setup(None));
    (0..1111).for_each(|_| _ = begun.step());
    let mut restored = Simulation::new(scenario.setup(None));
    restored.restore(&begun.snapshot()).expect("it is of this scenario");
    let rest: Vec<u64> = (1111..3000).map(|_| restored.step().hash).collect();
    assert_eq!(rest, whole[1111..]);
}

/// Returns a bench that is an obstacle, with seats on its southern side, and adds it to a place.
fn add_bench(place: &mut PlaceFile, from: Xy, to: Xy) {
    place.floor[0].obstacles.push(rectangle(from, to));
    place.object.push(ObjectEntry {
        name: Some("bench".into()),
        kind: "bench".into(),
        outline: Some(rectangle(from, to)),
        facing: Some(serde_json::from_value(json!(-90.0)).expect("an angle")),
        ..ObjectEntry::default()
    });
}

/// People used to be shut in between a bench and those who sat on it: they walked to a free seat, and back from it, along the bench.
#[test]
fn people_come_to_seats_between_others_and_rise_from_them() {
    let mut place = hall(Vec::new());
    add_bench(&mut place, [8.0, 8.0], [13.0, 8.8]);
    // More people than seats: seats are taken and left between others all the time.
    let arrive = ArrivalEntry { rate: Some(0.3), until: Some(300.0), ..ArrivalEntry::default() };
    let rest = StageEntry::of("rest", json!({ "uniform": [20, 60] }));
    let scenario = scenario(place, arrive, vec![rest], Vec::new(), 900.0);
    let (simulation, told) = run(&scenario, |_| {});
    let sat = pedestrians(&told, EventKind::Served).len();
    assert!(simulation.is_over(), "{:?}", simulation.census());
    assert!(sat > 70, "{sat} sat down");
    assert!(pedestrians(&told, EventKind::Stuck).is_empty(), "nobody is shut in");
}
