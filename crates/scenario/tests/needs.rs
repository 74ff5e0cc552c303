//! Kinds of people and their needs in running scenes: people interrupt what they do, meet the need, and go on with their journey.

use populace_ingest::entries::{AreaEntry, FloorEntry, ObjectEntry, PlaceFile, Xy};
use populace_scenario::written::{ArrivalEntry, KindEntry, NeedEntry, PopulationEntry, ScenarioFile, StageEntry};
use populace_scenario::{Registry, Scenario, ScenarioError, Spread};
use populace_sim::{NONE, Simulation};
use populace_traj::{Event, EventKind};
use serde_json::json;

pub(crate) fn rectangle([x0, y0]: Xy, [x1, y1]: Xy) -> Vec<Xy> {
    vec![[x0, y0], [x1, y0], [x1, y1], [x0, y1]]
}

/// Returns a hall of 30 × 12 m with a till, a vending machine, a bench, a performance, a board, a clock and an information desk, or some of them.
pub(crate) fn hall(kinds: &[&str]) -> PlaceFile {
    let area =
        |name: &str, from, to| AreaEntry { name: name.into(), outline: rectangle(from, to), ..AreaEntry::default() };
    let object = |(i, kind): (usize, &&str)| {
        let x = 4.0 + 3.5 * i as f64;
        let standing = *kind == "performance";
        ObjectEntry {
            name: Some(format!("the {kind}")),
            kind: (*kind).into(),
            at: standing.then_some([22.0, 4.0]),
            outline: (!standing).then(|| rectangle([x - 0.5, 11.4], [x + 0.5, 12.0])),
            facing: (!standing).then(|| serde_json::from_value(json!(-90.0)).expect("an angle")),
            ..ObjectEntry::default()
        }
    };
    PlaceFile {
        floor: vec![FloorEntry {
            name: "hall".into(),
            outline: Some(rectangle([0.0, 0.0], [30.0, 12.0])),
            ..FloorEntry::default()
        }],
        area: vec![area("in", [0.0, 2.0], [2.0, 6.0]), area("out", [28.0, 2.0], [30.0, 6.0])],
        object: kinds.iter().enumerate().map(object).collect(),
        ..PlaceFile::default()
    }
}

const EVERYTHING: [&str; 6] = ["ticket-machine", "vending-machine", "bench", "board", "clock", "performance"];

pub(crate) fn people(kind: &str) -> PopulationEntry {
    PopulationEntry {
        name: "people".into(),
        kind: Some(kind.into()),
        arrive: ArrivalEntry {
            rate: Some(0.025),
            until: Some(2000.0),
            areas: Some("in".into()),
            ..ArrivalEntry::default()
        }
        .into(),
        journey: vec![StageEntry::leave("out")],
        ..PopulationEntry::default()
    }
}

fn prove(file: ScenarioFile, place: PlaceFile) -> Result<Scenario, ScenarioError> {
    Scenario::prove(ScenarioFile { until: 9000.0, ..file }, place, Registry::built_in())
}

pub(crate) fn scenario(population: PopulationEntry, kind: Vec<KindEntry>, place: PlaceFile) -> Scenario {
    let file = ScenarioFile { population: vec![population], kind, ..ScenarioFile::default() };
    prove(file, place).unwrap_or_else(|e| panic!("{e}"))
}

pub(crate) fn run(scenario: &Scenario) -> (Simulation, Vec<(f64, Event)>) {
    let mut simulation = Simulation::new(scenario.setup(None));
    let mut told = Vec::new();
    while !simulation.is_over() && simulation.time() < scenario.until().time {
        let report = simulation.step();
        told.extend(report.events.iter().map(|event| (report.time, *event)));
    }
    (simulation, told)
}

pub(crate) fn count(told: &[(f64, Event)], kind: EventKind) -> usize {
    told.iter().filter(|(_, event)| event.kind == kind).count()
}

/// Returns the kind of people who are thirsty from the start.
fn thirsty() -> KindEntry {
    let thirst = NeedEntry { start: Some(1.0.into()), spare: Some(0.0), ..need("thirst") };
    KindEntry { name: "thirsty".into(), needs: vec![thirst], ..KindEntry::default() }
}

fn need(name: &str) -> NeedEntry {
    NeedEntry { name: name.into(), ..NeedEntry::default() }
}

