//! Trains in running scenes: who gets off and on, when and where; what people do whose train has gone, is late or does not come.

use std::collections::BTreeMap;

use populace_geom::Point;
use populace_mind::{TrainNow, TrainPhase};
use populace_scenario::{Acts, Scenario, ScenarioError};
use populace_sim::Simulation;
use populace_traj::{Event, EventKind, NOBODY};
use serde_json::json;

/// A platform of 80 × 8 m with a track on either side, and the street at its western end.
pub(crate) const PLATFORM: &str = r#"
version = 1
[[floor]]
name = "platform"
outline = [[0, 0], [80, 0], [80, 8], [0, 8]]
[[area]]
name = "street"
kind = "exit"
outline = [[0, 0], [3, 0], [3, 8], [0, 8]]
[[object]]
name = "track 1"
kind = "track"
line = [[10, 0], [80, 0]]
[[object]]
name = "track 2"
kind = "track"
line = [[10, 8], [80, 8]]
[[object]]
name = "bench"
kind = "bench"
outline = [[30, 3.8], [33, 3.8], [33, 4.2], [30, 4.2]]
"#;

pub(crate) fn attempt_in(place: &str, text: &str) -> Result<Scenario, ScenarioError> {
    let file = |name: &str, text: &str| (name.to_owned(), text.as_bytes().to_vec());
    let head = "version = 1\nplace = \"here.place.toml\"\nuntil = 3000\ntime_of_day = \"08:00\"\n";
    Scenario::from_sources(&[file("here.scenario.toml", &format!("{head}{text}")), file("here.place.toml", place)])
}

pub(crate) fn platform(text: &str) -> Scenario {
    attempt_in(PLATFORM, text).unwrap_or_else(|e| panic!("{e}"))
}

/// Returns a population as text: so many people come in from the street at a time, and do something; then they leave.
pub(crate) fn people(name: &str, at: u32, count: u32, more: &str, stages: &str) -> String {
    format!(
        "[[population]]\nname = \"{name}\"\n{more}\narrive = {{ timetable = [[{at}, {count}]], areas = \"street\" }}\n\
         journey = [{stages}, {{ leave = \"street\" }}]\n"
    )
}

/// A train that was seen to do something: how many people are in it, counted from events alone.
#[derive(Clone, Debug, Default)]
struct Counted {
    is_there: bool,
    inside: u64,
    /// By door: when people got off and on at this stop, s.
    off: BTreeMap<usize, Vec<f64>>,
    on: BTreeMap<usize, Vec<f64>>,
}

/// Looks at every step of a run, and checks everything that must hold of trains.
#[derive(Default)]
struct Watch {
    trains: Vec<Counted>,
    told: Vec<(f64, Event)>,
    /// Where people were after the last step.
    positions: BTreeMap<u32, Point>,
    boarded: usize,
}

impl Watch {
    fn run(scenario: &Scenario) -> (Simulation, Watch) {
        Self::with_acts(scenario, &[])
    }

    /// Runs a scenario until everyone has left. Acts are asked for at their times.
    fn with_acts(scenario: &Scenario, acts: &[(f64, serde_json::Value)]) -> (Simulation, Watch) {
        let mut simulation = Simulation::new(scenario.setup(None));
        let mut watch = Watch { trains: vec![Counted::default(); simulation.trains().len()], ..Watch::default() };
        let mut proving = Acts::of(scenario);
        let mut acts = acts.iter().peekable();
        while !simulation.is_over() && simulation.time() < scenario.until().time {
            while let Some((_, entry)) = acts.next_if(|(time, _)| *time <= simulation.time()) {
                let proven = proving.prove(entry, simulation.steps()).unwrap_or_else(|e| panic!("{e}"));
                proven.commands.into_iter().for_each(|command| simulation.act(command));
            }
            watch.step(&mut simulation);
        }
        let census = simulation.census();
        assert!(simulation.is_over(), "somebody is still there: {census:?}");
        assert_eq!((census.inside, census.entered, census.entered), (0, census.left, census.expected), "{census:?}");
        assert_eq!(simulation.validate(), Ok(()));
        (simulation, watch)
    }

