//! Step 7: finds the borders of each floor, where floors join, and walls that stand free on a floor.

use std::collections::BTreeMap;

use super::arrange::{Faces, NONE};
use super::cells::Cells;
use super::regions::Region;

/// A closed line of corners with the floor on its left.
#[derive(Clone, Debug, Default)]
pub(super) struct Ring {
    /// Corner indices; edge i runs from corner i to corner i + 1.
    pub corners: Vec<u32>,
    /// The floor across edge i; [`NONE`] for a wall.
    pub across: Vec<u32>,
}

/// The borders of one floor.
#[derive(Default)]
pub(super) struct Borders {
    /// The rings of each connected part of its plan; the outer ring comes first.
    pub parts: Vec<Vec<Ring>>,
    /// Edges with the floor on both sides that cannot be crossed.
    pub walls: Vec<[u32; 2]>,
}

/// Traces the borders of every region.
pub(super) fn trace_borders(faces: &Faces, cells: &Cells, regions: &[Region]) -> Vec<Borders> {
    let mut floor_of = vec![NONE; cells.cells.len()];
    for (i, region) in regions.iter().enumerate() {
        region.cells.iter().for_each(|&c| floor_of[c as usize] = i as u32);
    }
    // By face: the cell of the present floor there.
    let mut at = vec![NONE; faces.corners.len()];
    let mut all = Vec::new();
    for (i, region) in regions.iter().enumerate() {
        region.cells.iter().for_each(|&c| at[cells.get(c).face as usize] = c);
        all.push(Tracer { faces, cells, floor_of: &floor_of, at: &at, floor: i as u32 }.trace(region));
        region.cells.iter().for_each(|&c| at[cells.get(c).face as usize] = NONE);
    }
    all
}

/// Walks along the borders of one floor.
struct Tracer<'a> {
    faces: &'a Faces,
    cells: &'a Cells,
    floor_of: &'a [u32],
    at: &'a [u32],
    floor: u32,
}

impl Tracer<'_> {
    /// Traces all rings of a region, and finds its free walls.
    fn trace(&self, region: &Region) -> Borders {
        let mut part_of = BTreeMap::new();
        let mut borders = Borders::default();
        for &seed in &region.cells {
            if !part_of.contains_key(&seed) {
                self.mark_part(seed, borders.parts.len(), &mut part_of);
                borders.parts.push(Vec::new());
            }
        }
        let mut seen = std::collections::BTreeSet::new();
        for &cell in &region.cells {
            for edge in 0..3 {
                match self.beside(cell, edge) {
                    NONE if !seen.contains(&(cell, edge)) => {
                        let ring = self.follow(cell, edge, &mut seen);
                        borders.parts[part_of[&cell]].push(ring);
                    }
                    other if other != NONE && cell < other && self.cells.get(cell).across[edge] != other => {
                        borders.walls.push(self.faces.edge(self.cells.get(cell).face, edge));
                    }
                    _ => {}
                }
            }
        }
        for part in &mut borders.parts {
            let area = |ring: &Ring| {
                let points: Vec<_> = ring.corners.iter().map(|&c| self.faces.points[c as usize]).collect();
                populace_geom::signed_area(&points)
            };
            part.sort_by(|a, b| area(b).total_cmp(&area(a)));
        }
        borders
    }
    /// Returns the cell of this floor across an edge in plan; [`NONE`] when there is none.
    fn beside(&self, cell: u32, edge: usize) -> u32 {
        match self.faces.across[self.cells.get(cell).face as usize][edge] {
            NONE => NONE,
            face => self.at[face as usize],
        }
    }
    /// Marks the cells that are connected in plan to `seed` as a part.
    fn mark_part(&self, seed: u32, part: usize, part_of: &mut BTreeMap<u32, usize>) {
        let mut stack = vec![seed];
        part_of.insert(seed, part);
        while let Some(cell) = stack.pop() {
            for edge in 0..3 {
                let next = self.beside(cell, edge);
                if next != NONE && part_of.insert(next, part).is_none() {
                    stack.push(next);
                }
            }
        }
    }
    /// Follows the border from an edge until it comes back to it.
    fn follow(&self, first_cell: u32, first_edge: usize, seen: &mut std::collections::BTreeSet<(u32, usize)>) -> Ring {
        let mut ring = Ring::default();
        let (mut cell, mut edge) = (first_cell, first_edge);
        while seen.insert((cell, edge)) {
            ring.corners.push(self.faces.edge(self.cells.get(cell).face, edge)[0]);
            let across = self.cells.get(cell).across[edge];
            ring.across.push(if across == NONE { NONE } else { self.floor_of[across as usize] });
            // Turn around the end of the edge through the floor's own faces until the border goes on.
            edge = (edge + 1) % 3;
            loop {
                let next = self.beside(cell, edge);
                if next == NONE {
                    break;
                }
                let (here, there) = (self.cells.get(cell).face, self.cells.get(next).face);
                edge = self.faces.edge_to(there, here).map_or(0, |e| (e + 1) % 3);
                cell = next;
            }
        }
        debug_assert!(ring.across.iter().all(|&f| f != self.floor), "a floor does not border on itself");
        ring
    }
}
