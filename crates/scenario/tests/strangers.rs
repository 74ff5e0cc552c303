//! People who do not know the place: they use what they see, follow signs, explore, and ask at a desk or an officer (T §4.3.4, §4.4.1).

use populace_ingest::entries::{ObjectEntry, PlaceFile};
use populace_scenario::written::{ArrivalEntry, KindEntry, PopulationEntry, ScenarioFile, StageEntry};
use populace_scenario::{Registry, Scenario};
use populace_sim::Simulation;
use populace_traj::{Event, EventKind};
use serde_json::json;

use crate::needs::{count, hall, people, rectangle, run, scenario};

/// A hall of 30 × 12 m with two walls that leave gaps in the north: the drinks between the walls are seen only from between them.
fn two_halls() -> PlaceFile {
    let mut place = hall(&["information"]);
    place.floor[0].obstacles = vec![rectangle([15.0, 0.0], [15.4, 9.5]), rectangle([20.0, 0.0], [20.4, 9.5])];
    place.object[0].outline = Some(rectangle([3.0, 0.0], [5.0, 0.6]));
    place.object[0].facing = serde_json::from_value(json!(90.0)).ok();
    place.object.push(ObjectEntry {
        name: Some("drinks".into()),
        kind: "vending-machine".into(),
        outline: Some(rectangle([17.0, 0.0], [18.0, 0.6])),
        facing: serde_json::from_value(json!(90.0)).ok(),
        ..ObjectEntry::default()
    });
    place
}

/// Returns the mean time until people are served at the drinks machine, s.
fn time_to_drink(knows: bool, asks: bool) -> f64 {
    let stranger = KindEntry { name: "stranger".into(), knows: Some(knows), ..KindEntry::default() };
    let mut journey = vec![StageEntry::of("buy", "drinks").with("time", 1), StageEntry::leave("out")];
    if asks {
        journey.insert(0, StageEntry::of("ask", "the information").with("time", 1));
    }
    let arrive =
        ArrivalEntry { rate: Some(0.02), until: Some(1000.0), areas: Some("in".into()), ..ArrivalEntry::default() };
    let population = PopulationEntry { journey, arrive: arrive.into(), ..people("stranger") };
    let (simulation, told) = run(&scenario(population, vec![stranger], two_halls()));
    assert_eq!(simulation.census().inside, 0, "everyone finds the machine and leaves");
    let when = |id: u32, kind: EventKind, subject: Option<u32>| {
        let is_it =
            |event: &Event| event.pedestrian == id && event.kind == kind && subject.is_none_or(|s| s == event.subject);
        told.iter().find(|(_, event)| is_it(event)).map(|(time, _)| *time).expect("it happened")
    };
    let ids: Vec<u32> =
        told.iter().filter(|(_, event)| event.kind == EventKind::Entered).map(|(_, event)| event.pedestrian).collect();
    let begins = |id: u32| if asks { when(id, EventKind::Served, Some(0)) } else { when(id, EventKind::Entered, None) };
    let times = ids.iter().map(|&id| when(id, EventKind::Served, Some(1)) - begins(id));
    times.sum::<f64>() / ids.len() as f64
}

/// T §4.4.1: tourists do not know the station. Whoever does not know the hall explores it until it sees the machine; whoever has asked at the
/// desk goes there as directly as those who know the hall.
#[test]
fn people_who_do_not_know_the_place_explore_and_those_who_have_asked_go_directly() {
    let (knows, explores, asks) = (time_to_drink(true, false), time_to_drink(false, false), time_to_drink(false, true));
    // Half of the strangers turn to the right half of the hall at once.
    assert!(explores > 1.1 * knows, "{explores:.1} s to explore, {knows:.1} s to go");
    assert!(asks < 1.15 * knows, "{asks:.1} s from the desk, {knows:.1} s from the entrance");
}

/// Returns the mean time until strangers begin to chat, in a meeting point between the walls, s.
fn time_to_chat(knows: bool) -> f64 {
    let kind = KindEntry { name: "friend".into(), knows: Some(knows), ..KindEntry::default() };
    let mut place = two_halls();
    place.object[1] = ObjectEntry {
        name: Some("meeting point".into()),
        kind: "meeting-point".into(),
        at: Some([17.7, 2.5]),
        radius: Some(1.5),
        ..ObjectEntry::default()
    };
    let journey = vec![StageEntry::of("chat", "meeting point").with("time", 20), StageEntry::leave("out")];
    let arrive = ArrivalEntry { count: Some(6), areas: Some("in".into()), ..ArrivalEntry::default() };
    let friends = PopulationEntry { journey, arrive: arrive.into(), ..people("friend") };
    let (simulation, told) = run(&scenario(friends, vec![kind], place));
    assert_eq!(simulation.census().inside, 0);
    let begun: Vec<f64> = told.iter().filter(|(_, e)| e.kind == EventKind::Served).map(|(time, _)| *time).collect();
    assert_eq!(begun.len(), 6, "everyone chats");
    begun.iter().sum::<f64>() / 6.0
}