    fn step(&mut self, simulation: &mut Simulation) {
        let before: Vec<TrainNow> = simulation.trains_now().to_vec();
        let before_step = simulation.time();
        let report = simulation.step();
        // What happens in a step happens at its beginning.
        let (time, events) = (before_step, report.events.to_vec());
        let people = simulation.people();
        let after: BTreeMap<u32, Point> = people.id.iter().copied().zip(people.position.iter().copied()).collect();
        // Within a step, people get off before anybody gets on, and trains come and go last.
        let order = |event: &Event| match event.kind {
            EventKind::GotOff => 0,
            EventKind::GotOn => 1,
            _ => 2,
        };
        let mut sorted = events.clone();
        sorted.sort_by_key(order);
        for event in &sorted {
            match event.kind {
                EventKind::GotOff => self.off(simulation, event, time, after[&event.pedestrian]),
                EventKind::GotOn => self.on(simulation, &before, event, time),
                EventKind::TrainArrived => self.arrive(simulation, event.subject as usize),
                EventKind::TrainDeparted => self.depart(event.subject as usize),
                EventKind::CarriedOn => self.trains[event.subject as usize].inside -= 1,
                _ => {}
            }
        }
        for (train, counted) in simulation.trains().iter().zip(&self.trains) {
            assert!(counted.inside <= u64::from(train.capacity), "{counted:?} in {train:?}");
        }
        self.positions = after;
        self.told.extend(events.into_iter().map(|event| (time, event)));
    }

    fn door(simulation: &Simulation, train: usize, at: Point) -> usize {
        let doors = &simulation.train_doors()[train];
        let away = |door: &usize| doors[*door].spot.map_or(f64::INFINITY, |spot| spot.point.distance(at));
        let door = (0..doors.len()).min_by(|a, b| away(a).total_cmp(&away(b))).expect("the train has doors");
        assert!(away(&door) < 1.5, "{} m from the nearest door", away(&door));
        door
    }

    fn off(&mut self, simulation: &Simulation, event: &Event, time: f64, at: Point) {
        let number = event.subject as usize;
        let (door, counted) = (Self::door(simulation, number, at), &mut self.trains[number]);
        assert!(counted.is_there, "{event:?} gets off a train that is not there");
        assert!(!counted.on.contains_key(&door), "{event:?} gets off at {time} s after somebody got on at the door");
        counted.off.entry(door).or_default().push(time);
        counted.inside -= 1;
    }

    fn on(&mut self, simulation: &Simulation, before: &[TrainNow], event: &Event, time: f64) {
        let number = event.subject as usize;
        assert_eq!(before[number].phase, TrainPhase::Open, "{event:?} gets on at {time} s");
        let at = self.positions[&event.pedestrian];
        let (door, counted) = (Self::door(simulation, number, at), &mut self.trains[number]);
        assert!(counted.is_there, "{event:?} gets on a train that is not there");
        counted.on.entry(door).or_default().push(time);
        counted.inside += 1;
        self.boarded += 1;
    }

    fn arrive(&mut self, simulation: &Simulation, number: usize) {
        let track = simulation.trains()[number].track;
        let is_taken = |other: usize| self.trains[other].is_there && simulation.trains()[other].track == track;
        assert!(!(0..self.trains.len()).any(is_taken), "two trains at one track");
        let now = &simulation.trains_now()[number];
        let getting_off: u32 = now.alighting.iter().sum();
        let inside = u64::from(simulation.trains()[number].aboard + getting_off);
        self.trains[number] = Counted { is_there: true, inside, ..Counted::default() };
    }

    fn depart(&mut self, number: usize) {
        let counted = std::mem::take(&mut self.trains[number]);
        assert!(counted.is_there);
        // The doors are as slow as the timetable says: one second for each.
        for times in counted.off.values().chain(counted.on.values()) {
            assert!(times.windows(2).all(|pair| pair[1] - pair[0] > 1.0 - 1e-6), "{times:?}");
        }
    }

    fn count(&self, kind: EventKind) -> usize {
        self.told.iter().filter(|(_, event)| event.kind == kind).count()
    }

    /// Returns when events of a kind happened that are about a train, and whom they concern.
    fn of(&self, kind: EventKind, train: u32) -> Vec<(f64, u32)> {
        let found = self.told.iter().filter(|(_, event)| event.kind == kind && event.subject == train);
        found.map(|(time, event)| (*time, event.pedestrian)).collect()
    }

