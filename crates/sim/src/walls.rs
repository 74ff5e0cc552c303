//! The walls of every cell, and the walls near every pedestrian.
//!
//! The edges near a pedestrian are searched once per decision. Steering finds its walls in that search, and moving
//! finds its walls among the edges that the search has kept. It gets the same walls in the same order as from another
//! search. Some edges that are open are walls for one pedestrian (`bars.rs`): they are found in the same search.

use std::cell::RefCell;

use populace_env::{CellId, SegmentId, World};
use populace_geom::{Point, Segment};
use populace_plan::Spot;

use crate::bars::{BarredCells, Bars};
use crate::motion::Stride;
use crate::scene::IN_WALL;
use crate::scratch::CHUNK;
use crate::simulation::Simulation;
use crate::state::NONE;

/// Lengths that differ by less than this may differ by rounding only, m.
const ROUNDING: f64 = 1e-6;

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

/// Edges near a row, in the mean over a chunk, for which there is room from the beginning.
const EDGES_PER_ROW: usize = 2;

/// The walls around each row of the crowd, for the models that steer one chunk of rows.
pub(crate) struct RowWalls<'a> {
    simulation: &'a Simulation,
    /// The edges that are kept for moving. One thread steers a chunk, so no other thread reads them meanwhile.
    near: RefCell<&'a mut NearEdges>,
    barred: &'a BarredCells,
}

impl<'a> RowWalls<'a> {
    /// Returns the walls as models see them; the edges that are found near rows are kept in `near`.
    pub(crate) fn of(simulation: &'a Simulation, near: &'a mut NearEdges, barred: &'a BarredCells) -> Self {
        RowWalls { simulation, near: RefCell::new(near), barred }
    }

    #[inline]
    fn spot(&self, row: usize) -> Spot {
        let people = &self.simulation.state.people;
        Spot { cell: people.cell[row], point: people.position[row] }
    }
}

impl populace_steer::Walls for RowWalls<'_> {
    #[inline]
    fn around(&self, row: usize) -> &[Segment] {
        let of_cell = || self.simulation.walls.of_cell(self.simulation.state.people.cell[row]);
        self.barred.of_row(row).unwrap_or_else(of_cell)
    }
    #[inline]
    fn within(&self, row: usize, reach: f64, into: &mut Vec<Segment>) {
        let Simulation { state, scratch, timing, .. } = self.simulation;
        let radius = state.people.radius[row];
        let stride = Stride {
            radius,
            speed: state.people.velocity[row].norm().max(scratch.top_speed[row]),
            dt: timing.dt,
            moves: timing.think_every,
        };
        let (spot, bars, mut near) = (self.spot(row), self.simulation.bars(row), self.near.borrow_mut());
        near.walls(self.simulation.world(), &bars, row, spot, reach, stride, into);
        // A pedestrian that has just left a belt is still over its edge, which is behind the pedestrian.
        if !near.barred().is_empty() {
            into.extend(near.barred().iter().filter(|edge| edge.distance(spot.point) >= radius - IN_WALL));
        }
    }
    #[inline]
    fn free_share(&self, row: usize, way: Point) -> f64 {
        let (spot, world) = (self.spot(row), self.simulation.world());
        let end = world.ray(spot.cell, spot.point, spot.point + way);
        if end.cell != spot.cell
            && let Some(edge) = self.simulation.bars(row).stop(world, spot, spot.point + way)
            && let Some((share, _)) = Segment::new(spot.point, spot.point + way).meet(&edge)
        {
            return share.clamp(0.0, 1.0);
        }
        let length = way.norm();
        if end.wall.is_none() || length <= 0.0 { 1.0 } else { (end.point.distance(spot.point) / length).min(1.0) }
    }
}

/// The edges of cells near each row of a chunk, as they were found since the last decision.
#[derive(Debug)]
pub(crate) struct NearEdges {
    /// The first row of the chunk.
    first: usize,
    rows: Vec<Searched>,
    edges: Vec<NearEdge>,
    /// Cells in the order in which they are reached; scratch.
    cells: Vec<CellId>,
    /// The open edges that the last question found, and across which the pedestrian does not step.
    barred: Vec<Segment>,
}

