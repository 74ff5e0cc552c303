//! Stretches of the borders of cells. A cell of a wide hall may have dozens of edges, most of them far from any one pedestrian: a
//! question about what is near looks at a stretch of edges only where the box around the stretch is near.

use populace_geom::{Bounds, Point};

use super::{Border, CellId, Environment};

/// The number of edges in a stretch. A cell that has no more of them has no stretches.
const EDGES: usize = 8;

/// The boxes around the stretches of all cells.
#[derive(Clone, Debug, Default)]
pub(super) struct Stretches {
    /// `boxes[start[c]..start[c + 1]]` are the boxes of cell c, counter-clockwise.
    start: Vec<u32>,
    boxes: Vec<Bounds>,
}

impl Stretches {
    /// Cuts the borders of all cells into stretches.
    pub(super) fn of(env: &Environment) -> Self {
        let mut made = Stretches { start: vec![0], boxes: Vec::new() };
        for cell in env.cells() {
            let edges: Vec<Border> = env.cell_edges(cell).collect();
            if edges.len() > EDGES {
                let boxes = edges.chunks(EDGES).map(|edges| Bounds::of(edges.iter().flat_map(|edge| [edge.a, edge.b])));
                made.boxes.extend(boxes);
            }
            made.start.push(made.boxes.len() as u32);
        }
        made
    }

    #[inline]
    fn of_cell(&self, cell: CellId) -> &[Bounds] {
        &self.boxes[self.start[cell.index()] as usize..self.start[cell.index() + 1] as usize]
    }
}

impl Environment {
    /// Calls `found` with the edges of a cell that may be within `reach` of a point, counter-clockwise. It leaves out most of the edges that
    /// are farther away, not all of them.
    #[inline]
    pub fn edges_near(&self, cell: CellId, p: Point, reach: f64, mut found: impl FnMut(Border)) {
        let (ring, boxes) = (self.ring_range(cell), self.stretches.of_cell(cell));
        if boxes.is_empty() {
            return ring.clone().for_each(|position| found(self.edge(&ring, position)));
        }
        let around = Bounds::of([p]).expanded(reach);
        for (stretch, _) in boxes.iter().enumerate().filter(|(_, bounds)| bounds.overlaps(&around)) {
            let first = ring.start + stretch * EDGES;
            (first..(first + EDGES).min(ring.end)).for_each(|position| found(self.edge(&ring, position)));
        }
    }
}

#[cfg(test)]
mod tests {
    use populace_geom::{Draws, Segment};

    use super::*;
    use crate::{BuildOptions, Floor, Outline, Place, build};

    /// A round hall of one cell with 60 corners.
    #[test]
    fn edges_within_reach_are_found_in_the_order_of_the_border() {
        let corner = |i: u32| {
            let (sin, cos) = populace_geom::maths::sin_cos(f64::from(i) * std::f64::consts::TAU / 60.0);
            Point::new(30.0 * cos, 30.0 * sin)
        };
        let mut floor = Floor::level("hall", 0.0);
        floor.walkable.push(Outline::new((0..60).map(corner).collect(), "hall"));
        let place = Place { floors: vec![floor], ..Place::default() };
        let env = build(&place, &BuildOptions::default()).unwrap().environment;
        assert_eq!(env.cell_count(), 1);
        let (cell, draws) = (CellId(0), Draws::new(1));
        for case in 0..500 {
            let at = |purpose| 70.0 * draws.unit(case, 0, purpose) - 35.0;
            let (p, reach) = (Point::new(at(0), at(1)), 10.0 * draws.unit(case, 1, 0));
            let is_near = |edge: &Border| Segment::new(edge.a, edge.b).distance(p) < reach;
            let mut found = Vec::new();
            env.edges_near(cell, p, reach, |edge| found.push(edge));
            let near = |edges: Vec<Border>| edges.into_iter().filter(is_near).map(|e| (e.a, e.b)).collect::<Vec<_>>();
            assert_eq!(near(found), near(env.cell_edges(cell).collect()), "{p:?}, {reach} m");
        }
    }
}
