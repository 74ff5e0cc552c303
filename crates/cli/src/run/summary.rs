//! The summary of a run in words, and the figures that the command measures itself.

use std::fmt::Write;
use std::time::Instant;

use populace_run::{Ended, Figure, Figures, Run, RunCost, Summary};

use super::Stopwatch;
use super::bar::rounded;
use crate::meter;
use crate::printable;

/// The clocks and the work done when a run began, from which its cost is counted.
pub struct Began {
    wall: Instant,
    cpu: f64,
    pedestrian_steps: u64,
}

impl Began {
    /// Starts to count the cost of a run.
    pub fn now(run: &Run) -> Self {
        let pedestrian_steps = run.simulation().counts().pedestrian_steps;
        Began { wall: Instant::now(), cpu: meter::cpu_seconds(), pedestrian_steps }
    }
    /// Returns what the run has cost since.
    pub fn cost(&self, run: &Run, watch: &Stopwatch) -> RunCost {
        let pedestrian_steps = run.simulation().counts().pedestrian_steps - self.pedestrian_steps;
        RunCost {
            threads: rayon::current_num_threads(),
            peak_mb: meter::peak_megabytes(),
            phases: watch.shares().into_iter().map(|(name, share)| (name.to_owned(), share)).collect(),
            ..RunCost::of(pedestrian_steps, self.wall.elapsed().as_secs_f64(), meter::cpu_seconds() - self.cpu)
        }
    }
}

/// Says why a run ended.
pub fn words(ended: Ended) -> &'static str {
    match ended {
        Ended::Empty => "everyone has left",
        Ended::Limit => "the time is over",
        Ended::Interrupted => "it was interrupted",
    }
}

/// Writes the summary as a table of names and values, with what to do next. `frame_time` is the time between two frames that were measured, s.
pub fn text(summary: &Summary, frame_time: f64) -> String {
    let mut rows = Rows::default();
    course(summary, &mut rows);
    customers(summary, &mut rows);
    trains(summary, &mut rows);
    goals(summary, &mut rows);
    measured(summary, frame_time, &mut rows);
    trouble(summary, &mut rows);
    let hash = summary.state_hash.map_or("none".into(), |hash| format!("{hash:016x}"));
    rows.add("state hash", hash);
    if let Some(cost) = &summary.cost {
        spent(cost, &mut rows);
    }
    let Some(folder) = summary.recording.as_ref().map(|folder| folder.display()) else { return table(&rows.0) };
    rows.add("recording", folder.to_string());
    let mut text = table(&rows.0);
    let _ = writeln!(text, "\nDraw it:   populace draw {folder} --out paths.png");
    let _ = writeln!(text, "Read it:   pandas.read_parquet(\"{folder}/frames\"); more in {folder}/README.md");
    if summary.ended == Ended::Interrupted {
        let _ = writeln!(text, "Go on:     populace run --resume {folder}");
    }
    text
}

/// Rows of names and values.
#[derive(Default)]
struct Rows(Vec<(String, String)>);

impl Rows {
    fn add(&mut self, name: impl Into<String>, value: impl Into<String>) {
        self.0.push((name.into(), value.into()));
    }
}

/// Adds the people who came and went, travel times and the densest spot.
fn course(summary: &Summary, rows: &mut Rows) {
    let how = match summary.ended {
        Ended::Empty => "everyone has left",
        Ended::Limit => "the time is up",
        Ended::Interrupted => "interrupted",
    };
    rows.add("scenario", format!("{}, seed {}", printable::name(&summary.scenario), summary.seed));
    rows.add("simulated", format!("{:.1} s in {} steps: {how}", summary.simulated_s, summary.steps));
    rows.add("came in", format!("{} of {}", summary.entered, summary.expected));
    rows.add("left", summary.left.to_string());
    rows.add("still inside", summary.inside.to_string());
    for (reason, count) in &summary.by_reason {
        rows.add(format!("  {reason}"), count.to_string());
    }
    if summary.delayed > 0 {
        rows.add("found no room yet", summary.delayed.to_string());
    }
    if let Some(t) = summary.travel_s {
        let text = format!("mean {:.1} s, median {:.1} s, 95 % within {:.1} s", t.mean, t.median, t.p95);
        rows.add("travel times", text);
    }
    if let Some(densest) = &summary.densest {
        let ([x, y], floor) = (densest.at, densest.floor.as_deref().unwrap_or_default());
        let spot = format!("({x:.0}, {y:.0}) on {floor:?} at {:.0} s", densest.time_s);
        rows.add("densest spot", format!("{:.2} persons/m² around {spot}", densest.per_m2));
    }
}

/// Adds the stops of trains.
fn trains(summary: &Summary, rows: &mut Rows) {
    for (name, train) in &summary.trains {
        let mut text = format!("{} came; {} got off, {} got on", train.arrived, train.alighted, train.boarded);
        let more = [
            (train.left_behind, "left behind"),
            (train.came_late, "came late"),
            (train.carried_on, "carried on"),
            (train.cancelled, "cancelled"),
        ];
        for (count, what) in more.into_iter().filter(|(count, _)| *count > 0) {
            let _ = write!(text, ", {count} {what}");
        }
        if let Some(delay) = train.delay_s.filter(|delay| *delay >= 0.5) {
            let _ = write!(text, "; {delay:.0} s late on average");
        }
        rows.add(format!("train {}", printable::name(name)), text);
    }
}