/// The edges that were kept for one row.
#[derive(Clone, Copy, Debug)]
struct Searched {
    /// The spot of the pedestrian at the search.
    from: Spot,
    /// The edges that are nearer to the pedestrian than this were kept, m.
    reach: f64,
    /// The number of the first edge that was kept, and the number after the last edge.
    edges: (u32, u32),
}

impl Searched {
    /// Nothing was searched.
    const NOTHING: Searched =
        Searched { from: Spot { cell: CellId(NONE), point: Point::ZERO }, reach: f64::NEG_INFINITY, edges: (0, 0) };
}

/// An edge of a cell.
#[derive(Clone, Copy, Debug)]
struct NearEdge {
    piece: Segment,
    /// The distance from where the pedestrian was, m.
    distance: f64,
    /// The cell of which it is an edge.
    of: CellId,
    /// The cell beyond it; [`NONE`] beyond a wall.
    to: CellId,
    /// The segment, where some pedestrian may not step across it: a link or a narrow segment; else [`NONE`].
    segment: SegmentId,
}

impl NearEdges {
    /// Returns empty lists, with room for the edges that a chunk usually has.
    pub(crate) fn new() -> Self {
        NearEdges {
            first: 0,
            rows: Vec::with_capacity(CHUNK),
            edges: Vec::with_capacity(EDGES_PER_ROW * CHUNK),
            cells: Vec::with_capacity(64),
            barred: Vec::with_capacity(16),
        }
    }

    /// Forgets everything, and makes room for a number of rows, from the first row of a chunk on.
    pub(crate) fn start(&mut self, first: usize, rows: usize) {
        self.first = first;
        self.edges.clear();
        self.rows.clear();
        self.rows.resize(rows, Searched::NOTHING);
    }

    /// Returns how many rows there is room for.
    pub(crate) fn row_count(&self) -> usize {
        self.rows.len()
    }

    /// Returns the open edges that the last question found, and across which the pedestrian does not step.
    #[inline]
    pub(crate) fn barred(&self) -> &[Segment] {
        &self.barred
    }

    /// Appends the walls within `reach` of a row: walls of its cell, and of the cells across free segments within that
    /// reach. Searches only if the kept edges are not enough, and then keeps the edges that the row needs for its
    /// `stride`. The open edges within that reach across which the pedestrian does not step are in
    /// [`NearEdges::barred`] then.
    #[expect(clippy::too_many_arguments, reason = "a question, and where its answer goes")]
    #[inline]
    pub(crate) fn walls(
        &mut self,
        world: World<'_>,
        bars: &Bars<'_>,
        row: usize,
        from: Spot,
        reach: f64,
        stride: Stride,
        into: &mut Vec<Segment>,
    ) {
        let Some(at) = row.checked_sub(self.first).filter(|&at| at < self.rows.len()) else {
            // A model may ask about a pedestrian of another chunk. Nothing is kept for it.
            self.search(world, bars, from, reach, 0.0, |wall| into.push(wall));
            return;
        };
        if self.pick(world, bars, at, from, reach, into) {
            return;
        }
        let keep = stride.reach() + ROUNDING;
        if reach >= keep {
            self.rows[at] = self.search(world, bars, from, reach, keep, |wall| into.push(wall));
        } else {
            self.rows[at] = self.search(world, bars, from, keep, keep, |_| ());
            self.pick(world, bars, at, from, reach, into);
        }
    }

