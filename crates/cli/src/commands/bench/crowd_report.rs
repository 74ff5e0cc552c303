//! The result of `populace bench crowd`, as text and as JSON.

use populace_sim::Counts;
use serde_json::{Map, Value, json};

use crate::meter;

/// The result for one crowd, or for two crowds of different size.
pub struct Report {
    pub model: String,
    pub scene: String,
    pub first: Size,
    pub grown: Option<Size>,
}

/// A crowd on one thread and on several.
pub struct Size {
    pub count: u32,
    pub cells: usize,
    pub one: Measured,
    pub more: Measured,
    /// The crowd on one thread without recording.
    pub bare: Option<Measured>,
    /// Memory per pedestrian beyond the place and the recorder, kB (10³ bytes).
    pub kilobytes: f64,
}

/// The measurements of one crowd.
pub struct Measured {
    pub threads: usize,
    /// Pedestrian-steps.
    pub steps: u64,
    pub wall_s: f64,
    pub cpu_s: f64,
    /// Share of each phase in the time.
    pub phases: Vec<(&'static str, f64)>,
    pub counts: Counts,
}

impl Measured {
    fn per_s(&self) -> f64 {
        self.steps as f64 / self.wall_s.max(1e-9)
    }
    fn per_cpu_s(&self) -> f64 {
        self.steps as f64 / self.cpu_s.max(1e-9)
    }
    fn share(&self, name: &str) -> f64 {
        self.phases.iter().find(|p| p.0 == name).map_or(0.0, |p| p.1)
    }
    /// Returns the share of perceiving in the time of the step alone, without recording.
    fn neighbour_share(&self) -> f64 {
        self.share("perceive") / (1.0 - self.share("record")).max(1e-9)
    }
}

impl Size {
    fn speedup(&self) -> f64 {
        self.one.wall_s / self.more.wall_s.max(1e-9) * self.more.steps as f64 / self.one.steps.max(1) as f64
    }
    /// Returns what recording adds to the CPU time of a run on all threads, as a share of the run without recording.
    fn record_cost(&self) -> Option<f64> {
        self.bare.as_ref().map(|bare| bare.per_cpu_s() / self.one.per_cpu_s().max(1e-9) - 1.0)
    }
    /// Returns how much faster one phase is on several threads than on one.
    fn speedup_of(&self, phase: &str) -> f64 {
        self.speedup() * self.one.share(phase) / self.more.share(phase).max(1e-9)
    }
    fn json(&self) -> Value {
        let phases: Map<String, Value> = self.one.phases.iter().map(|(n, s)| (n.to_string(), json!(s))).collect();
        let counts: Map<String, Value> =
            self.one.counts.named().iter().map(|(n, c)| (n.to_string(), json!(c))).collect();
        json!({
            "count": self.count,
            "cells": self.cells,
            "ped_steps_per_s": self.more.per_s(),
            "ped_steps_per_cpu_s": self.one.per_cpu_s(),
            "ped_steps_per_cpu_s_all_threads": self.more.per_cpu_s(),
            "phases": phases,
            "neighbour_share": self.one.neighbour_share(),
            "record_cost": self.record_cost(),
            "threads": self.more.threads,
            "speedup_2_threads": (self.more.threads == 2).then(|| self.speedup()),
            "speedup": self.speedup(),
            "kb_per_pedestrian": self.kilobytes,
            "counts": counts,
        })
    }
    fn text(&self) -> String {
        let mut text = format!("{} people, {} cells\n", self.count, self.cells);
        let steps = self.one.per_cpu_s() / 1e6;
        text += &format!("  pedestrian-steps per CPU second   {steps:.3} million on one thread\n");
        let (threads, million) = (self.more.threads, self.more.per_s() / 1e6);
        text += &format!("  pedestrian-steps per second       {million:.3} million on {threads} threads\n");
        text += &format!("  {threads} threads over one               {:.2}×\n", self.speedup());
        text += &format!("  memory per pedestrian             {:.2} kB\n", self.kilobytes);
        text += &format!("  neighbours of a step              {:.1} %\n", 100.0 * self.one.neighbour_share());
        if let Some(cost) = self.record_cost() {
            text += &format!("  recording adds to the CPU time    {:.1} %\n", 100.0 * cost);
        }
        for (name, share) in self.one.phases.iter().filter(|p| p.1 >= 0.001) {
            text += &format!("  {name:10} {:5.1} %   {:4.2}×\n", 100.0 * share, self.speedup_of(name));
        }
        text
    }
}

impl Report {
    /// Returns the CPU time of a pedestrian-step in the larger crowd, divided by that in the smaller crowd.
    fn growth(&self) -> Option<f64> {
        self.grown.as_ref().map(|grown| self.first.one.per_cpu_s() / grown.one.per_cpu_s().max(1e-9))
    }

    pub fn json(&self) -> Value {
        let mut value = self.first.json();
        if let Some(object) = value.as_object_mut() {
            object.insert("model".into(), json!(self.model));
            object.insert("scene".into(), json!(self.scene));
            object.insert("peak_mb".into(), json!(meter::peak_megabytes()));
            object.insert("growth".into(), json!(self.growth()));
            object.insert("grown".into(), json!(self.grown.as_ref().map(Size::json)));
        }
        value
    }

    pub fn text(&self) -> String {
        let mut text = format!("model {}, scene {}\n{}", self.model, self.scene, self.first.text());
        if let (Some(grown), Some(growth)) = (&self.grown, self.growth()) {
            text += &grown.text();
            text += &format!("a pedestrian-step takes {growth:.2}× the CPU of the smaller crowd\n");
        }
        text
    }
}
