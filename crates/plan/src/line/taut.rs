//! The taut graph: every straight piece that a shortest line for a disc can have between two corners.
//!
//! A shortest line bends around corners only, so it consists of arcs around corners and of common tangents of two arcs
//! (Chew 1985; the *reduced* or *tangent visibility graph*: Rohnert 1986, Liu & Arimoto 1992). A node is a corner
//! together with the side on which the line passes it. A *departure* is a tangent that leaves a node towards another
//! node. The departures of a node are sorted by where they leave its arc. A line that arrives at a node goes on to the
//! first departure after its arrival. From a departure it either takes the tangent or goes on along the arc to the next
//! departure: there are two ways on, whatever the number of tangents.

use populace_env::{CellId, Environment, SegmentId};
use populace_geom::{Point, Segment, maths};
use rayon::prelude::*;

use crate::line::corners::{Corner, Corners, NONE};
use crate::line::funnel::tangent;
use crate::line::pokes::is_near;
use crate::line::sight::Sight;
use crate::line::walk::{Clearing, Ways, walk};

/// A start or goal may be nearer to a corner than the radius by this, m.
const ON_ARC: f64 = 1e-6;

/// Angles and sines that differ by less than this count as equal.
const SAME: f64 = 1e-9;

/// An arc of a larger angle than this, rad, goes around the end of a wall without thickness.
const THIN: f64 = std::f64::consts::PI - 0.01;

/// A corner passed on one side, or a point: a stop of a lift, the middle of a folded link, a start or a goal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub at: Point,
    /// The radius for a corner on the left of the line, minus the radius for a corner on the right, 0 for a point.
    pub offset: f64,
    /// The walls of the corner.
    walls: [Point; 2],
    /// The direction of the line where the arc begins, and the angle of the arc, rad.
    first: Point,
    reach: f64,
    /// The cell of a point.
    pub cell: CellId,
    /// The corner, or [`NONE`] for a point.
    corner: u32,
}

impl Node {
    /// Returns the node of a point.
    pub(crate) fn point(at: Point, cell: CellId) -> Self {
        Node { at, offset: 0.0, walls: [Point::ZERO; 2], first: Point::ZERO, reach: 0.0, cell, corner: NONE }
    }
    /// Returns where on the arc a line has a direction: the angle from the beginning of the arc, rad; always 0 at a
    /// point.
    pub(crate) fn position(&self, direction: Point) -> f64 {
        if self.offset == 0.0 {
            return 0.0;
        }
        let across = self.first.cross(direction) * self.offset;
        let angle = maths::atan2(across, self.first.dot(direction) * self.offset.abs());
        // A half turn may come out as a half turn back.
        if angle < -1.0 { angle + std::f64::consts::TAU } else { angle }
    }
    /// Returns whether a line of a direction can touch the corner: both walls of the corner must be on its side of the
    /// line.
    fn fits(&self, direction: Point, tolerance: f64) -> bool {
        // The end of a wall without thickness. Its two sides may belong to two floors and overlap a little, so the arc
        // decides.
        if self.reach > THIN {
            let position = self.position(direction);
            return position > -tolerance && position < self.reach + tolerance;
        }
        // Any direction fits at a point; at a corner the walls decide.
        self.offset == 0.0
            || self.walls.iter().all(|&w| direction.cross(w) * self.offset >= -tolerance * self.offset.abs())
    }
    /// Returns the point where a line of a direction touches the arc.
    pub(crate) fn touch(&self, direction: Point) -> Point {
        self.at - direction.left() * self.offset
    }
}

/// A tangent that leaves a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Departure {
    pub direction: Point,
    /// The place on the node's arc where the departure leaves: the angle from the beginning of the arc, rad.
    pub position: f64,
    /// Length of the straight piece, m.
    pub length: f64,
    /// The node that it leaves, and the node that it leads to.
    pub from: u32,
    pub to: u32,
    /// The first departure of the node `to` after the arrival there, or [`NONE`], and the arc up to it, m.
    pub onward: u32,
    pub onward_arc: f64,
    /// The arc to the next departure of the same node, m; infinite when that is out of reach.
    pub next_arc: f64,
    /// The lift or folded link that it stands for, or [`NONE`].
    pub hop: u32,
}

