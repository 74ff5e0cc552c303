//! `populace bench build`: measures what each stage costs, and how the cost grows with the place.

use clap::Args;
use populace_env::{BuildOptions, Place, build_with};
use serde_json::{Map, Value, json};

use crate::commands::print;
use crate::failure::Failure;
use crate::meter;
use crate::progress::Progress;
use crate::reading::ReadingArgs;
use crate::tile::tile;

#[derive(Args, Debug)]
pub struct BenchBuildArgs {
    #[command(flatten)]
    reading: ReadingArgs,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
    /// The most copies of the place to build: 1, 4, 16 and 64 copies, up to this number
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=64))]
    tiles: u32,
    /// Write no progress to standard error
    #[arg(long)]
    quiet: bool,
}

/// The result for one size of the place.
struct Run {
    copies: usize,
    cells: usize,
    stages: Vec<(&'static str, f64)>,
    cpu_s: f64,
    peak_mb: Option<f64>,
}

pub fn run(args: &BenchBuildArgs) -> Result<(), Failure> {
    let started = meter::cpu_seconds();
    let place = args.reading.read()?;
    let read_s = meter::cpu_seconds() - started;
    let mut runs = Vec::new();
    for side in [1, 2, 4, 8].into_iter().filter(|side| side * side <= args.tiles as usize) {
        // The first measurement must neither pay for a copy nor hold one at its peak.
        let run = if side == 1 { measure(args, &place, 1) } else { measure(args, &tile(&place, side), side * side) };
        runs.push(run?);
    }
    if args.json { print(&format!("{}\n", as_json(&runs, read_s))) } else { print(&as_text(&runs, read_s)) }
}

fn measure(args: &BenchBuildArgs, place: &Place, copies: usize) -> Result<Run, Failure> {
    let options = BuildOptions { max_vertices: usize::MAX, ..BuildOptions::default() };
    let mut progress = Progress::new(args.quiet);
    let started = meter::cpu_seconds();
    let built = build_with(place, &options, &mut |stage, event| progress.follow(stage, event));
    let cpu_s = meter::cpu_seconds() - started;
    progress.clear();
    let built = built.map_err(|e| Failure::of_build(&args.reading.place, &e))?;
    let peak_mb = meter::peak_megabytes();
    Ok(Run { copies, cells: built.environment.cell_count(), stages: progress.stages, cpu_s, peak_mb })
}

/// Returns the cost per copy of the build with `copies` copies, divided by the cost of the first build.
fn growth(runs: &[Run], copies: usize) -> Option<f64> {
    let (one, many) = (runs.first()?, runs.iter().find(|r| r.copies == copies)?);
    (one.cpu_s > 0.0).then(|| many.cpu_s / copies as f64 / one.cpu_s)
}

fn as_json(runs: &[Run], read_s: f64) -> Value {
    let stages = |run: &Run| run.stages.iter().map(|(n, s)| (n.to_string(), json!(s))).collect::<Map<_, _>>();
    let sizes: Vec<_> = runs
        .iter()
        .map(|r| json!({ "copies": r.copies, "cells": r.cells, "cpu_s": r.cpu_s, "peak_mb": r.peak_mb, "stages": stages(r) }))
        .collect();
    let first = runs.first();
    json!({
        "stages": first.map(stages),
        "cpu_s": first.map(|r| r.cpu_s),
        "peak_mb": first.and_then(|r| r.peak_mb),
        "read_s": read_s,
        "growth_4x": growth(runs, 4),
        "growth_16x": growth(runs, 16),
        "sizes": sizes,
    })
}

fn as_text(runs: &[Run], read_s: f64) -> String {
    let mut text = format!("{:14}{read_s:>10.3} s\n\n{:14}", "read", "copies");
    let row = |name: &str, value: &dyn Fn(&Run) -> String| {
        let cells: String = runs.iter().map(|r| format!("{:>12}", value(r))).collect();
        format!("{name:14}{cells}\n")
    };
    text.extend(runs.iter().map(|r| format!("{:>12}", format!("{}×", r.copies))));
    text.push('\n');
    text += &row("cells", &|r| r.cells.to_string());
    for (i, (name, _)) in runs.first().map_or(&[][..], |r| &r.stages).iter().enumerate() {
        text += &row(name, &|r| r.stages.get(i).map_or(String::new(), |(_, s)| format!("{s:.3} s")));
    }
    text += &row("all stages", &|r| format!("{:.3} s", r.cpu_s));
    text += &row("peak memory", &|r| r.peak_mb.map_or("?".into(), |m| format!("{m:.1} MB")));
    text += &row("per copy", &|r| growth(runs, r.copies).map_or("?".into(), |g| format!("{g:.2}×")));
    text
}
