//! Measures how long questions take: each question is asked in several rounds, and the least time counts.

use std::time::Instant;

use serde_json::{Value, json};

use crate::meter;

/// Rounds over all questions. Other work of the machine makes a question slower, never faster.
const ROUNDS: usize = 3;

/// The times of a list of questions.
#[derive(Clone, Debug, Default)]
pub struct Timing {
    /// Least time of each question, ms.
    pub ms: Vec<f64>,
    /// CPU time of the quickest round over all questions, s.
    pub cpu_s: f64,
    /// Nodes expanded per question, on average.
    pub expanded: f64,
}

impl Timing {
    /// Asks `count` questions by number; `ask` returns the nodes it expanded.
    pub fn of(count: usize, mut ask: impl FnMut(usize) -> u32) -> Self {
        let mut timing = Timing { ms: vec![f64::INFINITY; count], cpu_s: f64::INFINITY, expanded: 0.0 };
        for _ in 0..ROUNDS {
            let started = meter::thread_seconds();
            let mut expanded = 0;
            for (i, least) in timing.ms.iter_mut().enumerate() {
                let asked = Instant::now();
                expanded += u64::from(ask(i));
                *least = least.min(asked.elapsed().as_secs_f64() * 1000.0);
            }
            timing.cpu_s = timing.cpu_s.min(meter::thread_seconds() - started);
            timing.expanded = expanded as f64 / count.max(1) as f64;
        }
        timing
    }

    /// Adds the times of further questions.
    pub fn join(&mut self, other: Timing) {
        let (before, more) = (self.ms.len() as f64, other.ms.len() as f64);
        self.expanded = (self.expanded * before + other.expanded * more) / (before + more).max(1.0);
        self.cpu_s += other.cpu_s;
        self.ms.extend(other.ms);
    }

    /// Returns the questions per CPU second.
    pub fn per_cpu_second(&self) -> f64 {
        self.ms.len() as f64 / self.cpu_s.max(1e-9)
    }

    /// Returns the time within which a share of the questions is answered, ms.
    pub fn quantile(&self, share: f64) -> f64 {
        quantile(&self.ms, share)
    }

    /// Returns the longest time, ms.
    pub fn max(&self) -> f64 {
        self.ms.iter().copied().fold(0.0, f64::max)
    }

    /// Returns the times as JSON, with the keys that scripts rely on.
    pub fn json(&self) -> Value {
        json!({
            "qps_cpu": self.per_cpu_second(),
            "p50_ms": self.quantile(0.5),
            "p99_ms": self.quantile(0.99),
            "max_ms": self.max(),
            "expanded_mean": self.expanded,
        })
    }
}

/// Returns the least of `values` that a share of them does not exceed; NaN without values.
pub fn quantile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let rank = (share * sorted.len() as f64).ceil() as usize;
    sorted.get(rank.max(1) - 1).copied().unwrap_or(f64::NAN)
}

/// Returns the mean; NaN without values.
pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_values_that_occurred() {
        let values: Vec<f64> = (1..=100).rev().map(f64::from).collect();
        assert_eq!([0.5, 0.99, 1.0, 0.0].map(|s| quantile(&values, s)), [50.0, 99.0, 100.0, 1.0]);
        assert!(quantile(&[], 0.5).is_nan());
    }

    #[test]
    fn every_question_is_asked_and_has_a_time() {
        let timing = Timing::of(4, |i| i as u32);
        assert_eq!(timing.expanded, 1.5);
        assert!(timing.ms.iter().all(|ms| ms.is_finite()));
    }
}
