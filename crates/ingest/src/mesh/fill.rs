//! Step 5 of the list in `mesh`, second half: fills the ground from the inside point, through gaps that a person fits
//! through.
//!
//! Lamarche & Donikian fill triangle by triangle. A fill that goes through any gap leaks into solids whose walls do not
//! quite meet, and under closed gates. So here the fill goes from edge to edge. It goes around the corner between two
//! edges unless that corner is at a wall and too near to a wall opposite.

use std::path::Path;

use populace_geom::{Point, Segment};

use super::arrange::{Faces, NONE};
use super::cells::{Cells, is_sliver};
use super::seeds::Seeds;
use super::surface::Surface;
use crate::{Options, ReadError};

/// The narrowest gap that the fill goes through, m: less than the shoulders of a small child.
const LEAST_PASSAGE: f64 = 0.2;
/// Parts smaller than this are the insides of walls, or come from rounding, m².
const LEAST_PART: f64 = 0.1;

/// Returns, for each cell, whether it is kept. The fill keeps the part with the inside point (the largest part when no
/// point is given) and the further parts that `Seeds::choose` chooses. It drops slivers that lead nowhere.
pub(super) fn fill(
    path: &Path,
    surface: &Surface,
    faces: &Faces,
    cells: &Cells,
    options: &Options,
    notes: &mut Vec<String>,
) -> Result<Vec<bool>, ReadError> {
    let mut parts = Parts::new(faces, cells);
    let areas = parts.areas(faces, cells);
    let chosen = match options.inside {
        None => (0..areas.len()).max_by(|&a, &b| areas[a].total_cmp(&areas[b]).then(b.cmp(&a))),
        Some((p, z)) => {
            let cell = cell_at(surface, faces, cells, p, z, options).ok_or_else(|| {
                ReadError::new(path, format!("no person can stand at the inside point ({}, {}, {z})", p.x, p.y))
                    .hint("give a point on a walkable surface: x and y in plan and z up, in metres")
            })?;
            // A cell may have edges of several parts: the largest is taken.
            parts.of_cell(cell).into_iter().max_by(|&a, &b| areas[a].total_cmp(&areas[b]))
        }
    };
    let Some(chosen) = chosen.filter(|&c| areas.get(c).is_some_and(|&a| a > 0.0)) else {
        return Err(ReadError::new(path, "no person can stand anywhere on its surfaces").hint(format!(
            "every surface has less than {} m of free height; check --scale and --person-height",
            options.person_height
        )));
    };
    // A cell in which several parts meet belongs to the largest.
    let largest =
        |c: u32, parts: &mut Parts| parts.of_cell(c).into_iter().max_by(|&a, &b| areas[a].total_cmp(&areas[b]));
    let count = cells.cells.len() as u32;
    let part_of: Vec<u32> = (0..count).map(|c| largest(c, &mut parts).map_or(NONE, |p| p as u32)).collect();
    let seeds = Seeds { surface, faces, cells, options, part_of: &part_of };
    let chosen = seeds.choose(path, chosen as u32)?;
    if chosen.len() > 1 {
        notes.push(format!("kept {} parts of the ground that are not joined to each other", chosen.len()));
    }
    let is_chosen = |c: u32| parts.of_cell(c).iter().any(|&p| chosen.contains(&(p as u32)));
    let mut kept: Vec<bool> = (0..count).map(is_chosen).collect();
    report_dropped(surface, faces, cells, &kept, notes);
    prune_slivers(faces, cells, &mut kept);
    Ok(kept)
}

/// Drops slivers that lead nowhere, since they would be spikes of the outline.
fn prune_slivers(faces: &Faces, cells: &Cells, kept: &mut [bool]) {
    let is_sliver = |c: u32| is_sliver(faces, cells.get(c).face);
    let mut queue: Vec<u32> = (0..kept.len() as u32).filter(|&c| kept[c as usize] && is_sliver(c)).collect();
    while let Some(cell) = queue.pop() {
        let ways = || cells.get(cell).across.into_iter().filter(|&next| next != NONE);
        if kept[cell as usize] && ways().filter(|&next| kept[next as usize]).count() <= 1 {
            kept[cell as usize] = false;
            queue.extend(ways().filter(|&next| kept[next as usize] && is_sliver(next)));
        }
    }
}

/// The connected parts of the ground: edges of cells, joined where a person can walk from edge to edge.
struct Parts {
    /// Parent in the union-find forest; edge i of cell c is entry 3 c + i.
    parent: Vec<u32>,
}

