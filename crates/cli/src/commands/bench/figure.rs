//! Draws figure 12 of Lamarche & Donikian 2004 ("L") with our own measurements: the search time against the path length for flat
//! and hierarchical search, and how many times faster the hierarchical search is.

use super::routes_report::Report;
use super::timing::quantile;
use crate::failure::Failure;
use populace_draw::{Axis, Chart, Colour, FLAT, FileKind, GAIN, HIERARCHICAL, Pen, Series, Style, Symbol};

/// The number of ranges of path length. Each range has its own median and maximum.
const BINS: usize = 12;

/// A random pair of spots: the length of its path, m, and the times of the flat and of the hierarchical search, ms.
#[derive(Clone, Copy)]
struct Sample {
    length: f64,
    flat: f64,
    hierarchical: f64,
}

fn flat(sample: &Sample) -> f64 {
    sample.flat
}

fn hierarchical(sample: &Sample) -> f64 {
    sample.hierarchical
}

/// Returns the bytes of the figure.
pub fn draw(report: &Report, kind: FileKind) -> Result<Vec<u8>, Failure> {
    let samples = samples(report);
    let x = || Axis::from_zero("path length, m", samples.iter().map(|s| s.length));
    let times = samples.iter().flat_map(|s| [s.flat, s.hierarchical]);
    let bins = bins(&samples, x().high);
    let mut series = Vec::new();
    for (name, colour, time) in
        [("flat", FLAT, flat as fn(&Sample) -> f64), ("hierarchical", HIERARCHICAL, hierarchical)]
    {
        let each = samples.iter().map(|s| (s.length, time(s))).collect();
        let of_bin = |share| bins.iter().map(|(x, in_bin)| (*x, quantile_of(in_bin, time, share))).collect();
        series.push(scatter(name, colour, each));
        series.push(line(&format!("{name}, median"), colour, of_bin(0.5), false));
        series.push(line(&format!("{name}, maximum"), colour, of_bin(1.0), true));
    }
    let search = Chart::new("", x(), Axis::powers_of_ten("search time, ms", times), series);
    let gain = |s: &Sample| s.flat / s.hierarchical;
    let each: Vec<_> = samples.iter().map(|s| (s.length, gain(s))).collect();
    let medians = bins.iter().map(|(x, in_bin)| (*x, quantile_of(in_bin, gain, 0.5))).collect();
    let worst = |in_bin: &[Sample]| quantile_of(in_bin, flat, 1.0) / quantile_of(in_bin, hierarchical, 1.0);
    let worsts = bins.iter().map(|(x, in_bin)| (*x, worst(in_bin))).collect();
    let y = Axis::from_zero("gain: flat / hierarchical", each.iter().map(|e| e.1));
    let series = vec![
        scatter("each pair", GAIN, each),
        line("median", GAIN, medians, false),
        line("maximum / maximum", GAIN, worsts, true),
    ];
    let gains = Chart::new("", x(), y, series);
    let title = format!("{}: search time by path length", report.place);
    Ok(Chart::sheet(&[search, gains], &title, &subtitle(report, samples.len()), kind)?)
}

fn subtitle(report: &Report, count: usize) -> String {
    let gain = report.worst_case_gain().map_or(String::new(), |g| format!(" · worst case {g:.1} times faster"));
    format!(
        "{count} random pairs · {} cells · {} key points · body {} m wide{gain}",
        report.cells, report.keys, report.width
    )
}

/// Returns the pairs between which there is a route.
fn samples(report: &Report) -> Vec<Sample> {
    let (Some(flat), Some(hierarchical)) = (report.run("flat"), report.run("hierarchical")) else { return Vec::new() };
    let times = flat.timing.ms.iter().zip(&hierarchical.timing.ms);
    let all = hierarchical.lengths.iter().zip(times);
    all.filter(|(length, _)| length.is_finite())
        .map(|(&length, (&flat, &hierarchical))| Sample { length, flat, hierarchical })
        .collect()
}

/// Returns the samples by range of length, with the middle of each range; empty ranges are left out.
fn bins(samples: &[Sample], longest: f64) -> Vec<(f64, Vec<Sample>)> {
    let size = longest / BINS as f64;
    let mut bins: Vec<(f64, Vec<Sample>)> = (0..BINS).map(|i| ((i as f64 + 0.5) * size, Vec::new())).collect();
    for sample in samples {
        bins[((sample.length / size) as usize).min(BINS - 1)].1.push(*sample);
    }
    bins.retain(|(_, in_bin)| !in_bin.is_empty());
    bins
}

fn quantile_of(samples: &[Sample], value: impl Fn(&Sample) -> f64, share: f64) -> f64 {
    quantile(&samples.iter().map(value).collect::<Vec<_>>(), share)
}

fn scatter(label: &str, colour: Colour, points: Vec<(f64, f64)>) -> Series {
    Series { label: label.into(), points, style: Style::Symbols(Symbol::Dot, colour.opacity(110)) }
}

fn line(label: &str, colour: Colour, points: Vec<(f64, f64)>, is_dashed: bool) -> Series {
    let pen = if is_dashed { Pen::dashed(colour, 2.0) } else { Pen::solid(colour, 2.0) };
    Series { label: label.into(), points, style: Style::DottedLine(pen) }
}