/// T §4.4.3: thirsty on the way, a pedestrian detours to the vending machine, and continues its trip after that.
#[test]
fn everyone_who_is_thirsty_buys_a_drink_on_the_way_and_then_leaves() {
    let (simulation, told) = run(&scenario(people("thirsty"), vec![thirsty()], hall(&EVERYTHING)));
    let entered = count(&told, EventKind::Entered);
    assert!(entered > 30, "{entered} people");
    assert_eq!(count(&told, EventKind::Left), entered, "{:?}", simulation.census());
    let [interrupted, served] = [EventKind::Interrupted, EventKind::Served].map(|kind| count(&told, kind));
    assert!(interrupted >= entered, "{interrupted} of {entered}");
    assert!(served * 10 >= entered * 9, "{served} of {entered} bought a drink");
    let free = |usage: &populace_mind::Usage| usage.line.is_empty() && usage.users.iter().all(|&user| user == NONE);
    assert!(simulation.usages().iter().all(free));
    // Every goal that was begun came to an end: stages and remedies, and nobody is left inside.
    let ended = [EventKind::Achieved, EventKind::Expired, EventKind::Abandoned].map(|kind| count(&told, kind));
    assert_eq!(count(&told, EventKind::Began), ended.iter().sum::<usize>(), "{ended:?}");
}

/// Eight times as many customers as a machine can serve: people lose patience, and go on with their journey without a drink.
#[test]
fn people_who_lose_patience_in_an_overloaded_line_go_on_with_their_journey() {
    let arrive =
        ArrivalEntry { rate: Some(0.2), until: Some(400.0), areas: Some("in".into()), ..ArrivalEntry::default() };
    let people = PopulationEntry { arrive: arrive.into(), ..people("thirsty") };
    let (simulation, told) = run(&scenario(people, vec![thirsty()], hall(&EVERYTHING)));
    assert!(simulation.is_over(), "{:?}", simulation.census());
    assert!(count(&told, EventKind::Abandoned) > 10);
    let ended = [EventKind::Achieved, EventKind::Expired, EventKind::Abandoned].map(|kind| count(&told, kind));
    assert_eq!(count(&told, EventKind::Began), ended.iter().sum::<usize>(), "{ended:?}");
}

/// A need that was met is not felt again at once: with thirst that hardly grows, everybody drinks once.
#[test]
fn a_need_that_was_met_does_not_interrupt_again() {
    let (_, told) = run(&scenario(people("thirsty"), vec![thirsty()], hall(&EVERYTHING)));
    let mut buyers: Vec<u32> =
        told.iter().filter(|(_, e)| e.kind == EventKind::Served).map(|(_, event)| event.pedestrian).collect();
    let served = buyers.len();
    buyers.sort_unstable();
    buyers.dedup();
    assert_eq!(buyers.len(), served);
}

/// T §4.4.3: the interruption's expiration is set in accordance with the spare time. A pedestrian without spare time does not stop.
#[test]
fn people_without_spare_time_do_not_stop_and_those_who_stop_are_on_time() {
    let hurried = PopulationEntry { departs: Some(30.0.into()), ..people("thirsty") };
    let (_, told) = run(&scenario(hurried, vec![thirsty()], hall(&EVERYTHING)));
    let late = told.iter().filter(|(time, event)| event.kind == EventKind::Interrupted && *time > 30.0).count();
    assert_eq!(late, 0, "nobody stops after the departure");
    // Tired people who would sit for ten minutes get up in time for a departure at 300 s.
    let rest = StageEntry::of("rest", 600.0);
    let tired = NeedEntry { start: Some(1.0.into()), spare: Some(0.0), remedy: Some(rest), ..need("tiredness") };
    let kind = KindEntry { name: "tired".into(), needs: vec![tired], ..KindEntry::default() };
    let arrive = ArrivalEntry { count: Some(4), areas: Some("in".into()), ..ArrivalEntry::default() };
    let people = PopulationEntry { departs: Some(300.0.into()), arrive: arrive.into(), ..people("tired") };
    let (simulation, told) = run(&scenario(people, vec![kind], hall(&["bench"])));
    assert!(count(&told, EventKind::Served) >= 2, "they sit");
    assert!(simulation.is_over());
    let last =
        told.iter().filter(|(_, event)| event.kind == EventKind::Left).map(|(time, _)| *time).fold(0.0, f64::max);
    assert!((250.0..320.0).contains(&last), "the last one leaves at {last} s");
}