    fn times(&self, kind: EventKind, train: u32) -> Vec<f64> {
        self.of(kind, train).into_iter().map(|(time, _)| (time * 10.0).round() / 10.0).collect()
    }
}

/// Whole numbers that are drawn from a seed (Knuth, MMIX).
struct Drawn(u64);

impl Drawn {
    fn between(&mut self, least: u64, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        least + (self.0 >> 33) % (most - least + 1)
    }
}

/// Returns a platform with two lines of random trains, people who get off them, and people who take them.
fn random_timetable(seed: u64) -> Scenario {
    let mut drawn = Drawn(seed);
    let mut text = format!("seed = {seed}\n");
    for track in 1..=2 {
        let (cars, doors) = (drawn.between(1, 4), drawn.between(1, 3));
        let (dwell, least) = (drawn.between(25, 60), drawn.between(15, 25));
        let (every, first) = (drawn.between(110, 200), drawn.between(10, 120));
        let (out, delay) = (drawn.between(0, 25), drawn.between(0, 90));
        let capacity = drawn.between(out + 5, out + 60);
        let aboard = drawn.between(0, capacity - out);
        text += &format!(
            "[[train]]\nname = \"line {track}\"\ntrack = \"track {track}\"\nto = [\"the north\", \"end {track}\"]\n\
             cars = {cars}\ncar_length = 15\ndoors = {doors}\narrive = {first}\nevery = {every}\nuntil = 900\n\
             dwell = {dwell}\nleast_dwell = {least}\ndelay = {{ uniform = [0, {delay}] }}\n\
             capacity = {capacity}\naboard = {aboard}\n"
        );
        if out > 0 {
            text += &format!(
                "[[population]]\nname = \"off {track}\"\narrive = {{ train = \"line {track}\", count = {out} }}\n\
                 journey = [{{ leave = \"street\" }}]\n"
            );
        }
        let rate = drawn.between(1, 4) as f64 / 20.0;
        let board = if drawn.between(0, 1) == 0 { "the north".to_owned() } else { format!("line {track}") };
        text += &format!(
            "[[population]]\nname = \"on {track}\"\narrive = {{ rate = {rate}, areas = \"street\", until = 700 }}\n\
             journey = [{{ board = \"{board}\" }}, {{ leave = \"street\" }}]\n"
        );
    }
    platform(&text)
}

/// Over 1,000 boardings: at every door alighting is over before boarding begins, no train takes more than its capacity, nobody gets on
/// after the doors begin to close, and everyone is accounted for.
#[test]
fn in_random_timetables_everything_holds_at_every_door() {
    let (mut boarded, mut left_behind, mut gave_up) = (0, 0, 0);
    for seed in 1..=9 {
        let (simulation, watch) = Watch::run(&random_timetable(seed));
        let counts = simulation.train_counts();
        assert_eq!(counts.iter().map(|c| c.boarded).sum::<u64>(), watch.boarded as u64);
        assert_eq!(watch.count(EventKind::Stuck), 0, "seed {seed}");
        // Whoever is left behind takes another train, or gives up and leaves.
        for (time, event) in &watch.told {
            if matches!(event.kind, EventKind::LeftBehind | EventKind::CameLate) {
                let later = watch.told.iter().filter(|(t, e)| t >= time && e.pedestrian == event.pedestrian);
                assert!(later.clone().any(|(_, e)| e.kind == EventKind::Left), "seed {seed}: {event:?}");
            }
        }
        boarded += watch.boarded;
        left_behind += watch.count(EventKind::LeftBehind);
        gave_up += watch.count(EventKind::Abandoned);
    }
    println!("{boarded} got on, {left_behind} were left behind, {gave_up} gave up");
    assert!(boarded > 1000, "{boarded}");
    assert!(left_behind > 20 && gave_up > 0, "{left_behind} were left behind, {gave_up} gave up");
}

pub(crate) const LINE_1: &str = "[[train]]\nname = \"line 1\"\ntrack = \"track 1\"\nto = \"the sea\"\ncars = 2\n";