/// Nodes and departures of an environment.
#[derive(Clone, Debug, Default)]
pub(crate) struct TautGraph {
    pub nodes: Vec<Node>,
    /// `departures[start[n]..start[n + 1]]` leave node n.
    pub start: Vec<u32>,
    pub departures: Vec<Departure>,
    /// `blocks[block_start[n]..block_start[n + 1]]` are places on the arc of node n where a wall is too near, rad.
    block_start: Vec<u32>,
    blocks: Vec<f64>,
    /// The nodes of points with their cells, sorted.
    points: Vec<(CellId, u32)>,
    pub has_lifts: bool,
}

/// Memory for finding tangents.
#[derive(Clone, Debug, Default)]
pub(crate) struct Finder {
    sight: Sight,
    clearing: Clearing,
}

impl Finder {
    /// Returns the ways of [`Clearing::ways`].
    pub(crate) fn ways(
        &mut self,
        corners: &Corners,
        may_pass: &impl Fn(SegmentId, CellId) -> bool,
        cell: CellId,
        ends: [Point; 2],
        spared: &[Point],
    ) -> Option<Ways> {
        self.clearing.ways(corners, may_pass, cell, ends, spared)
    }
}

/// A tangent between two nodes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tangent {
    pub from: u32,
    pub to: u32,
    pub direction: Point,
    pub length: f64,
    pub ways: Ways,
}