/// T §4.3.4: each kind has its own thresholds. Tourists stop more often than commuters, and officers hardly at all.
#[test]
fn kinds_differ_in_how_often_they_stop() {
    let stops = |kind: &str| {
        let (simulation, told) = run(&scenario(people(kind), vec![], hall(&EVERYTHING)));
        assert_eq!(
            count(&told, EventKind::Left),
            count(&told, EventKind::Entered),
            "{kind}: {:?}",
            simulation.census()
        );
        count(&told, EventKind::Interrupted) as f64 / count(&told, EventKind::Entered) as f64
    };
    let [commuter, tourist, officer, soldier] = ["commuter", "tourist", "officer", "soldier"].map(stops);
    assert!(
        tourist > commuter && commuter > officer,
        "tourist {tourist}, commuter {commuter}, officer {officer} per person"
    );
    assert_eq!(soldier, 0.0);
    assert!(officer < 0.1, "{officer}");
}

#[test]
fn needs_give_the_same_bits_over_threads_and_a_snapshot() {
    let scenario = scenario(people("tourist"), vec![], hall(&EVERYTHING));
    let hashes = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(|| {
            let mut simulation = Simulation::new(scenario.setup(None));
            (0..8000).map(|_| simulation.step().hash).collect::<Vec<_>>()
        })
    };
    let one = hashes(1);
    assert_eq!(one, hashes(4));
    let mut first = Simulation::new(scenario.setup(None));
    (0..5000).for_each(|_| _ = first.step());
    let mut second = Simulation::new(scenario.setup(None));
    second.restore(&first.snapshot()).expect("a snapshot of the same scenario");
    let rest: Vec<u64> = (5000..8000).map(|_| second.step().hash).collect();
    assert_eq!(rest, one[5000..]);
}

#[test]
fn kinds_that_cannot_be_are_refused_where_they_are_written() {
    let refused = |population: PopulationEntry, need: Vec<NeedEntry>, kind: Vec<KindEntry>| {
        let file = ScenarioFile { population: vec![population], need, kind, ..ScenarioFile::default() };
        prove(file, hall(&["bench"])).err().map(|error| error.to_string()).unwrap_or_default()
    };
    let kind = |name: &str, like: Option<&str>, needs: Vec<NeedEntry>| KindEntry {
        name: name.into(),
        like: like.map(Into::into),
        needs,
        ..KindEntry::default()
    };
    let expect = |text: String, parts: &[&str]| {
        assert!(parts.iter().all(|part| text.contains(part)), "{text:?} has not all of {parts:?}");
    };
    expect(refused(people("comuter"), vec![], vec![]), &["population[0].kind", "comuter", "commuter"]);
    // A kind that wants what no object offers.
    expect(
        refused(people("thirsty"), vec![], vec![thirsty()]),
        &["kind[0].needs[0].do", "the need \"thirst\"", "\"drink\"", "kind vending-machine"],
    );
    let circle = vec![kind("a", Some("b"), vec![]), kind("b", Some("a"), vec![])];
    expect(refused(people("a"), vec![], circle), &["kind[", "like", "is like"]);
    let negative = NeedEntry { growth: Some(-0.1), remedy: Some(StageEntry::of("rest", 60.0)), ..need("sloth") };
    expect(refused(people("a"), vec![], vec![kind("a", None, vec![negative])]), &["kind[0].needs[0].growth", "-0.1"]);
    expect(refused(people("a"), vec![], vec![kind("a", None, vec![need("glory")])]), &["kind[0].needs[0]", "`do`"]);
    let leaves = NeedEntry { remedy: Some(StageEntry::leave("out")), ..need("home") };
    expect(refused(people("a"), vec![], vec![kind("a", None, vec![leaves])]), &["kind[0].needs[0].do", "leave"]);
    let much = NeedEntry { start: Some(Spread::Number(1.5)), remedy: Some(StageEntry::of("rest", 1.0)), ..need("x") };
    expect(refused(people("a"), vec![], vec![kind("a", None, vec![much])]), &["kind[0].needs[0].start", "1.5"]);
    let departs = PopulationEntry { kind: None, departs: Some(10.0.into()), ..people("a") };
    expect(refused(departs, vec![], vec![]), &["population[0].departs", "kind"]);
}