/// A train with two cars of two doors, and 40 people who get off: 10 at each door or a few more. The first steps out at once, and each next
/// one a second later, so that the train is empty after some 10 to 16 s; nobody gets on before that at the door.
#[test]
fn people_get_off_first_and_then_people_get_on() {
    let text = format!("{LINE_1}arrive = 60\ndwell = 60\n")
        + "[[population]]\nname = \"off\"\narrive = { train = \"line 1\", count = 40 }\njourney = [{ leave = \"street\" }]\n"
        + &people("on", 0, 30, "", "{ board = \"the sea\" }")
        // The run goes on until this one leaves.
        + &people("last", 0, 1, "", "{ wait = 130 }");
    let (simulation, watch) = Watch::run(&platform(&text));
    let off = watch.times(EventKind::GotOff, 0);
    assert_eq!((off.len(), off[0]), (40, 60.1), "at the decision after the arrival");
    assert!(off[39] < 60.0 + 40.0, "{off:?}");
    assert_eq!(watch.times(EventKind::TrainArrived, 0), [60.0]);
    assert_eq!(watch.times(EventKind::TrainCloses, 0), [117.0]);
    assert_eq!(watch.times(EventKind::TrainDeparted, 0), [120.0]);
    let counts = simulation.train_counts()[0];
    assert_eq!((counts.alighted, counts.boarded, counts.left_behind, counts.late_s), (40, 30, 0, 0.0));
}

/// The train takes 12 people and 4 are in it already. Of 20 people 8 get on, and 12 are left behind. Eight of them take the next train;
/// the last four find no other train and leave.
#[test]
fn people_for_whom_there_is_no_room_take_the_next_train_or_leave() {
    let text = format!("{LINE_1}arrive = [120, 300]\ncapacity = 12\naboard = 4\n")
        + &people("on", 0, 20, "", "{ board = \"line 1\" }");
    let (simulation, watch) = Watch::run(&platform(&text));
    assert_eq!(watch.of(EventKind::GotOn, 0).iter().filter(|(time, _)| *time < 200.0).count(), 8);
    assert_eq!(watch.of(EventKind::GotOn, 0).len(), 16);
    let left: Vec<usize> = [(0.0, 250.0), (250.0, 999.0)]
        .map(|(from, to)| {
            watch.of(EventKind::LeftBehind, 0).iter().filter(|(time, _)| (from..to).contains(time)).count()
        })
        .to_vec();
    assert_eq!(left, [12, 4]);
    assert_eq!(watch.count(EventKind::Abandoned), 4, "the stage of those who leave by the street");
    assert_eq!(simulation.train_counts()[0].left_behind, 16);
}

/// The street is 40 m and half a minute away from the middle of the train: whoever comes 10 s before the doors close is late for this train
/// and takes the next one without ever having waited for this one, and whoever has no patience leaves.
#[test]
fn people_take_the_first_train_that_they_reach() {
    let trains = format!("{LINE_1}arrive = [60, 400]\ndwell = 40\n");
    // It departs at 100 s, and its doors close at 97 s.
    let text = trains.clone()
        + &people("early", 20, 5, "speed = 1.3", "{ board = \"line 1\" }")
        + &people("late", 87, 5, "speed = 1.3", "{ board = \"line 1\" }")
        + &people("hasty", 87, 5, "speed = 1.3", "{ board = \"line 1\", patience = 60 }");
    let (simulation, watch) = Watch::run(&platform(&text));
    let on = watch.of(EventKind::GotOn, 0);
    let early: Vec<bool> = on.iter().map(|(time, _)| *time < 100.0).collect();
    assert_eq!(early.iter().filter(|is_early| **is_early).count(), 5);
    assert_eq!((on.len(), watch.count(EventKind::Abandoned)), (10, 5));
    assert_eq!(simulation.train_counts()[0].left_behind, 0);
    // Whoever has to be somewhere takes the first train that departs then or later, though another one comes before.
    let text = trains + &people("due", 0, 5, "departs = 200", "{ board = \"line 1\" }");
    let (_, watch) = Watch::run(&platform(&text));
    assert!(watch.of(EventKind::GotOn, 0).iter().all(|(time, _)| *time >= 400.0));
}

