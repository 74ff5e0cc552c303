//! *triangulate*: the constrained Delaunay triangulation of the walkable area.

use populace_env::BuildStage;

use super::{Drawing, borders, counted, end_points, ground, inner_edges, meshes, wall_style};
use crate::Scene;
use crate::colour;
use crate::legend::Style;
use crate::panels::Panel;
use crate::picture::{Layer, Pen};
use crate::sheet::Canvas;

pub const DRAWING: Drawing = Drawing { stage: BuildStage::Triangulate, subtitle, legend, paint };

fn subtitle(scene: &Scene) -> String {
    let floors = &scene.built.triangulated.floors;
    let triangles = floors.iter().map(|f| f.triangles.len()).sum();
    let points = floors.iter().map(|f| f.points.len()).sum();
    format!("{} · {}", counted(triangles, "triangles"), counted(points, "corners"))
}

fn legend(_: &Scene) -> Vec<(Style, String)> {
    vec![wall_style(), (Style::Line(Pen::solid(colour::SEAM, 1.0)), "triangle".into())]
}

fn paint(scene: &Scene, panel: &Panel, canvas: &mut Canvas) {
    ground(scene, &panel.floors, canvas);
    borders(scene, &panel.floors, canvas);
    let pen = Pen::solid(colour::SEAM, (canvas.scale() * 0.03).clamp(0.35, 1.0));
    for mesh in meshes(&scene.built.triangulated, &panel.floors) {
        for ends in inner_edges(mesh).filter_map(|e| end_points(mesh, e)) {
            canvas.line(Layer::Seams, &ends, pen);
        }
    }
}