/// Adds the customers of objects, with the names padded to the same length.
fn customers(summary: &Summary, rows: &mut Rows) {
    let names: Vec<String> = summary.objects.iter().map(|(name, _)| printable::name(name)).collect();
    let Some(width) = names.iter().map(|name| name.chars().count()).max() else { return };
    rows.add("objects", "people served, and how long they waited");
    for (name, (_, figures)) in names.iter().zip(&summary.objects) {
        let waits = figures.waiting_mean_s.zip(figures.waiting_p95_s).map_or(String::new(), |(mean, p95)| {
            format!(
                ", waited {mean:.1} s on average, 95 % within {p95:.1} s, at most {} at a time",
                figures.longest_queue
            )
        });
        let gave_up = if figures.gave_up == 0 { String::new() } else { format!(", {} gave up", figures.gave_up) };
        rows.add(format!("  {name:width$}"), format!("{} served{waits}{gave_up}", figures.served));
    }
}

/// Adds what became of goals, when people of some kind had needs or somebody gave up a goal.
fn goals(summary: &Summary, rows: &mut Rows) {
    for (kind, goals) in &summary.kinds {
        if goals.interrupted + goals.expired + goals.given_up > 0 {
            let text = format!(
                "{} begun, {} done, {} expired, {} given up; {} times a need came first",
                goals.begun, goals.done, goals.expired, goals.given_up, goals.interrupted
            );
            rows.add(format!("goals of {}", printable::name(kind)), text);
        }
    }
}

/// Adds what the scenario measures, with the names padded to the same length.
fn measured(summary: &Summary, frame_time: f64, rows: &mut Rows) {
    let names: Vec<String> = summary.measures.iter().map(|(name, _)| printable::name(name)).collect();
    let Some(width) = names.iter().map(|name| name.chars().count()).max() else { return };
    rows.add("measured", format!("every {} s", (frame_time * 1e6).round() / 1e6));
    for (name, (_, figures)) in names.iter().zip(&summary.measures) {
        rows.add(format!("  {name:width$}"), figures_text(figures));
    }
}

/// Returns every figure that has a value, with its name and unit.
fn figures_text(figures: &Figures) -> String {
    let text = |figure: &Figure| {
        let (name, value) = (figure.name.replace('_', " "), figure.value?);
        Some(match figure.unit {
            "persons" => format!("{name} {value} persons"),
            "1" if value.fract() == 0.0 => format!("{name} {value}"),
            "1" => format!("{name} {value:.2}"),
            "share" => format!("{name} {:.1} %", 100.0 * value),
            unit => format!("{name} {value:.2} {}", unit.replace("1/", "persons/")),
        })
    };
    if figures.0.is_empty() {
        return "over time, in measures.csv".into();
    }
    let told: Vec<String> = figures.0.iter().filter_map(text).collect();
    if told.is_empty() { "nobody was there".into() } else { told.join(", ") }
}

/// Adds counts of things that should not happen.
fn trouble(summary: &Summary, rows: &mut Rows) {
    rows.add("overlaps over 5 cm", format!("{:.4} % of pedestrian-steps", 100.0 * summary.overlap_share_5cm));
    rows.add("wall violations", summary.wall_violations.to_string());
    if summary.moved_aside > 0 {
        rows.add("put aside", summary.moved_aside.to_string());
    }
    if summary.stuck_reports > 0 {
        rows.add("stuck reports", summary.stuck_reports.to_string());
    }
}

/// Adds time, speed and memory.
fn spent(cost: &RunCost, rows: &mut Rows) {
    rows.add("time", format!("{:.2} s, {:.2} s of CPU on {} threads", cost.wall_s, cost.cpu_s, cost.threads));
    let speeds = (rounded(cost.ped_steps_per_s), rounded(cost.ped_steps_per_cpu_s));
    rows.add("pedestrian-steps", format!("{} per second, {} per CPU-second", speeds.0, speeds.1));
    if let Some(peak) = cost.peak_mb {
        rows.add("peak memory", format!("{peak:.1} MB"));
    }
    let mut phases: Vec<_> = cost.phases.iter().filter(|phase| phase.1 >= 0.001).collect();
    phases.sort_by(|a, b| b.1.total_cmp(&a.1));
    let shares: Vec<_> = phases.iter().map(|(name, share)| format!("{name} {:.1} %", 100.0 * share)).collect();
    rows.add("phases", shares.join(", "));
}

/// Writes names and values in two columns; the first is as wide as its longest name.
fn table(rows: &[(String, String)]) -> String {
    let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    rows.iter().map(|(name, value)| format!("{name:width$}  {}\n", printable::line(value))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names and values used to run together: `backing out of a narrow place48`.
    #[test]
    fn long_names_stand_apart_from_their_values() {
        let rows = [("left", "950"), ("  backing out of a narrow place", "48"), ("  zwölf", "2")];
        let text = table(&rows.map(|(name, value)| (name.to_owned(), value.to_owned())));
        let columns: Vec<_> = text.lines().map(|line| line.chars().count()).collect();
        assert!(text.contains("narrow place  48\n"), "{text}");
        assert_eq!(columns, [33 + 3, 33 + 2, 33 + 1], "{text}");
    }
}
