//! `populace measure`: density, flow, speed and more of a recording or of real trajectories.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use populace_record::import::{ImportOptions, Unit};
use populace_traj::{CutOff, Settings};

use super::print;
use crate::failure::Failure;
use crate::measure::{self, Source, SourceOptions};
use crate::output::{check_place_is_kept, where_it_leads, write};
use crate::reading::{Limits, within};
use crate::span::Span;
use populace_draw::FileKind;

#[derive(Args, Debug)]
#[command(after_help = measure::table())]
pub struct MeasureArgs {
    /// The folder of a recording, or a file with trajectories: text of the archive, CSV, or SQLite of JuPedSim; each may be packed
    /// as .gz
    source: PathBuf,
    /// Only these measures, by their names below
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    only: Vec<String>,
    /// An area: its corners, or its name in the scenario or place [default: the areas that the scenario measures]
    #[arg(long, value_name = "[NAME=]X,Y X,Y X,Y …", allow_hyphen_values = true)]
    area: Vec<String>,
    /// A line: its ends, or its name in the scenario [default: the lines that the scenario measures]
    #[arg(long, value_name = "[NAME=]X,Y X,Y", allow_hyphen_values = true)]
    line: Vec<String>,
    /// The floor of the areas and lines that are given by points
    #[arg(long, value_name = "NAME")]
    floor: Option<String>,
    /// The place in which real trajectories were walked: Voronoi cells end at its walls
    #[arg(long, value_name = "FILE")]
    place: Option<PathBuf>,
    #[command(flatten)]
    import: ImportArgs,
    /// Only from this time on, s
    #[arg(long, value_name = "S", default_value_t = 0.0, allow_negative_numbers = true)]
    from: f64,
    /// Only up to this time, s [default: the end]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    until: Option<f64>,
    /// Time that a row of a series covers, s [default: 1]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    interval: Option<f64>,
    /// Velocities are taken over this time before and after each frame, s [default: 0.2; for a recording one frame, as in its run]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    speed_over: Option<f64>,
    /// Radius at which Voronoi cells are cut off, m [default: 1]
    #[arg(long, value_name = "M", allow_negative_numbers = true)]
    cut_off: Option<f64>,
    /// Radius of bodies, for collisions and lanes, m [default: 0.2]
    #[arg(long, value_name = "M", allow_negative_numbers = true)]
    radius: Option<f64>,
    /// A pedestrian slower than this is in congestion, m/s [default: 0.2]
    #[arg(long, value_name = "M/S", allow_negative_numbers = true)]
    congested: Option<f64>,
    /// Print JSON: quantity → { value or series, unit }
    #[arg(long)]
    json: bool,
    /// Write a table of all values (a name that ends in .csv), or a folder with a table for each series
    #[arg(long, value_name = "FILE|FOLDER")]
    csv: Option<PathBuf>,
    /// Draw charts (.svg or .png)
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

/// What a user says about a file of trajectories.
#[derive(Args, Debug)]
pub struct ImportArgs {
    /// Unit of the coordinates in the file, when the file does not give it
    #[arg(long, value_enum)]
    unit: Option<UnitWord>,
    /// Frames per second of the file, when the file does not give it
    #[arg(long, value_name = "1/S", allow_negative_numbers = true)]
    frame_rate: Option<f64>,
}

impl ImportArgs {
    /// Returns how trajectories are read.
    pub fn options(&self) -> Result<ImportOptions, Failure> {
        let limits = Limits(0.001, 10_000.0, "frames/s");
        let frame_rate = self.frame_rate.map(|rate| within("frame-rate", Some(rate), rate, limits)).transpose()?;
        let unit = self.unit.map(|unit| match unit {
            UnitWord::M => Unit::Metres,
            UnitWord::Cm => Unit::Centimetres,
        });
        Ok(ImportOptions { frame_rate, unit })
    }
}

#[derive(Clone, Copy, ValueEnum, Debug)]
enum UnitWord {
    M,
    Cm,
}

pub fn run(args: &MeasureArgs) -> Result<(), Failure> {
    let only = measure::named(&args.only)?;
    let kind = args.plot.as_deref().map(|path| FileKind::of("--plot", path)).transpose()?;
    keep_the_source(args)?;
    let source = Source::open(&args.source, &options(args)?)?;
    let settings = settings(args, &source)?;
    let span = Span::of(args.from, args.until)?;
    let subjects = measure::chosen(&source, &args.area, &args.line, args.floor.as_deref(), settings)?;
    if let Some(entry) = only.iter().find(|entry| subjects.iter().all(|one| one.of != entry.of)) {
        let option = if entry.of == populace_traj::Of::Area { "--area" } else { "--line" };
        return Err(Failure::new(format!("--only {}: there is nothing to measure it of", entry.name))
            .hint(format!("give {option}, or measure one in the scenario")));
    }
    let told = measure::measure(&source, measure::choose(subjects, &only), span)?;
    if let Some(path) = &args.csv {
        match path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv")) {
            true => write(path, measure::csv(&told).as_bytes())?,
            false => measure::folder(path, &told)?,
        }
    }
    if let (Some(path), Some(kind)) = (&args.plot, kind) {
        let name = source.path().file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let how = format!(
            "velocities over ±{:.3} s, cells cut off at {} m, rows of {:.3} s",
            settings.step as f64 / source.frame_rate(),
            settings.cut_off.radius,
            settings.interval as f64 / source.frame_rate()
        );
        write(path, &measure::plot(&told, &name, &how, kind)?)?;
    }
    if args.json {
        return print(&format!("{:#}\n", measure::json(&told)));
    }
    let notes: String = source.notes().iter().map(|note| format!("note: {note}\n")).collect();
    print(&(measure::text(&told) + &notes))
}

/// Refuses outputs that would overwrite the source.
fn keep_the_source(args: &MeasureArgs) -> Result<(), Failure> {
    for (option, path) in [("--csv", &args.csv), ("--plot", &args.plot)] {
        let Some(path) = path else { continue };
        if where_it_leads(path).starts_with(where_it_leads(&args.source)) {
            let what = format!("{option} {}: would write into what is measured", path.display());
            return Err(Failure::new(what).hint("give another name"));
        }
        if let Some(place) = &args.place {
            check_place_is_kept(place, option, Some(path))?;
        }
    }
    Ok(())
}

fn options(args: &MeasureArgs) -> Result<SourceOptions, Failure> {
    Ok(SourceOptions { import: args.import.options()?, place: args.place.clone() })
}

/// Returns the settings of the measures. A recording is measured as its run was, unless the user says otherwise.
fn settings(args: &MeasureArgs, source: &Source) -> Result<Settings, Failure> {
    let (usual, rate) = (Settings::default(), source.frame_rate());
    let frames = |seconds: f64| ((seconds * rate).round() as u64).max(1);
    let cut_off = within("cut-off", args.cut_off, usual.cut_off.radius, Limits(0.1, 1000.0, "m"))?;
    Ok(Settings {
        interval: frames(within("interval", args.interval, 1.0, Limits(0.0, 1e6, "s"))?),
        step: match args.speed_over {
            None if source.is_recording() => usual.step,
            given => frames(within("speed-over", given, 0.2, Limits(0.0, 60.0, "s"))?),
        },
        cut_off: CutOff { radius: cut_off, ..usual.cut_off },
        radius: within("radius", args.radius, usual.radius, Limits(0.01, 10.0, "m"))?,
        congested: within("congested", args.congested, usual.congested, Limits(0.0, 10.0, "m/s"))?,
        ..usual
    })
}