impl TautGraph {
    /// Returns the memory of the graph, bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.nodes[..])
            + size_of_val(&self.departures[..])
            + 4 * (self.start.len() + self.block_start.len())
            + 8 * (self.blocks.len() + self.points.len())
    }

    /// Builds the graph of all corners, lifts and folded links.
    pub(crate) fn of(
        env: &Environment,
        corners: &Corners,
        may_pass: &(impl Fn(SegmentId, CellId) -> bool + Sync),
    ) -> Self {
        let mut graph = TautGraph::default();
        graph.add_nodes(corners);
        let hops = graph.add_points(env, corners);
        graph.join(corners, may_pass, |_| true, &hops);
        graph
    }

    /// Builds the graph of the wanted corners only, without lifts and folded links.
    pub(crate) fn among(
        corners: &Corners,
        may_pass: &(impl Fn(SegmentId, CellId) -> bool + Sync),
        wanted: impl Fn(u32) -> bool + Sync,
    ) -> Self {
        let mut graph = TautGraph::default();
        graph.add_nodes(corners);
        graph.join(corners, may_pass, wanted, &[]);
        graph
    }

    /// Finds the tangents between wanted corners, and between all points.
    fn join(
        &mut self,
        corners: &Corners,
        may_pass: &(impl Fn(SegmentId, CellId) -> bool + Sync),
        wanted: impl Fn(u32) -> bool + Sync,
        hops: &[(u32, SegmentId)],
    ) {
        self.add_blocks(corners, may_pass, &wanted);
        let count = corners.corners.len();
        let graph = &*self;
        let found: Vec<Vec<Tangent>> = (0..graph.nodes.len() as u32)
            .into_par_iter()
            .filter(|&n| n as usize >= 2 * count || (n.is_multiple_of(2) && wanted(n / 2)))
            .map_init(Finder::default, |finder, n| {
                let mut tangents = Vec::new();
                graph.find_tangents(corners, may_pass, finder, n, &mut tangents);
                tangents
            })
            .collect();
        self.add_departures(corners, found.into_iter().flatten(), hops, may_pass);
    }

    /// Adds two nodes for each corner: number 2 c passes corner c on the left of the line, 2 c + 1 on its right.
    fn add_nodes(&mut self, corners: &Corners) {
        for (number, corner) in corners.corners.iter().enumerate() {
            let Corner { point: at, walls, angle, cell } = *corner;
            let reach = angle - std::f64::consts::PI;
            let [right, left] = walls;
            let node = |offset, first| Node { at, offset, walls, first, reach, cell, corner: number as u32 };
            // With the corner on its left, a line can come along the right wall at the earliest and leave along the
            // left wall at the latest; with the corner on its right, the other way round.
            self.nodes.push(node(corners.radius, -right));
            self.nodes.push(node(-corners.radius, -left));
        }
    }

    /// Adds the two ends of every lift and folded link. Returns the first node of each, with its segment.
    fn add_points(&mut self, env: &Environment, corners: &Corners) -> Vec<(u32, SegmentId)> {
        let mut hops = Vec::new();
        for (s, gate) in corners.gates.iter().enumerate().filter(|(_, g)| g.is_hop) {
            let segment = &env.segments()[s];
            self.has_lifts |= segment.is_lift();
            let ends = if segment.is_lift() { [segment.a, segment.b] } else { [segment.middle(); 2] };
            hops.push((self.nodes.len() as u32, SegmentId::new(s)));
            for (at, cell) in ends.into_iter().zip(gate.cells) {
                self.points.push((cell, self.nodes.len() as u32));
                self.nodes.push(Node::point(at, cell));
            }
        }
        self.points.sort_unstable();
        hops
    }

    /// Returns the node of the same corner for a line that passes it in the other direction.
    pub(crate) fn turned(&self, node: u32) -> u32 {
        if self.nodes[node as usize].offset == 0.0 { node } else { node ^ 1 }
    }

    /// Finds the tangents between a node and the nodes with higher numbers; for a corner, those of both its nodes.
    fn find_tangents(
        &self,
        corners: &Corners,
        may_pass: &impl Fn(SegmentId, CellId) -> bool,
        finder: &mut Finder,
        node: u32,
        out: &mut Vec<Tangent>,
    ) {
        let Finder { sight, clearing } = finder;
        let here = &self.nodes[node as usize];
        let sides = if here.offset == 0.0 { node..node + 1 } else { node..node + 2 };
        match here.offset == 0.0 {
            true => sight.look_from(corners, here.cell, here.at),
            false => sight.look_from_corner(corners, node / 2),
        }
        let mut link = |to: u32| {
            for from in sides.clone() {
                let ends = [&self.nodes[from as usize], &self.nodes[to as usize]];
                if let Some((direction, length, ways)) = find_tangent(corners, may_pass, clearing, ends) {
                    out.push(Tangent { from, to, direction, length, ways });
                }
            }
        };
        sight.corners.iter().flat_map(|&c| [2 * c, 2 * c + 1]).filter(|&to| to / 2 > node / 2).for_each(&mut link);
        if !self.points.is_empty() {
            let mut points: Vec<u32> = sight.cells.iter().flat_map(|&c| self.points_in(c)).collect();
            points.sort_unstable();
            points.dedup();
            points.into_iter().filter(|&to| to > node).for_each(&mut link);
        }
    }

    /// Returns the nodes of points in a cell.
    fn points_in(&self, cell: CellId) -> impl Iterator<Item = u32> + '_ {
        let from = self.points.partition_point(|p| p.0 < cell);
        self.points[from..].iter().take_while(move |p| p.0 == cell).map(|p| p.1)
    }

    /// Finds the tangents from a point that is not a node to all nodes that it sees. Their `from` is [`NONE`].
    pub(crate) fn find_tangents_from(
        &self,
        corners: &Corners,
        may_pass: &impl Fn(SegmentId, CellId) -> bool,
        finder: &mut Finder,
        here: &Node,
        out: &mut Vec<Tangent>,
    ) {
        out.clear();
        let Finder { sight, clearing } = finder;
        sight.look_from(corners, here.cell, here.at);
        sight.cells.sort_unstable();
        sight.cells.dedup();
        let points = sight.cells.iter().flat_map(|&c| self.points_in(c));
        for to in sight.corners.iter().flat_map(|&c| [2 * c, 2 * c + 1]).chain(points) {
            let ends = [here, &self.nodes[to as usize]];
            if let Some((direction, length, ways)) = find_tangent(corners, may_pass, clearing, ends) {
                out.push(Tangent { from: NONE, to, direction, length, ways });
            }
        }
    }

    /// Returns whether the arc of a node is free between two places, rad.
    pub(crate) fn is_free(&self, node: u32, from: f64, to: f64) -> bool {
        let range = self.block_start[node as usize] as usize..self.block_start[node as usize + 1] as usize;
        // A tangent that leaves the arc just where a segment crosses it goes across that segment: so the ends count,
        // too.
        !self.blocks[range].iter().any(|&b| b > from - SAME && b < to + SAME)
    }

    /// Returns the first departure of a node after a place on its arc, and the arc up to it, m; `None` when there is no
    /// departure or the arc is blocked.
    pub(crate) fn onward(&self, radius: f64, node: u32, position: f64) -> Option<(u32, f64)> {
        let range = self.start[node as usize] as usize..self.start[node as usize + 1] as usize;
        let k = range.start + self.departures[range.clone()].partition_point(|d| d.position < position - SAME);
        let departure = self.departures[range.start..range.end].get(k - range.start)?;
        let arc = (departure.position - position).max(0.0);
        self.is_free(node, position, departure.position).then_some((k as u32, radius * arc))
    }

    /// Makes departures of all tangents, in the directions in which they may be walked, and of all hops.
    fn add_departures(
        &mut self,
        corners: &Corners,
        tangents: impl Iterator<Item = Tangent>,
        hops: &[(u32, SegmentId)],
        may_pass: &impl Fn(SegmentId, CellId) -> bool,
    ) {
        let depart = |from: u32, to: u32, direction: Point, length: f64, hop: u32| Departure {
            direction,
            position: self.nodes[from as usize].position(direction),
            length,
            from,
            to,
            onward: NONE,
            onward_arc: 0.0,
            next_arc: f64::INFINITY,
            hop,
        };
        let mut all = Vec::new();
        for t in tangents {
            if t.ways.forth {
                all.push(depart(t.from, t.to, t.direction, t.length, NONE));
            }
            if t.ways.back {
                all.push(depart(self.turned(t.to), self.turned(t.from), -t.direction, t.length, NONE));
            }
        }
        for &(node, segment) in hops {
            for side in [0, 1] {
                if may_pass(segment, self.nodes[(node + side) as usize].cell) {
                    all.push(depart(node + side, node + 1 - side, Point::ZERO, 0.0, segment.0));
                }
            }
        }
        all.sort_by(|a, b| {
            a.from.cmp(&b.from).then(a.position.total_cmp(&b.position)).then((a.to, a.hop).cmp(&(b.to, b.hop)))
        });
        self.start = vec![0; self.nodes.len() + 1];
        all.iter().for_each(|d| self.start[d.from as usize + 1] += 1);
        (0..self.nodes.len()).for_each(|n| self.start[n + 1] += self.start[n]);
        self.departures = all;
        self.connect(corners.radius);
    }

    /// Finds, for every departure, the two ways on: along the same arc, and from the arrival at the next node.
    fn connect(&mut self, radius: f64) {
        for k in 0..self.departures.len() {
            let here = self.departures[k];
            let arrival = self.nodes[here.to as usize].position(here.direction);
            if let Some((onward, arc)) = self.onward(radius, here.to, arrival) {
                (self.departures[k].onward, self.departures[k].onward_arc) = (onward, arc);
            }
            if let Some(next) = self.departures.get(k + 1).filter(|n| n.from == here.from)
                && self.is_free(here.from, here.position, next.position)
            {
                self.departures[k].next_arc = radius * (next.position - here.position);
            }
        }
    }

    /// Adds the places where arcs are blocked: where another wall is nearer to the corner than twice the radius, so
    /// that the disc does not fit between, and where a segment that may not be passed crosses the arc.
    fn add_blocks(
        &mut self,
        corners: &Corners,
        may_pass: &impl Fn(SegmentId, CellId) -> bool,
        wanted: impl Fn(u32) -> bool,
    ) {
        self.block_start = vec![0];
        let (mut cells, mut seen) = (Vec::new(), vec![NONE; corners.ring_start.len()]);
        for n in 0..self.nodes.len() {
            let node = self.nodes[n];
            if node.offset != 0.0 && wanted(n as u32 / 2) {
                if n.is_multiple_of(2) {
                    collect_cells_around(corners, n as u32 / 2, &mut seen, &mut cells);
                }
                for &cell in &cells {
                    add_blocks_of_cell(corners, may_pass, &node, cell, &mut self.blocks);
                }
            }
            self.block_start.push(self.blocks.len() as u32);
        }
    }
}

