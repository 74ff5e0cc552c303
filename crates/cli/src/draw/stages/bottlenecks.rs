//! *bottlenecks*: the shortest corner-to-wall distances that were added to the triangulation.

use populace_env::Stage;

use super::{Drawing, borders, counted, end_points, ground, inner_edges, meshes, wall_swatch};
use crate::draw::Scene;
use crate::draw::colour;
use crate::draw::panels::Panel;
use crate::draw::picture::{Layer, Pen};
use crate::draw::sheet::{Canvas, Swatch};

pub const DRAWING: Drawing = Drawing { stage: Stage::Bottlenecks, subtitle, legend, paint };

fn subtitle(scene: &Scene) -> String {
    let floors = &scene.built.bottlenecks.floors;
    let derived = floors.iter().map(|f| f.points.len().saturating_sub(f.derived_from)).sum();
    let triangles = floors.iter().map(|f| f.triangles.len()).sum();
    format!("{} · {}", counted(derived, "points derived on walls"), counted(triangles, "triangles"))
}

fn legend(_: &Scene) -> Vec<(Swatch, String)> {
    vec![
        wall_swatch(),
        (Swatch::Line(Pen::solid(colour::BOTTLENECK, 2.0)), "edge at a derived point".into()),
        (Swatch::Dot(colour::BOTTLENECK), "derived point".into()),
        (Swatch::Line(Pen::solid(colour::SEAM, 1.0)), "triangle".into()),
    ]
}

fn paint(scene: &Scene, panel: &Panel, canvas: &mut Canvas) {
    ground(scene, &panel.floors, canvas);
    borders(scene, &panel.floors, canvas);
    let quiet = Pen::solid(colour::SEAM.opacity(130), (canvas.scale() * 0.02).clamp(0.3, 0.8));
    let strong = Pen::solid(colour::BOTTLENECK, (canvas.scale() * 0.04).clamp(0.7, 1.8));
    let radius = (canvas.scale() * 0.08).clamp(0.9, 3.5);
    for mesh in meshes(&scene.built.bottlenecks, &panel.floors) {
        for edge in inner_edges(mesh) {
            let Some(ends) = end_points(mesh, edge) else { continue };
            let is_new = edge.iter().any(|p| *p as usize >= mesh.derived_from);
            let layer = if is_new { Layer::Graph } else { Layer::Seams };
            canvas.line(layer, &ends, if is_new { strong } else { quiet });
        }
        for point in mesh.points.iter().skip(mesh.derived_from) {
            canvas.dot(Layer::Marks, *point, radius, colour::BOTTLENECK);
        }
    }
}
