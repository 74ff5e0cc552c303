//! `populace build`: reads a place, builds its environment, prints its figures and draws any stage.

use std::path::PathBuf;

use clap::Args;
use populace_env::{BuildOptions, BuildStage, Built, FloorId, Place, build_with};

use super::print;
use crate::dump;
use crate::failure::Failure;
use crate::figures::Figures;
use crate::meter;
use crate::names;
use crate::output::{check_place_is_kept, where_it_leads, write};
use crate::progress::Progress;
use crate::reading::{Limits, ReadingArgs, within};
use crate::report;
use populace_draw::{FileKind, Scene, View, draw_stage};

#[derive(Args, Debug)]
pub struct BuildArgs {
    #[command(flatten)]
    reading: ReadingArgs,
    /// Width of a body, m: figures and hierarchy are for people this wide [default: 0.5]
    #[arg(long, value_name = "M", allow_negative_numbers = true)]
    width: Option<f64>,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
    /// Draw a stage into this file (.svg or .png)
    #[arg(long, value_name = "FILE")]
    draw: Option<PathBuf>,
    /// Write a stage's output into this file (.json)
    #[arg(long, value_name = "FILE")]
    dump: Option<PathBuf>,
    /// The stage to draw or dump [default: topology]
    #[arg(long, value_name = "NAME")]
    stage: Option<String>,
    /// Draw only this floor
    #[arg(long, value_name = "NAME")]
    floor: Option<String>,
    /// Draw only this level of the hierarchy
    #[arg(long, value_name = "N")]
    level: Option<usize>,
    /// Width of the drawing, pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(300..=10_000))]
    size: u32,
    /// Print the figures only, no notes, repairs or progress
    #[arg(long)]
    quiet: bool,
    /// List every repair and note with its coordinates instead of the first few of each kind
    #[arg(long)]
    all_repairs: bool,
    /// List every name that a scenario can use instead of the first few of each kind
    #[arg(long)]
    names: bool,
}

pub fn run(args: &BuildArgs) -> Result<(), Failure> {
    // Mistakes on the command line are found before long work starts.
    let stage = stage(args.stage.as_deref())?;
    let kind = args.draw.as_deref().map(|path| FileKind::of("--draw", path)).transpose()?;
    check_outputs(args)?;
    let options = build_options(args)?;
    let mut progress = Progress::new(args.quiet || args.json);
    progress.begin("reading");
    let place = args.reading.read();
    progress.end("read");
    let built = place.and_then(|place| {
        let outcome = build_with(&place, &options, &mut |stage, event| progress.follow(stage, event));
        Ok((outcome.map_err(|e| Failure::of_build(&args.reading.place, &e))?, place))
    });
    progress.clear();
    let (built, place) = built?;
    let figures = Figures::of(&place, &built, meter::cpu_seconds(), meter::peak_megabytes());
    let view = View { stage, floor: floor(args, &place)?, level: level(args, &built)?, size: f64::from(args.size) };
    if let (Some(path), Some(kind)) = (&args.draw, kind) {
        write(path, &draw_stage(&Scene::new(&place, &built), &view, kind)?)?;
    }
    if let Some(path) = &args.dump {
        write(path, format!("{}\n", dump::stage(&place, &built, stage)).as_bytes())?;
    }
    print(&printed(args, &place, &built, &figures))
}

fn printed(args: &BuildArgs, place: &Place, built: &Built, figures: &Figures) -> String {
    if args.json {
        let mut object = report::json(place, built, figures, args.all_repairs);
        object["names"] = names::json(built, args.names);
        return format!("{object}\n");
    }
    let before = if args.quiet { String::new() } else { report::text(place, built, args.all_repairs) };
    let after = if args.quiet && !args.names { String::new() } else { names::text(built, args.names) };
    format!("{before}{}{after}", figures.text())
}

fn build_options(args: &BuildArgs) -> Result<BuildOptions, Failure> {
    let given = BuildOptions::default();
    Ok(BuildOptions {
        body_width: within("width", args.width, given.body_width, Limits(0.01, 10.0, "m"))?,
        max_vertices: args.reading.max_vertices.unwrap_or(given.max_vertices),
        ..given
    })
}

fn stage(name: Option<&str>) -> Result<BuildStage, Failure> {
    let Some(name) = name else { return Ok(BuildStage::Topology) };
    let named = BuildStage::ALL.iter().find(|s| s.name() == name);
    named.copied().ok_or_else(|| {
        let names: Vec<_> = BuildStage::ALL.iter().map(|s| s.name()).collect();
        Failure::new(format!("--stage {name}: no stage is called that"))
            .hint(format!("use one of: {}", names.join(", ")))
    })
}

fn floor(args: &BuildArgs, place: &Place) -> Result<Option<FloorId>, Failure> {
    let Some(name) = &args.floor else { return Ok(None) };
    place.floor(name).map(Some).ok_or_else(|| {
        let names: Vec<_> = place.floors.iter().map(|f| format!("{:?}", f.name)).take(20).collect();
        let more = if place.floors.len() > names.len() { ", …" } else { "" };
        Failure::new(format!("--floor {name}: no floor is called that"))
            .hint(format!("use one of: {}{more}", names.join(", ")))
    })
}

fn level(args: &BuildArgs, built: &Built) -> Result<Option<usize>, Failure> {
    let Some(level) = args.level else { return Ok(None) };
    let top = built.hierarchy.depth() as usize;
    if level <= top {
        return Ok(Some(level));
    }
    Err(Failure::new(format!("--level {level}: the hierarchy has no such level"))
        .hint(format!("give 0 (the cells) to {top} (one abstract cell per connected part)")))
}

/// Refuses dumps that are not called JSON, and outputs that would overwrite the place or each other.
fn check_outputs(args: &BuildArgs) -> Result<(), Failure> {
    if let Some(path) = &args.dump
        && !path.extension().is_some_and(|e| e.eq_ignore_ascii_case("json"))
    {
        return Err(Failure::new(format!("--dump {}: dumps are JSON files", path.display()))
            .hint("give a name that ends in .json"));
    }
    for (option, path) in [("--draw", &args.draw), ("--dump", &args.dump)] {
        check_place_is_kept(&args.reading.place, option, path.as_deref())?;
    }
    match (&args.draw, &args.dump) {
        (Some(draw), Some(dump)) if where_it_leads(draw) == where_it_leads(dump) => {
            Err(Failure::new(format!("--draw and --dump both write {}", draw.display())).hint("give each its own name"))
        }
        _ => Ok(()),
    }
}