/// Collects in `cells` the cells that come nearer than twice the radius to a corner. `seen` holds, by cell, the last
/// corner that the cell was near to.
fn collect_cells_around(corners: &Corners, corner: u32, seen: &mut [u32], cells: &mut Vec<CellId>) {
    cells.clear();
    cells.extend(corners.fan(corner).map(|f| f.0));
    cells.iter().for_each(|c| seen[c.index()] = corner);
    let z = corners.corners[corner as usize].point;
    let here = Segment::new(z, z);
    let mut next = 0;
    while next < cells.len() {
        let cell = cells[next];
        next += 1;
        let ring = corners.ring(cell);
        for i in ring.clone() {
            let edge = Segment::new(corners.points[i], corners.points[corners.after(&ring, i)]);
            if let Some((_, there, _)) = corners.beyond(cell, i)
                && is_near(&edge, &here, 2.0 * corners.radius)
                && seen[there.index()] != corner
            {
                seen[there.index()] = corner;
                cells.push(there);
            }
        }
    }
}

/// Appends the places where the edges of a cell block the arc of a node.
fn add_blocks_of_cell(
    corners: &Corners,
    may_pass: &impl Fn(SegmentId, CellId) -> bool,
    node: &Node,
    cell: CellId,
    blocks: &mut Vec<f64>,
) {
    let turn = node.offset / corners.radius;
    let mut block = |normal: Point| blocks.push(node.position(normal.left() * turn));
    let ring = corners.ring(cell);
    for i in ring.clone() {
        let edge = Segment::new(corners.points[i], corners.points[corners.after(&ring, i)]);
        match corners.beyond(cell, i) {
            // A wall. The piece of the arc that is too near to it surrounds the direction of the wall's nearest point,
            // so blocking that direction is enough.
            None if corners.across[i] == NONE => {
                let to = edge.nearest(node.at) - node.at;
                let distance2 = to.norm2();
                // The walls of the corner itself are at distance 0, up to rounding.
                if distance2 > 1e-12
                    && distance2 < 4.0 * corners.radius * corners.radius * (1.0 - SAME)
                    && (!corners.is_stacked || sees(corners, node, node.at + to * (1.0 - 1e-6), cell))
                    && let Some(normal) = to.unit()
                {
                    block(normal);
                }
            }
            // A segment that may not be passed: it blocks the arc where the two cross.
            Some((segment, _, _)) if !may_pass(segment, cell) => {
                for normal in circle_meets(&edge, node.at, corners.radius).into_iter().flatten() {
                    // The arc leaves this cell there. Where it enters, the cell on the other side decides.
                    if (edge.b - edge.a).cross(normal.left() * turn) < 0.0 {
                        block(normal);
                    }
                }
            }
            // A segment that may be passed, a lift or a folded link: nothing in the way.
            _ => {}
        }
    }
}

