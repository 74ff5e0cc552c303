//! Parts of other crates: a scenario names a model, a planner, a follower and a perception that no table of the workspace has, and runs with them; a measure of
//! another crate measures the run. A model that fails is contained.

use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::support::{PLACE, going};
use populace_env::{CellId, Environment, Floor, Outline, Place, World};
use populace_geom::Point;
use populace_ingest::{Format, ReadError};
use populace_perceive::{Bodies, Neighbours, Parameter, Perception, PerceptionEntry, SettingError};
use populace_plan::{Atlas, Flat, Found, Planner, PlannerEntry, Scratch, Spot};
use populace_scenario::{Prover, Registry, Scenario};
use populace_sim::{Follower, FollowerEntry, FollowerState, Heading, Recall, RestoreError, Simulation, Walker};
use populace_steer::{Crowd, Model, ModelEntry};
use populace_traj::{
    Chosen, EventKind, Finding, Found as Measured, Frame, MeasureEntry, Measurements, Measuring, Moment, Of, Subject,
};

/// A model in which people walk as the route says, even when somebody is in the way.
struct Straight;

impl Model for Straight {
    fn steer(&self, crowd: &Crowd<'_>, rows: &[u32], velocity: &mut [Point], _: &mut populace_steer::ModelScratch) {
        for (&row, velocity) in rows.iter().zip(velocity) {
            *velocity = crowd.preferred[row as usize];
        }
    }
}

const STRAIGHT_ENTRY: ModelEntry = ModelEntry {
    name: "straight",
    about: "walks as the route says",
    paper: "none",
    parameters: Vec::new,
    schema: || serde_json::json!({ "type": "object" }),
    make: |_| Ok(Box::new(Straight)),
};

static STRAIGHT: ModelEntry = STRAIGHT_ENTRY;

static ASKED: AtomicU32 = AtomicU32::new(0);

struct Counting;

impl Planner for Counting {
    fn plan(&self, atlas: Atlas<'_>, from: Spot, to: Spot, scratch: &mut Scratch) -> Option<Found> {
        ASKED.fetch_add(1, Ordering::Relaxed);
        Flat.plan(atlas, from, to, scratch)
    }
    fn refresh(&mut self, atlas: Atlas<'_>, changed: &[CellId]) {
        Flat.refresh(atlas, changed);
    }
    fn bytes(&self) -> usize {
        0
    }
}

static COUNTING: PlannerEntry = PlannerEntry {
    name: "counting",
    about: "counts how often it is asked",
    is_least_cost: true,
    prepare: |_| Box::new(Counting),
};

/// Walks to the middle of each portal, and counts the decisions since the route was planned.
struct Middles;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Decisions(u32);

impl Recall for Decisions {
    fn save(self) -> FollowerState {
        FollowerState::of([self.0.into(), 0, 0])
    }
    fn load(state: FollowerState, _: &Environment) -> Result<Self, String> {
        match state.words() {
            [count @ 0..=10_000, 0, 0] => Ok(Decisions(count as u32)),
            words => Err(format!("{words:?} is no count")),
        }
    }
}

impl Follower for Middles {
    type Recall = Decisions;
    fn follow(&self, walker: &Walker<'_>, memory: &mut Decisions) -> Heading {
        memory.0 += u32::from(walker.dt > 0.0);
        match walker.ahead.next() {
            Some(portal) => Heading::along(walker.env.segment(portal).middle_in(walker.cell) - walker.at),
            None => Heading::to_goal(walker.exit.unwrap_or(walker.goal.point) - walker.at),
        }
    }
}

static MIDDLES: FollowerEntry = FollowerEntry {
    name: "middles",
    about: "walks to the middle of each portal",
    paper: "none",
    numbers: &[],
    follower: &Middles,
};

/// The largest number of people who were there at once.
#[derive(Default)]
struct Most(usize);

impl Measuring for Most {
    fn moment(&mut self, moment: &Moment) {
        self.0 = self.0.max(moment.frame.pedestrian.len());
    }
    fn findings(&self) -> Vec<Finding> {
        let value = Measured::Figure(Some(self.0 as f64));
        vec![Finding { name: "most_people", value, unit: "persons", is_by_interval: false }]
    }
    fn save(&self) -> Vec<u8> {
        self.0.to_le_bytes().to_vec()
    }
    fn load(&mut self, bytes: &[u8]) -> Option<()> {
        self.0 = usize::from_le_bytes(bytes.try_into().ok()?);
        Some(())
    }
}

static MOST: MeasureEntry = MeasureEntry {
    name: "most-people",
    about: "most people at once",
    unit: "persons",
    source: "none",
    of: Of::Everyone,
    needs_ground: false,
    begin: |_| Some(Box::<Most>::default()),
};