/// Friends used to find their meeting point behind walls whether they knew the place or not.
#[test]
fn friends_who_do_not_know_the_place_look_for_their_meeting_point() {
    let (knows, explores) = (time_to_chat(true), time_to_chat(false));
    assert!(explores > knows + 2.0, "{explores:.1} s to explore, {knows:.1} s to go");
}

/// Returns strangers, one every so many seconds, with a journey.
fn strangers(every: f64, journey: Vec<StageEntry>) -> (PopulationEntry, KindEntry) {
    let kind = KindEntry { name: "stranger".into(), knows: Some(false), ..KindEntry::default() };
    let arrive = ArrivalEntry {
        rate: Some(1.0 / every),
        until: Some(1000.0),
        areas: Some("in".into()),
        ..ArrivalEntry::default()
    };
    (PopulationEntry { journey, arrive: arrive.into(), ..people("stranger") }, kind)
}

/// Returns officers who come in by the exit and do something until the end.
fn officers(journey: StageEntry) -> PopulationEntry {
    let arrive = ArrivalEntry { count: Some(1), areas: Some("out".into()), ..ArrivalEntry::default() };
    PopulationEntry { name: "officers".into(), arrive: arrive.into(), journey: vec![journey], ..people("officer") }
}

/// Returns a hall in which officers stand guard at the entrance, and no desk.
fn hall_without_desk() -> PlaceFile {
    let mut place = two_halls();
    place.object.remove(0);
    place
}

fn run_all(
    populations: Vec<PopulationEntry>,
    kind: Vec<KindEntry>,
    place: PlaceFile,
) -> (Simulation, Vec<(f64, Event)>) {
    let file = ScenarioFile { until: 1500.0, population: populations, kind, ..ScenarioFile::default() };
    let scenario = Scenario::prove(file, place, Registry::built_in()).unwrap_or_else(|e| panic!("{e}"));
    run(&scenario)
}

/// Returns when a pedestrian is told of first, s.
fn when(told: &[(f64, Event)], id: u32, kind: EventKind) -> Option<f64> {
    told.iter().find(|(_, event)| event.pedestrian == id && event.kind == kind).map(|(time, _)| *time)
}

/// Returns the pedestrians of whom something is told.
fn those(told: &[(f64, Event)], kind: EventKind) -> Vec<u32> {
    told.iter().filter(|(_, event)| event.kind == kind).map(|(_, event)| event.pedestrian).collect()
}

/// T §4.3.4: the tourist asks an officer. Whoever was answered goes to the machine as directly as those who know the hall.
#[test]
fn strangers_ask_an_officer_on_guard_and_then_know_the_way() {
    let drink = StageEntry::of("buy", "drinks").with("time", 1);
    let (people, kind) =
        strangers(60.0, vec![StageEntry::of("ask", "information").with("time", 10), drink, StageEntry::leave("out")]);
    let guard = officers(StageEntry::of("guard", "in"));
    let (simulation, told) = run_all(vec![people, guard], vec![kind], hall_without_desk());
    let asked = those(&told, EventKind::Asked);
    assert!(asked.len() > 10, "{} asked", asked.len());
    assert_eq!(those(&told, EventKind::Left).len(), asked.len(), "all but the officer have left");
    assert_eq!(simulation.census().inside, 1);
    let time = |&id: &u32| {
        when(&told, id, EventKind::Served).expect("it drinks")
            - when(&told, id, EventKind::Asked).expect("it asks")
            - 10.0
    };
    let mean = asked.iter().map(time).sum::<f64>() / asked.len() as f64;
    let knows = time_to_drink(true, false);
    assert!(mean < 1.15 * knows, "{mean:.1} s from the officer, {knows:.1} s from the entrance");
    // Between two people who ask, the officer stands guard at its post.
    assert_eq!(told.iter().filter(|(_, event)| event.kind == EventKind::NoWay).count(), 0);
}

