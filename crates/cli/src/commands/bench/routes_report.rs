//! The result of `populace bench routes`, in words and as JSON.

use populace_env::SegmentId;
use populace_plan::cost::{Cost, NO_WAY, seconds_of};
use serde_json::{Map, Value, json};

use super::timing::{Timing, mean, quantile};
use crate::failure::Failure;
use crate::meter;

/// The result of one planner for all pairs.
#[derive(Default)]
pub struct Run {
    pub name: &'static str,
    pub timing: Timing,
    /// Cost over the roadmap, or [`NO_WAY`].
    pub costs: Vec<Cost>,
    pub portals: Vec<Vec<SegmentId>>,
    /// Length after string pulling, m; NaN without a way.
    pub lengths: Vec<f64>,
}

/// The measured values of all planners.
#[derive(Default)]
pub struct Report {
    pub place: String,
    pub cells: usize,
    pub keys: usize,
    /// Body width, m.
    pub width: f64,
    pub runs: Vec<Run>,
    /// The true shortest lines: times and lengths.
    pub exact: Option<(Timing, Vec<f64>)>,
    /// CPU time to grow a goal tree, s.
    pub tree_s: f64,
    /// Next-portal answers per second.
    pub next_portals: f64,
    /// CPU time to pull a route tight, µs.
    pub pull_us: f64,
    /// Every structure that was precomputed: name, CPU seconds, bytes.
    pub spent: Vec<(&'static str, f64, usize)>,
}

impl Report {
    /// Makes something before the questions are asked, and notes the time and the memory that it took.
    pub fn spend<T>(&mut self, name: &'static str, make: impl FnOnce() -> (T, usize)) -> T {
        let started = meter::cpu_seconds();
        let (made, bytes) = make();
        self.spent.push((name, meter::cpu_seconds() - started, bytes));
        made
    }

    /// Adds a planner, whose costs must be those of the planners before it.
    pub fn add(&mut self, run: Run) -> Result<(), Failure> {
        if let Some(first) = self.runs.first()
            && let Some(pair) = (0..run.costs.len()).find(|&i| run.costs[i] != first.costs[i])
        {
            let cost = |run: &Run| match run.costs[pair] {
                NO_WAY => "finds no way".to_string(),
                cost => format!("takes {:.4} s", seconds_of(cost)),
            };
            let what = format!("pair {pair}: {} {}, {} {}", first.name, cost(first), run.name, cost(&run));
            return Err(Failure::new(what).hint("planners must agree: this is a fault of the program"));
        }
        self.runs.push(run);
        Ok(())
    }

    pub fn run(&self, name: &str) -> Option<&Run> {
        self.runs.iter().find(|r| r.name == name)
    }

    /// Returns the worst flat search time, divided by the worst hierarchical search time.
    pub fn worst_case_gain(&self) -> Option<f64> {
        Some(self.run("flat")?.timing.max() / self.run("hierarchical")?.timing.max())
    }

    /// Returns the lengths, each divided by the shortest length; lines of less than a centimetre are left out.
    pub fn ratios(&self, run: &Run) -> Vec<f64> {
        let exact = self.exact.as_ref().map_or(&[][..], |(_, lengths)| lengths);
        let ratios = run.lengths.iter().zip(exact).filter(|(_, least)| **least > 0.01).map(|(l, least)| l / least);
        ratios.filter(|r| r.is_finite()).collect()
    }

    /// Returns the number of pairs without a length to compare: no way, no room for the line, no shortest line, or less than a centimetre.
    fn left_out(&self) -> usize {
        self.pairs() - self.run("hierarchical").map_or(0, |r| self.ratios(r).len())
    }

