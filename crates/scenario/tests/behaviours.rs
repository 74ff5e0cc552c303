//! Behaviours in running scenes: every behaviour has a scene of its own, and cases that are worked out by hand.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use populace_mind::{BEHAVIOURS, NONE};
use populace_scenario::{Scenario, ScenarioError};
use populace_sim::{Simulation, Status};
use populace_traj::{Event, EventKind};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/behaviours")
}

/// Reads a scenario in the lobby of the bundled scenes, to which the text adds populations and events.
fn read(text: &str) -> Result<Scenario, ScenarioError> {
    let head = "version = 1\nplace = \"lobby.place.toml\"\nuntil = 900\nseed = 3\n";
    Scenario::from_text(format!("{head}{text}").as_bytes(), &folder().join("here.scenario.toml"), None)
}

fn lobby(text: &str) -> Scenario {
    read(text).unwrap_or_else(|e| panic!("{e}"))
}

/// Returns a population that is in the lobby from the start, as text.
fn people(count: u32, more: &str, journey: &str) -> String {
    format!(
        "[[population]]\nname = \"people {count}\"\n{more}\narrive = {{ count = {count}, areas = [\"from the south\", \"from the west\"] }}\n\
         journey = [{journey}]\n"
    )
}

const OUT: &str = "{ leave = [\"to the south\", \"to the west\"] }";

/// The events of a run, and the statuses of its pedestrians.
#[derive(Default)]
struct Told {
    events: Vec<(f64, Event)>,
    /// By pedestrian: what it was seen to do, with the time at which it began.
    seen: BTreeMap<u32, Vec<(f64, Status)>>,
}

impl Told {
    fn count(&self, kind: EventKind) -> usize {
        self.events.iter().filter(|(_, event)| event.kind == kind).count()
    }
    fn all_seen(&self) -> BTreeSet<String> {
        self.seen.values().flatten().map(|(_, status)| format!("{status:?}")).collect()
    }
    /// Returns when pedestrians began to do something, and when they went on to something else, s.
    fn spans(&self, what: Status) -> Vec<(u32, f64, f64)> {
        let of = |(&id, seen): (&u32, &Vec<(f64, Status)>)| {
            let pairs = seen.windows(2).filter(|pair| pair[0].1 == what);
            pairs.map(|pair| (id, pair[0].0, pair[1].0)).collect::<Vec<_>>()
        };
        self.seen.iter().flat_map(of).collect()
    }
}

/// Runs a scene until it is over, and looks at the people in every step.
fn run(scenario: &Scenario, mut look: impl FnMut(&Simulation)) -> (Simulation, Told) {
    let mut simulation = Simulation::new(scenario.setup(None));
    let mut told = Told::default();
    while !simulation.is_over() && simulation.time() < scenario.until().time {
        let report = simulation.step();
        let time = report.time;
        told.events.extend(report.events.iter().map(|event| (time, *event)));
        let people = simulation.people();
        for (&id, &status) in people.id.iter().zip(&people.status) {
            let seen = told.seen.entry(id).or_default();
            if seen.last().is_none_or(|last| last.1 != status) {
                seen.push((time, status));
            }
        }
        look(&simulation);
    }
    (simulation, told)
}

/// Runs a scene that everyone leaves without trouble.
fn watch(scenario: &Scenario) -> Told {
    let (simulation, told) = run(scenario, |_| {});
    let census = simulation.census();
    assert_eq!((census.inside, told.count(EventKind::Left)), (0, told.count(EventKind::Entered)), "{census:?}");
    assert_eq!((told.count(EventKind::NoWay), told.count(EventKind::Stuck)), (0, 0));
    let claims = simulation.usages().iter().map(|usage| {
        usage.users.iter().filter(|&&user| user != NONE).count()
            + usage.line.len()
            + usage.hosts.len()
            + usage.circles.len()
    });
    assert_eq!(claims.sum::<usize>(), 0, "every claim is released");
    told
}