/// Two trains to one place: the one on track 2 departs first, so everyone takes it.
#[test]
fn of_several_trains_people_take_the_one_that_departs_first() {
    let text = format!(
        "{LINE_1}arrive = 200\n[[train]]\nname = \"line 2\"\ntrack = \"track 2\"\nto = \"the sea\"\narrive = 150\n"
    ) + &people("on", 0, 12, "", "{ board = \"the sea\" }");
    let scenario = platform(&text);
    let (_, watch) = Watch::run(&scenario);
    assert_eq!((watch.of(EventKind::GotOn, 0).len(), watch.of(EventKind::GotOn, 1).len()), (0, 12));
    // When it is delayed by five minutes they walk over to the other one, and when it is cancelled, too.
    for (entry, kind) in [
        (json!({ "delay": { "train": "line 2", "by": 300.0 } }), EventKind::TrainDelayed),
        (json!({ "cancel": "line 2" }), EventKind::TrainCancelled),
    ] {
        let (_, watch) = Watch::with_acts(&scenario, &[(100.0, entry)]);
        assert_eq!(watch.times(kind, 1), [100.0]);
        assert_eq!((watch.of(EventKind::GotOn, 0).len(), watch.of(EventKind::GotOn, 1).len()), (12, 0), "{kind:?}");
    }
    // A train that is only a minute late still departs first: at 270 s, against 260 s + nothing; so line 1 is taken. With ten seconds it is not.
    let (_, watch) = Watch::with_acts(&scenario, &[(100.0, json!({ "delay": { "train": "line 2", "by": 10.0 } }))]);
    assert_eq!(watch.of(EventKind::GotOn, 1).len(), 12);
}

/// A delay of a train that is away moves its arrival; one of a train that is there moves its departure. A cancelled train does not come, and
/// the people in it never arrive.
#[test]
fn trains_are_delayed_and_cancelled() {
    let text = format!("{LINE_1}arrive = [60, 260, 460, 660]\ndwell = 40\n")
        + "[[population]]\nname = \"off\"\narrive = { train = \"line 1\", count = 3 }\njourney = [{ leave = \"street\" }]\n"
        + "[[event]]\nat = 30\ndelay = { train = \"line 1\", by = 15 }\n"
        + "[[event]]\nat = 270\ndelay = { train = \"line 1\", by = 20 }\n"
        + "[[event]]\nat = 400\ncancel = \"line 1\"\n"
        // The second one changes nothing: the train is at its track.
        + "[[event]]\nat = 670\ncancel = \"line 1\"\n";
    let scenario = platform(&text);
    let (simulation, watch) = Watch::run(&scenario);
    assert_eq!(watch.times(EventKind::TrainArrived, 0), [75.0, 260.0, 660.0]);
    // It makes up for the first delay as far as its least stay allows, which is the planned one here.
    assert_eq!(watch.times(EventKind::TrainDeparted, 0), [115.0, 320.0, 700.0]);
    assert_eq!(watch.times(EventKind::TrainDelayed, 0), [30.0, 270.0]);
    assert_eq!(watch.times(EventKind::TrainCancelled, 0), [400.0]);
    let counts = simulation.train_counts()[0];
    assert_eq!((counts.arrived, counts.departed, counts.cancelled, counts.alighted), (3, 3, 1, 9));
    assert!((counts.late_s - 35.0).abs() < 1e-6, "{counts:?}");
    let census = simulation.census();
    assert_eq!((census.expected, census.entered), (9, 9), "three people never come");
}

/// A late train leaves as soon as its least stay allows, and the next train waits until the track is free.
#[test]
fn a_late_train_holds_up_the_next_one_at_its_track() {
    let text = format!("{LINE_1}arrive = 60\ndwell = 60\nleast_dwell = 20\n")
        + "[[train]]\nname = \"line 3\"\ntrack = \"track 1\"\narrive = 200\ndwell = 30\n"
        + "[[population]]\nname = \"off\"\narrive = { train = [\"line 1\", \"line 3\"], count = 2 }\njourney = [{ leave = \"street\" }]\n"
        + "[[event]]\nat = 30\ndelay = { train = \"line 1\", by = 135 }\n";
    let (_, watch) = Watch::run(&platform(&text));
    // It comes at 195 s instead of 60 s and leaves at 215 s instead of 120 s.
    assert_eq!(watch.times(EventKind::TrainArrived, 0), [195.0]);
    assert_eq!(watch.times(EventKind::TrainDeparted, 0), [215.0]);
    assert_eq!(watch.times(EventKind::TrainArrived, 1), [215.0]);
    assert_eq!(watch.times(EventKind::TrainDeparted, 1), [245.0]);
}

