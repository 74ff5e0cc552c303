//! Every bundled scene is a scenario that can be run.

use std::path::{Path, PathBuf};

use populace_scenario::Scenario;
use populace_sim::{Arrivals, Command, Simulation};

fn scenes() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes");
    let entries = std::fs::read_dir(folder).unwrap().flatten().map(|e| e.path());
    let mut scenes: Vec<_> = entries.filter(|p| p.to_string_lossy().ends_with(".scenario.toml")).collect();
    scenes.sort();
    scenes
}

fn scene(name: &str) -> Scenario {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes").join(format!("{name}.scenario.toml"));
    Scenario::read(&path).unwrap_or_else(|e| panic!("{e}"))
}

/// Returns the number of people who come, without streams.
fn people(scenario: &Scenario) -> u32 {
    let count = |arrivals: &Arrivals| match arrivals {
        Arrivals::AtStart { count, .. } => *count,
        Arrivals::Timetable { times, .. } => times.iter().map(|t| t.1).sum(),
        Arrivals::Placed(placed) => placed.len() as u32,
        Arrivals::Rate { .. } | Arrivals::Alighting { .. } => 0,
    };
    scenario.setup(None).populations.iter().flat_map(|p| &p.arrivals).map(count).sum()
}

#[test]
fn every_scene_is_a_scenario() {
    let scenes = scenes();
    assert!(!scenes.is_empty());
    for path in scenes {
        let scenario = Scenario::read(&path).unwrap_or_else(|e| panic!("{e}"));
        let name = scenario.name();
        assert!(path.ends_with(format!("{name}.scenario.toml")), "{name} is in {}", path.display());
        assert!(scenario.until().empty, "{name} ends when everyone is out");
    }
}

#[test]
fn a_thousand_people_come_to_the_station() {
    assert_eq!(people(&scene("station")), 1000);
}

#[test]
fn as_many_as_are_said_to_fit_do_fit() {
    let full = scene("bottleneck");
    // 0.45 · 80 m² / (π · 0.2² m²) = 286.5
    let read = |count: u32| {
        let text = full.text().replace("count = 100", &format!("count = {count}"));
        Scenario::from_text(text.as_bytes(), full.path(), None)
    };
    assert!(read(287).is_err_and(|e| e.hint.starts_with("give at most 286")));
    let mut simulation = Simulation::new(read(286).unwrap_or_else(|e| panic!("{e}")).setup(None));
    simulation.step();
    let census = simulation.census();
    assert_eq!((census.inside, census.delayed), (286, 0), "everyone is in the room from the start");
}

#[test]
fn the_same_scenario_makes_setups_with_any_seed() {
    let bottleneck = scene("bottleneck");
    assert_eq!((bottleneck.setup(None).seed, bottleneck.setup(Some(7)).seed), (1, 7));
    assert_eq!(people(&bottleneck), 100);
    assert_eq!(bottleneck.record().frame_every, 2, "10 frames/s at 20 moves/s");
}

#[test]
fn opening_hours_are_commands() {
    // From 08:30 to 08:50 no door of the office changes; the street door is open from 07:00 to 19:00.
    let office = scene("three_floors");
    let street = office.environment().link("street door").unwrap();
    assert!(office.world().is_open(street));
    assert_eq!(office.setup(None).commands.len(), 2, "the alarm and the archive");
    // When the run starts at 18:50, the street door shuts after ten minutes.
    let text = office.text().replace("08:30", "18:50");
    let evening = Scenario::from_text(text.as_bytes(), office.path(), None).unwrap_or_else(|e| panic!("{e}"));
    let shuts = |c: &(f64, Command)| matches!(c, (600.0, Command::Shut(link)) if *link == street);
    assert_eq!(evening.setup(None).commands.iter().filter(|c| shuts(c)).count(), 1);
    // At night the street door is shut from the start, so nobody gets in ...
    let text = office.text().replace("08:30", "23:00");
    let error = Scenario::from_text(text.as_bytes(), office.path(), None).err().unwrap();
    assert!(error.hint.contains("door \"street door\" is shut"), "{error}");
    // ... unless the door opens in time: at 07:00, an hour after the start.
    let text = office.text().replace("08:30", "06:00").replace("until = 1200", "until = 4000");
    let early = Scenario::from_text(text.as_bytes(), office.path(), None).unwrap_or_else(|e| panic!("{e}"));
    let opens = |c: &(f64, Command)| matches!(c, (3600.0, Command::Open(link)) if *link == street);
    assert_eq!(early.setup(None).commands.iter().filter(|c| opens(c)).count(), 1);
}
