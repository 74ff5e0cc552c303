//! Step 5: the walkable layers of each face of the plan, where one can go from one to the next, and the fill.

use std::path::Path;

use populace_geom::Point;

use super::arrange::{Faces, NONE};
use super::band::Pieces;
use super::boxes::Box3;
use super::surface::Surface;
use crate::{Options, ReadError};

/// Rounding on the millimetre grid moves lines by less than this, m.
const ROUNDING: f64 = 2.5e-3;
/// Differences of height below this are none, m.
const LEVEL: f64 = 1e-3;

/// One walkable layer of one face.
pub(super) struct Cell {
    pub face: u32,
    /// The walkable triangle it lies on.
    pub walk: u32,
    /// The cell across each edge of the face, [`NONE`] where there is a wall, a drop or nothing.
    pub across: [u32; 3],
}

/// All cells; those of one face are neighbours in the list.
pub(super) struct Cells {
    pub cells: Vec<Cell>,
    /// The cells of face i are `first[i]..first[i + 1]`.
    first: Vec<u32>,
}

impl Cells {
    /// Stands on every face of the plan at every height where that is possible, and looks across its edges.
    pub fn new(surface: &Surface, pieces: &Pieces, faces: &Faces, options: &Options) -> Self {
        let mut cells = Vec::new();
        let mut first = vec![0];
        for face in 0..faces.corners.len() as u32 {
            for walk in layers(surface, pieces, faces, face, options) {
                cells.push(Cell { face, walk, across: [NONE; 3] });
            }
            first.push(cells.len() as u32);
        }
        let mut cells = Cells { cells, first };
        cells.join(surface, pieces, faces, options);
        cells
    }
    /// The cell with this index.
    pub fn get(&self, cell: u32) -> &Cell {
        &self.cells[cell as usize]
    }
    /// The cells of a face.
    pub fn of_face(&self, face: u32) -> std::ops::Range<u32> {
        match face {
            NONE => 0..0,
            face => self.first[face as usize]..self.first[face as usize + 1],
        }
    }
    /// Height of a cell's plane at `p`, m.
    pub fn height(&self, surface: &Surface, cell: u32, p: Point) -> f64 {
        surface.get(self.get(cell).walk).height(p)
    }