#[test]
fn every_behaviour_has_a_scene_in_which_it_is_seen() {
    let seen_in = |name: &str| match name {
        "wait" | "wait for" | "meet" | "board" => "Waiting",
        "buy" | "ask" | "pass" => "Served",
        "rest" => "Sitting",
        "watch" | "look" | "shop" => "Watching",
        "chat" => "Chatting",
        "perform" => "Performing",
        "guard" | "patrol" => "Guarding",
        _ => "Walking",
    };
    let names = BEHAVIOURS.iter().filter(|entry| entry.key().is_some()).map(|entry| entry.name);
    for name in names {
        let path = folder().join(format!("{}.scenario.toml", name.replace(' ', "-")));
        let scenario = Scenario::read(&path).unwrap_or_else(|e| panic!("{e}"));
        let told = watch(&scenario);
        assert!(told.all_seen().contains(seen_in(name)), "{name}: {:?}", told.all_seen());
        let done = told.count(EventKind::Achieved);
        assert!(done >= told.count(EventKind::Entered), "{name}: {done} stages were accomplished");
    }
}

/// T §4.3.3, Hall 1966: friends stand at personal distance, 0.45 to 1.2 m from the nearest, and each circle is complete.
#[test]
fn friends_chat_in_complete_circles_at_personal_distance() {
    for size in [2_u32, 3] {
        let chat = format!("{{ chat = \"meeting point\", size = {size}, time = 40 }}, {OUT}");
        let scenario = lobby(&people(6, "", &chat));
        let mut circles = 0;
        let (simulation, told) = run(&scenario, |simulation| {
            let people = simulation.people();
            let position = |id: u32| people.id.iter().position(|&other| other == id).map(|row| people.position[row]);
            let chats = |id: u32| {
                people.id.iter().position(|&o| o == id).is_some_and(|row| people.status[row] == Status::Chatting)
            };
            for circle in simulation.usages().iter().flat_map(|usage| &usage.circles) {
                assert!(circle.members.len() <= size as usize, "{circle:?}");
                if circle.members.len() < size as usize || !circle.members.iter().all(|&member| chats(member)) {
                    continue;
                }
                circles += 1;
                let spots: Vec<_> = circle.members.iter().filter_map(|&member| position(member)).collect();
                for (i, spot) in spots.iter().enumerate() {
                    let others = spots.iter().enumerate().filter(|(j, _)| *j != i);
                    let nearest = others.map(|(_, other)| other.distance(*spot)).fold(f64::INFINITY, f64::min);
                    assert!((0.4..=1.6).contains(&nearest), "{nearest} m apart");
                }
            }
        });
        assert!(circles > 0 && simulation.census().inside == 0);
        assert_eq!(told.spans(Status::Chatting).len(), 6, "everyone chats");
    }
}

/// Five friends make two pairs. The fifth waits for its patience, and gives up.
#[test]
fn whoever_has_no_company_gives_up_when_its_patience_ends() {
    let chat = format!("{{ chat = \"meeting point\", time = 60, patience = 100 }}, {OUT}");
    let told = watch(&lobby(&people(5, "", &chat)));
    let chatted: BTreeSet<u32> = told.spans(Status::Chatting).iter().map(|span| span.0).collect();
    assert_eq!((chatted.len(), told.count(EventKind::Abandoned)), (4, 1));
}

/// A performance with performers goes on only while one of them performs: people who come before wait, and nobody watches longer.
#[test]
fn people_watch_a_performance_only_while_somebody_performs() {
    let text = people(
        2,
        "kind = \"performer\"",
        "{ wait = 40 }, { perform = \"musicians\", time = 60 }, { leave = \"to the west\" }",
    ) + &people(6, "", &format!("{{ watch = \"musicians\", time = 500 }}, {OUT}"))
        .replace("people 6", "audience");
    let (simulation, told) = run(&lobby(&text), |_| {});
    let performed = told.spans(Status::Performing);
    assert_eq!(performed.len(), 2);
    let begins = performed.iter().map(|span| span.1).fold(f64::INFINITY, f64::min);
    let ends = performed.iter().map(|span| span.2).fold(0.0, f64::max);
    let watched = told.spans(Status::Watching);
    assert_eq!(watched.len(), 6, "everyone watches once");
    for (id, from, until) in watched {
        assert!(
            from >= begins && until <= ends + 1.0,
            "{id} watched from {from} to {until} s, it went on from {begins} to {ends} s"
        );
    }
    assert_eq!((told.count(EventKind::Reopened), told.count(EventKind::Closed)), (1, 1));
    // The audience looks for another performance for as long as it takes: nobody performs any more.
    assert!(simulation.census().inside <= 6);
}

