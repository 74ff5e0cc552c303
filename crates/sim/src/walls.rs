//! The walls of every cell, as steering models ask for them.

use populace_env::{CellId, World};
use populace_geom::{Point, Segment};

/// Walls and shut doors by cell; made again when a door changes.
#[derive(Clone, Debug, Default)]
pub(crate) struct CellWalls {
    start: Vec<u32>,
    walls: Vec<Segment>,
}

impl CellWalls {
    pub(crate) fn of(world: World<'_>) -> Self {
        let mut made = CellWalls::default();
        for cell in world.cells() {
            made.start.push(made.walls.len() as u32);
            let walls = world.cell_edges(cell).filter(|e| !e.segment.is_some_and(|s| world.is_passable(s, 0.0)));
            made.walls.extend(walls.map(|e| Segment::new(e.a, e.b)));
        }
        made.start.push(made.walls.len() as u32);
        made
    }

    #[inline]
    pub(crate) fn of_cell(&self, cell: CellId) -> &[Segment] {
        &self.walls[self.start[cell.index()] as usize..self.start[cell.index() + 1] as usize]
    }
}

/// The walls around each row of the crowd.
pub(crate) struct RowWalls<'a> {
    pub world: World<'a>,
    pub walls: &'a CellWalls,
    pub position: &'a [Point],
    pub cell: &'a [CellId],
}

impl populace_steer::Walls for RowWalls<'_> {
    #[inline]
    fn around(&self, row: usize) -> &[Segment] {
        self.walls.of_cell(self.cell[row])
    }
    fn within(&self, row: usize, reach: f64, into: &mut Vec<Segment>) {
        gather(self.world, self.cell[row], self.position[row], reach, &mut Vec::new(), into);
    }
    #[inline]
    fn free_share(&self, row: usize, way: Point) -> f64 {
        let from = self.position[row];
        let end = self.world.ray(self.cell[row], from, from + way);
        let length = way.norm();
        if end.wall.is_none() || length <= 0.0 { 1.0 } else { (end.point.distance(from) / length).min(1.0) }
    }
}

/// Appends the walls within `reach` of a point, of its cell and of those that are reached across free segments. `cells` is scratch.
pub(crate) fn gather(
    world: World<'_>,
    cell: CellId,
    p: Point,
    reach: f64,
    cells: &mut Vec<CellId>,
    walls: &mut Vec<Segment>,
) {
    cells.clear();
    cells.push(cell);
    let mut next = 0;
    while let Some(&here) = cells.get(next) {
        next += 1;
        for edge in world.cell_edges(here) {
            let piece = Segment::new(edge.a, edge.b);
            if piece.nearest(p).distance(p) >= reach {
                continue;
            }
            match edge.segment.filter(|&s| world.is_passable(s, 0.0)) {
                None => walls.push(piece),
                Some(segment) => {
                    let there = world.segment(segment).other(here);
                    if !cells.contains(&there) {
                        cells.push(there);
                    }
                }
            }
        }
    }
}