/// An officer answers one pedestrian at a time, in the order in which they come, and stops on its patrol for them.
#[test]
fn an_officer_on_patrol_stops_and_answers_one_stranger_after_the_other() {
    let (mut people, kind) =
        strangers(60.0, vec![StageEntry::of("ask", "information").with("time", 20), StageEntry::leave("out")]);
    people.arrive = ArrivalEntry { count: Some(4), areas: Some("in".into()), ..ArrivalEntry::default() }.into();
    let patrol = officers(StageEntry::of("patrol", json!(["in", "out"])).with("pause", 2));
    let (simulation, told) = run_all(vec![people, patrol], vec![kind], hall_without_desk());
    let asked: Vec<f64> = told.iter().filter(|(_, e)| e.kind == EventKind::Asked).map(|(time, _)| *time).collect();
    assert_eq!(asked.len(), 4, "{asked:?}");
    assert!(asked.windows(2).all(|pair| pair[1] - pair[0] >= 20.0), "one at a time: {asked:?}");
    assert_eq!(simulation.census().inside, 1, "only the officer is left");
}

/// The alarm ends a talk: both get out.
#[test]
fn the_alarm_ends_a_talk() {
    let (mut people, kind) =
        strangers(60.0, vec![StageEntry::of("ask", "information").with("time", 500), StageEntry::leave("out")]);
    people.arrive = ArrivalEntry { count: Some(2), areas: Some("in".into()), ..ArrivalEntry::default() }.into();
    let file = ScenarioFile {
        until: 1500.0,
        population: vec![people, officers(StageEntry::of("guard", "in"))],
        kind: vec![kind],
        event: vec![populace_scenario::written::EventEntry { at: 60.0, alarm: true, ..Default::default() }],
        ..ScenarioFile::default()
    };
    let scenario = Scenario::prove(file, hall_without_desk(), Registry::built_in()).unwrap_or_else(|e| panic!("{e}"));
    let (simulation, told) = run(&scenario);
    assert_eq!(those(&told, EventKind::Asked).len(), 1, "the second waits for its turn");
    assert_eq!(simulation.census().inside, 0);
}

/// A sign on the northern wall before the first gap shows the way to the drinks behind the walls.
fn hall_with_sign(shows: Option<&str>) -> PlaceFile {
    let mut place = two_halls();
    place.object.push(ObjectEntry {
        name: Some("sign".into()),
        kind: "sign".into(),
        at: Some([8.0, 12.0]),
        facing: serde_json::from_value(json!(-90.0)).ok(),
        shows: shows.map(|word| vec![word.to_owned()]),
        ..ObjectEntry::default()
    });
    place
}

/// T §4.3.4: tourists follow signs in sight. A sign that shows something else does not help.
#[test]
fn strangers_follow_a_sign_that_they_see() {
    let seconds = |place: PlaceFile| {
        let drink = StageEntry::of("buy", "drinks").with("time", 1);
        let (people, kind) = strangers(50.0, vec![drink, StageEntry::leave("out")]);
        let (simulation, told) = run(&scenario(people, vec![kind], place));
        assert_eq!(simulation.census().inside, 0);
        let served = those(&told, EventKind::Served);
        let time =
            |&id: &u32| when(&told, id, EventKind::Served).unwrap() - when(&told, id, EventKind::Entered).unwrap();
        served.iter().map(time).sum::<f64>() / served.len() as f64
    };
    let [none, drinks, other] =
        [two_halls(), hall_with_sign(Some("drink")), hall_with_sign(Some("information"))].map(seconds);
    let knows = time_to_drink(true, false);
    assert!(drinks < 1.05 * knows, "{drinks:.1} s with the sign, {knows:.1} s for those who know the hall");
    assert!(none > 1.1 * drinks && other > 1.1 * drinks, "{none:.1} s without a sign, {other:.1} s with another sign");
    let all = seconds(hall_with_sign(None));
    assert!((all - drinks).abs() < 0.05 * drinks, "a sign without `shows` shows everything: {all:.1} s");
}

/// A sign that is closed shows nothing.
#[test]
fn a_sign_that_is_covered_is_not_read() {
    let place = hall_with_sign(Some("drink"));
    let explores = |closes: bool| {
        let drink = StageEntry::of("buy", "drinks").with("time", 1);
        let (people, kind) = strangers(50.0, vec![drink, StageEntry::leave("out")]);
        let close = populace_scenario::written::EventEntry {
            close: serde_json::from_value(json!("sign")).expect("a name"),
            ..Default::default()
        };
        let event = if closes { vec![close] } else { vec![] };
        let file = ScenarioFile {
            until: 3000.0,
            population: vec![people],
            kind: vec![kind],
            event,
            ..ScenarioFile::default()
        };
        let (_, told) =
            run(&Scenario::prove(file, place.clone(), Registry::built_in()).unwrap_or_else(|e| panic!("{e}")));
        count(&told, EventKind::Reached)
    };
    // Whoever explores reaches spots of the floor on the way; whoever follows the sign reaches the exit alone.
    assert!(explores(true) > explores(false), "{} and {}", explores(true), explores(false));
}