/// A hundred people want to get off at one door, in front of which an obstacle leaves room for hardly anybody: the train waits for them for
/// a minute at most, and takes the rest along.
#[test]
fn a_train_waits_for_people_who_get_off_but_not_for_ever() {
    let text = "[[train]]\nname = \"bus\"\ntrack = \"track 1\"\ncar_length = 12\ndoors = 1\narrive = 60\ndwell = 20\ncapacity = 100\n".to_owned()
        + "[[population]]\nname = \"off\"\narrive = { train = \"bus\", count = 100 }\njourney = [{ leave = \"street\" }]\n"
        + &people("walkers", 0, 1, "", "{ wait = 10 }");
    let (simulation, watch) = Watch::run(&platform(&text));
    // One person per second: 77 of them in the 20 s until it departs and the minute after that, without the 3 s in which the doors close.
    assert_eq!(watch.times(EventKind::TrainDeparted, 0), [140.0]);
    let counts = simulation.train_counts()[0];
    assert_eq!(counts.alighted + counts.carried_on, 100);
    assert!((70..=78).contains(&counts.alighted), "{counts:?}");
    assert_eq!(watch.count(EventKind::CarriedOn) as u64, counts.carried_on);
    assert_eq!(simulation.census().expected, 1 + counts.alighted);
}

/// A pedestrian that is tired from the start rests on the bench for five minutes when it has the time. Its train departs at 200 s. It comes in at
/// 0 s, some 20 s away from the train; it wants to be there a minute early; so the rest ends at about 120 s though it was to last longer.
#[test]
fn an_interruption_ends_in_time_for_the_train() {
    let tired = "[[need]]\nname = \"tired\"\nstart = 1\ngrowth = 0\ndecay = 1000\nthreshold = 0.5\nspare = 30\n\
                 do = { rest = 600 }\n[[kind]]\nname = \"tired\"\nneeds = [{ name = \"tired\" }]\n";
    let of = |departs: u32| {
        let text = format!("{LINE_1}arrive = {}\n", departs - 60)
            + &people("on", 0, 1, "kind = \"tired\"\nspeed = 1.3", "{ board = \"line 1\" }")
            + tired;
        let (simulation, watch) = Watch::run(&platform(&text));
        assert_eq!(simulation.train_counts()[0].boarded, 1);
        let at = |kind: EventKind| {
            watch.told.iter().find(|(_, event)| event.kind == kind && event.pedestrian != NOBODY).map(|found| found.0)
        };
        (at(EventKind::Interrupted), at(EventKind::Expired))
    };
    let (began, ended) = of(260);
    assert!(began.is_some_and(|time| time < 1.0), "{began:?}");
    // 260 − 60 − the way of 40 m at 1.3 m/s, which is 31 s.
    let ended = ended.expect("the rest is cut short");
    assert!((160.0..175.0).contains(&ended), "{ended}");
    // Without 30 s to spare it does not even begin to rest: 110 − 60 − 31 s.
    assert_eq!(of(110), (None, None));
}

/// Whoever waits for a train may rest meanwhile, and gives up its place on the platform for that.
#[test]
fn people_who_wait_for_a_train_rest_meanwhile_and_come_back_in_time() {
    let tired = "[[need]]\nname = \"tired\"\nstart = 0.4\ngrowth = 0.001\ndecay = 1000\nthreshold = 0.5\n\
                 do = { rest = 60 }\n[[kind]]\nname = \"tired\"\nneeds = [{ name = \"tired\" }]\n";
    let text =
        format!("{LINE_1}arrive = 400\n") + &people("on", 0, 4, "kind = \"tired\"", "{ board = \"line 1\" }") + tired;
    let (simulation, watch) = Watch::run(&platform(&text));
    assert_eq!(
        (watch.count(EventKind::Interrupted), watch.count(EventKind::Achieved)),
        (4, 8),
        "the rest and the train of each"
    );
    assert_eq!(simulation.train_counts()[0].boarded, 4);
}

