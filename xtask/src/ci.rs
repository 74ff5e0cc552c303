//! `cargo ci`: everything that must hold before a change is accepted, in the order of how fast it fails.

use std::path::Path;
use std::process::Command;

use crate::step::{Outcome, cargo, output, populace, succeeds, timed};
use crate::{browser, demo, pedpy, same_bits, tidy, viewer};

/// Runs all steps; stops at the first failure.
pub fn run(root: &Path) -> Outcome {
    timed("tools", || require_components(root))?;
    timed("format", || step(root, &["fmt", "--all", "--check"]))?;
    timed("tidy", || tidy::run(root))?;
    // Before everything that builds the program, which has the viewer in it.
    timed("viewer", || viewer::run(root))?;
    timed("lints", || {
        step(root, &["clippy", "--workspace", "--all-targets", "--locked", "--quiet", "--", "-D", "warnings"])
    })?;
    timed("tests", || tests(root))?;
    timed("documentation tests", || step(root, &["test", "--workspace", "--doc", "--locked", "--quiet"]))?;
    timed("documentation", || {
        let mut command = cargo(root, &["doc", "--workspace", "--no-deps", "--locked", "--quiet"]);
        command.env("RUSTDOCFLAGS", "-D warnings");
        crate::step::run(command)
    })?;
    timed("smoke run of the bundled scenes", || smoke(root))?;
    timed("checks of the steering models", || models(root))?;
    timed("viewer in the browser", || browser::check(root, &[]))?;
    timed("debug and release give the same bits", || same_bits::check(root))?;
    timed("PedPy reads the exports", || pedpy::check(root))?;
    println!("all steps passed");
    Ok(())
}

fn step(root: &Path, arguments: &[&str]) -> Outcome {
    crate::step::run(cargo(root, arguments))
}

/// nextest where it is installed, the plain runner elsewhere; both run the same tests.
fn tests(root: &Path) -> Outcome {
    if succeeds(cargo(root, &["nextest", "--version"])) {
        return step(root, &["nextest", "run", "--workspace", "--locked", "--no-fail-fast", "--status-level", "fail"]);
    }
    println!("   cargo-nextest is not installed, using cargo test");
    step(root, &["test", "--workspace", "--locked", "--quiet", "--lib", "--bins", "--tests"])
}

/// rustfmt and clippy are parts of the toolchain that a minimal installation leaves out.
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

/// Builds every bundled scene and checks that it prints one JSON object with cells in it.
fn smoke(root: &Path) -> Outcome {
    // The test profile has already built the binary.
    step(root, &["build", "--package", "populace", "--profile", "test", "--locked", "--quiet"])?;
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

/// Puts every steering model to the quick set of the laboratory; what real people did is reported, the rest must hold.
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
