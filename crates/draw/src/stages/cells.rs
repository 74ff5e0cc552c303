//! *cells*: the convex cells with their free segments and walls. Neighbouring cells have different soft colours.

use populace_env::{BuildStage, CellId, FloorId};
use populace_geom::{Bounds, Point, centroid};

use super::{Drawing, counted, free_pen, free_style, wall_pen, wall_style};
use crate::Scene;
use crate::colour::{self, Colour, tell_apart};
use crate::legend::Style;
use crate::panels::Panel;
use crate::picture::Layer;
use crate::sheet::Canvas;

/// The most cells of a panel that are labelled with their numbers. A panel with more cells has no labels.
const MOST_LABELS: usize = 150;

pub const DRAWING: Drawing = Drawing { stage: BuildStage::Cells, subtitle, legend, paint };

fn subtitle(scene: &Scene) -> String {
    let environment = &scene.built.environment;
    format!(
        "{} · {} · {}",
        counted(environment.cell_count(), "cells"),
        counted(environment.segments().len(), "free segments"),
        counted(environment.wall_count(), "constrained segments")
    )
}

fn legend(_: &Scene) -> Vec<(Style, String)> {
    vec![wall_style(), free_style()]
}

fn paint(scene: &Scene, panel: &Panel, canvas: &mut Canvas) {
    let neighbours = neighbours(scene);
    let colours = tell_apart(neighbours.len(), |cell| &neighbours[cell]);
    paint_cells(scene, &panel.floors, canvas, |cell| colours[cell.index()]);
    label_cells(scene, &panel.floors, canvas);
}

/// Returns for each cell the cells across its free segments.
pub fn neighbours(scene: &Scene) -> Vec<Vec<usize>> {
    let environment = &scene.built.environment;
    let mut neighbours = vec![Vec::new(); environment.cell_count()];
    for segment in environment.segments() {
        let [a, b] = segment.cells.map(CellId::index);
        neighbours[a].push(b);
        neighbours[b].push(a);
    }
    neighbours
}

/// Fills every cell and draws its walls and free segments.
pub fn paint_cells(scene: &Scene, floors: &[FloorId], canvas: &mut Canvas, colour: impl Fn(CellId) -> Colour) {
    let environment = &scene.built.environment;
    let (wall, free) = (wall_pen(canvas), free_pen(canvas));
    for cell in floors.iter().flat_map(|f| scene.cells_of(*f)) {
        let ring: Vec<Point> = environment.cell_ring(*cell).collect();
        canvas.fill(Layer::Cells, &[ring], colour(*cell));
        for border in environment.cell_edges(*cell) {
            match border.segment {
                None => canvas.line(Layer::Walls, &[border.a, border.b], wall),
                // Each free segment is drawn once, by the cell of the smaller number.
                Some(id) if environment.segment(id).cells.iter().all(|c| c.index() >= cell.index()) => {
                    canvas.line(Layer::Seams, &[border.a, border.b], free);
                }
                Some(_) => {}
            }
        }
    }
}

/// Writes the number of each cell where it fits; writes nothing when the floors have too many cells.
pub fn label_cells(scene: &Scene, floors: &[FloorId], canvas: &mut Canvas) {
    let count: usize = floors.iter().map(|f| scene.cells_of(*f).len()).sum();
    if count > MOST_LABELS {
        return;
    }
    for cell in floors.iter().flat_map(|f| scene.cells_of(*f)) {
        let ring: Vec<Point> = scene.built.environment.cell_ring(*cell).collect();
        let size = Bounds::of(ring.iter().copied()).size() * canvas.scale();
        if size.x > 24.0 && size.y > 16.0 {
            canvas.label(centroid(&ring), 12.0, colour::QUIET_INK, &cell.index().to_string());
        }
    }
}
