//! The exact planner: the true shortest line for a disc, over the whole environment. Other planners are measured
//! against it.
//!
//! The planner runs A* (Hart, Nilsson, Raphael 1968) on the taut graph, with the true lengths of arcs. Each query joins
//! start and goal to the graph by the tangents to the corners that they see.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use populace_env::{CellId, Environment, SegmentId};
use populace_geom::{Point, Segment};

use crate::line::bend::bend;
use crate::line::corners::{Corners, NONE};
use crate::line::taut::{Finder, Node, Tangent, TautGraph};
use crate::line::walk::walk;
use crate::{Line, Spot, Waypoint};

/// The taut graph of an environment for discs of one radius, and the rule that says which segments may be passed.
#[derive(Clone, Debug)]
pub struct Exact<F> {
    graph: TautGraph,
    may_pass: F,
}

/// The result of a query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shortest {
    /// Length with true arcs, m; a lift hop has no length.
    pub length: f64,
    /// Departures that were expanded.
    pub expanded: usize,
}

/// Memory for queries, kept from call to call.
#[derive(Clone, Debug, Default)]
pub struct ExactScratch {
    finder: Finder,
    from_start: Vec<Tangent>,
    from_goal: Vec<Tangent>,
    /// By node: the number of a query, and the tangent to the goal that this query found.
    goal_of: Vec<(u32, u32)>,
    /// By departure: how the present or an earlier query reached it.
    reached: Vec<Reached>,
    query: u32,
    heap: BinaryHeap<Entry>,
    pieces: Vec<Piece>,
    polyline: Vec<Point>,
}

/// The way in which a departure was reached.
#[derive(Clone, Copy, Debug)]
struct Reached {
    /// The least length so far, m.
    length: f64,
    /// The departure before; or the number of a tangent from the start, plus [`FROM_START`].
    came_from: u32,
    /// The number of the query.
    stamp: u32,
    is_done: bool,
}

/// Marks numbers of tangents from the start.
const FROM_START: u32 = 1 << 31;

/// The end of a search: the last departure or tangent from the start, and the tangent to the goal.
#[derive(Clone, Copy, Debug)]
struct End {
    length: f64,
    came_from: u32,
    tangent: u32,
}

/// A straight piece of the line, and the node at its end.
#[derive(Clone, Copy, Debug)]
struct Piece {
    direction: Point,
    to: u32,
    hop: u32,
}

/// An entry of the queue.
#[derive(Clone, Copy, Debug)]
struct Entry {
    estimate: f64,
    departure: u32,
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}
impl Eq for Entry {}
impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Entry {
    /// Makes the least estimate the greatest entry, since the queue takes the greatest first.
    fn cmp(&self, other: &Self) -> Ordering {
        other.estimate.total_cmp(&self.estimate).then(other.departure.cmp(&self.departure))
    }
}

impl<F: Fn(SegmentId, CellId) -> bool + Sync> Exact<F> {
    /// Finds all tangents of an environment. `may_pass` says whether a segment may be passed, coming from a cell: it
    /// judges width, doors, one-way links and access.
    pub fn of(env: &Environment, corners: &Corners, may_pass: F) -> Self {
        Exact { graph: TautGraph::of(env, corners, &may_pass), may_pass }
    }

    /// Finds the tangents among the wanted corners only, without lifts and folded links.
    pub(crate) fn among(corners: &Corners, may_pass: F, wanted: impl Fn(u32) -> bool + Sync) -> Self {
        Exact { graph: TautGraph::among(corners, &may_pass, wanted), may_pass }
    }

    /// Returns the memory of the graph, bytes.
    pub fn bytes(&self) -> usize {
        self.graph.bytes()
    }
    /// Returns the number of tangents and hops. A tangent or hop that may be walked both ways counts twice.
    pub fn edges(&self) -> usize {
        self.graph.departures.len()
    }

