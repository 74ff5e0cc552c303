//! Step 5, last part: chooses the parts of the ground that are kept besides the part where the fill starts.
//!
//! A model without stairs has storeys with no way between them, and a terrain may lie in several parts. Roofs, table
//! tops and the insides of solids are parts, too. So a part that no option names is kept only when it is large and lies
//! beside the kept parts, not under or over them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use populace_geom::Point;

use super::arrange::{Faces, NONE};
use super::boxes::Box3;
use super::cells::Cells;
use super::regions::STOREY_REACH;
use super::surface::Surface;
use crate::{Options, ReadError};

/// A part of at least this share of the first part's area is ground, not furniture.
const GROUND_SHARE: f64 = 0.25;
/// A part lies beside others when less than this share of its area lies over or under them.
const BESIDE: f64 = 0.1;
/// Least area of a part at a given storey, m².
const LEAST_STOREY: f64 = 1.0;
/// Least mean width of a part at a given storey, m: narrower parts are the tops of walls.
const LEAST_WIDTH: f64 = 0.4;
/// The most heights that an error names.
const MOST_NAMED: usize = 8;

/// The parts of a mesh, within each of which a person can walk.
pub(super) struct Seeds<'a> {
    pub surface: &'a Surface,
    pub faces: &'a Faces,
    pub cells: &'a Cells,
    pub options: &'a Options,
    /// The part of each cell.
    pub part_of: &'a [u32],
}