    /// Appends the walls within `reach` among the edges that were kept. Returns whether these edges are enough to
    /// answer.
    #[inline]
    fn pick(
        &mut self,
        world: World<'_>,
        bars: &Bars<'_>,
        at: usize,
        from: Spot,
        reach: f64,
        into: &mut Vec<Segment>,
    ) -> bool {
        let NearEdges { rows, edges, cells, barred, .. } = self;
        barred.clear();
        let searched = &rows[at];
        let moved = from.point.distance(searched.from.point);
        // The distance to an edge has changed by at most the distance that the body has moved since the search.
        let farther = if moved > 0.0 { moved + ROUNDING } else { 0.0 };
        if reach + farther > searched.reach {
            return false;
        }
        let edges = &edges[searched.edges.0 as usize..searched.edges.1 as usize];
        let is_known = from.cell == searched.from.cell || edges.iter().any(|edge| edge.of == from.cell);
        if edges.is_empty() || !is_known {
            return is_known;
        }
        cells.clear();
        cells.push(from.cell);
        let mut next = 0;
        while let Some(&here) = cells.get(next) {
            next += 1;
            for edge in edges.iter().filter(|edge| edge.of == here) {
                if edge.distance >= reach + farther || (moved > 0.0 && edge.piece.distance(from.point) >= reach) {
                    continue;
                }
                if edge.to.0 == NONE {
                    into.push(edge.piece);
                    continue;
                }
                if edge.segment.0 != NONE && bars.hold(&world, here, edge.segment) {
                    barred.push(edge.piece);
                }
                if !cells.contains(&edge.to) {
                    cells.push(edge.to);
                }
            }
        }
        true
    }

    /// Goes from cell to cell across the free segments within `reach`, hands every wall within `reach` to `found`, and keeps the edges within `keep`,
    /// which is no more than `reach`. Returns what was kept.
    fn search(
        &mut self,
        world: World<'_>,
        bars: &Bars<'_>,
        from: Spot,
        reach: f64,
        keep: f64,
        mut found: impl FnMut(Segment),
    ) -> Searched {
        let NearEdges { edges, cells, barred, .. } = self;
        barred.clear();
        let (p, first) = (from.point, edges.len() as u32);
        let beyond = (reach + ROUNDING) * (reach + ROUNDING);
        cells.clear();
        cells.push(from.cell);
        let mut next = 0;
        while let Some(&here) = cells.get(next) {
            next += 1;
            world.edges_near(here, p, reach + ROUNDING, |edge| {
                let piece = Segment::new(edge.a, edge.b);
                // Most edges are on a line that is out of reach. The test for that needs no division.
                let along = edge.b - edge.a;
                let offset = along.cross(p - edge.a);
                if offset * offset > beyond * along.norm2() {
                    return;
                }
                let distance = piece.distance(p);
                if distance >= reach {
                    return;
                }
                let passage = edge.segment.filter(|&s| world.is_passable(s, 0.0));
                let (mut to, mut segment) = (CellId(NONE), SegmentId(NONE));
                if let Some(id) = passage {
                    to = world.segment(id).other(here);
                    if bars.may_hold(world.segment(id)) {
                        segment = id;
                        if bars.hold(&world, here, id) {
                            barred.push(piece);
                        }
                    }
                    if !cells.contains(&to) {
                        cells.push(to);
                    }
                } else {
                    found(piece);
                }
                if distance < keep {
                    edges.push(NearEdge { piece, distance, of: here, to, segment });
                }
            });
        }
        Searched { from, reach: keep, edges: (first, edges.len() as u32) }
    }
}

#[cfg(test)]
mod tests {
    use populace_geom::Draws;
    use populace_plan::Profile;

    use super::*;
    use crate::state::Ahead;
    use crate::support::{place, rectangle};

