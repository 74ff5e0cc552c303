//! PedPy, pandas, Polars and DuckDB read a recording and its exports, and PedPy's measures agree with those of Populace.
//!
//! The Python packages live in their own virtual environment, `target/ci/venv`. It is made once, and again when the requirements
//! change.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::step::{Outcome, cargo, output, populace, run as run_step, succeeds, target};

const REQUIREMENTS: &str = "xtask/python/requirements.txt";
const SCENE: &str = "scenes/bottleneck.scenario.toml";

/// Lets Python compare a recorded scene, and a made-up recording with people on the borders of the measured area and line.
pub fn check(root: &Path) -> Outcome {
    let python = environment(root)?;
    build(root)?;
    let folder = target(root).join("ci/pedpy");
    for (name, make) in [("sample", sample as fn(&Path, &Path) -> Outcome), ("scene", scene)] {
        let folder = folder.join(name);
        std::fs::create_dir_all(&folder).map_err(|e| format!("{}: cannot be made: {e}", folder.display()))?;
        make(root, &folder)?;
        let mut compare = with(&python, &["xtask/python/check_recording.py"]);
        compare.current_dir(root).arg(&folder);
        run_step(compare)?;
    }
    Ok(())
}

/// Builds the program and both examples. They are built as parts of the whole workspace, with the same features as in the tests, so
/// nothing is left to compile after the tests. `--package populace-record` alone would compile its dependencies anew.
fn build(root: &Path) -> Outcome {
    let examples = ["--example", "pedpy_sample", "--example", "measured"];
    run_step(cargo(
        root,
        &[&["build", "--workspace", "--locked", "--quiet", "--bin", "populace"], &examples[..]].concat(),
    ))
}

/// Makes the sample of the crate record.
fn sample(root: &Path, folder: &Path) -> Outcome {
    run_step(example(root, "pedpy_sample", folder))
}

/// Records a scene, exports it as a user does and measures it.
fn scene(root: &Path, folder: &Path) -> Outcome {
    let recording = folder.join("recording");
    let mut run = populace(root, "debug");
    run.args(["run", SCENE, "--json", "--overwrite", "--out"]).arg(&recording);
    output(run)?;
    for (format, name) in [("jupedsim", "v2.sqlite"), ("jupedsim-3", "v3.sqlite"), ("text", "archive.txt")] {
        let mut convert = populace(root, "debug");
        convert.arg("convert").arg(&recording).args(["--to", format, "--overwrite", "--out"]).arg(folder.join(name));
        output(convert)?;
    }
    let measures = output(example(root, "measured", &recording))?;
    let file = folder.join("measures.json");
    std::fs::write(&file, measures).map_err(|e| format!("{}: cannot be written: {e}", file.display()))
}

/// Returns the command that runs a built example for a folder.
fn example(root: &Path, name: &str, folder: &Path) -> Command {
    let program = target(root).join("debug/examples").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    let mut command = with(&program, &[]);
    command.current_dir(root).arg(folder);
    command
}

/// Returns the Python of the virtual environment. Makes the environment, unless it fits the requirements.
fn environment(root: &Path) -> Result<PathBuf, String> {
    let folder = target(root).join("ci/venv");
    let python = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    let read = |path: &Path| std::fs::read_to_string(path);
    let wanted = read(&root.join(REQUIREMENTS)).map_err(|e| format!("{REQUIREMENTS}: cannot be read: {e}"))?;
    // This file is written after everything is installed.
    let installed = folder.join("requirements.txt");
    let is_there = succeeds(with(&python, &["--version"]));
    if is_there && read(&installed).is_ok_and(|text| text == wanted) {
        return Ok(python);
    }
    println!("   installing {REQUIREMENTS} into {}", folder.display());
    let system = ["python3", "python"].into_iter().find(|name| succeeds(with(Path::new(name), &["--version"])));
    let Some(system) = system else {
        return Err("python3 is missing; PedPy and the other readers of recordings need it\n  \
                    help: install it, on Debian by `sudo apt-get install python3 python3-venv`"
            .into());
    };
    let mut make = with(Path::new(system), &["-m", "venv", "--clear"]);
    make.arg(&folder);
    run_step(make).map_err(|e| {
        format!("{e}\n  help: Python's venv is missing; on Debian run `sudo apt-get install python3-venv`")
    })?;
    let mut install = with(&python, &["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"]);
    install.arg(root.join(REQUIREMENTS));
    run_step(install).map_err(|e| {
        format!("{e}\n  help: the first time this needs a network, or pip set up to find the packages of {REQUIREMENTS} elsewhere")
    })?;
    std::fs::write(&installed, wanted).map_err(|e| format!("{}: cannot be written: {e}", installed.display()))?;
    Ok(python)
}

fn with(program: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments);
    command
}