/// Fails for the first two pedestrians: one velocity is not a number from the start, the other is infinite from the second second to the third.
struct Failing;

impl Model for Failing {
    fn steer(
        &self,
        crowd: &Crowd<'_>,
        rows: &[u32],
        velocity: &mut [Point],
        scratch: &mut populace_steer::ModelScratch,
    ) {
        Straight.steer(crowd, rows, velocity, scratch);
        for (&row, velocity) in rows.iter().zip(velocity) {
            match crowd.id[row as usize] {
                0 => velocity.x = f64::NAN,
                1 if (1.95..2.95).contains(&crowd.time) => velocity.y = f64::INFINITY,
                _ => {}
            }
        }
    }
}

static FAILING: ModelEntry = ModelEntry { name: "failing", make: |_| Ok(Box::new(Failing)), ..STRAIGHT_ENTRY };

/// Everyone perceives the rows before and after its own, wherever they are.
struct Adjacent {
    most: usize,
}

static PERCEIVED: AtomicU32 = AtomicU32::new(0);

impl Perception for Adjacent {
    fn perceive(&mut self, _world: World<'_>, bodies: Bodies<'_>, out: &mut Neighbours) {
        PERCEIVED.fetch_add(1, Ordering::Relaxed);
        out.clear();
        out.start.push(0);
        let count = bodies.position.len();
        for row in 0..count {
            let adjacent = [row.checked_sub(1), Some(row + 1).filter(|&next| next < count)];
            out.rows.extend(adjacent.into_iter().flatten().take(self.most).map(|row| row as u32));
            out.start.push(out.rows.len() as u32);
        }
    }
}

static ADJACENT: PerceptionEntry = PerceptionEntry {
    name: "adjacent",
    about: "the rows before and after",
    paper: "none",
    parameters: || {
        let about = "The most people that a pedestrian perceives";
        vec![Parameter { name: "most", about, unit: "", default: 2.0, least: 1.0, most: 2.0, source: "none" }]
    },
    schema: || serde_json::json!({ "type": "object" }),
    make: |written| match written["most"].as_u64().unwrap_or(2) {
        most @ 1..=2 => Ok(Box::new(Adjacent { most: most as usize })),
        most => Err(SettingError { path: "most".into(), what: format!("{most} is not in 1 … 2") }),
    },
};

/// Has the name of [`MIDDLES`] and remembers nothing.
struct Forgetful;

impl Follower for Forgetful {
    type Recall = ();
    fn follow(&self, walker: &Walker<'_>, _: &mut ()) -> Heading {
        Heading::to_goal(walker.goal.point - walker.at)
    }
}

static FORGETFUL: FollowerEntry = FollowerEntry {
    name: MIDDLES.name,
    about: "walks straight to the goal",
    paper: "none",
    numbers: &[],
    follower: &Forgetful,
};

fn registry() -> Registry {
    registry_with(&MIDDLES)
}

fn registry_with(follower: &'static FollowerEntry) -> Registry {
    let mut registry = Registry::default();
    registry.models.add(&FAILING).unwrap_or_else(|e| panic!("{e}"));
    registry.followers.add(follower).unwrap_or_else(|e| panic!("{e}"));
    registry.measures.add(&MOST).unwrap_or_else(|e| panic!("{e}"));
    registry.models.add(&STRAIGHT).unwrap_or_else(|e| panic!("{e}"));
    registry.planners.add(&COUNTING).unwrap_or_else(|e| panic!("{e}"));
    registry.perceptions.add(&ADJACENT).unwrap_or_else(|e| panic!("{e}"));
    registry
}

fn sources() -> [(String, Vec<u8>); 2] {
    named("model = \"straight\"\nplanner = \"counting\"\nfollow = \"middles\"\n")
}

/// Ten people, and the lines that name their parts.
fn named(parts: &str) -> [(String, Vec<u8>); 2] {
    let text = going("[{ go_to = \"west\" }, { leave = \"east\" }]") + parts;
    [("test.scenario.toml".to_owned(), text.into_bytes()), ("test.place.toml".to_owned(), PLACE.as_bytes().to_vec())]
}

#[test]
fn a_scenario_names_parts_of_another_crate_and_runs_with_them() {
    let registry = registry();
    let scenario = Prover::new(&registry).from_sources(&sources()).unwrap_or_else(|e| panic!("{e}"));
    let population = &scenario.given().populations[0];
    assert_eq!((population.steering.entry().name, population.planner.name), ("straight", "counting"));
    assert_eq!(population.follower.name, "middles");
    let mut simulation = Simulation::new(scenario.setup(None));
    for _ in 0..200 {
        simulation.step();
    }
    assert!(ASKED.load(Ordering::Relaxed) >= 10, "ten people go to an area");
    while !simulation.is_over() && simulation.time() < 60.0 {
        simulation.step();
    }
    assert!(simulation.is_over(), "everyone has left by the middles of the portals: {:?}", simulation.census());
}

