//! Finds the corners that poke through free segments: nearer to the segment than the radius, and seen from it.

use populace_env::CellId;
use populace_geom::{Point, Segment, segments_cross};

use crate::line::corners::{Corners, NONE};

/// Memory of one search.
#[derive(Default)]
struct Search {
    cells: Vec<CellId>,
    /// By cell: the ring position of the last edge whose search saw it.
    seen: Vec<u32>,
    walls: Vec<Segment>,
    /// Corners with the share of the edge where their foot is.
    found: Vec<(f64, Point)>,
}

/// Fills the fields `poke_start` and `poking` of the corners.
pub(crate) fn find_pokes(corners: &mut Corners) {
    let mut search = Search { seen: vec![NONE; corners.ring_start.len()], ..Search::default() };
    let mut start = vec![0];
    let mut poking = Vec::new();
    for c in 0..corners.ring_start.len() - 1 {
        let cell = CellId::new(c);
        for i in corners.ring(cell) {
            if corners.beyond(cell, i).is_some() {
                search.look_through(corners, cell, i);
                poking.extend(search.found.iter().map(|f| f.1));
            }
            start.push(poking.len() as u32);
        }
    }
    corners.poke_start = start;
    corners.poking = poking;
}

impl Search {
    /// Finds the corners that poke through the edge at ring position `i` of `cell`.
    fn look_through(&mut self, corners: &Corners, cell: CellId, i: usize) {
        self.cells.clear();
        self.walls.clear();
        self.found.clear();
        let edge = Segment::new(corners.points[i], corners.points[corners.after(&corners.ring(cell), i)]);
        let Some((_, first, _)) = corners.beyond(cell, i) else { return };
        self.cells.push(first);
        (self.seen[first.index()], self.seen[cell.index()]) = (i as u32, i as u32);
        let mut next = 0;
        while next < self.cells.len() {
            let here = self.cells[next];
            next += 1;
            self.look_around(corners, here, &edge, i as u32);
        }
        self.keep_seen(&edge);
    }

    /// Collects the corners and the walls of a cell beyond the edge, and the cells behind it that come near the edge.
    fn look_around(&mut self, corners: &Corners, here: CellId, edge: &Segment, search: u32) {
        let ring = corners.ring(here);
        for k in ring.clone() {
            let border = Segment::new(corners.points[k], corners.points[corners.after(&ring, k)]);
            let z = border.a;
            // A corner pokes through the edge when it is beyond it.
            let outside = (edge.b - edge.a).cross(z - edge.a) < 0.0;
            if corners.corner_at[k] != NONE && outside && z != edge.a && z != edge.b {
                // A corner whose foot is an end of the edge does not count: the line comes nearer to that end than to
                // the corner.
                let foot = edge.project(z);
                let is_near = (edge.a.lerp(edge.b, foot) - z).norm2() < corners.radius * corners.radius;
                if is_near && foot > 0.0 && foot < 1.0 && self.found.iter().all(|f| f.1 != z) {
                    self.found.push((foot, z));
                }
            }
            match corners.beyond(here, k) {
                None => self.walls.push(border),
                Some((_, there, _)) => {
                    if self.seen[there.index()] != search && is_near(&border, edge, corners.radius) {
                        self.seen[there.index()] = search;
                        self.cells.push(there);
                    }
                }
            }
        }
    }

    /// Drops the corners that walls hide from the edge, and sorts the rest along the edge.
    fn keep_seen(&mut self, edge: &Segment) {
        let walls = &self.walls;
        self.found.retain(|&(_, z)| {
            let sight = Segment::new(z, edge.nearest(z));
            !walls.iter().any(|w| segments_cross(w, &sight))
        });
        self.found.sort_by(|a, b| a.0.total_cmp(&b.0));
    }
}

/// Returns whether two segments that do not cross come nearer than `reach`.
pub(crate) fn is_near(p: &Segment, q: &Segment, reach: f64) -> bool {
    let near = |s: &Segment, x: Point| (s.nearest(x) - x).norm2() < reach * reach;
    near(q, p.a) || near(q, p.b) || near(p, q.a) || near(p, q.b)
}
