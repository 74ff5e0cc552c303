//! `populace convert`: a recording in the formats of other programs.

use std::fmt::Write;
use std::path::PathBuf;

use clap::Args;
use populace_env::{BuildOptions, FloorId, Place, Shape, build};
use populace_geom::{Bounds, Point};
use populace_record::Recording;
use populace_record::export::{EXPORTS, Export, ExportOptions, Geometry};

use super::print;
use crate::failure::Failure;
use crate::output::where_it_leads;
use populace_run::Job;

#[derive(Args, Debug)]
#[command(after_help = formats())]
pub struct ConvertArgs {
    /// The folder of the recording
    recording: PathBuf,
    /// The format, by a name below [default: by the ending of --out]
    #[arg(long, value_name = "NAME")]
    to: Option<String>,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Only this floor
    #[arg(long, value_name = "NAME")]
    floor: Option<String>,
    /// Replace the file, if there is one
    #[arg(long)]
    overwrite: bool,
}

/// Writes the table of formats for the help.
fn formats() -> String {
    let rows = EXPORTS.iter().map(|e| format!("  {:10} {:8} {}\n", e.name, chosen_by(e).unwrap_or_default(), e.about));
    format!("Formats:\n{}", rows.collect::<String>())
}

/// Returns the ending that chooses a format, with its dot; `None` when another format with that ending is chosen.
fn chosen_by(export: &Export) -> Option<String> {
    let first = EXPORTS.iter().find(|other| other.ending == export.ending);
    first.filter(|first| first.name == export.name).map(|_| format!(".{}", export.ending))
}

pub fn run(args: &ConvertArgs) -> Result<(), Failure> {
    let export = export(args)?;
    if args.out.exists() && !args.overwrite {
        return Err(Failure::new(format!("--out {}: is there already", args.out.display()))
            .hint("give another name, or --overwrite"));
    }
    if where_it_leads(&args.out).starts_with(where_it_leads(&args.recording)) {
        return Err(Failure::new(format!("--out {}: lies inside the recording", args.out.display()))
            .hint("give a name outside of it"));
    }
    let recording = Recording::open(&args.recording)?;
    let place = Job::place_of(&recording)?;
    let floor = floor(args, &recording)?;
    let options = ExportOptions { floor, geometry: geometry(args, &place, floor)? };
    let written = (export.write)(&recording, &args.out, &options)?;
    let mut text =
        format!("{}: {} frames, {} rows as {}\n", args.out.display(), written.frames, written.rows, export.name);
    if written.flattened > 0 {
        let _ = writeln!(
            text,
            "note: {} frames have people on several floors, which this format cannot tell apart; choose one with --floor",
            written.flattened
        );
    }
    print(&text)
}

/// Returns the format by its name, else by the ending of the name, else by the ending of the file.
fn export(args: &ConvertArgs) -> Result<&'static Export, Failure> {
    let Some(name) = &args.to else {
        return Export::by_ending(&args.out).ok_or_else(|| {
            let endings: Vec<_> = EXPORTS.iter().filter_map(chosen_by).collect();
            Failure::new(format!("--out {}: its ending is that of no format", args.out.display()))
                .hint(format!("use one of {}, or say the format with --to", endings.join(", ")))
        });
    };
    let named = EXPORTS.iter().find(|e| e.name == name).or_else(|| EXPORTS.iter().find(|e| e.ending == name));
    named.ok_or_else(|| {
        let names: Vec<_> = EXPORTS.iter().map(|e| e.name).collect();
        Failure::new(format!("--to {name}: no format is called that")).hint(format!("use one of: {}", names.join(", ")))
    })
}

fn floor(args: &ConvertArgs, recording: &Recording) -> Result<Option<u16>, Failure> {
    let Some(name) = &args.floor else { return Ok(None) };
    let floors = &recording.about().names.floors;
    let number = floors.iter().position(|f| f == name).and_then(|i| u16::try_from(i).ok());
    number.map(Some).ok_or_else(|| {
        let names: Vec<_> = floors.iter().map(|f| format!("{f:?}")).take(20).collect();
        Failure::new(format!("--floor {name}: no floor is called that"))
            .hint(format!("use one of: {}", names.join(", ")))
    })
}

/// Returns the walkable area of one floor, or of all floors.
fn geometry(args: &ConvertArgs, place: &Place, floor: Option<u16>) -> Result<Option<Geometry>, Failure> {
    let built = build(place, &BuildOptions::default()).map_err(|e| Failure::of_build(&args.recording, &e))?;
    let floors = built.sanitised.floors.iter().enumerate();
    let wanted = |i: usize| floor.is_none_or(|f| FloorId::new(f.into()) == FloorId::new(i));
    let shapes: Vec<&Shape> = floors.filter(|(i, _)| wanted(*i)).flat_map(|(_, f)| &f.shapes).collect();
    let bounds = Bounds::of(shapes.iter().flat_map(|s| s.outer.iter().copied()));
    Ok((!shapes.is_empty()).then(|| Geometry { wkt: wkt(&shapes), bounds }))
}

/// Writes one polygon, or a collection of polygons.
fn wkt(shapes: &[&Shape]) -> String {
    let ring = |points: &Vec<Point>| {
        let closed = points.iter().chain(points.first());
        let words: Vec<_> = closed.map(|p| format!("{} {}", p.x, p.y)).collect();
        format!("({})", words.join(", "))
    };
    let polygon = |shape: &&Shape| {
        let rings: Vec<_> = std::iter::once(&shape.outer).chain(&shape.holes).map(ring).collect();
        format!("POLYGON ({})", rings.join(", "))
    };
    let polygons: Vec<_> = shapes.iter().map(polygon).collect();
    match &polygons[..] {
        [one] => one.clone(),
        several => format!("GEOMETRYCOLLECTION ({})", several.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rings_are_closed_and_holes_are_inner_rings() {
        let ring = |points: &[[f64; 2]]| points.iter().map(|p| Point::new(p[0], p[1])).collect::<Vec<_>>();
        let shape = Shape {
            outer: ring(&[[0.0, 0.0], [4.0, 0.0], [0.0, 4.0]]),
            holes: vec![ring(&[[1.0, 1.0], [1.0, 2.0], [2.0, 1.0]])],
        };
        assert_eq!(wkt(&[&shape]), "POLYGON ((0 0, 4 0, 0 4, 0 0), (1 1, 1 2, 2 1, 1 1))");
        assert!(wkt(&[&shape, &shape]).starts_with("GEOMETRYCOLLECTION (POLYGON ((0 0"));
    }
}