#[test]
fn a_patrol_goes_round_its_areas_in_order() {
    let scenario = lobby(&people(
        1,
        "",
        "{ patrol = [\"to the south\", \"to the west\", \"to the trains\"], pause = 3, time = 200 }, { leave = \"to the west\" }",
    ));
    let mut stops: Vec<String> = Vec::new();
    run(&scenario, |simulation| {
        let people = simulation.people();
        let Some(0) = people.id.first() else { return };
        if people.status[0] == Status::Guarding {
            let env = simulation.env();
            let area = env
                .areas()
                .iter()
                .find(|area| area.cells().any(|cell| cell == people.cell[0]) && area.name.starts_with("to "));
            let name = area.map_or("nowhere".to_owned(), |area| area.name.clone());
            if stops.last() != Some(&name) {
                stops.push(name);
            }
        }
    });
    let order = ["to the south", "to the west", "to the trains"];
    assert!(stops.len() >= 4, "{stops:?}");
    let number = |stop: &String| order.iter().position(|name| name == stop).unwrap_or_else(|| panic!("{stops:?}"));
    assert!(stops.windows(2).all(|pair| (number(&pair[0]) + 1) % 3 == number(&pair[1])), "{stops:?}");
}

/// Three rounds of two stages are six accomplished stages, then the round itself, and leaving.
#[test]
fn stages_are_repeated_as_often_as_the_scenario_says() {
    let journey =
        format!("{{ repeat = [{{ go_to_point = [6, 8] }}, {{ wait = {{ uniform = [1, 9] }} }}], times = 3 }}, {OUT}");
    let told = watch(&lobby(&people(1, "", &journey)));
    assert_eq!(told.count(EventKind::Achieved), 3 * 2 + 1 + 1);
    let waits: Vec<f64> = told.spans(Status::Waiting).iter().map(|(_, from, until)| until - from).collect();
    assert_eq!(waits.len(), 3);
    assert!(waits.iter().all(|&wait| (0.9..9.3).contains(&wait)), "{waits:?}");
    assert!((waits[0] - waits[1]).abs() > 0.2, "each round draws its own times: {waits:?}");
}

#[test]
fn strollers_go_to_other_spots_each_time() {
    let scenario = lobby(&people(1, "", &format!("{{ wander = \"to the trains\", time = 120, pause = 2 }}, {OUT}")));
    let mut spots: Vec<(i32, i32)> = Vec::new();
    run(&scenario, |simulation| {
        let people = simulation.people();
        if people.status.first() == Some(&Status::Waiting) {
            let at = people.position[0] * 10.0;
            let spot = (at.x.round() as i32, at.y.round() as i32);
            if spots.last() != Some(&spot) {
                spots.push(spot);
            }
        }
    });
    let different: BTreeSet<_> = spots.iter().collect();
    assert!(different.len() >= 4, "{spots:?}");
}

/// Everyone drops what it does within its response time: at once up to 10 s for staff, up to 60 s for others. Claims end with the goals.
#[test]
fn at_an_alarm_everyone_drops_what_it_does_and_gets_out() {
    let alarm = "[[event]]\nat = 100\nalarm = true\n";
    let text = people(4, "kind = \"staff\"", "{ guard = \"to the west\" }")
        + &people(10, "", &format!("{{ buy = \"ticket\" }}, {{ rest = 800 }}, {OUT}"))
        + &people(9, "", "{ wander = [\"to the south\", \"to the trains\"] }")
        + "[[population]]\nname = \"late\"\narrive = { timetable = [[130, 5]], areas = \"from the south\" }\n\
           journey = [{ buy = \"ticket\" }, { leave = \"to the trains\" }]\n";
    let scenario = lobby(&(text + alarm));
    let told = watch(&scenario);
    let heeded: Vec<(u32, f64)> =
        told.events.iter().filter(|(_, e)| e.kind == EventKind::Heeded).map(|(t, e)| (e.pedestrian, *t)).collect();
    assert_eq!(heeded.len(), 23, "whoever comes later turns around without an event");
    for (id, time) in heeded {
        let latest = if id < 4 { 110.0 } else { 160.0 };
        assert!((100.0..latest + 0.2).contains(&time), "{id} at {time} s");
    }
    assert_eq!(told.count(EventKind::Alarm), 1);
    let last = told.events.iter().filter(|(_, e)| e.kind == EventKind::Left).map(|(t, _)| *t).fold(0.0, f64::max);
    assert!(last < 230.0, "the last leaves at {last} s");
    assert!(told.events.iter().all(|(t, e)| e.kind != EventKind::Joined || *t < 160.0), "nobody joins a line any more");
}

