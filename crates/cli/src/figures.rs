//! The figures of a built environment.

use std::collections::BTreeMap;

use populace_env::{Built, Class, Place};
use serde_json::{Value, json};

/// The figures that `populace build` prints.
#[derive(Clone, Debug)]
pub struct Figures {
    pub floors: usize,
    pub links: usize,
    pub cells: usize,
    pub closed: usize,
    pub dead_ends: usize,
    pub passages: usize,
    pub crossroads: usize,
    pub constrained_segments: usize,
    pub free_segments: usize,
    pub hierarchy_depth: usize,
    pub components: usize,
    pub walkable_area_m2: f64,
    pub repairs: usize,
    pub repairs_by_kind: BTreeMap<&'static str, usize>,
    pub body_width_m: f64,
    pub cpu_s: f64,
    pub peak_mb: Option<f64>,
}

impl Figures {
    pub fn of(place: &Place, built: &Built, cpu_s: f64, peak_mb: Option<f64>) -> Self {
        let (environment, topology) = (&built.environment, &built.topology);
        let mut repairs_by_kind = BTreeMap::new();
        for repair in &built.sanitised.repairs {
            *repairs_by_kind.entry(repair.kind.word()).or_default() += 1;
        }
        Figures {
            floors: place.floors.len(),
            links: place.links.len(),
            cells: environment.cell_count(),
            closed: topology.count(Class::Closed),
            dead_ends: topology.count(Class::DeadEnd),
            passages: topology.count(Class::Passage),
            crossroads: topology.count(Class::Crossroads),
            constrained_segments: environment.wall_count(),
            free_segments: environment.segments().len(),
            hierarchy_depth: built.hierarchy.depth() as usize,
            components: topology.component_count(),
            walkable_area_m2: environment.walkable_area(),
            repairs: built.sanitised.repairs.len(),
            repairs_by_kind,
            body_width_m: topology.width,
            cpu_s,
            peak_mb,
        }
    }

    /// Returns the figures as JSON, with the keys that scripts rely on.
    pub fn json(&self) -> Value {
        json!({
            "floors": self.floors,
            "links": self.links,
            "cells": self.cells,
            "closed": self.closed,
            "dead_ends": self.dead_ends,
            "passages": self.passages,
            "crossroads": self.crossroads,
            "constrained_segments": self.constrained_segments,
            "free_segments": self.free_segments,
            "hierarchy_depth": self.hierarchy_depth,
            "components": self.components,
            "walkable_area_m2": self.walkable_area_m2,
            "repairs": self.repairs,
            "repairs_by_kind": self.repairs_by_kind,
            "body_width_m": self.body_width_m,
            "cpu_s": self.cpu_s,
            "peak_mb": self.peak_mb,
        })
    }

    /// Writes the figures with their units, one per line.
    pub fn text(&self) -> String {
        let width = self.body_width_m;
        let mut rows = vec![
            ("floors", self.floors.to_string()),
            ("links", self.links.to_string()),
            ("walkable area", format!("{:.1} m²", self.walkable_area_m2)),
            ("cells", self.cells.to_string()),
            ("  closed", self.closed.to_string()),
            ("  dead ends", self.dead_ends.to_string()),
            ("  passages", self.passages.to_string()),
            ("  crossroads", self.crossroads.to_string()),
            ("constrained segments", self.constrained_segments.to_string()),
            ("free segments", self.free_segments.to_string()),
            ("connected parts", format!("{} (for a body {width} m wide)", self.components)),
            ("hierarchy depth", self.hierarchy_depth.to_string()),
            ("repairs", self.repairs.to_string()),
            ("CPU time", format!("{:.2} s", self.cpu_s)),
        ];
        rows.extend(self.peak_mb.map(|peak| ("peak memory", format!("{peak:.1} MB"))));
        rows.iter().map(|(name, value)| format!("{name:22}{value}\n")).collect()
    }
}
