//! Bars: the edges across which a pedestrian does not step, although nothing is built there.
//!
//! A pedestrian steps onto a belt only where its way leads onto the belt, and never onto a floor that its profile does
//! not walk on. It goes through a passage that is too narrow for the body of its profile, such as the mouth of a recess,
//! only where its way leads through. For everyone else the edge there is a wall: models see it, and bodies slide along
//! it. A pedestrian that is beyond such an edge all the same walks out, or rides to the end of the belt.

use populace_env::{CellId, EnvFloor, Environment, FloorKind, FreeSegment, SegmentId, World};
use populace_geom::{Point, Segment};
use populace_plan::{Profile, Spot};

use crate::setup::Population;
use crate::simulation::Simulation;
use crate::state::Ahead;

/// Says across which open edges one pedestrian does not step.
#[derive(Clone, Copy)]
pub(crate) struct Bars<'a> {
    pub profile: &'a Profile,
    /// The next portals of its way.
    pub ahead: &'a Ahead,
    /// The cell in which it is.
    pub cell: CellId,
}

impl Bars<'_> {
    /// Returns whether the pedestrian does not step out of a cell across a free segment.
    #[inline]
    pub(crate) fn hold(&self, env: &Environment, cell: CellId, id: SegmentId) -> bool {
        self.may_hold(env.segment(id)) && self.hold_at(env, cell, id)
    }

    /// Returns whether there is a cell out of which the pedestrian may not step across a free segment. Floors meet at
    /// links alone.
    #[inline]
    pub(crate) fn may_hold(&self, segment: &FreeSegment) -> bool {
        segment.link.is_some() || segment.length <= self.profile.width
    }

    fn hold_at(&self, env: &Environment, cell: CellId, id: SegmentId) -> bool {
        let segment = env.segment(id);
        let there = segment.other(cell);
        let is_narrow = segment.length <= self.profile.width && there != self.cell;
        if is_narrow && !self.ahead.portals().any(|portal| portal == id) {
            return true;
        }
        let (from, to) = (env.cell_floor(cell), env.cell_floor(there));
        if from == to || to == env.cell_floor(self.cell) {
            return false;
        }
        let [here, there] = [from, to].map(|floor| &env.floors()[floor.index()]);
        let walks_on = |floor: &EnvFloor| self.profile.may_walk_on(&floor.kind);
        if !walks_on(there) {
            return walks_on(here);
        }
        carries(there) && !carries(here) && !self.ahead.portals().any(|portal| env.segment(portal).link == segment.link)
    }

    /// Returns the first edge on the straight line from a spot to a target, or to the first wall, across which the
    /// pedestrian does not step.
    pub(crate) fn stop(&self, world: World<'_>, from: Spot, target: Point) -> Option<Segment> {
        let (mut cell, mut barred) = (from.cell, None);
        world.ray_with(from.cell, from.point, target, |id| {
            let segment = world.segment(id);
            if barred.is_none() && self.hold(&world, cell, id) {
                barred = Some(Segment::new(segment.a, segment.b));
            }
            cell = segment.other(cell);
        });
        barred
    }
}

/// Returns whether the belt of a floor runs.
fn carries(floor: &EnvFloor) -> bool {
    floor.footing().carried() != Point::ZERO
}

impl Simulation {
    /// Returns the bars of the pedestrian of a row.
    #[inline]
    pub(crate) fn bars(&self, row: usize) -> Bars<'_> {
        let people = &self.state.people;
        Bars {
            profile: &self.populations[usize::from(people.population[row])].profile,
            ahead: &people.ahead[row],
            cell: people.cell[row],
        }
    }
}

/// The segments across which some pedestrians may not step, by cell: they lead from the cell onto a flight of stairs,
/// an escalator or a walkway, or they are narrow.
#[derive(Clone, Debug, Default)]
pub(crate) struct Thresholds {
    /// By cell, the number of its first segment; empty where there are no such segments.
    start: Vec<u32>,
    segments: Vec<SegmentId>,
}

impl Thresholds {
    pub(crate) fn of(env: &Environment, populations: &[Population]) -> Self {
        let mut made = Thresholds::default();
        let widest = populations.iter().map(|p| p.profile.width).fold(0.0, f64::max);
        let is_threshold = |cell, id: SegmentId| {
            let segment = env.segment(id);
            let there = env.cell_floor(segment.other(cell));
            let is_level = matches!(env.floors()[there.index()].kind, FloorKind::Level | FloorKind::Ramp);
            segment.length <= widest || (env.cell_floor(cell) != there && !is_level)
        };
        for cell in env.cells() {
            made.start.push(made.segments.len() as u32);
            let edges = env.cell_edges(cell).filter_map(|edge| edge.segment);
            made.segments.extend(edges.filter(|&s| is_threshold(cell, s)));
        }
        made.start.push(made.segments.len() as u32);
        if made.segments.is_empty() { Thresholds::default() } else { made }
    }

    /// Returns whether everyone steps across every segment of the place.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.segments.is_empty()
    }

    #[inline]
    fn of_cell(&self, cell: CellId) -> &[SegmentId] {
        &self.segments[self.start[cell.index()] as usize..self.start[cell.index() + 1] as usize]
    }
}

/// The walls of the cells of some rows. Only rows that do not step across every open edge of their cell have walls
/// here.
#[derive(Debug, Default)]
pub(crate) struct BarredCells {
    /// The first row.
    first: usize,
    /// By row, the number of the first wall, and the number after the last wall; empty where there are no thresholds.
    rows: Vec<(u32, u32)>,
    walls: Vec<Segment>,
}

/// Walls for which there is room from the beginning.
const ROOM: usize = 1024;

impl BarredCells {
    /// Finds the walls for a number of rows, from the first row on.
    pub(crate) fn find(&mut self, simulation: &Simulation, first: usize, rows: usize) {
        let thresholds = &simulation.thresholds;
        self.rows.clear();
        self.walls.clear();
        if thresholds.is_empty() {
            return;
        }
        self.first = first;
        self.walls.reserve(ROOM);
        for row in first..first + rows {
            let cell = simulation.state.people.cell[row];
            let (from, here) = (self.walls.len(), thresholds.of_cell(cell));
            let is_barred = |&&id: &&SegmentId| simulation.bars(row).hold(&simulation.env, cell, id);
            for segment in here.iter().filter(is_barred).map(|&id| simulation.env.segment(id)) {
                if self.walls.len() == from {
                    self.walls.extend_from_slice(simulation.walls.of_cell(cell));
                }
                let (left, right) = segment.seen_from(cell);
                self.walls.push(Segment::new(right, left));
            }
            self.rows.push((from as u32, self.walls.len() as u32));
        }
    }

    /// Returns the walls of the cell of a row; `None` when the pedestrian steps across every open edge of the cell.
    #[inline]
    pub(crate) fn of_row(&self, row: usize) -> Option<&[Segment]> {
        let &(from, to) = self.rows.get(row.wrapping_sub(self.first))?;
        (from < to).then(|| &self.walls[from as usize..to as usize])
    }
}
