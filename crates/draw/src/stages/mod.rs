//! The drawings of the build stages: one file and one line for each stage.

mod bottlenecks;
mod cells;
mod hierarchy;
mod sanitise;
mod topology;
mod triangulate;

use populace_env::{BuildStage, EdgeKind, FloorId, FloorMesh, Triangulation};
use populace_geom::Point;

use super::Scene;
use super::colour;
use super::legend::Style;
use super::panels::Panel;
use super::picture::{Layer, Pen};
use super::sheet::Canvas;

/// The drawing of a stage.
pub struct Drawing {
    stage: BuildStage,
    /// Returns the figures under the title.
    pub subtitle: fn(&Scene) -> String,
    /// Returns the entries of the legend: each style with its meaning.
    pub legend: fn(&Scene) -> Vec<(Style, String)>,
    /// Paints the floors of a panel.
    pub paint: fn(&Scene, &Panel, &mut Canvas),
}

const DRAWINGS: &[Drawing] = &[
    sanitise::DRAWING,
    triangulate::DRAWING,
    bottlenecks::DRAWING,
    cells::DRAWING,
    topology::DRAWING,
    hierarchy::DRAWING,
];

/// Returns the drawing of a stage.
pub fn of(stage: BuildStage) -> &'static Drawing {
    DRAWINGS.iter().find(|d| d.stage == stage).unwrap_or(&DRAWINGS[0])
}

/// Returns the pen of walls: thin in a drawing of a city, and thick in a drawing of a room.
fn wall_pen(canvas: &Canvas) -> Pen {
    Pen::solid(colour::WALL, (canvas.scale() * 0.06).clamp(0.9, 3.0))
}

fn free_pen(canvas: &Canvas) -> Pen {
    Pen::dashed(colour::SEAM, (canvas.scale() * 0.03).clamp(0.45, 1.4))
}

pub fn wall_style() -> (Style, String) {
    (Style::Line(Pen::solid(colour::WALL, 2.5)), "wall".into())
}

fn free_style() -> (Style, String) {
    (Style::Line(Pen::dashed(colour::SEAM, 1.4)), "free segment".into())
}

/// Paints the walkable area of the floors as the sanitise stage left it.
pub fn ground(scene: &Scene, floors: &[FloorId], canvas: &mut Canvas) {
    for floor in floors.iter().filter_map(|f| scene.built.sanitised.floors.get(f.index())) {
        for shape in &floor.shapes {
            let rings: Vec<&Vec<Point>> = std::iter::once(&shape.outer).chain(&shape.holes).collect();
            canvas.fill(Layer::Ground, &rings, colour::WALKABLE);
        }
    }
}

/// Paints the borders of the walkable area.
pub fn borders(scene: &Scene, floors: &[FloorId], canvas: &mut Canvas) {
    let pen = wall_pen(canvas);
    for floor in floors.iter().filter_map(|f| scene.built.sanitised.floors.get(f.index())) {
        for ring in floor.shapes.iter().flat_map(|s| std::iter::once(&s.outer).chain(&s.holes)) {
            canvas.ring(Layer::Walls, ring, pen);
        }
    }
}

/// Returns the edges between walkable triangles, each once.
fn inner_edges(mesh: &FloorMesh) -> impl Iterator<Item = [u32; 2]> {
    mesh.triangles.iter().zip(&mesh.edges).flat_map(|(corners, kinds)| {
        (0..3)
            .filter(|&i| !matches!(kinds[i], EdgeKind::Wall | EdgeKind::Opening(_)))
            .map(|i| [corners[i], corners[(i + 1) % 3]])
            .filter(|[a, b]| a < b)
    })
}

fn meshes<'a>(all: &'a Triangulation, floors: &'a [FloorId]) -> impl Iterator<Item = &'a FloorMesh> {
    floors.iter().filter_map(|f| all.floors.get(f.index()))
}

fn end_points(mesh: &FloorMesh, [a, b]: [u32; 2]) -> Option<[Point; 2]> {
    Some([*mesh.points.get(a as usize)?, *mesh.points.get(b as usize)?])
}

/// Returns a number with its noun, such as "1 234 cells". `what` is the noun in the plural; its last s is left out
/// after 1.
pub fn counted(number: usize, what: &str) -> String {
    let what = if number == 1 { what.strip_suffix('s').unwrap_or(what) } else { what };
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    format!("{text} {what}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_stage_has_its_drawing() {
        for stage in BuildStage::ALL {
            assert_eq!(of(stage).stage, stage);
        }
    }

    #[test]
    fn thousands_are_spaced() {
        assert_eq!(counted(1_234_567, "cells"), "1 234 567 cells");
        assert_eq!(counted(12, "cells"), "12 cells");
        assert_eq!(counted(1, "cells"), "1 cell");
    }
}