/// What a follower of another crate remembers is saved, loaded, hashed and checked, though only the follower knows what it is.
#[test]
fn the_memory_of_a_follower_of_another_crate_is_state() {
    let registry = registry();
    let scenario = Prover::new(&registry).from_sources(&sources()).unwrap_or_else(|e| panic!("{e}"));
    let new = || Simulation::new(scenario.setup(None));
    let mut simulation = new();
    (0..40).for_each(|_| _ = simulation.step());
    let remembered = simulation.people().follower_state.clone();
    let counts: Vec<_> = remembered.iter().map(|&state| Decisions::load(state, simulation.env())).collect();
    assert!(counts.iter().any(|count| count.as_ref().is_ok_and(|count| count.0 > 1)), "{counts:?}");
    let snapshot = simulation.snapshot();
    let mut other = new();
    assert_eq!(other.restore(&snapshot), Ok(()));
    assert_eq!(other.people().follower_state, remembered);
    for _ in 0..100 {
        assert_eq!(other.step().hash, simulation.step().hash);
    }
    // By a follower with another name the snapshot is of another scenario.
    let cones = named("model = \"straight\"\nplanner = \"counting\"\n");
    let cones = Prover::new(&registry).from_sources(&cones).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(Simulation::new(cones.setup(None)).restore(&snapshot), Err(RestoreError::OtherSetup));
    // A follower of the same name checks what the other remembered, and refuses what it does not know.
    let registry = registry_with(&FORGETFUL);
    let forgetful = Prover::new(&registry).from_sources(&sources()).unwrap_or_else(|e| panic!("{e}"));
    match Simulation::new(forgetful.setup(None)).restore(&snapshot) {
        Err(RestoreError::Invalid(what)) => assert!(what.contains("by middles"), "{what}"),
        result => panic!("{result:?}"),
    }
}

#[test]
fn a_measure_of_another_crate_measures_a_run() {
    let registry = registry();
    let entry = *registry.measures.get("most-people").expect("it was added");
    let subject = Subject { frame_rate: 10.0, ..Subject::default() };
    let mut measurements = Measurements::new(vec![Chosen { name: None, measures: vec![entry], subject }]);
    let scenario = Prover::new(&registry).from_sources(&sources()).unwrap_or_else(|e| panic!("{e}"));
    let (mut simulation, mut frame) = (Simulation::new(scenario.setup(None)), Frame::default());
    for number in 1..=20 {
        simulation.step();
        simulation.step();
        simulation.frame(&mut frame);
        measurements.frame(number, &frame);
    }
    let found: Vec<_> = measurements.quantities().into_iter().map(|quantity| quantity.finding).collect();
    assert_eq!((found[0].name, &found[0].value), ("most_people", &Measured::Figure(Some(10.0))));
}

/// A velocity that is not a number used to be counted without a word, once per move.
#[test]
fn a_model_that_returns_no_number_is_contained_and_told_of_once_per_decision() {
    let registry = registry();
    let scenario = Prover::new(&registry).from_sources(&named("model = \"failing\"\n"));
    let mut simulation = Simulation::new(scenario.unwrap_or_else(|e| panic!("{e}")).setup(None));
    let (mut told, mut stood) = (Vec::new(), None);
    while simulation.time() < 30.0 {
        let events = simulation.step().events.iter().filter(|event| event.kind == EventKind::Contained);
        told.extend(events.map(|event| (event.pedestrian, event.step, event.subject)));
        assert_eq!(simulation.counts().contained, told.len() as u64, "each containment is an event");
        let row = simulation.row(0).expect("whoever stands still stays");
        let at = simulation.people().position[row];
        assert_eq!(*stood.get_or_insert(at), at, "its own velocity is never a number");
        assert_eq!(simulation.people().velocity[row], Point::ZERO);
    }
    // Decisions are made 10 times a second, in every other step.
    let first: Vec<u64> = told.iter().filter(|t| t.0 == 0).map(|t| t.1).collect();
    assert_eq!(first, (0..300).map(|decision| 2 * decision).collect::<Vec<_>>());
    let second: Vec<u64> = told.iter().filter(|t| t.0 == 1).map(|t| t.1).collect();
    assert_eq!(second, (20..30).map(|decision| 2 * decision).collect::<Vec<_>>());
    assert!(told.iter().all(|t| t.2 == 0 && t.0 < 2), "the subject is the population");
    assert_eq!(simulation.counts().left, 9, "the run went on, also for the second: {:?}", simulation.census());
}