/// The scene of the alarm and of the circles gives the same bits over threads and a snapshot in the middle.
#[test]
fn behaviours_give_the_same_bits_over_threads_and_a_snapshot() {
    let text =
        people(
            8,
            "kind = \"tourist\"",
            &format!("{{ chat = [\"meeting point\", \"clock\"], size = 2, time = 50, patience = 80 }}, {OUT}"),
        ) + &people(2, "kind = \"performer\"", "{ repeat = [{ perform = \"musicians\", time = 30 }, { wait = 10 }] }")
            + &people(7, "", "{ wander = [\"to the south\", \"to the trains\"] }")
            + &people(5, "", &format!("{{ watch = \"musicians\", time = 40 }}, {OUT}"))
            + "[[event]]\nat = 90\nalarm = true\n";
    let scenario = lobby(&text);
    let hash_after = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(|| {
            let mut simulation = Simulation::new(scenario.setup(None));
            (0..3000).map(|_| simulation.step().hash).last()
        })
    };
    let expected = hash_after(1);
    assert_eq!(hash_after(4), expected);
    for steps in [700, 1900] {
        let mut first = Simulation::new(scenario.setup(None));
        (0..steps).for_each(|_| _ = first.step());
        let mut second = Simulation::new(scenario.setup(None));
        second.restore(&first.snapshot()).unwrap_or_else(|e| panic!("{e}"));
        let last = (steps..3000).map(|_| second.step().hash).last();
        assert_eq!(last, expected, "snapshot after {steps} steps");
    }
}

#[test]
fn journeys_that_make_no_sense_are_refused_with_a_place_and_a_hint() {
    let cases = [
        (
            "{ wander = \"to the south\" }, { leave = \"to the west\" }",
            "nobody comes to this stage: the one before never ends",
        ),
        ("{ repeat = [{ leave = \"to the west\" }] }", "nobody comes back: they have left by this stage"),
        ("{ repeat = [] }", "there is nothing to repeat"),
        ("{ repeat = [{ repeat = [{ wait = 1 }] }] }", "a stage with stages is within a stage with stages"),
        (
            "{ repeat = [{ guard = \"to the west\" }, { wait = 1 }] }",
            "this stage never ends, so nobody comes to the one after it",
        ),
        ("{ repeat = [{ wait = 1 }], times = 0 }", "0 is no number from 1 to 1000000"),
        ("{ repeat = [{ wait = 1, time = 3 }] }", "`time` does not go with `wait`"),
        ("{ repeat = [{ go_to = \"the moon\" }] }", "\"the moon\""),
        ("{ patrol = \"to the west\", time = 9 }", "a patrol leads through two areas at least"),
        ("{ chat = \"meeting point\", size = 7 }", "2 to 5 people chat together"),
        ("{ chat = \"bench\" }", "bench"),
        ("{ perform = \"bench\" }", "bench"),
    ];
    for (journey, what) in cases {
        let error = match read(&people(1, "", journey)) {
            Err(error) => error,
            Ok(_) => panic!("{journey} is accepted"),
        };
        assert!(error.to_string().contains(what), "{journey}: {error}");
        assert!(!error.hint.is_empty() && error.to_string().contains("line"), "{journey}: {error}");
    }
}

/// Obstacles appear on a line, on seats, on a circle of friends and on a performance. A pedestrian that lost its slot or place finds
/// another or gives up, and nobody holds a claim on what is no more.
#[test]
fn obstacles_on_objects_leave_nobody_with_a_claim() {
    let block = |at: u32, [x0, y0]: [f64; 2], [x1, y1]: [f64; 2]| {
        format!(
            "[[event]]\nat = {at}\nblock = {{ outline = [[{x0}, {y0}], [{x1}, {y0}], [{x1}, {y1}], [{x0}, {y1}]] }}\n"
        )
    };
    let patient = |journey: &str| format!("{{ {journey}, patience = 60 }}, {OUT}");
    let text = people(9, "", &patient("buy = \"ticket\""))
        + &people(8, "", &patient("rest = 200"))
        + &people(6, "", &patient("chat = \"meeting point\", time = 100"))
        + &people(7, "", &patient("watch = \"musicians\", time = 100"))
        + &people(5, "", &patient("buy = \"drink\""))
        + &block(40, [7.0, 12.0], [10.2, 14.9])
        + &block(50, [17.0, 0.1], [19.5, 1.5])
        + &block(60, [11.0, 7.5], [13.5, 9.0])
        + &block(70, [16.0, 12.0], [19.0, 13.5]);
    let told = watch(&lobby(&text.replace("[\"from the south\", \"from the west\"]", "\"everywhere\"")));
    assert_eq!(told.count(EventKind::Blocked), 4);
}

