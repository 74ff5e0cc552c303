//! `cargo demo`: runs the bundled station with 1,000 pedestrians, and draws their paths, the stages of its place and a route through an
//! office into `out/demo`. At the end it serves the station live, unless `--no-serve` is given.

use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};

use crate::step::{Outcome, cargo, output, populace, run as run_step};
use crate::viewer;

/// The names of the build stages; `cargo tidy` compares them with those of the crate env.
pub const STAGES: [&str; 6] = ["sanitise", "triangulate", "bottlenecks", "cells", "topology", "hierarchy"];

/// Pictures of a route through three floors, with the profile of the pedestrian that walks it.
const ROUTES: [(&str, &str); 2] = [("route-evacuee", "evacuee"), ("route-wheelchair", "wheelchair")];

/// The folder of all output, from the root of the repository.
const FOLDER: &str = "out/demo";

/// The default port of `populace view`.
const PORT: u16 = 8000;
const NO_SERVE: &str = "--no-serve";

/// Builds, runs and draws everything, says where to look, and serves the station.
pub fn run(root: &Path, arguments: &[String]) -> Outcome {
    if let Some(other) = arguments.iter().find(|a| *a != NO_SERVE) {
        return Err(format!("cargo demo: {other:?} is not known\n  help: {NO_SERVE} is the only argument"));
    }
    println!("building the viewer and populace");
    viewer::run(root)?;
    run_step(cargo(root, &["build", "--release", "--package", "populace", "--locked", "--quiet"]))?;
    std::fs::create_dir_all(root.join(FOLDER)).map_err(|e| format!("{FOLDER}: cannot be made: {e}"))?;
    println!("\nA quarter of an hour in a station: 1,000 pedestrians between the street and four trains.\n");
    let recording = format!("{FOLDER}/station.recording");
    let mut command = populace(root, "release");
    command.args(["run", "scenes/station.scenario.toml", "--overwrite", "--out", &recording]);
    run_step(command)?;
    let paths = picture("station-paths");
    draw(root, &["draw", &recording, "--size", "1600", "--out", &paths])?;

    println!("\nThe place of the station, stage by stage, is drawn.");
    for stage in STAGES {
        let file = picture(&format!("station-{stage}"));
        draw(root, &["build", "scenes/station.place.toml", "--quiet", "--stage", stage, "--draw", &file])?;
    }
    for (name, profile) in ROUTES {
        println!("\nA way through an office of three floors, profile {profile}.\n");
        let mut command = populace(root, "release");
        command.args(["route", "scenes/three_floors.place.toml", "--from", "3,3", "--to", "27,16,second floor"]);
        command.args(["--size", "1300", "--profile", profile, "--draw", &picture(name)]);
        run_step(command)?;
    }

    println!("\nLook at");
    println!("  {paths:38}the paths of all people");
    println!("  {:38}the place after each stage: {}", picture("station-<stage>"), STAGES.join(", "));
    println!("  {:38}the ways through the office", picture("route-<profile>"));
    println!("  {:38}positions, events and hashes for pandas, Polars or DuckDB", format!("{recording}/"));
    if arguments.is_empty() { serve(root) } else { Ok(()) }
}

/// Serves the station until Ctrl-C. It takes the default port or, when that port is taken, a free one.
fn serve(root: &Path) -> Outcome {
    let is_free = TcpListener::bind((Ipv4Addr::LOCALHOST, PORT)).is_ok();
    let port = if is_free { PORT } else { 0 };
    println!("\nThe same station runs live at this address, to watch, question and steer:\n");
    let mut command = populace(root, "release");
    command.args(["view", "scenes/station.scenario.toml", "--port", &port.to_string()]);
    run_step(command)
}

fn picture(name: &str) -> String {
    format!("{FOLDER}/{name}.png")
}

/// Runs the command, and hides its output.
fn draw(root: &Path, arguments: &[&str]) -> Outcome {
    let mut command = populace(root, "release");
    command.args(arguments);
    output(command).map(drop)
}

/// Returns the place of every bundled scene, by name.
pub fn scenes(root: &Path) -> Result<Vec<PathBuf>, String> {
    let folder = root.join("scenes");
    let entries = std::fs::read_dir(&folder).map_err(|e| format!("{}: cannot be read: {e}", folder.display()))?;
    let mut scenes: Vec<PathBuf> = entries.flatten().map(|e| e.path()).filter(|p| p.is_file()).collect();
    // The folder also holds scenarios, a description of the scenes and the script that draws the town.
    scenes.retain(|p| !p.to_string_lossy().ends_with(".scenario.toml"));
    scenes.retain(|p| p.extension().is_none_or(|e| e != "md" && e != "py"));
    scenes.sort();
    Ok(scenes)
}
