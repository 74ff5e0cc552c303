//! Drives the viewer in a real browser: `viewer/tests/*.spec.ts` start the built `populace view` and a headless Chromium.

use std::path::Path;
use std::process::Command;

use crate::step::{Outcome, cargo, output, populace, run as run_step, succeeds};
use crate::viewer;

/// The names under which Chromium and its relatives are installed.
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// Runs the tests of the page. `chosen` are parts of the names of test files; when there are none, all tests run.
pub fn check(root: &Path, chosen: &[String]) -> Outcome {
    build(root)?;
    let mut command = vitest(root)?;
    command.args(["run", "--config", "tests/vitest.config.ts"]).args(chosen);
    run_step(command)
}

/// Takes the pictures of the documents.
pub fn pictures(root: &Path) -> Outcome {
    build(root)?;
    let mut command = vitest(root)?;
    command.args(["run", "--config", "tests/pictures.config.ts"]);
    run_step(command)
}

/// Measures how long the page works per picture of 5,000 people.
pub fn script_time(root: &Path) -> Outcome {
    build(root)?;
    let mut command = vitest(root)?;
    command.args(["run", "--config", "tests/script_time.config.ts"]);
    run_step(command)
}

/// Builds the page, and the program with the page in it. The tests have usually built the program already.
fn build(root: &Path) -> Outcome {
    viewer::run(root)?;
    viewer::packages(root)?;
    run_step(cargo(root, &["build", "--package", "populace", "--locked", "--quiet"]))
}

fn vitest(root: &Path) -> Result<Command, String> {
    let chromium = chromium()?;
    let mut command = Command::new("node");
    command.current_dir(root.join("viewer")).arg("node_modules/vitest/vitest.mjs");
    command.env("POPULACE", populace(root, "debug").get_program()).env("CHROMIUM", chromium);
    Ok(command)
}

/// Returns the browser that `CHROMIUM` names, or an installed browser. On Debian, root installs one.
fn chromium() -> Result<String, String> {
    if let Ok(given) = std::env::var("CHROMIUM") {
        return Ok(given);
    }
    if let Some(found) = installed() {
        return Ok(found);
    }
    if is_root() && succeeds(apt(&["--version"])) {
        println!("   installing chromium");
        // Recommended packages are installed, too: fonts are among them.
        let install = || run_step(apt(&["install", "-y", "-qq", "chromium"]));
        // The first try fails when the lists of packages are missing or old.
        install().or_else(|_| run_step(apt(&["update", "-qq"])).and_then(|()| install()))?;
    }
    installed().ok_or_else(|| {
        "chromium is missing; the tests of the viewer drive it\n  \
         help: install it, on Debian by `sudo apt-get install chromium`, or name a Chromium or Chrome in the environment variable CHROMIUM"
            .into()
    })
}

fn installed() -> Option<String> {
    let has = |name: &&str| {
        let mut command = Command::new(name);
        command.arg("--version");
        succeeds(command)
    };
    BROWSERS.iter().find(|name| has(name)).and_then(|name| path_of(name))
}

/// Returns the path of a program, which Playwright needs.
fn path_of(name: &str) -> Option<String> {
    let folders = std::env::var_os("PATH")?;
    let found = std::env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| path.is_file())?;
    Some(found.to_string_lossy().into_owned())
}

fn is_root() -> bool {
    let mut command = Command::new("id");
    command.arg("-u");
    cfg!(unix) && output(command).is_ok_and(|id| id.trim() == "0")
}

fn apt(arguments: &[&str]) -> Command {
    let mut command = Command::new("apt-get");
    command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
    command
}