impl Parts {
    /// Joins the edges of all cells.
    fn new(faces: &Faces, cells: &Cells) -> Self {
        let mut parts = Parts { parent: (0..3 * cells.cells.len() as u32).collect() };
        let at_wall = corners_at_walls(faces, cells);
        for (c, cell) in cells.cells.iter().enumerate() {
            let [p, q, r] = faces.triangle(cell.face);
            let corners = [p, q, r];
            for edge in 0..3 {
                let (from, to) = (corners[edge], corners[(edge + 1) % 3]);
                let next = cell.across[edge];
                // Across the edge to the next cell: an edge between two walls must be long enough to pass.
                let between_walls = at_wall[c][edge] && at_wall[c][(edge + 1) % 3];
                let is_wide = !between_walls || from.distance(to) >= LEAST_PASSAGE;
                if next != NONE
                    && is_wide
                    && let Some(back) = faces.edge_to(cells.get(next).face, cell.face)
                {
                    parts.unite(3 * c + edge, 3 * next as usize + back);
                }
                // From this edge to the next edge of the triangle, around the corner between them: the corner, if it is
                // at a wall, must be far enough from the wall opposite.
                let (corner, opposite) = ((edge + 1) % 3, (edge + 2) % 3);
                let wall = Segment::new(corners[opposite], corners[(opposite + 1) % 3]);
                let faces_wall = cell.across[opposite] == NONE && at_wall[c][corner];
                if !faces_wall || wall.distance(corners[corner]) >= LEAST_PASSAGE {
                    let [a, b] = [edge, corner].map(|e| (cell.across[e] != NONE).then_some(3 * c + e));
                    if let (Some(a), Some(b)) = (a, b) {
                        parts.unite(a, b);
                    }
                }
            }
        }
        parts
    }
    /// Returns the entry that represents the part of an entry, and shortens the way to it.
    fn root(&mut self, mut i: usize) -> usize {
        while self.parent[i] as usize != i {
            self.parent[i] = self.parent[self.parent[i] as usize];
            i = self.parent[i] as usize;
        }
        i
    }
    /// Joins the parts of two entries.
    fn unite(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.parent[a.max(b)] = a.min(b) as u32;
    }
    /// Returns the parts of the three edges of a cell. An edge at a wall or a drop is a part of its own.
    /// The other parts differ only where the cell is a gap too narrow to go through.
    fn of_cell(&mut self, cell: u32) -> Vec<usize> {
        [0, 1, 2].map(|e| self.root(3 * cell as usize + e)).to_vec()
    }
    /// Returns the area of the cells of each part, m².
    fn areas(&mut self, faces: &Faces, cells: &Cells) -> Vec<f64> {
        let mut areas = vec![0.0; self.parent.len()];
        for cell in 0..cells.cells.len() as u32 {
            let mut of_cell = self.of_cell(cell);
            of_cell.sort_unstable();
            of_cell.dedup();
            of_cell.iter().for_each(|&p| areas[p] += faces.area(cells.get(cell).face));
        }
        areas
    }
}

/// Returns, for each corner of each cell, whether it is at a wall or a drop.
fn corners_at_walls(faces: &Faces, cells: &Cells) -> Vec<[bool; 3]> {
    let mut at_wall = vec![[false; 3]; cells.cells.len()];
    let mut queue = Vec::new();
    for (c, cell) in cells.cells.iter().enumerate() {
        for edge in (0..3).filter(|&e| cell.across[e] == NONE) {
            queue.extend([(c, edge), (c, (edge + 1) % 3)]);
        }
    }
    while let Some((c, corner)) = queue.pop() {
        if std::mem::replace(&mut at_wall[c][corner], true) {
            continue;
        }
        let cell = &cells.cells[c];
        let vertex = faces.corners[cell.face as usize][corner];
        for edge in [corner, (corner + 2) % 3] {
            let next = cell.across[edge];
            if next != NONE {
                let same = faces.corners[cells.get(next).face as usize].iter().position(|&v| v == vertex);
                queue.extend(same.map(|corner| (next as usize, corner)));
            }
        }
    }
    at_wall
}

/// Returns the cell at `p` that is nearest in height to `z`, at most a person's height away.
fn cell_at(surface: &Surface, faces: &Faces, cells: &Cells, p: Point, z: f64, options: &Options) -> Option<u32> {
    let is_inside = |face: u32| {
        let [a, b, c] = faces.triangle(face);
        [(a, b), (b, c), (c, a)].iter().all(|&(a, b)| (b - a).cross(p - a) >= 0.0)
    };
    (0..faces.corners.len() as u32)
        .filter(|&face| is_inside(face))
        .flat_map(|face| cells.of_face(face))
        .map(|cell| ((cells.height(surface, cell, p) - z).abs(), cell))
        .filter(|&(off, _)| off <= options.person_height)
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, cell)| cell)
}

/// Notes how much ground was left out, and where its largest part is.
fn report_dropped(surface: &Surface, faces: &Faces, cells: &Cells, kept: &[bool], notes: &mut Vec<String>) {
    let mut seen = kept.to_vec();
    let (mut count, mut total, mut largest) = (0, 0.0, (0.0, 0));
    for seed in 0..kept.len() as u32 {
        // (area, the largest cell)
        let mut part = (0.0, 0);
        let mut largest_cell = 0.0;
        let mut stack = vec![seed];
        while let Some(cell) = stack.pop() {
            if std::mem::replace(&mut seen[cell as usize], true) {
                continue;
            }
            let area = faces.area(cells.get(cell).face);
            part.0 += area;
            if area > largest_cell {
                (largest_cell, part.1) = (area, cell);
            }
            stack.extend(cells.get(cell).across.iter().filter(|&&next| next != NONE));
        }
        if part.0 >= LEAST_PART {
            count += 1;
            total += part.0;
            largest = if part.0 > largest.0 { part } else { largest };
        }
    }
    if count == 0 {
        return;
    }
    let [a, b, c] = faces.triangle(cells.get(largest.1).face);
    let middle = (a + b + c) * (1.0 / 3.0);
    notes.push(format!(
        "dropped {count} surfaces of {total:.1} m² in all that cannot be reached from the rest (roofs, insides of solids, \
         table tops); the largest, {:.1} m², is at ({:.2}, {:.2}, {:.2}): name its height with --storeys to keep it too, or give the point with --inside to \
         keep it instead",
        largest.0,
        middle.x,
        middle.y,
        cells.height(surface, largest.1, middle),
    ));
}
