//! `populace draw`: the paths of a recording over its place.

use std::path::PathBuf;

use clap::Args;
use populace_env::{BuildOptions, build};
use populace_record::Recording;

use super::print;
use crate::failure::Failure;
use crate::output::write;
use crate::reading::{Limits, within};
use crate::span::Span;
use populace_draw::{FileKind, Paths, Scene, draw_paths};
use populace_run::Job;

#[derive(Args, Debug)]
pub struct DrawArgs {
    /// The folder of the recording
    recording: PathBuf,
    /// The drawing (.svg or .png)
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Draw only from this time on, s
    #[arg(long, value_name = "S", default_value_t = 0.0, allow_negative_numbers = true)]
    from: f64,
    /// Draw only up to this time, s [default: the end]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    until: Option<f64>,
    /// Mark where all people were, every so many seconds
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    times: Option<f64>,
    /// Width of the drawing, pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(300..=10_000))]
    size: u32,
}

pub fn run(args: &DrawArgs) -> Result<(), Failure> {
    let kind = FileKind::of("--out", &args.out)?;
    let span = Span::of(args.from, args.until)?;
    let recording = Recording::open(&args.recording)?;
    let place = Job::place_of(&recording)?;
    let built = build(&place, &BuildOptions::default()).map_err(|e| Failure::of_build(&args.recording, &e))?;
    let times = args.times.map(|s| within("times", Some(s), s, Limits(0.001, 1e7, "s"))).transpose()?;
    let mut paths = Paths::new(times);
    for frame in recording.frames() {
        let frame = frame?;
        if frame.time > span.until {
            break;
        }
        if span.contains(frame.time) {
            paths.frame(&frame);
        }
    }
    let about = recording.about();
    for event in recording.events() {
        paths.event(&event?);
    }
    let picture = draw_paths(&Scene::new(&place, &built), &paths, &about.names.populations, args.size.into(), kind)?;
    write(&args.out, &picture)?;
    print(&format!("{}\n", args.out.display()))
}
