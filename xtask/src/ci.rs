//! `cargo ci`: everything that must hold before a change is accepted. Checks that fail faster come first.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::step::{Outcome, cargo, output, populace, succeeds, timed};
use crate::{browser, demo, pedpy, release, same_bits, skipped, storm, tidy, viewer};

/// The longest time that all tests together may take. nextest ends a test that hangs; the plain runner does not, so it is ended as a whole.
const LONGEST_TESTS: Duration = Duration::from_secs(60 * 60);

/// A step: its name, and what it does.
type Step = (&'static str, fn(&Path) -> Outcome);

/// All steps. Code is compiled three times. The lints make the metadata of everything, which the documentation uses again. The tests
/// compile everything for debugging; all later steps run that binary and its examples. The program and the storm are compiled for release,
/// at the same time as the steps before the first step that needs them.
const STEPS: [Step; 15] = [
    ("tools", require_components),
    ("format", |root| step(root, &["fmt", "--all", "--check"])),
    ("tidy", tidy::run),
    // This comes before everything that builds the program, because the viewer is part of it.
    ("viewer", viewer::run),
    ("lints", |root| {
        step(root, &["clippy", "--workspace", "--all-targets", "--locked", "--quiet", "--", "-D", "warnings"])
    }),
    ("tests", tests),
    // The next steps leave a core free most of the time.
    ("release build begins", release::begin),
    ("documentation tests", |root| step(root, &["test", "--workspace", "--doc", "--locked", "--quiet"])),
    ("documentation", documentation),
    ("smoke run of the bundled scenes", smoke),
    ("checks of the steering models", models),
    ("viewer in the browser", |root| browser::check(root, &[])),
    ("debug and release give the same bits", same_bits::check),
    ("storm", storm::check),
    ("PedPy reads the exports", pedpy::check),
];

/// Runs all steps, and stops at the first failure. At the end it prints the time of each step. The last line says how many tests
/// were skipped, and why.
pub fn run(root: &Path) -> Outcome {
    let mut times = Vec::new();
    let outcome = STEPS.iter().try_for_each(|(name, work)| {
        let (outcome, took) = timed(name, || work(root));
        times.push((*name, took));
        outcome
    });
    release::abandon();
    println!("── time of each step");
    let total: Duration = times.iter().map(|(_, took)| *took).sum();
    for (name, took) in times.into_iter().chain([("total", total)]) {
        println!("{:>10.1} s  {name}", took.as_secs_f64());
    }
    outcome?;
    println!("all steps passed in {:.1} min; {}", total.as_secs_f64() / 60.0, skipped::told(root)?);
    Ok(())
}

fn documentation(root: &Path) -> Outcome {
    let mut command = cargo(root, &["doc", "--workspace", "--no-deps", "--locked", "--quiet"]);
    command.env("RUSTDOCFLAGS", "-D warnings");
    crate::step::run(command)
}

fn step(root: &Path, arguments: &[&str]) -> Outcome {
    crate::step::run(cargo(root, arguments))
}

/// Runs the tests with nextest when it is installed, otherwise with the plain runner. Both run the same tests.
///
/// Each test has one thread, and as many tests as there are cores run at a time. Tests about threads start their own threads.
fn tests(root: &Path) -> Outcome {
    let skipped = skipped::begin(root)?;
    let mut command = if succeeds(cargo(root, &["nextest", "--version"])) {
        cargo(root, &["nextest", "run", "--workspace", "--locked", "--no-fail-fast", "--status-level", "fail"])
    } else {
        println!("   cargo-nextest is not installed, using cargo test");
        cargo(root, &["test", "--workspace", "--locked", "--quiet", "--lib", "--bins", "--tests"])
    };
    command.env(skipped::VARIABLE, skipped).env("RAYON_NUM_THREADS", "1");
    crate::step::run_within(LONGEST_TESTS, command)
}

/// Requires rustfmt and clippy, parts of the toolchain that a minimal installation leaves out.
fn require_components(root: &Path) -> Outcome {
    for (subcommand, component, package) in [("fmt", "rustfmt", "rustfmt"), ("clippy", "clippy", "rust-clippy")] {
        if succeeds(cargo(root, &[subcommand, "--version"])) {
            continue;
        }
        println!("   {component} is missing, trying `rustup component add {component}`");
        let mut rustup = Command::new("rustup");
        rustup.args(["component", "add", component]).current_dir(root);
        if crate::step::run(rustup).is_err() || !succeeds(cargo(root, &[subcommand, "--version"])) {
            return Err(format!(
                "{component} is missing and could not be installed.\n  help: run `rustup component add {component}`, \
                 or with Debian's own Rust `sudo apt-get install {package}`"
            ));
        }
    }
    Ok(())
}

/// Builds every bundled scene, and checks that the program prints a JSON object with cells.
fn smoke(root: &Path) -> Outcome {
    // The tests have already built the binary.
    step(root, &["build", "--package", "populace", "--locked", "--quiet"])?;
    let scenes = demo::scenes(root)?;
    for scene in &scenes {
        let mut command = populace(root, "debug");
        command.arg("build").arg(scene).args(["--json", "--quiet"]);
        let printed = output(command)?;
        let empty = printed.contains("\"cells\":0,") || !printed.contains("\"cells\":");
        if !printed.starts_with('{') || empty {
            return Err(format!("{}: no cells in {printed}", scene.display()));
        }
        println!("   {}", scene.strip_prefix(root).unwrap_or(scene).display());
    }
    if scenes.is_empty() { Err("there are no scenes to build".into()) } else { Ok(()) }
}

/// Runs the quick set of the laboratory's cases for every steering model. Comparisons with real people are reported; everything else must
/// hold.
fn models(root: &Path) -> Outcome {
    let mut command = populace(root, "debug");
    command.arg("check");
    let result = command.output().map_err(|error| format!("`populace check` could not be started: {error}"))?;
    let printed = String::from_utf8_lossy(&result.stdout);
    let told = |line: &&str| line.starts_with("  passes ") || line.contains(" FAIL ") || !line.starts_with(' ');
    printed.lines().filter(told).for_each(|line| println!("   {line}"));
    if result.status.success() {
        return Ok(());
    }
    Err(format!("`populace check` failed ({})\n{}", result.status, String::from_utf8_lossy(&result.stderr)))
}
