//! Measures recordings and real trajectories: what is measured, where, and how it is told.

mod plot;
mod source;
mod subjects;
mod tell;

pub use plot::plot;
pub use source::{Source, SourceOptions};
pub use subjects::{Named, chosen};
pub use tell::{csv, folder, json, text};

use populace_traj::{Chosen, MEASURES, MeasureEntry, Measurements, Quantity};

use crate::failure::Failure;
use crate::span::Span;

/// Returns for every subject the measures that fit it. When `only` names measures, all others are left out.
pub fn choose(subjects: Vec<Named>, only: &[&'static MeasureEntry]) -> Vec<Chosen> {
    let is_chosen = |entry: &MeasureEntry| only.is_empty() || only.iter().any(|one| one.name == entry.name);
    let choose = |Named { name, of, subject }: Named| {
        let fitting = MEASURES.iter().filter(|entry| entry.of == of && is_chosen(entry));
        Chosen { name, measures: fitting.copied().collect(), subject }
    };
    subjects.into_iter().map(choose).collect()
}

/// Measures everything that was chosen, in one pass over the frames.
pub fn measure(source: &Source, chosen: Vec<Chosen>, span: Span) -> Result<Vec<Quantity>, Failure> {
    let mut measurements = Measurements::new(chosen);
    source.each(|number, frame| {
        if span.contains(frame.time) {
            measurements.frame(number, frame);
        }
    })?;
    source.each_event(|time, event| {
        if span.contains(time) {
            measurements.event(event);
        }
    })?;
    Ok(measurements.end())
}

/// Returns the measures of these names.
pub fn named(names: &[String]) -> Result<Vec<&'static MeasureEntry>, Failure> {
    let find = |name: &String| {
        populace_traj::measure_of(name).ok_or_else(|| {
            let names: Vec<_> = MEASURES.iter().map(|entry| entry.name).collect();
            Failure::new(format!("--only {name}: no measure is called that"))
                .hint(format!("use some of: {}", names.join(", ")))
        })
    };
    names.iter().map(find).collect()
}

/// Writes the table of measures for the help.
pub fn table() -> String {
    let row = |m: &MeasureEntry| format!("  {:19} {:8} {:8} {}\n", m.name, m.of.word(), m.unit, m.about);
    let rows = MEASURES.iter().map(row);
    format!("Measures, what they are measured of, and their unit:\n{}", rows.collect::<String>())
}