    /// Returns the report as JSON, with the keys that scripts rely on.
    pub fn json(&self) -> Value {
        let ratios = self.run("hierarchical").map(|r| self.ratios(r)).unwrap_or_default();
        let (cpu_s, bytes) = self.precomputed();
        let parts = self
            .spent
            .iter()
            .map(|(name, s, b)| (name.replace([' ', '-', ','], "_"), json!({ "cpu_s": s, "mb": *b as f64 / 1e6 })));
        let mut object = json!({
            "pairs": self.pairs(),
            "exact": self.exact.as_ref().map(|(timing, _)| timing.json()),
            "length_ratio_mean": mean(&ratios),
            "length_ratio_p99": quantile(&ratios, 0.99),
            "lengths_left_out": self.left_out(),
            "worst_case_gain": self.worst_case_gain(),
            "precompute_cpu_s": cpu_s,
            "precompute_mb": bytes as f64 / 1e6,
            "precompute": parts.collect::<Map<_, _>>(),
            "next_portal_per_s": self.next_portals,
            "string_pull_us_mean": self.pull_us,
            "goal_tree_build_ms_mean": self.tree_s * 1000.0,
        });
        for run in &self.runs {
            object[run.name.replace(' ', "_")] = run.timing.json();
        }
        object
    }

    fn pairs(&self) -> usize {
        self.runs.first().map_or(0, |r| r.costs.len())
    }

    /// Returns the CPU seconds and bytes of everything that routes need; the shortest lines are only the yardstick.
    fn precomputed(&self) -> (f64, usize) {
        let needed = self.spent.iter().filter(|(name, ..)| *name != "exact");
        needed.fold((0.0, 0), |(s, b), (_, cpu, bytes)| (s + cpu, b + bytes))
    }

    /// Writes the report as text.
    pub fn text(&self) -> String {
        let count = self.pairs();
        let mut text = format!(
            "{count} random pairs in {:?}: {} cells, {} key points, body {} m wide, one thread\n\n",
            self.place, self.cells, self.keys, self.width
        );
        text += &format!(
            "{:14}{:>12}{:>11}{:>11}{:>11}{:>11}{:>12}{:>12}\n",
            "planner", "routes/CPU s", "p50 ms", "p99 ms", "max ms", "expanded", "length mean", "length p99"
        );
        for run in &self.runs {
            text += &row(run.name, &run.timing, &self.ratios(run));
        }
        let ones = vec![1.0; count];
        text.extend(self.exact.iter().map(|(timing, _)| row("exact", timing, &ones)));
        text += &format!("\n{:28}{:>12}{:>10}\n", "precomputed", "CPU s", "MB");
        for (name, cpu_s, bytes) in &self.spent {
            text += &format!("  {name:26}{cpu_s:>12.3}{:>10.1}\n", *bytes as f64 / 1e6);
        }
        let (cpu_s, bytes) = self.precomputed();
        text += &format!("  {:26}{cpu_s:>12.3}{:>10.1}\n\n", "all but exact", bytes as f64 / 1e6);
        text.extend(self.worst_case_gain().map(|g| format!("worst case flat / hierarchical  {g:.1}\n")));
        text += &format!("lengths left out                {} of {count} pairs\n", self.left_out());
        text += &format!("string pulling                  {:.2} µs per route\n", self.pull_us);
        text += &format!("growing a goal tree             {:.2} ms\n", self.tree_s * 1000.0);
        text += &format!("next portals of a goal tree     {:.0} per s\n", self.next_portals);
        text
    }
}

fn row(name: &str, timing: &Timing, ratios: &[f64]) -> String {
    let ratio = |value: f64| if value.is_nan() { "–".to_string() } else { format!("{value:.4}") };
    format!(
        "{name:14}{:>12.0}{:>11.4}{:>11.4}{:>11.4}{:>11.0}{:>12}{:>12}\n",
        timing.per_cpu_second(),
        timing.quantile(0.5),
        timing.quantile(0.99),
        timing.max(),
        timing.expanded,
        ratio(mean(ratios)),
        ratio(quantile(ratios, 0.99))
    )
}