/// Returns whether a corner sees a point of a cell. With several floors, what is near on the plan may be above or below
/// the corner.
fn sees(corners: &Corners, node: &Node, point: Point, cell: CellId) -> bool {
    cell_at(corners, node, point).is_some_and(|c| corners.floors[c.index()] == corners.floors[cell.index()])
}

/// Returns the directions from a centre to the points where a segment meets the circle around it.
fn circle_meets(edge: &Segment, centre: Point, radius: f64) -> [Option<Point>; 2] {
    let (from, along) = (edge.a - centre, edge.b - edge.a);
    let (a, b, c) = (along.norm2(), from.dot(along), from.norm2() - radius * radius);
    let root = b * b - a * c;
    if a == 0.0 || root < 0.0 {
        return [None; 2];
    }
    [-1.0, 1.0].map(|sign| {
        let share = (sign * root.sqrt() - b) / a;
        if (0.0..=1.0).contains(&share) { (from + along * share).unit() } else { None }
    })
}

/// Finds the tangent between two nodes: its direction, its length and the ways in which a disc may walk it.
fn find_tangent(
    corners: &Corners,
    may_pass: &impl Fn(SegmentId, CellId) -> bool,
    clearing: &mut Clearing,
    [from, to]: [&Node; 2],
) -> Option<(Point, f64, Ways)> {
    let (v, area) = (to.at - from.at, to.offset - from.offset);
    // A start or a goal at the very stop of a lift is there already.
    if v == Point::ZERO && from.corner == NONE && to.corner == NONE && from.cell == to.cell {
        return Some((Point::new(1.0, 0.0), 0.0, Ways { forth: true, back: true, end: to.cell }));
    }
    // Discs that touch or overlap have no common tangent. A point may be on the very arc of a corner, up to rounding.
    let is_point = from.offset == 0.0 || to.offset == 0.0;
    let least = if is_point { area.abs() - ON_ARC } else { area.abs() };
    if v.norm2() <= least * least || v == Point::ZERO {
        return None;
    }
    let direction = tangent(v, area);
    let ends = [from.touch(direction), to.touch(direction)];
    // A point that is a little too near to a wall sees the corner at its end under a slightly wrong angle.
    let tolerance = if is_point { SAME + 4.0 * ON_ARC / ends[0].distance(ends[1]).max(1e-3) } else { SAME };
    if !from.fits(direction, tolerance) || !to.fits(direction, tolerance) {
        return None;
    }
    let cell = cell_at(corners, from, ends[0])?;
    // A start or goal may be nearer to walls than the radius.
    let mut spared = [Point::ZERO; 2];
    let mut count = 0;
    for node in [from, to] {
        if node.offset == 0.0 {
            spared[count] = node.at;
            count += 1;
        }
    }
    let ways = clearing.ways(corners, may_pass, cell, ends, &spared[..count])?;
    // Where floors lie above each other, the way may have led to another floor than the node is on.
    if corners.is_stacked {
        let end = cell_at(corners, to, ends[1])?;
        if end != ways.end && !corners.touches(ways.end, ends[1], end) {
            return None;
        }
    }
    Some((direction, ends[0].distance(ends[1]), ways))
}

/// Returns the cell of the point where a line touches a node. It is found by a straight walk from the corner.
fn cell_at(corners: &Corners, node: &Node, p: Point) -> Option<CellId> {
    if node.corner == NONE {
        return Some(node.cell);
    }
    let (corner, z) = (node.corner, node.at);
    let to = p - z;
    // The cell of the fan whose angle holds the direction to the point.
    let (cell, _) = corners.fan(corner).find(|&(cell, i)| {
        let ring = corners.ring(cell);
        let right = corners.points[corners.after(&ring, i)] - z;
        let left = corners.points[corners.before(&ring, i)] - z;
        right.cross(to) >= -SAME && to.cross(left) >= -SAME
    })?;
    walk(corners, cell, z, p, |_| true)
}
