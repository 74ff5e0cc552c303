//! What is told about a run when it is over: for people, and for scripts.

use std::fmt::Write;
use std::path::PathBuf;

use populace_record::Names;
use populace_sim::{Census, Counts};
use serde_json::{Value, json};

use super::bar::rounded;
use super::{Ended, Tally};

/// Everything worth telling.
pub struct Summary<'a> {
    pub scenario: String,
    pub seed: u64,
    pub ended: Ended,
    pub steps: u64,
    pub simulated_s: f64,
    pub state_hash: Option<u64>,
    pub census: Census,
    pub counts: Counts,
    /// Pedestrian-steps before this process took over.
    pub steps_before: u64,
    pub tally: &'a Tally,
    pub names: &'a Names,
    pub phases: Vec<(&'static str, f64)>,
    pub threads: usize,
    pub wall_s: f64,
    pub cpu_s: f64,
    pub peak_mb: Option<f64>,
    pub recording: Option<PathBuf>,
}

impl Summary<'_> {
    /// Share of pedestrian-steps with a body more than 5 cm in another.
    fn overlap_share(&self) -> f64 {
        self.counts.overlapping as f64 / (self.counts.pedestrian_steps.max(1)) as f64
    }
    /// Pedestrian-steps of this process per second of something.
    fn speed(&self, seconds: f64) -> f64 {
        (self.counts.pedestrian_steps - self.steps_before) as f64 / seconds.max(1e-9)
    }

    /// The keys scripts rely on.
    pub fn json(&self) -> Value {
        let by_reason: serde_json::Map<_, _> =
            self.census.by_reason.iter().map(|&(name, count)| (name.to_owned(), json!(count))).collect();
        let phases: serde_json::Map<_, _> =
            self.phases.iter().map(|&(name, share)| (name.to_owned(), json!(share))).collect();
        let (travel, densest) = self.tally.json(&self.names.floors);
        json!({
            "scenario": self.scenario,
            "seed": self.seed,
            "ended": self.ended.word(),
            "steps": self.steps,
            "simulated_s": self.simulated_s,
            "expected": self.census.expected,
            "entered": self.census.entered,
            "left": self.census.left,
            "inside": self.census.inside,
            "delayed": self.census.delayed,
            "by_reason": by_reason,
            "travel_s": travel,
            "densest": densest,
            "measures": self.tally.measures().json(),
            "state_hash": self.state_hash.map(|hash| format!("{hash:016x}")),
            "overlap_share_5cm": self.overlap_share(),
            "wall_violations": self.counts.in_wall,
            "contained": self.counts.contained,
            "moved_aside": self.counts.moved_aside,
            "stuck_reports": self.counts.stuck,
            "routes": self.counts.routes,
            "pedestrian_steps": self.counts.pedestrian_steps,
            "ped_steps_per_s": self.speed(self.wall_s),
            "ped_steps_per_cpu_s": self.speed(self.cpu_s),
            "wall_s": self.wall_s,
            "cpu_s": self.cpu_s,
            "threads": self.threads,
            "peak_mb": self.peak_mb,
            "phases": phases,
            "recording": self.recording,
        })
    }

    /// For people.
    pub fn text(&self) -> String {
        let mut rows = Vec::new();
        let mut row = |name: &str, value: String| rows.push((name.to_owned(), value));
        let census = &self.census;
        let how = match self.ended {
            Ended::Empty => "everyone has left",
            Ended::Limit => "the time is up",
            Ended::Interrupted => "interrupted",
        };
        row("scenario", format!("{}, seed {}", self.scenario, self.seed));
        row("simulated", format!("{:.1} s in {} steps: {how}", self.simulated_s, self.steps));
        row("came in", format!("{} of {}", census.entered, census.expected));
        row("left", census.left.to_string());
        row("still inside", census.inside.to_string());
        for (reason, count) in &census.by_reason {
            row(&format!("  {reason}"), count.to_string());
        }
        if census.delayed > 0 {
            row("found no room yet", census.delayed.to_string());
        }
        if let Some(t) = self.tally.travel() {
            let text = format!("mean {:.1} s, median {:.1} s, 95 % within {:.1} s", t.mean, t.median, t.p95);
            row("travel times", text);
        }
        if let Some(d) = self.tally.densest() {
            let floor = self.names.floors.get(usize::from(d.floor)).map_or("", String::as_str);
            let spot = format!("({:.0}, {:.0}) on {floor:?} at {:.0} s", d.middle.x, d.middle.y, d.time);
            row("densest spot", format!("{:.2} persons/m² around {spot}", d.density));
        }
        let measures = self.tally.measures();
        if !measures.is_empty() {
            row("measured", format!("every {} s", measures.frame_time()));
            measures.lines().for_each(|(name, measured)| row(&format!("  {name}"), measured));
        }
        row("overlaps over 5 cm", format!("{:.4} % of pedestrian-steps", 100.0 * self.overlap_share()));
        row("wall violations", self.counts.in_wall.to_string());
        if self.counts.moved_aside > 0 {
            row("put beside obstacles", self.counts.moved_aside.to_string());
        }
        if self.counts.stuck > 0 {
            row("times someone stuck", self.counts.stuck.to_string());
        }
        row("state hash", self.state_hash.map_or("none".into(), |hash| format!("{hash:016x}")));
        row("time", format!("{:.2} s, {:.2} s of CPU on {} threads", self.wall_s, self.cpu_s, self.threads));
        let speeds = (rounded(self.speed(self.wall_s)), rounded(self.speed(self.cpu_s)));
        row("pedestrian-steps", format!("{} per second, {} per CPU-second", speeds.0, speeds.1));
        if let Some(peak) = self.peak_mb {
            row("peak memory", format!("{peak:.1} MB"));
        }
        let mut phases: Vec<_> = self.phases.iter().filter(|p| p.1 >= 0.001).collect();
        phases.sort_by(|a, b| b.1.total_cmp(&a.1));
        let shares: Vec<_> = phases.iter().map(|(name, share)| format!("{name} {:.1} %", 100.0 * share)).collect();
        row("phases", shares.join(", "));
        if let Some(folder) = &self.recording {
            row("recording", folder.display().to_string());
        }
        let mut text = table(&rows);
        if let Some(folder) = &self.recording {
            let folder = folder.display();
            let _ = writeln!(text, "\nDraw it:   populace draw {folder} --out paths.png");
            let _ = writeln!(text, "Read it:   pandas.read_parquet(\"{folder}/frames\"); more in {folder}/README.md");
            if self.ended == Ended::Interrupted {
                let _ = writeln!(text, "Go on:     populace run --resume {folder}");
            }
        }
        text
    }
}

/// Names and values in two columns; the first is as wide as its longest name.
fn table(rows: &[(String, String)]) -> String {
    let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    rows.iter().map(|(name, value)| format!("{name:width$}  {value}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// They used to run together: `backing out of a narrow place48`.
    #[test]
    fn long_names_stand_apart_from_their_values() {
        let rows = [("left", "950"), ("  backing out of a narrow place", "48"), ("  zwölf", "2")];
        let text = table(&rows.map(|(name, value)| (name.to_owned(), value.to_owned())));
        let columns: Vec<_> = text.lines().map(|line| line.chars().count()).collect();
        assert!(text.contains("narrow place  48\n"), "{text}");
        assert_eq!(columns, [33 + 3, 33 + 2, 33 + 1], "{text}");
    }
}
