//! A scenario and its place survive the way through a recording.

use std::path::Path;

use crate::support::{refuse, take, ten};
use populace_scenario::Scenario;
use populace_sim::{Perceiving, perception};
use serde_json::json;

fn scene(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes").join(name)
}

fn again(scenario: &Scenario) -> Scenario {
    Scenario::from_sources(&scenario.sources()).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn a_place_with_an_import_is_read_back_from_memory() {
    let square = Scenario::read(&scene("town_square.scenario.toml")).unwrap_or_else(|e| panic!("{e}"));
    let names: Vec<String> = square.sources().into_iter().map(|file| file.0).collect();
    assert_eq!(names, ["town_square.scenario.toml", "town_square.place.toml", "town.geojson"]);
    let read_back = again(&square);
    assert_eq!(read_back.environment().cell_count(), square.environment().cell_count());
    assert_eq!(read_back.sources(), square.sources());
    assert_eq!(read_back.name(), square.name());
}

#[test]
fn another_place_is_read_back_too() {
    let other = scene("counter_flow.scenario.toml");
    let folder = std::env::temp_dir().join(format!("populace-other-place-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let wide = std::fs::read_to_string(scene("corridor.place.toml")).unwrap().replace(", 4]", ", 6]");
    std::fs::write(folder.join("wide.place.toml"), wide).unwrap();
    let scenario = Scenario::read_with(&other, Some(&folder.join("wide.place.toml"))).unwrap_or_else(|e| panic!("{e}"));
    std::fs::remove_dir_all(&folder).unwrap();
    // 40 m by 6 m.
    assert_eq!(scenario.environment().walkable_area(), 240.0);
    assert_eq!(again(&scenario).environment().walkable_area(), 240.0);
}

#[test]
fn sources_that_are_not_complete_are_refused() {
    assert!(Scenario::from_sources(&[]).is_err());
    let mut sources = Scenario::read(&scene("town_square.scenario.toml")).unwrap_or_else(|e| panic!("{e}")).sources();
    sources.pop();
    let error = Scenario::from_sources(&sources).err().unwrap().to_string();
    assert!(error.contains("town.geojson") && error.contains("not among the files"), "{error}");
    let error = Scenario::from_sources(&sources[..1]).err().unwrap().to_string();
    assert!(error.contains("town_square.place.toml"), "{error}");
    // Not even a file that is on the disk is read: tests run in the folder of their crate.
    assert!(Path::new("Cargo.toml").is_file());
    let elsewhere = String::from_utf8_lossy(&sources[0].1).replace("town_square.place.toml", "Cargo.toml");
    let error = Scenario::from_sources(&[("x.scenario.toml".into(), elsewhere.into_bytes())]).err().unwrap();
    assert!(error.to_string().contains("\"Cargo.toml\" is not among the files"), "{error}");
}

#[test]
fn perception_is_as_written() {
    assert_eq!(take(&ten("")).setup(None).perception, Perceiving::default());
    let grid = take(&ten("[perception.grid]\nmost = 9")).setup(None).perception;
    assert_eq!(grid, Perceiving::of(perception("grid").unwrap(), json!({ "most": 9 })).unwrap());
    refuse(&ten("[perception.graph]\nrings = 3"), 9, "rings: 3 is not in 1 … 2", "limits");
    refuse(&ten("[perception]\ngraph = {}\ngrid = {}"), 10, "contradict", "one");
    refuse(&ten("[perception.gird]"), 8, "no way of perceiving is called \"gird\"", "\"grid\"");
}