#[test]
fn a_scenario_names_a_perception_of_another_crate_and_runs_with_it() {
    let registry = registry();
    let prove = |most: u32| {
        let text = going("[{ leave = \"east\" }]") + &format!("[perception.adjacent]\nmost = {most}\n");
        let place = ("test.place.toml".to_owned(), PLACE.as_bytes().to_vec());
        Prover::new(&registry).from_sources(&[("test.scenario.toml".to_owned(), text.into_bytes()), place])
    };
    let scenario = prove(1).unwrap_or_else(|e| panic!("{e}"));
    let perception = &scenario.given().perception;
    assert_eq!((perception.entry().name, &perception.in_force()["most"]), ("adjacent", &serde_json::json!(1.0)));
    let mut simulation = Simulation::new(scenario.setup(None));
    for _ in 0..100 {
        simulation.step();
    }
    assert!(PERCEIVED.load(Ordering::Relaxed) >= 50, "people decide in every second step");
    let error = prove(3).err().unwrap();
    assert!(error.what.contains("most: 3 is not in 1 … 2") && error.position.is_some(), "{error}");
}

/// A format of another crate: the length and the breadth of a hall, m.
static HALLS: Format = Format {
    name: "halls",
    extensions: &["hall"],
    about: "the length and the breadth of a hall",
    sniff: |head| head.starts_with(b"hall "),
    read: |source, _| {
        let text = String::from_utf8_lossy(source.bytes);
        let sizes: Vec<f64> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        let [x, y] = sizes[..] else { return Err(ReadError::new(source.path, "has no two sizes")) };
        let ring = vec![Point::ZERO, Point::new(x, 0.0), Point::new(x, y), Point::new(0.0, y)];
        let mut floor = Floor::level("hall", 0.0);
        floor.walkable.push(Outline::new(ring, "hall"));
        Ok(Place { floors: vec![floor], ..Place::default() })
    },
};

#[test]
fn a_scenario_takes_place_in_a_format_of_another_crate() {
    let mut registry = Registry::default();
    registry.formats.add(&HALLS).unwrap_or_else(|e| panic!("{e}"));
    let scenario = "version = 1\nplace = \"test.place.toml\"\nuntil = 60\n[[population]]\nname = \"all\"\n\
        arrive = { count = 5, areas = \"west\" }\njourney = [{ leave = \"east\" }]\n";
    let place = "version = 1\nimport = \"great.hall\"\n[[area]]\nname = \"west\"\nfloor = \"hall\"\n\
        outline = [[0, 0], [3, 0], [3, 8], [0, 8]]\n[[area]]\nname = \"east\"\nfloor = \"hall\"\n\
        outline = [[17, 0], [20, 0], [20, 8], [17, 8]]\n";
    let sources = [("test.scenario.toml", scenario), ("test.place.toml", place), ("great.hall", "hall 20 8")]
        .map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
    let scenario = Prover::new(&registry).from_sources(&sources).unwrap_or_else(|e| panic!("{e}"));
    let mut simulation = Simulation::new(scenario.setup(None));
    while !simulation.is_over() && simulation.time() < 60.0 {
        simulation.step();
    }
    assert_eq!(simulation.census().left, 5);
    let unknown = Scenario::from_sources(&sources).err().unwrap();
    assert!(unknown.to_string().contains("great.hall"), "{unknown}");
}

#[test]
fn a_part_that_was_not_added_is_refused_with_the_names_that_are_known() {
    let error = Scenario::from_sources(&sources()).err().unwrap();
    assert!(error.what.contains("no steering model is called \"straight\""), "{error}");
    assert!(error.position.is_some() && error.path == Path::new("test.scenario.toml"), "{error}");
}

#[test]
fn names_are_unique_among_the_lines_of_a_table() {
    let mut registry = registry();
    let taken = registry.models.add(&STRAIGHT).unwrap_err();
    assert!(taken.to_string().contains("a steering model is called \"straight\" already"), "{taken}");
    let built_in = Registry::default();
    assert!(registry.models.add(built_in.models.first()).is_err());
    assert!(registry.planners.add(built_in.planners.first()).is_err());
    assert!(registry.followers.add(built_in.followers.first()).is_err());
    assert!(registry.perceptions.add(built_in.perceptions.first()).is_err());
    assert!(registry.formats.add(built_in.formats.first()).is_err());
    assert!(registry.measures.add(built_in.measures.first()).is_err());
    let names: Vec<_> = registry.models.names().collect();
    assert_eq!(names[names.len() - 2..], ["failing", "straight"], "built-in lines come first");
}