impl Seeds<'_> {
    /// Chooses the parts to keep: `first`, and those at given storeys or, when nothing is given, those that are ground.
    pub fn choose(&self, path: &Path, first: u32) -> Result<BTreeSet<u32>, ReadError> {
        let mut parts: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for (cell, &part) in self.part_of.iter().enumerate() {
            parts.entry(part).or_default().push(cell as u32);
        }
        let first_area = parts.get(&first).map_or(0.0, |cells| self.area(cells));
        let mut parts: Vec<(f64, u32, Vec<u32>)> =
            parts.into_iter().map(|(part, cells)| (self.area(&cells), part, cells)).collect();
        parts.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        self.prove_storeys(path)?;
        let mut kept = BTreeSet::from([first]);
        let unasked = self.options.storeys.is_empty() && self.options.inside.is_none();
        for (area, part, cells) in parts.iter().filter(|p| p.1 != first) {
            let is_kept = if unasked {
                *area >= GROUND_SHARE * first_area && self.is_beside(*part, cells, &kept)
            } else {
                *area >= LEAST_STOREY && self.is_storey(cells)
            };
            if is_kept && !self.is_inside_solid(cells, &kept) {
                kept.insert(*part);
            }
        }
        Ok(kept)
    }
    /// Returns the area of cells, m².
    fn area(&self, cells: &[u32]) -> f64 {
        cells.iter().map(|&c| self.faces.area(self.cells.get(c).face)).sum()
    }
    /// Returns the middle of a cell and its height there, m.
    fn middle(&self, cell: u32) -> (Point, f64) {
        let [a, b, c] = self.faces.triangle(self.cells.get(cell).face);
        let middle = (a + b + c) * (1.0 / 3.0);
        (middle, self.cells.height(self.surface, cell, middle))
    }
    /// Returns whether a cell is at the height of a given storey.
    fn is_at_storey(&self, cell: u32) -> bool {
        let (_, z) = self.middle(cell);
        self.options.storeys.iter().any(|storey| (z - storey).abs() <= STOREY_REACH)
    }
    /// Returns whether enough of a part is at a given storey, and the part is not the top of a wall.
    fn is_storey(&self, cells: &[u32]) -> bool {
        let there: Vec<u32> = cells.iter().copied().filter(|&c| self.is_at_storey(c)).collect();
        let border: f64 = there.iter().flat_map(|&c| self.borders(c)).map(|(_, [a, b])| a.distance(b)).sum();
        let area = self.area(&there);
        area >= LEAST_STOREY && 2.0 * area >= LEAST_WIDTH * border
    }
    /// Returns the edges of a cell that cannot be crossed, with the face beyond.
    fn borders(&self, cell: u32) -> impl Iterator<Item = (u32, [Point; 2])> {
        let Self { faces, cells, .. } = *self;
        let at = cells.get(cell);
        let closed = (0..3).filter(move |&e| at.across[e] == NONE);
        closed.map(move |e| (faces.across[at.face as usize][e], faces.ends(at.face, e)))
    }
    /// Returns whether a part lies beside the kept parts, neither over nor under them, and over no other part.
    fn is_beside(&self, part: u32, cells: &[u32], kept: &BTreeSet<u32>) -> bool {
        let is_stacked = |&cell: &u32| {
            let (middle, z) = self.middle(cell);
            self.cells.of_face(self.cells.get(cell).face).any(|other| {
                let of = self.part_of[other as usize];
                of != part && (kept.contains(&of) || self.cells.height(self.surface, other, middle) < z)
            })
        };
        let stacked: Vec<u32> = cells.iter().copied().filter(is_stacked).collect();
        let [level, steep] = self.contacts(cells, kept);
        self.area(&stacked) < BESIDE * self.area(cells) && steep <= level
    }
    /// Returns the length of the border that a part has in plan with kept parts at its own height, and with kept parts
    /// above or below it, m.
    fn contacts(&self, cells: &[u32], kept: &BTreeSet<u32>) -> [f64; 2] {
        let mut lengths = [0.0; 2];
        for &cell in cells {
            for (face, [a, b]) in self.borders(cell) {
                let p = a.lerp(b, 0.5);
                let z = self.cells.height(self.surface, cell, p);
                let others = self.cells.of_face(face).filter(|&c| kept.contains(&self.part_of[c as usize]));
                let rises = others.map(|c| (self.cells.height(self.surface, c, p) - z).abs());
                if let Some(rise) = rises.reduce(f64::min) {
                    lengths[usize::from(rise > self.options.step_height)] += a.distance(b);
                }
            }
        }
        lengths
    }
    /// Returns whether a part is the continuation of kept ground inside a solid: the surface above it faces up, so it
    /// is seen from behind.
    fn is_inside_solid(&self, cells: &[u32], kept: &BTreeSet<u32>) -> bool {
        let [level, _] = self.contacts(cells, kept);
        let behind: Vec<u32> = cells.iter().copied().filter(|&c| level > 0.0 && self.is_seen_from_behind(c)).collect();
        self.area(&behind) > 0.5 * self.area(cells)
    }
    /// Returns whether the first surface above a cell faces up.
    fn is_seen_from_behind(&self, cell: u32) -> bool {
        let (middle, z) = self.middle(cell);
        let mut first: Option<(f64, bool)> = None;
        self.surface.boxes.visit(&Box3::column(middle.x, middle.y, 0.0), &mut |i| {
            let triangle = self.surface.get(i);
            let [a, b, c] = triangle.plan();
            let turn = (b - a).cross(c - a);
            let is_over = [(a, b), (b, c), (c, a)].iter().all(|&(a, b)| (b - a).cross(middle - a) * turn > 0.0);
            let height = triangle.height(middle);
            if triangle.foot().is_none()
                && is_over
                && height > z + self.options.step_height
                && first.is_none_or(|(lowest, _)| height < lowest)
            {
                first = Some((height, turn > 0.0));
            }
        });
        first.is_some_and(|(_, faces_up)| faces_up)
    }
    /// Refuses a given storey at whose height no person can stand.
    fn prove_storeys(&self, path: &Path) -> Result<(), ReadError> {
        if self.options.storeys.is_empty() {
            return Ok(());
        }
        let count = self.cells.cells.len() as u32;
        let heights: Vec<(f64, f64)> =
            (0..count).map(|c| (self.middle(c).1, self.faces.area(self.cells.get(c).face))).collect();
        let is_empty = |storey: &&f64| !heights.iter().any(|(z, _)| (z - **storey).abs() <= STOREY_REACH);
        let Some(storey) = self.options.storeys.iter().find(is_empty) else { return Ok(()) };
        // Area and first moment of the surfaces of each half metre.
        let mut bins: BTreeMap<i64, (f64, f64)> = BTreeMap::new();
        for (z, area) in heights {
            let bin = bins.entry((z / STOREY_REACH).round() as i64).or_default();
            *bin = (bin.0 + area, bin.1 + area * z);
        }
        let mut found: Vec<(f64, f64)> = bins.into_values().filter(|b| b.0 > 0.0).map(|(a, m)| (a, m / a)).collect();
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        found.truncate(MOST_NAMED);
        found.sort_by(|a, b| a.1.total_cmp(&b.1));
        let found: Vec<String> = found.iter().map(|(_, z)| format!("{:.2}", z + 0.0)).collect();
        Err(ReadError::new(path, format!("no person can stand within {STOREY_REACH} m of the storey at {storey} m"))
            .hint(format!("its largest surfaces are at {} m; give the storeys among those heights", found.join(", "))))
    }
}
