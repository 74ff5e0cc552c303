//! Finds the corners from which a disc of one radius must keep away: corners of walls, and corners that poke through
//! free segments.
//!
//! A shortest line for a disc bends only around *reflex* corners, where the walkable angle exceeds 180° (Chew 1985,
//! "Planning the shortest path for a disc in O(n² log n) time"). Inside a convex cell the line may also come near a
//! corner of another cell, across a free segment that it does not cross: the corner *pokes through* the segment. Such
//! corners are listed for each edge of a cell. Doors count as open.

use populace_env::{CellId, Environment, FloorId, SegmentId};
use populace_geom::{Point, Segment};

use crate::line::fans;
use crate::line::pokes;
use crate::line::pull;

/// Stands for a segment or a corner where there is none.
pub(crate) const NONE: u32 = u32::MAX;

/// The greatest distance by which a vertex of a polyline lies outside the arc that the polyline replaces, m.
const PROTRUSION: f64 = 5e-4;

/// A reflex corner: a point of a wall around which a line may bend.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corner {
    /// Its place, m.
    pub point: Point,
    /// Unit vectors along its two walls; walkable ground is counter-clockwise from the first to the second.
    pub walls: [Point; 2],
    /// The walkable angle between them, rad: more than π, and more than 2π where floors overlap a little.
    pub angle: f64,
    /// A cell that meets others there.
    pub cell: CellId,
}

/// The place of a segment in the rings of its two cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gate {
    pub cells: [CellId; 2],
    /// The ring position where the edge starts, in the first and in the second cell; [`NONE`] for a lift.
    pub position: [u32; 2],
    /// The ring position where the edge ends, in the first and in the second cell.
    pub after: [u32; 2],
    /// Whether no straight line can cross it: it is a lift, or both floors lie on the same side of the edge.
    pub is_hop: bool,
    /// Whether it joins two floors.
    pub changes_floor: bool,
}

impl Gate {
    /// Returns 0 when `cell` is the first of its cells, 1 when it is the second; `None` when it is neither.
    #[inline]
    pub fn side_of(&self, cell: CellId) -> Option<usize> {
        let side = usize::from(self.cells[0] != cell);
        (self.cells[side] == cell).then_some(side)
    }
}

/// A ring position with all that string pulling asks about it, in one place of the memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stop {
    pub at: Point,
    pub on_wall: bool,
    /// The number of the reflex corner at this point, or [`NONE`].
    pub corner: u32,
    /// Whether corners poke through the edge that starts here.
    pub has_pokes: bool,
    /// The ways through the cell that enter through the edge that starts here and may come near a corner.
    /// Bit `exit % 32` stands for the way to the edge at ring position `exit`.
    pub busy: u32,
}

/// The corners of an environment for discs of one radius, and the rings of its cells in a layout made for string
/// pulling.
#[derive(Clone, Debug)]
pub struct Corners {
    pub(crate) radius: f64,
    /// A bend needs only one vertex when the cosine of its angle is at least this.
    pub(crate) smooth: f64,
    /// `ring_start[c]..ring_start[c + 1]` are the ring positions of cell c.
    pub(crate) ring_start: Vec<u32>,
    /// By ring position: its point, and the segment across the edge that starts there, or [`NONE`].
    pub(crate) points: Vec<Point>,
    pub(crate) across: Vec<u32>,
    /// By ring position: whether a wall touches the point.
    pub(crate) on_wall: Vec<bool>,
    /// By ring position: the number of the reflex corner there, or [`NONE`].
    pub(crate) corner_at: Vec<u32>,
    /// `poking[poke_start[i]..poke_start[i + 1]]` are the corners beyond the edge at ring position i, nearer to it than
    /// the radius, in the order along the edge.
    pub(crate) poke_start: Vec<u32>,
    pub(crate) poking: Vec<Point>,
    /// By ring position: the fields above, packed.
    pub(crate) stops: Vec<Stop>,
    /// By segment.
    pub(crate) gates: Vec<Gate>,
    /// All reflex corners, by number.
    pub(crate) corners: Vec<Corner>,
    /// The floor of each cell.
    pub(crate) floors: Vec<FloorId>,
    /// Whether there are several floors: points of two floors may have the same place on the plan.
    pub(crate) is_stacked: bool,
}

impl Corners {
    /// Finds the corners of `env` for discs of `radius` m. A radius that is below 1 mm or is not a number counts as 1 mm.
    pub fn of(env: &Environment, radius: f64) -> Corners {
        let radius = if radius.is_finite() { radius.max(1e-3) } else { 1e-3 };
        let stretch = 1.0 + PROTRUSION / radius;
        let mut corners = Corners {
            radius,
            smooth: 2.0 / (stretch * stretch) - 1.0,
            ring_start: vec![0],
            points: Vec::new(),
            across: Vec::new(),
            on_wall: Vec::new(),
            corner_at: Vec::new(),
            poke_start: Vec::new(),
            poking: Vec::new(),
            stops: Vec::new(),
            gates: Vec::new(),
            corners: Vec::new(),
            floors: env.cells().map(|c| env.cell_floor(c)).collect(),
            is_stacked: env.floors().len() > 1,
        };
        corners.lay_out_rings(env);
        fans::find_corners(&mut corners);
        pokes::find_pokes(&mut corners);
        corners.pack();
        corners
    }

    /// Returns the radius of the discs, m.
    pub fn radius(&self) -> f64 {
        self.radius
    }
    /// Returns every reflex corner.
    pub fn all(&self) -> &[Corner] {
        &self.corners
    }
    /// Returns the memory of the corners, bytes.
    pub fn bytes(&self) -> usize {
        fn size<T>(v: &Vec<T>) -> usize {
            v.capacity() * size_of::<T>()
        }
        size(&self.ring_start)
            + size(&self.points)
            + size(&self.across)
            + size(&self.on_wall)
            + size(&self.corner_at)
            + size(&self.poke_start)
            + size(&self.poking)
            + size(&self.stops)
            + size(&self.gates)
            + size(&self.corners)
            + size(&self.floors)
    }