    /// Writes the shortest line into `out`, with bends as polylines around their arcs, and the segments that it crosses
    /// into `portals`. Returns `None` when there is no line.
    #[allow(clippy::too_many_arguments)]
    pub fn line(
        &self,
        env: &Environment,
        corners: &Corners,
        start: Spot,
        goal: Spot,
        scratch: &mut ExactScratch,
        out: &mut Line,
        portals: &mut Vec<SegmentId>,
    ) -> Option<Shortest> {
        out.clear();
        portals.clear();
        let (first, last) = (Node::point(start.point, start.cell), Node::point(goal.point, goal.cell));
        let direct = self.direct(corners, &first, &last, scratch);
        let (mut expanded, mut end) = (0, None);
        // A straight way is the shortest, unless a lift saves walking: then the graph is searched all the same.
        if direct.is_none() || self.graph.has_lifts {
            self.join(corners, &first, &last, scratch);
            (end, expanded) = self.graph.search(corners, &last, scratch);
            end = end.filter(|e| direct.is_none_or(|d| e.length < d));
        }
        scratch.trace(self, end);
        let length = end.map(|e| e.length).or(direct)?;
        self.lay(env, corners, start, goal, scratch, out, portals)?;
        out.length = length;
        Some(Shortest { length, expanded })
    }

    /// Returns the length of the straight way from start to goal, when a disc can walk it.
    fn direct(&self, corners: &Corners, first: &Node, last: &Node, scratch: &mut ExactScratch) -> Option<f64> {
        let ends = [first.at, last.at];
        let ways = scratch.finder.ways(corners, &self.may_pass, first.cell, ends, &ends)?;
        // Another floor may lie above or below: the walk has to end in the goal's cell.
        let is_there = ways.end == last.cell || corners.touches(ways.end, last.at, last.cell);
        (is_there && ways.forth).then(|| first.at.distance(last.at))
    }

    /// Begins a query: finds the tangents from the start and to the goal.
    fn join(&self, corners: &Corners, first: &Node, last: &Node, scratch: &mut ExactScratch) {
        let graph = &self.graph;
        if scratch.goal_of.len() != graph.nodes.len()
            || scratch.reached.len() != graph.departures.len()
            || scratch.query == u32::MAX
        {
            scratch.goal_of = vec![(0, 0); graph.nodes.len()];
            let nowhere = Reached { length: f64::INFINITY, came_from: NONE, stamp: 0, is_done: false };
            scratch.reached = vec![nowhere; graph.departures.len()];
            scratch.query = 0;
        }
        scratch.query += 1;
        scratch.heap.clear();
        graph.find_tangents_from(corners, &self.may_pass, &mut scratch.finder, first, &mut scratch.from_start);
        graph.find_tangents_from(corners, &self.may_pass, &mut scratch.finder, last, &mut scratch.from_goal);
        for (k, tangent) in scratch.from_goal.iter_mut().enumerate() {
            // The tangents were found from the goal on. Walked the other way, a corner is on the other side.
            tangent.to = graph.turned(tangent.to);
            tangent.direction = -tangent.direction;
            if tangent.ways.back {
                scratch.goal_of[tangent.to as usize] = (scratch.query, k as u32);
            }
        }
    }

    /// Walks the polyline over its cells, and writes its points with their floors and the segments that it crosses.
    #[allow(clippy::too_many_arguments)]
    fn lay(
        &self,
        env: &Environment,
        corners: &Corners,
        start: Spot,
        goal: Spot,
        scratch: &mut ExactScratch,
        out: &mut Line,
        portals: &mut Vec<SegmentId>,
    ) -> Option<()> {
        let mut walker = Walker { corners, env, cell: start.cell, at: start.point, out, portals };
        walker.put(start.point);
        let ExactScratch { pieces, polyline, .. } = scratch;
        for (k, piece) in pieces.iter().enumerate() {
            if piece.hop != NONE {
                walker.hop(SegmentId(piece.hop), self.graph.nodes[piece.to as usize].at)?;
            }
            if piece.to == NONE {
                break;
            }
            let node = &self.graph.nodes[piece.to as usize];
            let Some(next) = pieces.get(k + 1) else { break };
            polyline.clear();
            if node.offset != 0.0 {
                bend(node.at, node.offset, piece.direction, next.direction, corners.smooth, polyline);
            } else if piece.hop == NONE {
                polyline.push(node.at);
            }
            polyline.iter().try_for_each(|&p| walker.go(p))?;
        }
        walker.go(goal.point)?;
        walker.arrive(goal.cell)
    }
}