    fn join(&mut self, surface: &Surface, pieces: &Pieces, faces: &Faces, options: &Options) {
        for cell in 0..self.cells.len() as u32 {
            for edge in 0..3 {
                let face = self.get(cell).face;
                let other_face = faces.across[face as usize][edge];
                if other_face == NONE || other_face < face {
                    continue;
                }
                let [a, b] = faces.ends(face, edge);
                let middle = a.lerp(b, 0.5);
                let Some(other) = self.nearest(surface, cell, other_face, middle, options) else { continue };
                // Two layers may see the same neighbour; the nearer one has it.
                let is_mutual = self.nearest(surface, other, face, middle, options) == Some(cell);
                let is_walled = |c: u32| pieces.is_blocked(self.get(c).walk, middle, ROUNDING);
                if is_mutual && !is_walled(cell) && !is_walled(other) {
                    self.cells[cell as usize].across[edge] = other;
                    if let Some(back) = faces.edge_to(other_face, face) {
                        self.cells[other as usize].across[back] = cell;
                    }
                }
            }
        }
    }
    /// The cell of `face` that is at most a step away from `cell` at `p`.
    fn nearest(&self, surface: &Surface, cell: u32, face: u32, p: Point, options: &Options) -> Option<u32> {
        let here = self.height(surface, cell, p);
        let rise = |c: u32| (self.height(surface, c, p) - here).abs();
        self.of_face(face)
            .map(|c| (rise(c), c))
            .filter(|&(rise, _)| rise <= options.step_height + LEVEL)
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, c)| c)
    }

    /// Which cells one can reach from the inside point, or the largest connected part.
    pub fn fill(
        &self,
        path: &Path,
        faces: &Faces,
        surface: &Surface,
        options: &Options,
        notes: &mut Vec<String>,
    ) -> Result<Vec<bool>, ReadError> {
        let (part, areas) = self.parts(faces);
        let largest = (0..areas.len()).max_by(|&a, &b| areas[a].total_cmp(&areas[b]).then(b.cmp(&a)));
        let chosen = match options.inside {
            None => largest.map(|p| p as u32),
            Some((p, z)) => Some(
                part[self.cell_at(faces, surface, p, z, options).ok_or_else(|| {
                    ReadError::new(path, format!("nobody can stand at the inside point ({}, {}, {z})", p.x, p.y))
                        .hint("give a point on a walkable surface: x and y in plan and z up, in metres")
                })? as usize],
            ),
        };
        let Some(chosen) = chosen else {
            return Err(ReadError::new(path, "nobody can stand anywhere on its surfaces").hint(format!(
                "every surface has less than {} m of free height; check --scale and --person-height",
                options.person_height
            )));
        };
        report_dropped(&areas, chosen, notes);
        Ok(part.iter().map(|&p| p == chosen).collect())
    }
    /// The connected part of each cell, and the area of each part, m².
    fn parts(&self, faces: &Faces) -> (Vec<u32>, Vec<f64>) {
        let mut part = vec![NONE; self.cells.len()];
        let mut areas = Vec::new();
        let mut stack = Vec::new();
        for seed in 0..self.cells.len() {
            if part[seed] != NONE {
                continue;
            }
            let id = areas.len() as u32;
            let mut area = 0.0;
            part[seed] = id;
            stack.push(seed as u32);
            while let Some(cell) = stack.pop() {
                area += faces.area(self.get(cell).face);
                for next in self.get(cell).across {
                    if next != NONE && part[next as usize] == NONE {
                        part[next as usize] = id;
                        stack.push(next);
                    }
                }
            }
            areas.push(area);
        }
        (part, areas)
    }
    /// The cell nearest in height to `z` at `p`, no further than a person's height.
    fn cell_at(&self, faces: &Faces, surface: &Surface, p: Point, z: f64, options: &Options) -> Option<u32> {
        let is_inside = |face: u32| {
            let [a, b, c] = faces.triangle(face);
            [(a, b), (b, c), (c, a)].iter().all(|&(a, b)| (b - a).cross(p - a) >= 0.0)
        };
        (0..faces.corners.len() as u32)
            .filter(|&face| is_inside(face))
            .flat_map(|face| self.of_face(face))
            .map(|cell| ((self.height(surface, cell, p) - z).abs(), cell))
            .filter(|&(off, _)| off <= options.person_height)
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, cell)| cell)
    }
}

/// The walkable triangles a person can stand on within a face.
fn layers(surface: &Surface, pieces: &Pieces, faces: &Faces, face: u32, options: &Options) -> Vec<u32> {
    let corners = faces.triangle(face);
    let middle = corners.iter().fold(Point::ZERO, |s, &p| s + p * (1.0 / 3.0));
    let mut stack: Vec<(f64, u32)> = Vec::new();
    surface.boxes.visit(&Box3::column(middle.x, middle.y, 0.0), &mut |i| {
        let triangle = surface.get(i);
        if triangle.is_walkable && triangle.covers(middle) {
            stack.push((triangle.height(middle), i));
        }
    });
    stack.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    // A face thinner than the rounding is open: its walls are its edges.
    let is_sliver = thickness(corners) < ROUNDING;
    let is_covered = |k: usize| stack.get(k + 1).is_some_and(|next| next.0 - stack[k].0 <= options.step_height + LEVEL);
    (0..stack.len())
        .filter(|&k| !is_covered(k) && (is_sliver || !pieces.is_blocked(stack[k].1, middle, 0.0)))
        .map(|k| stack[k].1)
        .collect()
}

/// The smallest altitude of a triangle, m.
fn thickness([a, b, c]: [Point; 3]) -> f64 {
    let longest = a.distance(b).max(b.distance(c)).max(c.distance(a));
    (b - a).cross(c - a).abs() / longest.max(1e-9)
}

fn report_dropped(areas: &[f64], chosen: u32, notes: &mut Vec<String>) {
    // Smaller ones are the insides of walls and what rounding leaves over.
    let dropped: Vec<f64> =
        areas.iter().enumerate().filter(|&(i, &a)| i as u32 != chosen && a >= 0.1).map(|(_, &a)| a).collect();
    if !dropped.is_empty() {
        notes.push(format!(
            "dropped {} surfaces of {:.1} m² in all that cannot be reached from the rest (roofs, insides of solids, table tops)",
            dropped.len(),
            dropped.iter().sum::<f64>()
        ));
    }
}
