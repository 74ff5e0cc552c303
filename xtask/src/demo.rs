//! `cargo demo`: builds the bundled scenes, draws every stage of each and a route through an office into `out/demo`.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::step::{Outcome, cargo, output, run as run_step};

/// The names of the build stages; `cargo tidy` compares them with those of the crate env.
pub const STAGES: [&str; 6] = ["sanitise", "triangulate", "bottlenecks", "cells", "topology", "hierarchy"];
/// The scenes of the demo; the others in the folder are for tests.
const SHOWN: [&str; 2] = ["station.place.toml", "town.geojson"];

/// Pictures of a route through three floors, and who walks it.
const ROUTES: [(&str, &str); 2] = [("route-evacuee", "evacuee"), ("route-wheelchair", "wheelchair")];

/// Builds, draws and says where the pictures are.
pub fn run(root: &Path) -> Outcome {
    println!("building populace");
    run_step(cargo(root, &["build", "--release", "--package", "populace", "--locked", "--quiet"]))?;
    let folder = root.join("out/demo");
    std::fs::create_dir_all(&folder).map_err(|e| format!("{}: cannot be made: {e}", folder.display()))?;
    let mut pictures = Vec::new();
    for scene in &SHOWN.map(|name| root.join("scenes").join(name)) {
        println!();
        let mut command = populace(root, "release");
        command.arg("build").arg(scene);
        run_step(command)?;
        for stage in STAGES {
            for ending in ["png", "svg"] {
                let picture = folder.join(format!("{}-{stage}.{ending}", stem(scene)));
                let mut command = populace(root, "release");
                command.arg("build").arg(scene).args(["--quiet", "--stage", stage, "--draw"]).arg(&picture);
                output(command)?;
                pictures.push(picture);
            }
        }
    }
    println!();
    for (name, profile) in ROUTES {
        let picture = folder.join(format!("{name}.png"));
        let mut command = populace(root, "release");
        command.args(["route", "scenes/three_floors.place.toml", "--from", "3,3", "--to", "27,16,second floor"]);
        command.args(["--size", "1300", "--profile", profile, "--draw"]).arg(&picture);
        run_step(command)?;
        pictures.push(picture);
    }
    println!("\n{} pictures:", pictures.len());
    for picture in pictures {
        println!("  {}", picture.strip_prefix(root).unwrap_or(&picture).display());
    }
    Ok(())
}

/// The built binary, to be run in the root of the repository.
pub fn populace(root: &Path, profile: &str) -> Command {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let name = format!("populace{}", std::env::consts::EXE_SUFFIX);
    let mut command = Command::new(target.join(profile).join(name));
    command.current_dir(root);
    command
}

/// The place of every bundled scene, by name.
pub fn scenes(root: &Path) -> Result<Vec<PathBuf>, String> {
    let folder = root.join("scenes");
    let entries = std::fs::read_dir(&folder).map_err(|e| format!("{}: cannot be read: {e}", folder.display()))?;
    let mut scenes: Vec<PathBuf> = entries.flatten().map(|e| e.path()).filter(|p| p.is_file()).collect();
    // The folder also holds scenarios, its description and the script that draws the town.
    scenes.retain(|p| !p.to_string_lossy().ends_with(".scenario.toml"));
    scenes.retain(|p| p.extension().is_none_or(|e| e != "md" && e != "py"));
    scenes.sort();
    Ok(scenes)
}

/// The name of a scene without any of its endings: `station` for `station.place.toml`.
fn stem(path: &Path) -> String {
    let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    name.split('.').next().unwrap_or_default().to_string()
}