    /// Returns the ring positions of a cell.
    #[inline]
    pub(crate) fn ring(&self, cell: CellId) -> std::ops::Range<usize> {
        self.ring_start[cell.index()] as usize..self.ring_start[cell.index() + 1] as usize
    }
    /// Returns the ring position after `i`, counter-clockwise.
    #[inline]
    pub(crate) fn after(&self, ring: &std::ops::Range<usize>, i: usize) -> usize {
        if i + 1 == ring.end { ring.start } else { i + 1 }
    }
    /// Returns the ring position before `i`.
    #[inline]
    pub(crate) fn before(&self, ring: &std::ops::Range<usize>, i: usize) -> usize {
        if i == ring.start { ring.end - 1 } else { i - 1 }
    }
    /// Returns the segment across the edge at a ring position, and the cell and ring position beyond it; `None` at
    /// walls and where a straight line cannot go on.
    #[inline]
    pub(crate) fn beyond(&self, cell: CellId, i: usize) -> Option<(SegmentId, CellId, usize)> {
        let segment = self.across[i];
        if segment == NONE {
            return None;
        }
        let gate = &self.gates[segment as usize];
        if gate.is_hop {
            return None;
        }
        let side = usize::from(gate.cells[0] == cell);
        Some((SegmentId(segment), gate.cells[side], gate.position[side] as usize))
    }

    /// Fills `stops`.
    fn pack(&mut self) {
        self.stops = (0..self.points.len())
            .map(|i| Stop {
                at: self.points[i],
                on_wall: self.on_wall[i],
                corner: self.corner_at[i],
                has_pokes: self.poke_start[i] != self.poke_start[i + 1],
                busy: u32::MAX,
            })
            .collect();
        for c in 0..self.ring_start.len() - 1 {
            let ring = self.ring(CellId::new(c));
            // Larger rings are rare; there every way counts as busy.
            if ring.len() <= 32 {
                for entry in ring.clone() {
                    self.stops[entry].busy = pull::busy_ways(self, CellId::new(c), entry);
                }
            }
        }
    }

    /// Returns the corners that poke through the edge at a ring position.
    #[inline]
    pub(crate) fn pokes(&self, i: usize) -> &[Point] {
        &self.poking[self.poke_start[i] as usize..self.poke_start[i + 1] as usize]
    }

    /// Returns the cells around a corner, counter-clockwise, each with the corner's ring position in it.
    pub(crate) fn fan(&self, corner: u32) -> impl Iterator<Item = (CellId, usize)> + '_ {
        let cell = self.corners[corner as usize].cell;
        let first = self.ring(cell).find(|&i| self.corner_at[i] == corner).map(|i| (cell, i));
        std::iter::successors(first, move |&(cell, i)| {
            let (_, next, there) = self.beyond(cell, self.before(&self.ring(cell), i))?;
            Some((next, there)).filter(|_| Some((next, there)) != first)
        })
        .take(self.ring_start.len())
    }

    /// Returns whether a point of the cell `other` is on the edge that `cell` and `other` share.
    pub(crate) fn touches(&self, cell: CellId, point: Point, other: CellId) -> bool {
        let ring = self.ring(cell);
        ring.clone().any(|i| {
            let edge = Segment::new(self.points[i], self.points[self.after(&ring, i)]);
            self.beyond(cell, i).is_some_and(|b| b.1 == other) && edge.distance(point) < 1e-6
        })
    }

    /// Fills `points`, `across`, `ring_start` and `gates`.
    fn lay_out_rings(&mut self, env: &Environment) {
        self.gates = env
            .segments()
            .iter()
            .map(|s| Gate {
                cells: s.cells,
                position: [NONE; 2],
                after: [NONE; 2],
                is_hop: s.is_lift(),
                changes_floor: env.cell_floor(s.cells[0]) != env.cell_floor(s.cells[1]),
            })
            .collect();
        for cell in env.cells() {
            for edge in env.cell_edges(cell) {
                let position = self.points.len() as u32;
                self.points.push(edge.a);
                self.across.push(edge.segment.map_or(NONE, |s| s.0));
                if let Some(segment) = edge.segment {
                    let gate = &mut self.gates[segment.index()];
                    gate.position[usize::from(gate.cells[0] != cell)] = position;
                }
            }
            self.ring_start.push(self.points.len() as u32);
        }
        for s in 0..self.gates.len() {
            for side in 0..2 {
                let (cell, i) = (self.gates[s].cells[side], self.gates[s].position[side]);
                if i != NONE {
                    self.gates[s].after[side] = self.after(&self.ring(cell), i as usize) as u32;
                }
            }
            let [here, there] = [0, 1].map(|side| self.edge_of(s, side));
            // The edge runs in opposite directions in its two cells, unless both lie on the same side of it: a folded
            // link.
            let folded = here.zip(there).is_none_or(|((a, b), (c, d))| (b - a).dot(d - c) > 0.0);
            self.gates[s].is_hop |= folded;
        }
    }

    /// Returns the ends of a segment in the order in which one of its cells has them; `None` for lifts.
    pub(crate) fn edge_of(&self, segment: usize, side: usize) -> Option<(Point, Point)> {
        let gate = &self.gates[segment];
        let i = gate.position[side];
        if i == NONE {
            return None;
        }
        let ring = self.ring(gate.cells[side]);
        Some((self.points[i as usize], self.points[self.after(&ring, i as usize)]))
    }
}
