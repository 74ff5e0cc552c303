//! Draws the stage *hierarchy*: every cell has the colour of its group (its abstract cell) at one level of the hierarchy.

use std::collections::BTreeMap;

use populace_env::{BuildStage, CellId};

use super::cells::{label_cells, neighbours, paint_cells};
use super::{Drawing, counted, free_style, wall_style};
use crate::Scene;
use crate::colour::tell_apart;
use crate::legend::Style;
use crate::panels::Panel;
use crate::sheet::Canvas;

pub const DRAWING: Drawing = Drawing { stage: BuildStage::Hierarchy, subtitle, legend, paint };

fn subtitle(scene: &Scene) -> String {
    let hierarchy = &scene.built.hierarchy;
    format!(
        "{} · {} · depth {} · cells of one colour belong to one abstract cell",
        counted(hierarchy.nodes().len(), "nodes"),
        counted(hierarchy.roots().count(), "roots"),
        hierarchy.depth()
    )
}

fn legend(_: &Scene) -> Vec<(Style, String)> {
    vec![wall_style(), free_style()]
}

fn paint(scene: &Scene, panel: &Panel, canvas: &mut Canvas) {
    let hierarchy = &scene.built.hierarchy;
    let level = u32::try_from(panel.level).unwrap_or(u32::MAX);
    let neighbours = neighbours(scene);
    // Abstract cells get consecutive numbers in the order of their first cell.
    let mut groups: BTreeMap<u32, usize> = BTreeMap::new();
    let group_of: Vec<usize> = (0..neighbours.len())
        .map(|cell| {
            let next = groups.len();
            *groups.entry(hierarchy.ancestor_at_level(CellId::new(cell), level)).or_insert(next)
        })
        .collect();
    let mut beside = vec![Vec::new(); groups.len()];
    for (cell, others) in neighbours.iter().enumerate() {
        let group = group_of[cell];
        beside[group].extend(others.iter().map(|o| group_of[*o]).filter(|other| *other != group));
    }
    let colours = tell_apart(groups.len(), |group| &beside[group]);
    paint_cells(scene, &panel.floors, canvas, |cell| colours[group_of[cell.index()]]);
    label_cells(scene, &panel.floors, canvas);
}
