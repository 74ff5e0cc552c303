//! *bottlenecks*: the shortest corner-to-wall distances that were added to the triangulation.

use populace_env::{BuildStage, EdgeKind, FloorMesh};
use populace_geom::Point;

use super::{Drawing, borders, counted, end_points, ground, inner_edges, meshes, wall_style};
use crate::Scene;
use crate::colour;
use crate::legend::Style;
use crate::panels::Panel;
use crate::picture::{Layer, Pen, Symbol};
use crate::sheet::Canvas;

pub const DRAWING: Drawing = Drawing { stage: BuildStage::Bottlenecks, subtitle, legend, paint };

fn subtitle(scene: &Scene) -> String {
    let floors = &scene.built.bottlenecks.floors;
    let derived = floors.iter().map(|f| f.points.len().saturating_sub(f.derived_from)).sum();
    let triangles = floors.iter().map(|f| f.triangles.len()).sum();
    format!("{} · {}", counted(derived, "derived points"), counted(triangles, "triangles"))
}

fn legend(_: &Scene) -> Vec<(Style, String)> {
    vec![
        wall_style(),
        (Style::Line(Pen::solid(colour::BOTTLENECK, 2.0)), "shortest distance from a corner to a wall".into()),
        (Style::Symbols(Symbol::Dot, colour::BOTTLENECK), "derived point".into()),
        (Style::Line(Pen::solid(colour::SEAM, 1.0)), "triangle".into()),
    ]
}

fn paint(scene: &Scene, panel: &Panel, canvas: &mut Canvas) {
    ground(scene, &panel.floors, canvas);
    borders(scene, &panel.floors, canvas);
    let quiet = Pen::solid(colour::SEAM.opacity(130), (canvas.scale() * 0.02).clamp(0.3, 0.8));
    let strong = Pen::solid(colour::BOTTLENECK, (canvas.scale() * 0.04).clamp(0.7, 1.8));
    let radius = (canvas.scale() * 0.08).clamp(0.9, 3.5);
    for mesh in meshes(&scene.built.bottlenecks, &panel.floors) {
        let walls = walls_of_derived(mesh);
        for edge in inner_edges(mesh) {
            let Some(ends) = end_points(mesh, edge) else { continue };
            let is_new = is_shortest(mesh, &walls, edge);
            let layer = if is_new { Layer::Graph } else { Layer::Seams };
            canvas.line(layer, &ends, if is_new { strong } else { quiet });
        }
        for point in mesh.points.iter().skip(mesh.derived_from) {
            canvas.dot(Layer::Marks, *point, radius, colour::BOTTLENECK);
        }
    }
}

/// Returns the direction of the wall under each derived point.
fn walls_of_derived(mesh: &FloorMesh) -> Vec<Option<Point>> {
    let mut walls = vec![None; mesh.points.len().saturating_sub(mesh.derived_from)];
    for (corners, kinds) in mesh.triangles.iter().zip(&mesh.edges) {
        for i in (0..3).filter(|&i| kinds[i] == EdgeKind::Wall) {
            let edge = [corners[i], corners[(i + 1) % 3]];
            let direction = end_points(mesh, edge).and_then(|[a, b]| (b - a).unit());
            for end in edge {
                if let Some(wall) = (end as usize).checked_sub(mesh.derived_from).and_then(|d| walls.get_mut(d)) {
                    *wall = direction;
                }
            }
        }
    }
    walls
}

/// Returns whether an edge stands upright on the wall of its derived end: then it is a corner's shortest way to that
/// wall.
fn is_shortest(mesh: &FloorMesh, walls: &[Option<Point>], edge: [u32; 2]) -> bool {
    let Some([a, b]) = end_points(mesh, edge) else { return false };
    let Some(direction) = (b - a).unit() else { return false };
    edge.iter().any(|end| {
        let wall = (*end as usize).checked_sub(mesh.derived_from).and_then(|d| walls.get(d).copied().flatten());
        wall.is_some_and(|wall| wall.dot(direction).abs() < 1e-3)
    })
}