/// Nobody takes a train at a closed track; those who wait for it take another one.
#[test]
fn at_a_closed_track_people_get_off_but_nobody_gets_on() {
    let text = format!(
        "{LINE_1}arrive = 150\n[[train]]\nname = \"line 2\"\ntrack = \"track 2\"\nto = \"the sea\"\narrive = 200\n"
    ) + "[[population]]\nname = \"off\"\narrive = { train = \"line 1\", count = 3 }\njourney = [{ leave = \"street\" }]\n"
        + &people("on", 0, 8, "", "{ board = \"the sea\" }")
        + "[[event]]\nat = 100\nclose = \"track 1\"\n";
    let (_, watch) = Watch::run(&platform(&text));
    let on = |train| watch.of(EventKind::GotOn, train).len();
    assert_eq!((watch.of(EventKind::GotOff, 0).len(), on(0), on(1)), (3, 0, 8));
}

/// A tourist that does not know the place walks around until it sees the track.
#[test]
fn strangers_look_for_the_track() {
    let text = format!("{LINE_1}arrive = 400\n")
        + "[[kind]]\nname = \"stranger\"\nknows = false\n"
        + &people("on", 0, 4, "kind = \"stranger\"", "{ board = \"line 1\" }");
    // A long hall leads to the platform.
    let place = PLATFORM
        .replace("[[0, 0], [80, 0], [80, 8], [0, 8]]\n[[area]]", "[[-60, 0], [80, 0], [80, 8], [-60, 8]]\n[[area]]")
        .replace("outline = [[0, 0], [3, 0], [3, 8], [0, 8]]", "outline = [[-60, 0], [-57, 0], [-57, 8], [-60, 8]]");
    let scenario = attempt_in(&place, &text).unwrap_or_else(|e| panic!("{e}"));
    let mut is_seen = false;
    let mut simulation = Simulation::new(scenario.setup(None));
    while simulation.time() < 60.0 {
        simulation.step();
        let tasks = simulation.tasks();
        let memory = simulation.people().memory.first().expect("four people");
        is_seen =
            is_seen || memory.top().is_some_and(|goal| format!("{:?}", tasks.task(goal.task)).starts_with("Explore"));
    }
    assert!(is_seen, "it explores");
    let (simulation, _) = Watch::run(&scenario);
    assert_eq!(simulation.train_counts()[0].boarded, 4);
}

/// An obstacle before the doors takes the places on the platform away while people wait there, and later a door.
#[test]
fn an_obstacle_on_the_platform_leaves_nobody_behind() {
    let text = format!("{LINE_1}arrive = 200\n")
        + "[[population]]\nname = \"off\"\narrive = { train = \"line 1\", count = 20 }\njourney = [{ leave = \"street\" }]\n"
        + &people("on", 0, 20, "", "{ board = \"line 1\" }")
        + "[[event]]\nat = 100\nblock = { outline = [[24, 0], [36, 0], [36, 3], [24, 3]] }\n"
        + "[[event]]\nat = 210\nblock = { outline = [[44, 0], [46, 0], [46, 3], [44, 3]] }\n";
    let (simulation, _) = Watch::run(&platform(&text));
    let counts = simulation.train_counts()[0];
    assert_eq!((counts.alighted + counts.carried_on, counts.boarded), (20, 20), "{counts:?}");
}

#[test]
fn trains_give_the_same_bits_over_threads_and_a_snapshot_in_the_middle_of_a_stop() {
    let scenario = random_timetable(3);
    let steps = 8000;
    let hashes = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(|| {
            let mut simulation = Simulation::new(scenario.setup(None));
            (0..steps).map(|_| simulation.step().hash).collect::<Vec<_>>()
        })
    };
    let one = hashes(1);
    assert_eq!(one, hashes(2));
    assert_eq!(one, hashes(4));
    let mut first = Simulation::new(scenario.setup(None));
    // In the middle of a stop: people still get off at one door at least.
    while first.steps() < 3000
        || first.trains_now().iter().all(|train| train.alighting.iter().all(|&people| people == 0))
    {
        first.step();
    }
    let at = first.steps() as usize;
    let mut second = Simulation::new(scenario.setup(None));
    second.restore(&first.snapshot()).expect("a snapshot of the same scenario");
    let rest: Vec<u64> = (at..steps).map(|_| second.step().hash).collect();
    assert_eq!(rest, one[at..]);
}