/// A pedestrian that repeats a purchase stands in line again: nobody keeps the till while others wait.
#[test]
fn people_who_buy_again_stand_in_line_again() {
    let journey = format!("{{ repeat = [{{ buy = \"drink\", time = 5 }}], times = 3 }}, {OUT}");
    let told = watch(&lobby(&people(4, "", &journey)));
    let served: Vec<u32> =
        told.events.iter().filter(|(_, e)| e.kind == EventKind::Served).map(|(_, e)| e.pedestrian).collect();
    assert_eq!((served.len(), told.count(EventKind::Joined), told.count(EventKind::Finished)), (12, 12, 12));
    let again = served.windows(2).filter(|pair| pair[0] == pair[1]).count();
    assert!(again <= 3, "only whoever is left alone is served twice in a row: {served:?}");
}

/// Friends who meet again and again open new circles.
#[test]
fn friends_chat_again() {
    let journey = format!("{{ repeat = [{{ chat = \"meeting point\", time = 20 }}], times = 2 }}, {OUT}");
    let told = watch(&lobby(&people(4, "", &journey)));
    let chats = told.events.iter().filter(|(_, e)| e.kind == EventKind::Served).count();
    assert_eq!((chats, told.count(EventKind::Abandoned)), (8, 0));
}

/// People of a kind feel needs while the alarm is on, and get out all the same.
#[test]
fn nobody_goes_for_a_drink_after_the_alarm() {
    let text = people(9, "kind = \"commuter\"", "{ wander = [\"to the south\", \"to the trains\"] }")
        + &people(8, "kind = \"tourist\"", "{ wander = [\"to the south\", \"to the trains\"] }")
        + "[[population]]\nname = \"late\"\nkind = \"commuter\"\npre_movement = 30\n\
           arrive = { timetable = [[230, 5]], areas = \"from the south\" }\njourney = [{ leave = \"to the trains\" }]\n\
           [[event]]\nat = 200\nalarm = true\n";
    let told = watch(&lobby(&text.replace("[\"from the south\", \"from the west\"]", "\"everywhere\"")));
    let begun_late = told.events.iter().filter(|(t, e)| *t > 262.0 && e.kind == EventKind::Interrupted).count();
    assert_eq!(begun_late, 0, "everyone has heeded the alarm by then");
    let last = told.events.iter().filter(|(_, e)| e.kind == EventKind::Left).map(|(t, _)| *t).fold(0.0, f64::max);
    assert!(last < 330.0, "the last leaves at {last} s");
}

/// A stroll whose next area is shut ends when its time is over, and the pedestrian leaves.
#[test]
fn a_stroll_without_a_way_ends_in_time() {
    let text = people(3, "", &format!("{{ wander = \"to the trains\", time = 100 }}, {OUT}"))
        + "[[event]]\nat = 10\nblock = { outline = [[26.5, 4.9], [27.5, 4.9], [27.5, 9.1], [26.5, 9.1]] }\n";
    let scenario = lobby(&text.replace("[\"from the south\", \"from the west\"]", "\"from the west\""));
    let (simulation, told) = run(&scenario, |_| {});
    assert!(told.count(EventKind::NoWay) > 0, "the trains are out of reach");
    assert_eq!(simulation.census().inside, 0, "everyone leaves when the time is over");
}

/// An officer on guard has a drink when it is thirsty, and goes back to its post.
#[test]
fn a_guard_that_was_thirsty_goes_back_to_its_post() {
    let kind =
        "[[kind]]\nname = \"thirsty guard\"\nneeds = [{ name = \"thirst\", start = 0.9, growth = 0, decay = 10 }]\n";
    let text = kind.to_owned()
        + &people(
            1,
            "kind = \"thirsty guard\"",
            "{ guard = \"to the west\", time = 200 }, { leave = \"to the west\" }",
        );
    let told = watch(&lobby(&text));
    assert_eq!(told.count(EventKind::Interrupted), 1);
    let guards = told.spans(Status::Guarding);
    assert!(guards.last().is_some_and(|(_, from, until)| until - from > 60.0), "{guards:?}");
}
