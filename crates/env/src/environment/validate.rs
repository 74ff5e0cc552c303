//! Checks what the rest of the program relies on: convex cells, shared segments, no crossing walls.

use populace_geom::{Segment, orient, segments_cross, signed_area};

use super::{Environment, SegmentId};
use crate::FloorId;
use crate::cells::STRAIGHT;

impl Environment {
    /// Checks every invariant of the structure.
    pub fn validate(&self) -> Result<(), String> {
        self.validate_cells()?;
        self.validate_segments()?;
        (0..self.floors.len()).try_for_each(|f| self.validate_walls(FloorId::new(f)))
    }

    /// Checks that every cell is convex, counter-clockwise and has an area.
    fn validate_cells(&self) -> Result<(), String> {
        for cell in self.cells() {
            let ring = self.cell_points(cell);
            let n = ring.len();
            if n < 3 || signed_area(&ring) <= 0.0 {
                return Err(format!("cell {} has no area", cell.0));
            }
            for i in 0..n {
                let (a, b, c) = (ring[i], ring[(i + 1) % n], ring[(i + 2) % n]);
                if orient(a, b, c) < -STRAIGHT * a.distance(b) * b.distance(c) {
                    return Err(format!("cell {} is not convex at ({}, {})", cell.0, b.x, b.y));
                }
            }
        }
        Ok(())
    }

    /// Checks that every free segment is an edge of exactly its two cells.
    fn validate_segments(&self) -> Result<(), String> {
        let mut seen = vec![0u8; self.segments.len()];
        for cell in self.cells() {
            for segment in self.cell_segments(cell) {
                seen[segment.index()] += 1;
                if !self.segment(segment).cells.contains(&cell) {
                    return Err(format!("segment {} does not know cell {}", segment.0, cell.0));
                }
            }
        }
        for (i, &count) in seen.iter().enumerate() {
            let segment = self.segment(SegmentId::new(i));
            if count != 2 || segment.cells[0] == segment.cells[1] {
                return Err(format!("segment {i} is shared by {count} cells"));
            }
        }
        Ok(())
    }

    /// Checks that no edge of a cell crosses a wall of its floor.
    fn validate_walls(&self, floor: FloorId) -> Result<(), String> {
        for c in self.floors[floor.index()].cells.clone() {
            for edge in self.cell_edges(super::CellId(c)) {
                let here = Segment::new(edge.a, edge.b);
                let mut crossing = None;
                self.as_given().walls_near(floor, &populace_geom::Bounds::of([edge.a, edge.b]), |wall| {
                    if segments_cross(&here, wall) && depth(&here, wall) > 1e-9 {
                        crossing = Some(*wall);
                    }
                });
                if let Some(wall) = crossing {
                    return Err(format!(
                        "an edge at ({}, {}) crosses the wall at ({}, {})",
                        edge.a.x, edge.a.y, wall.a.x, wall.a.y
                    ));
                }
            }
        }
        Ok(())
    }
}

/// Returns how far two segments that cross reach across each other, m. Rounding puts corners that were derived on a
/// wall a little beside it, so a very small depth is not a crossing.
fn depth(p: &Segment, q: &Segment) -> f64 {
    [q.distance(p.a), q.distance(p.b), p.distance(q.a), p.distance(q.b)].into_iter().fold(f64::INFINITY, f64::min)
}