/// The search knows nothing of `may_pass`: the graph holds what may be passed.
impl TautGraph {
    /// Searches the graph. Returns the end of the shortest line, and the number of departures that were expanded.
    fn search(&self, corners: &Corners, last: &Node, scratch: &mut ExactScratch) -> (Option<End>, usize) {
        let mut end: Option<End> = None;
        let starts = std::mem::take(&mut scratch.from_start);
        for (k, tangent) in starts.iter().enumerate().filter(|(_, t)| t.ways.forth) {
            let length = tangent.length;
            let came_from = FROM_START + k as u32;
            self.arrive_at_goal(corners, scratch, tangent.to, tangent.direction, length, came_from, &mut end);
            let position = self.nodes[tangent.to as usize].position(tangent.direction);
            if let Some((onward, arc)) = self.onward(corners.radius, tangent.to, position) {
                self.relax(scratch, last, onward, length + arc, came_from);
            }
        }
        scratch.from_start = starts;
        let mut expanded = 0;
        while let Some(Entry { estimate, departure: k }) = scratch.heap.pop() {
            if end.is_some_and(|e| e.length <= estimate) {
                break;
            }
            let here = &mut scratch.reached[k as usize];
            if std::mem::replace(&mut here.is_done, true) {
                continue;
            }
            expanded += 1;
            let length = here.length;
            let departure = &self.departures[k as usize];
            // The line stays on the arc up to the next departure of the same node.
            if departure.next_arc.is_finite() {
                self.relax(scratch, last, k + 1, length + departure.next_arc, k);
            }
            // The line leaves along the tangent. At the next node it goes on to the goal, or along the arc to a
            // departure.
            let there = length + departure.length;
            self.arrive_at_goal(corners, scratch, departure.to, departure.direction, there, k, &mut end);
            if departure.onward != NONE {
                self.relax(scratch, last, departure.onward, there + departure.onward_arc, k);
            }
        }
        (end, expanded)
    }

    /// Leads a line that arrives at a node along the node's arc to the tangent that leads to the goal, if there is one.
    /// Keeps the result in `end` when it is the shortest.
    #[allow(clippy::too_many_arguments)]
    fn arrive_at_goal(
        &self,
        corners: &Corners,
        scratch: &ExactScratch,
        node: u32,
        direction: Point,
        length: f64,
        came_from: u32,
        end: &mut Option<End>,
    ) {
        let (stamp, k) = scratch.goal_of[node as usize];
        if stamp != scratch.query {
            return;
        }
        let tangent = &scratch.from_goal[k as usize];
        let here = &self.nodes[node as usize];
        let (arrival, leave) = (here.position(direction), here.position(tangent.direction));
        if leave < arrival - 1e-9 || !self.is_free(node, arrival, leave) {
            return;
        }
        let total = length + corners.radius * (leave - arrival).max(0.0) + tangent.length;
        if end.is_none_or(|e| total < e.length) {
            *end = Some(End { length: total, came_from, tangent: k });
        }
    }