    /// Returns the walls near a point by another search. The kept edges must give the same walls in the same order.
    fn searched_alone(world: World<'_>, from: Spot, reach: f64) -> Vec<Segment> {
        let (mut cells, mut walls, mut next) = (vec![from.cell], Vec::new(), 0);
        while let Some(&here) = cells.get(next) {
            next += 1;
            for edge in world.cell_edges(here) {
                let piece = Segment::new(edge.a, edge.b);
                match edge.segment.filter(|&s| world.is_passable(s, 0.0)) {
                    _ if piece.distance(from.point) >= reach => {}
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
        walls
    }

    /// Models ask for more or less than moving needs, bodies move on and cross into other cells; pillars make small
    /// cells.
    #[test]
    fn walls_among_the_kept_edges_are_those_of_a_search_in_the_same_order() {
        let pillars: Vec<_> = (0..40)
            .map(|i| (1.0 + 1.9 * f64::from(i % 8), 1.0 + 1.7 * f64::from(i / 8)))
            .map(|(x, y)| rectangle(x, y, x + 0.4, y + 0.3))
            .collect();
        let env = place(rectangle(0.0, 0.0, 17.0, 10.0), &pillars, &[]);
        let doors = populace_env::Doors::of(&env);
        let world = World::new(&env, &doors);
        let draws = Draws::new(3);
        let profile = Profile::default();
        let anywhere = Bars { profile: &profile, ahead: &Ahead::NONE, cell: CellId(0) };
        let (mut near, mut found) = (NearEdges::new(), vec![]);
        let (mut pedestrians, mut walls_found, mut crossed, mut searches) = (0, 0, 0, 0);
        near.start(0, CHUNK);
        for i in 0..20_000u64 {
            let draw = |purpose| draws.unit(i, 0, purpose);
            let at = Point::new(17.0 * draw(1), 10.0 * draw(2));
            let Some(cell) = env.locate(populace_env::FloorId::new(0), at, None) else { continue };
            let row = i as usize % CHUNK;
            near.rows[row] = Searched::NOTHING;
            pedestrians += 1;
            let stride = Stride { radius: 0.25, speed: 1.0 + draw(3), dt: 0.05, moves: 3 };
            let mut from = Spot { cell, point: at };
            // A model asks for walls once, then each of three moves asks for them.
            let reaches = [if i % 2 == 0 { 3.0 * draw(4) } else { 0.6 * draw(4) }, 0.4, 0.38, 0.3 + 0.1 * draw(5)];
            for (k, reach) in reaches.into_iter().enumerate() {
                found.clear();
                let before = near.edges.len();
                near.walls(world, &anywhere, row, from, reach, stride, &mut found);
                searches +=
                    usize::from(k > 0 && near.rows[row].edges.0 as usize >= before && near.edges.len() > before);
                assert_eq!(found, searched_alone(world, from, reach), "at {at:?}, question {k}, within {reach} m");
                walls_found += found.len();
                if k > 0 {
                    let end =
                        world.ray(from.cell, from.point, from.point + Point::new(draw(6) - 0.5, draw(7) - 0.5) * 0.15);
                    crossed += usize::from(end.cell != from.cell);
                    from = Spot { cell: end.cell, point: end.point };
                }
            }
            if row + 1 == CHUNK {
                near.start(0, CHUNK);
            }
        }
        assert!(walls_found > 20_000 && crossed > 500, "{walls_found} walls, {crossed} crossings");
        // Without the kept edges, the moves of each pedestrian would need three searches besides the model's search.
        assert!(searches * 5 < pedestrians, "{searches} searches for the moves of {pedestrians}");
    }

    /// A model may look at the walls around a neighbour, who may be in another chunk. The list of this chunk used to be asked for it.
    #[test]
    fn walls_near_rows_of_other_chunks_are_found_and_not_kept() {
        let env = place(rectangle(0.0, 0.0, 4.0, 4.0), &[], &[]);
        let doors = populace_env::Doors::of(&env);
        let world = World::new(&env, &doors);
        let point = Point::new(0.5, 2.0);
        let from = Spot { cell: env.locate(populace_env::FloorId::new(0), point, None).unwrap(), point };
        let stride = Stride { radius: 0.25, speed: 1.5, dt: 0.05, moves: 2 };
        let profile = Profile::default();
        let anywhere = Bars { profile: &profile, ahead: &Ahead::NONE, cell: CellId(0) };
        let mut near = NearEdges::new();
        near.start(CHUNK, 10);
        for row in [0, CHUNK - 1, CHUNK, CHUNK + 9, CHUNK + 10, 7 * CHUNK] {
            let mut found = Vec::new();
            near.walls(world, &anywhere, row, from, 1.0, stride, &mut found);
            assert_eq!(found, searched_alone(world, from, 1.0), "row {row}");
        }
        let kept = near.rows.iter().filter(|searched| searched.reach > 0.0).count();
        assert_eq!((kept, near.rows.len()), (2, 10), "those of the chunk");
    }
}
