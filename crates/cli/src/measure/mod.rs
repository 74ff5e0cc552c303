//! Measures recordings and real trajectories: what is measured, where, and how it is told.

mod plot;
mod source;
mod subjects;
mod tell;

pub use plot::plot;
pub use source::{Source, SourceOptions};
pub use subjects::{Named, chosen};
pub use tell::{csv, folder, json, text};

use populace_traj::{Finding, MEASURES, MeasureEntry, Measuring, Of, Settings, Timeline};

use crate::failure::Failure;

/// Something that was found, and of what.
pub struct Told {
    /// The area or line; none of measures of everyone.
    pub of: Option<String>,
    pub entry: &'static MeasureEntry,
    pub finding: Finding,
}

impl Told {
    /// The name in files: that of the area or line, then the quantity.
    pub fn key(&self) -> String {
        match &self.of {
            Some(of) => format!("{of}: {}", self.finding.name),
            None => self.finding.name.to_owned(),
        }
    }
}

/// From when to when, s.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    pub from: f64,
    pub until: f64,
}

/// Measures everything that was chosen, in one pass over the frames.
pub fn measure(
    source: &Source,
    subjects: &[Named],
    only: &[&'static MeasureEntry],
    settings: Settings,
    span: Span,
) -> Result<Vec<Told>, Failure> {
    let mut at_work: Vec<(Option<String>, &'static MeasureEntry, Box<dyn Measuring>)> = Vec::new();
    let is_chosen = |entry: &MeasureEntry| only.is_empty() || only.iter().any(|one| one.name == entry.name);
    for named in subjects {
        let fits = |entry: &&MeasureEntry| entry.of == named.of && is_chosen(entry);
        for entry in MEASURES.iter().filter(fits) {
            at_work.extend((entry.begin)(&named.subject).map(|work| (named.name.clone(), entry, work)));
        }
    }
    let mut timeline = Timeline::new(source.frame_rate(), settings.step);
    source.each(|number, frame| {
        if frame.time >= span.from && frame.time <= span.until {
            timeline.frame(number, frame, |moment| at_work.iter_mut().for_each(|(_, _, work)| work.moment(moment)));
        }
    })?;
    timeline.finish(|moment| at_work.iter_mut().for_each(|(_, _, work)| work.moment(moment)));
    let told = |(of, entry, work): (Option<String>, &'static MeasureEntry, Box<dyn Measuring>)| {
        let told = move |finding| Told { of: of.clone(), entry, finding };
        work.findings().into_iter().map(told).collect::<Vec<_>>()
    };
    Ok(at_work.into_iter().flat_map(told).collect())
}

/// The measures of these names.
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

/// The table of measures, for the help.
pub fn table() -> String {
    let of = |of: Of| match of {
        Of::Everyone => "everyone",
        Of::Area => "area",
        Of::Line => "line",
    };
    let rows = MEASURES.iter().map(|m| format!("  {:19} {:8} {:8} {}\n", m.name, of(m.of), m.unit, m.about));
    format!("Measures, what they are measured of, and their unit:\n{}", rows.collect::<String>())
}
