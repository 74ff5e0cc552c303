//! *topology*: cells by class, and the graph that joins them through the middles of free segments.

use populace_env::{BuildStage, Class};

use super::cells::paint_cells;
use super::{Drawing, counted, wall_style};
use crate::Scene;
use crate::colour::{self, Colour};
use crate::legend::Style;
use crate::panels::Panel;
use crate::picture::{Layer, Pen};
use crate::sheet::Canvas;

pub const DRAWING: Drawing = Drawing { stage: BuildStage::Topology, subtitle, legend, paint };

const CLASSES: [(Class, Colour); 4] = [
    (Class::Closed, colour::CLOSED),
    (Class::DeadEnd, colour::DEAD_END),
    (Class::Passage, colour::PASSAGE),
    (Class::Crossroads, colour::CROSSROADS),
];

fn subtitle(scene: &Scene) -> String {
    let topology = &scene.built.topology;
    format!(
        "{} · {} · body width {} m",
        counted(scene.built.environment.cell_count(), "cells"),
        counted(topology.component_count(), "connected parts"),
        topology.width
    )
}

fn legend(scene: &Scene) -> Vec<(Style, String)> {
    let topology = &scene.built.topology;
    let class = |(class, colour): &(Class, Colour)| {
        (Style::Area(*colour), format!("{} ({})", class.word(), topology.count(*class)))
    };
    let mut entries: Vec<_> = CLASSES.iter().map(class).collect();
    entries.push((Style::Line(Pen::solid(colour::GRAPH, 1.4)), "edge of the graph".into()));
    entries.push(wall_style());
    entries
}

fn class_colour(class: Class) -> Colour {
    CLASSES.iter().find(|(c, _)| *c == class).map_or(colour::CLOSED, |(_, colour)| *colour)
}

fn paint(scene: &Scene, panel: &Panel, canvas: &mut Canvas) {
    let (environment, topology) = (&scene.built.environment, &scene.built.topology);
    paint_cells(scene, &panel.floors, canvas, |cell| class_colour(topology.class(cell)));
    let pen = Pen::solid(colour::GRAPH.opacity(190), (canvas.scale() * 0.03).clamp(0.4, 1.4));
    let radius = (canvas.scale() * 0.08).clamp(0.6, 3.0);
    for segment in topology.edges().iter().map(|id| environment.segment(*id)) {
        let ends = if segment.is_lift() { [segment.a, segment.b] } else { [segment.middle(); 2] };
        for (cell, end) in segment.cells.into_iter().zip(ends) {
            if panel.floors.contains(&environment.cell_floor(cell)) {
                canvas.line(Layer::Graph, &[environment.cell_center(cell), end], pen);
            }
        }
    }
    for cell in panel.floors.iter().flat_map(|f| scene.cells_of(*f)) {
        canvas.dot(Layer::Graph, environment.cell_center(*cell), radius, colour::GRAPH);
    }
}
