//! Narrow places, in all four directions and mirrored: people back out where two columns meet, and nowhere else.

use crate::turned::Turn;
use populace_ingest::entries::{AreaEntry, FloorEntry, PlaceFile, Xy};
use populace_scenario::written::{ArrivalEntry, PopulationEntry, ScenarioFile, StageEntry};
use populace_scenario::{Registry, Scenario};
use populace_sim::Simulation;
use populace_traj::EventKind;

fn rectangle([x0, y0]: Xy, [x1, y1]: Xy) -> Vec<Xy> {
    vec![[x0, y0], [x1, y0], [x1, y1], [x0, y1]]
}

fn area(name: &str, from: Xy, to: Xy) -> AreaEntry {
    AreaEntry { name: name.into(), outline: rectangle(from, to), ..AreaEntry::default() }
}

fn place(outlines: Vec<Vec<Xy>>, area: Vec<AreaEntry>) -> PlaceFile {
    let ground = FloorEntry { name: "ground".into(), outlines, ..FloorEntry::default() };
    PlaceFile { floor: vec![ground], area, ..PlaceFile::default() }
}

fn leaving(name: &str, model: &str, arrive: ArrivalEntry, to: &str) -> PopulationEntry {
    PopulationEntry {
        name: name.into(),
        model: Some(model.into()),
        arrive: arrive.into(),
        journey: vec![StageEntry::leave(to)],
        ..PopulationEntry::default()
    }
}

fn scenario(place: PlaceFile, population: Vec<PopulationEntry>, until: f64) -> Scenario {
    let file = ScenarioFile { until, body_width: Some(0.4), population, ..ScenarioFile::default() };
    Scenario::prove(file, place, Registry::built_in()).unwrap_or_else(|e| panic!("{e}"))
}

/// Returns a corridor 1.8 m wide whose exit in the south is 0.7 m wide; 150 people enter in the north in a minute.
fn one_way(model: &str) -> Scenario {
    let ground = vec![
        rectangle([0.0, 0.0], [1.8, 20.0]),
        rectangle([0.55, -0.2], [1.25, 0.0]),
        rectangle([0.0, -3.0], [1.8, -0.2]),
    ];
    let areas = vec![area("in", [0.0, 17.0], [1.8, 20.0]), area("out", [0.0, -3.0], [1.8, -1.5])];
    let arrive =
        ArrivalEntry { rate: Some(2.5), until: Some(60.0), areas: Some("in".into()), ..ArrivalEntry::default() };
    scenario(place(ground, areas), vec![leaving("southbound", model, arrive, "out")], 900.0)
}

/// Returns two rooms joined by an alley 8 m long, and two populations: `each` people in each room go to the other room.
fn meeting(width: f64, each: u64) -> (PlaceFile, Vec<PopulationEntry>) {
    let (low, high) = (4.0 - width / 2.0, 4.0 + width / 2.0);
    let ground = vec![
        rectangle([0.0, 0.0], [10.0, 8.0]),
        rectangle([10.0, low], [18.0, high]),
        rectangle([18.0, 0.0], [28.0, 8.0]),
    ];
    let areas = vec![
        area("west", [3.0, 1.0], [9.0, 7.0]),
        area("east", [19.0, 1.0], [25.0, 7.0]),
        area("west end", [0.0, 0.0], [1.0, 8.0]),
        area("east end", [27.0, 0.0], [28.0, 8.0]),
    ];
    let at = |name: &str| ArrivalEntry { count: Some(each), areas: Some(name.into()), ..ArrivalEntry::default() };
    let usual = populace_steer::MODELS[0].name;
    let eastbound = leaving("eastbound", usual, at("west"), "east end");
    (place(ground, areas), vec![eastbound, leaving("westbound", usual, at("east"), "west end")])
}

/// Returns two columns that meet in an alley in which bodies of 0.4 m cannot pass each other.
fn alley(width: f64, each: u64) -> Scenario {
    let (place, population) = meeting(width, each);
    scenario(place, population, 900.0)
}

/// The outcome of a run.
#[derive(Debug)]
struct Outcome {
    /// The number of times that a pedestrian backed out.
    withdrew: usize,
    /// The number of people who are still inside.
    inside: u64,
}

/// Runs a scenario until all people have left, or until its end.
fn run(scenario: &Scenario, seed: u64) -> Outcome {
    let mut simulation = Simulation::new(scenario.setup(Some(seed)));
    let mut withdrew = 0;
    while !simulation.is_over() && simulation.time() < scenario.until().time {
        withdrew += simulation.step().events.iter().filter(|e| e.kind == EventKind::Withdrew).count();
    }
    Outcome { withdrew, inside: simulation.census().inside }
}

/// A crowd that walked south through a door of 0.7 m used to back out of it by the dozen, and never got through; a crowd
/// that walked north did not.
#[test]
fn nobody_in_a_crowd_that_goes_one_way_backs_out_whatever_the_direction() {
    for model in populace_steer::MODELS.iter().map(|entry| entry.name) {
        let given = one_way(model);
        // The posts of a door hold back a body that stands before it in this model (Helbing, Farkas & Vicsek 2000; see
        // `steerbench-doorway-one-way` in `crates/lab/src/known.rs`), so the last few people, whom nobody pushes, stay.
        let most_inside = if model == "social-force" { 3 } else { 0 };
        for turn in Turn::ALL {
            let outcome = run(&turn.of(&given), 1);
            println!("{model}, {turn:?}: {outcome:?}");
            assert_eq!(outcome.withdrew, 0, "{model}, {turn:?}");
            assert!(outcome.inside <= most_inside, "{model}, {turn:?}: {outcome:?}");
        }
    }
}

#[test]
fn columns_that_meet_in_an_alley_back_out_and_get_through_whatever_the_direction() {
    for (width, each) in [(0.6, 8), (0.7, 8), (0.7, 20)] {
        let given = alley(width, each);
        for turn in Turn::ALL {
            for seed in 1..=2 {
                let outcome = run(&turn.of(&given), seed);
                println!("{width} m, {each} people, {turn:?}, seed {seed}: {outcome:?}");
                assert!(outcome.withdrew > 0 && outcome.inside == 0, "{width} m, {turn:?}, seed {seed}: {outcome:?}");
            }
        }
    }
}

/// A pedestrian of 0.4 m and a wheelchair of 0.8 m cannot pass each other in an alley in which two pedestrians can.
#[test]
fn bodies_of_different_widths_that_meet_get_through() {
    for wide in [0, 1] {
        let (place, mut population) = meeting(1.0, 1);
        population[wide].radius = Some(0.4.into());
        population[wide].profile = Some("wheelchair".into());
        let given = scenario(place, population, 900.0);
        let outcomes = Turn::ALL.map(|turn| run(&turn.of(&given), 1));
        assert!(outcomes.iter().all(|outcome| outcome.inside == 0), "wide: {wide}: {outcomes:?}");
        assert!(outcomes.iter().any(|outcome| outcome.withdrew > 0), "wide: {wide}: nobody met: {outcomes:?}");
    }
}