    /// Offers a way of some length to a departure; a shorter way is kept and put into the queue.
    fn relax(&self, scratch: &mut ExactScratch, last: &Node, k: u32, length: f64, came_from: u32) {
        let reached = &mut scratch.reached[k as usize];
        let is_new = reached.stamp != scratch.query;
        if is_new || (!reached.is_done && length < reached.length) {
            *reached = Reached { length, came_from, stamp: scratch.query, is_done: false };
            let departure = &self.departures[k as usize];
            let at = self.nodes[departure.from as usize].touch(departure.direction);
            // The straight distance is a lower bound only where no lift can save walking.
            let rest = if self.has_lifts { 0.0 } else { at.distance(last.at) };
            scratch.heap.push(Entry { estimate: length + rest, departure: k });
        }
    }
}

impl ExactScratch {
    /// Follows the line back from its end. Leaves its straight pieces in `pieces`, from the start on; the last leads to
    /// the goal.
    fn trace<F>(&mut self, exact: &Exact<F>, end: Option<End>) {
        self.pieces.clear();
        let goal = end.map_or(Point::ZERO, |e| self.from_goal[e.tangent as usize].direction);
        self.pieces.push(Piece { direction: goal, to: NONE, hop: NONE });
        let Some(end) = end else { return };
        let mut k = end.came_from;
        while k & FROM_START == 0 {
            let departure = &exact.graph.departures[k as usize];
            self.pieces.push(Piece { direction: departure.direction, to: departure.to, hop: departure.hop });
            // Departures that the line passed on the arc are not pieces.
            let mut before = self.reached[k as usize].came_from;
            while before & FROM_START == 0
                && exact.graph.departures[before as usize].from == departure.from
                && before + 1 == k
            {
                k = before;
                before = self.reached[k as usize].came_from;
            }
            k = before;
        }
        let first = &self.from_start[(k - FROM_START) as usize];
        self.pieces.push(Piece { direction: first.direction, to: first.to, hop: NONE });
        self.pieces.reverse();
    }
}

/// Walks a polyline, and notes the segments that it crosses.
struct Walker<'a> {
    corners: &'a Corners,
    env: &'a Environment,
    cell: CellId,
    at: Point,
    out: &'a mut Line,
    portals: &'a mut Vec<SegmentId>,
}

impl Walker<'_> {
    fn put(&mut self, point: Point) {
        self.out.points.push(Waypoint { point, floor: self.corners.floors[self.cell.index()] });
    }

    /// Walks straight to a point, and notes the segments and the changes of floor on the way.
    fn go(&mut self, to: Point) -> Option<()> {
        let way = Segment::new(self.at, to);
        let (corners, env) = (self.corners, self.env);
        let (portals, out) = (&mut *self.portals, &mut *self.out);
        self.cell = walk(corners, self.cell, self.at, to, |step| {
            portals.push(step.segment);
            if corners.gates[step.segment.index()].changes_floor {
                let segment = env.segment(step.segment);
                let edge = Segment::new(segment.a, segment.b);
                let point = way.meet(&edge).map_or(edge.nearest(to), |(_, t)| edge.a.lerp(edge.b, t.clamp(0.0, 1.0)));
                out.points.push(Waypoint { point, floor: corners.floors[step.into.index()] });
            }
            true
        })?;
        self.at = to;
        self.put(to);
        Some(())
    }

    /// Takes a lift or a folded link to a point on the other side.
    fn hop(&mut self, segment: SegmentId, to: Point) -> Option<()> {
        let gate = &self.corners.gates[segment.index()];
        self.arrive(gate.cells[0]).or_else(|| self.arrive(gate.cells[1]))?;
        self.portals.push(segment);
        self.cell = gate.cells[1 - gate.side_of(self.cell)?];
        self.at = to;
        self.put(to);
        Some(())
    }

    /// Enters the cell where the walk should have ended, when the last point is on the border of both cells.
    fn arrive(&mut self, cell: CellId) -> Option<()> {
        if self.cell != cell {
            let step = self.corners.ring(self.cell).find_map(|i| {
                let (segment, there, _) = self.corners.beyond(self.cell, i)?;
                (there == cell && self.corners.touches(self.cell, self.at, cell)).then_some(segment)
            })?;
            self.portals.push(step);
            self.cell = cell;
        }
        Some(())
    }
}
