//! Step 5: finds the walkable layers of each face of the plan, and where a person can go from one layer to the next.

use populace_geom::Point;

use super::arrange::{Faces, NONE};
use super::band::{Pieces, budget};
use super::boxes::Box3;
use super::surface::Surface;
use crate::Options;

/// Rounding on the millimetre grid moves lines by less than this, m.
const ROUNDING: f64 = 2.5e-3;
/// Heights that differ by less than this are equal, m.
const LEVEL: f64 = 1e-3;

/// A walkable layer of a face.
pub(super) struct Cell {
    pub face: u32,
    /// The walkable triangle that it lies on.
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
    /// Finds every layer of every face on which a person can stand, and joins neighbouring layers. `None` when there
    /// are more layers than the budget of the mesh.
    pub fn new(surface: &Surface, pieces: &Pieces, faces: &Faces, options: &Options) -> Option<Self> {
        let budget = budget(surface);
        let mut cells = Vec::new();
        let mut first = vec![0];
        for face in 0..faces.corners.len() as u32 {
            for walk in layers(surface, pieces, faces, face, options) {
                cells.push(Cell { face, walk, across: [NONE; 3] });
            }
            if cells.len() > budget {
                return None;
            }
            first.push(cells.len() as u32);
        }
        let mut cells = Cells { cells, first };
        cells.join(surface, pieces, faces, options);
        Some(cells)
    }
    /// Returns the cell with this index.
    pub fn get(&self, cell: u32) -> &Cell {
        &self.cells[cell as usize]
    }
    /// Returns the cells of a face.
    pub fn of_face(&self, face: u32) -> std::ops::Range<u32> {
        match face {
            NONE => 0..0,
            face => self.first[face as usize]..self.first[face as usize + 1],
        }
    }
    /// Returns the height of a cell's plane at `p`, m.
    pub fn height(&self, surface: &Surface, cell: u32, p: Point) -> f64 {
        surface.get(self.get(cell).walk).height(p)
    }

    /// Joins the cells of neighbouring faces where no wall is between them and the step is low enough.
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
                // Two layers may have the same neighbour: the nearer of them is joined to it.
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
    /// Returns the cell of `face` that is nearest in height to `cell` at `p`, when it is at most a step away.
    fn nearest(&self, surface: &Surface, cell: u32, face: u32, p: Point, options: &Options) -> Option<u32> {
        let here = self.height(surface, cell, p);
        let rise = |c: u32| (self.height(surface, c, p) - here).abs();
        self.of_face(face)
            .map(|c| (rise(c), c))
            .filter(|&(rise, _)| rise <= options.step_height + LEVEL)
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, c)| c)
    }
}

/// Returns the walkable triangles on which a person can stand within a face.
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
    // A face thinner than the rounding counts as open: walls at its edges seem to stand on it.
    let is_sliver = is_sliver(faces, face);
    let is_covered = |k: usize| stack.get(k + 1).is_some_and(|next| next.0 - stack[k].0 <= options.step_height + LEVEL);
    (0..stack.len())
        .filter(|&k| !is_covered(k) && (is_sliver || !pieces.is_blocked(stack[k].1, middle, 0.0)))
        .map(|k| stack[k].1)
        .collect()
}

/// Returns whether a face is so thin that rounding may have made it.
pub(super) fn is_sliver(faces: &Faces, face: u32) -> bool {
    let (thickness, _) = extent(faces, face);
    thickness < ROUNDING
}

/// Returns the smallest altitude of a face and its longest edge, m.
pub(super) fn extent(faces: &Faces, face: u32) -> (f64, f64) {
    let [a, b, c] = faces.triangle(face);
    let longest = a.distance(b).max(b.distance(c)).max(c.distance(a));
    ((b - a).cross(c - a).abs() / longest.max(1e-9), longest)
}
