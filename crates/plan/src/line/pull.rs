//! String pulling for a disc: the shortest line through given portals that keeps a radius away from every wall.
//!
//! The funnel of Lee & Preparata 1984 and Chazelle 1982 for discs instead of points (Demyen & Buro 2006, "Efficient
//! triangulation-based pathfinding", §4.3): the line is a string pulled tight between discs on its left and on its
//! right. A ray of unit direction d leaves the last disc, with centre c and offset ρ (+r on the left of the line, −r on
//! its right, 0 for the start), tangentially. It passes a disc of radius r around z on the left when d × (z − c) ≥ r −
//! ρ, and on the right when d × (z − c) ≤ −r − ρ. So the limiting direction is z − c turned by an angle whose sine is
//! known: no angle has to be computed.
//!
//! The discs stand on the ends of the portals, on corners of the cells between them that come nearer than the radius
//! to the chord from portal to portal, and on corners that poke through free segments that are not crossed.

use populace_env::{CellId, Environment, SegmentId};
use populace_geom::Point;

use crate::line::corners::{Corners, NONE};
use crate::line::funnel::{Funnel, Near, Side};
use crate::line::lay::{Crossing, lay};
use crate::line::sleeve::{SleeveScratch, line_within};
use crate::{Line, Spot, Waypoint};

/// Memory for [`pull`], kept from call to call.
#[derive(Clone, Debug, Default)]
pub struct PullScratch {
    funnel: Funnel,
    crossings: Vec<Crossing>,
    sleeve: SleeveScratch,
}

/// Writes into `out` the shortest line from start to goal through `portals`, in order, that keeps the radius of
/// `corners` from every wall. Its bends are polylines around the arcs. Start and goal should be at least the radius
/// away from walls, and portals wider than twice the radius.
///
/// Returns whether there is such a line. When the portals do not lead from cell to cell, or leave no room, it returns
/// `false` and the line is empty.
pub fn pull(
    env: &Environment,
    corners: &Corners,
    start: Spot,
    goal: Spot,
    portals: &[SegmentId],
    scratch: &mut PullScratch,
    out: &mut Line,
) -> bool {
    out.clear();
    out.points.push(Waypoint { point: start.point, floor: corners.floors[start.cell.index()] });
    let mut from = start;
    let mut rest = portals;
    // Lifts and folded links cut the line: it is pulled up to them and goes on beyond.
    while let Some(hop) = rest.iter().position(|s| corners.gates.get(s.index()).is_none_or(|g| g.is_hop)) {
        let Some((near, far)) = hop_ends(env, corners, from.cell, &rest[..hop], rest[hop]) else {
            out.clear();
            return false;
        };
        if !pull_section(env, corners, from, near, &rest[..hop], scratch, out) {
            out.clear();
            return false;
        }
        out.points.push(Waypoint { point: far.point, floor: corners.floors[far.cell.index()] });
        from = far;
        rest = &rest[hop + 1..];
    }
    let is_pulled = pull_section(env, corners, from, goal, rest, scratch, out);
    if !is_pulled {
        out.clear();
    }
    is_pulled
}

/// Finds the first of `portals` whose middle a body from `start` cannot reach. It is for routes through which [`pull`]
/// finds no line.
pub fn tight_portal(
    env: &Environment,
    corners: &Corners,
    start: Spot,
    portals: &[SegmentId],
    scratch: &mut PullScratch,
) -> Option<SegmentId> {
    let mut cells = vec![start.cell];
    for &portal in portals {
        cells.push(env.segment(portal).other(cells[cells.len() - 1]));
    }
    let mut line = Line::default();
    let mut comes_to = |k: usize| {
        let segment = env.segment(portals[k]);
        let near = if segment.is_lift() && segment.cells[0] != cells[k] { segment.b } else { segment.a };
        let point = if segment.is_lift() { near } else { segment.middle() };
        pull(env, corners, start, Spot { cell: cells[k], point }, &portals[..k], scratch, &mut line)
    };
    let (mut free, mut tight) = (0, portals.len());
    while free < tight {
        let middle = (free + tight) / 2;
        if comes_to(middle) { free = middle + 1 } else { tight = middle }
    }
    portals.get(tight).or(portals.last()).copied()
}

/// Returns the spots before and after a lift ride or a folded link; `None` when the portals before do not lead to the
/// segment.
fn hop_ends(
    env: &Environment,
    corners: &Corners,
    first: CellId,
    before: &[SegmentId],
    hop: SegmentId,
) -> Option<(Spot, Spot)> {
    let mut cell = first;
    for portal in before {
        let gate = &corners.gates[portal.index()];
        cell = gate.cells[1 - gate.side_of(cell)?];
    }
    let gate = corners.gates.get(hop.index())?;
    let side = gate.side_of(cell)?;
    let segment = env.segment(hop);
    let ends = if segment.is_lift() { [segment.a, segment.b] } else { [segment.middle(); 2] };
    let spot = |side: usize| Spot { cell: gate.cells[side], point: ends[side] };
    Some((spot(side), spot(1 - side)))
}

/// Pulls the line between two hops. Its first point is in `out` already.
fn pull_section(
    env: &Environment,
    corners: &Corners,
    from: Spot,
    to: Spot,
    portals: &[SegmentId],
    scratch: &mut PullScratch,
    out: &mut Line,
) -> bool {
    scratch.crossings.clear();
    let funnel = &mut scratch.funnel;
    funnel.begin(from.point, to.point, corners.radius, corners.smooth);
    let mut is_route = true;
    let is_pulled = if portals.is_empty() {
        add_corners_beside(corners, funnel, from.cell, usize::MAX, [from.point; 2], [to.point; 2]);
        // Corners that poke in from both sides may leave too little room between two points of one cell.
        from.cell == to.cell && funnel.pull() && funnel.is_clear()
    } else {
        is_route = thread(corners, funnel, from, to, portals, &mut scratch.crossings);
        is_route && funnel.pull() && bends_fit(corners, funnel)
    };
    if is_pulled {
        return lay(funnel.line(), &scratch.crossings, corners.floors[from.cell.index()], out);
    }
    is_route && line_within(env, corners, from, to, portals, &mut scratch.sleeve, out)
}

/// Returns whether both walls of every corner that the line bends around are on the inner side of the bend.
fn bends_fit(corners: &Corners, funnel: &Funnel) -> bool {
    funnel.bends().all(|(corner, side, directions)| {
        let walls = corners.corners[corner as usize].walls;
        directions.iter().all(|d| walls.iter().all(|&w| side.sign() * d.cross(w) >= -1e-3))
    })
}

/// Puts the discs along a sequence of portals into the funnel. Returns `false` when the portals do not lead from cell
/// to cell.
fn thread(
    corners: &Corners,
    funnel: &mut Funnel,
    from: Spot,
    to: Spot,
    portals: &[SegmentId],
    crossings: &mut Vec<Crossing>,
) -> bool {
    let mut cell = from.cell;
    let mut entry: Option<(usize, usize)> = None;
    let mut last = [from.point; 2];
    let mut k = 0;
    while k < portals.len() {
        // A portal that is passed twice in a row leads in and out again: both are left out.
        if portals.get(k + 1) == Some(&portals[k]) {
            k += 2;
            continue;
        }
        let gate = &corners.gates[portals[k].index()];
        k += 1;
        let Some(side) = gate.side_of(cell) else { return false };
        let (exit, after) = (gate.position[side] as usize, gate.after[side] as usize);
        // Seen from a counter-clockwise cell, the end of the edge is on the left and its start on the right.
        let (left, right) = (&corners.stops[after], &corners.stops[exit]);
        let ends = [left.at, right.at];
        match entry {
            // The first cell: from a point to an edge.
            None => add_corners_beside(corners, funnel, cell, exit, last, ends),
            // A cell between two portals: only ways that may come near a corner need a look.
            Some((start, end)) => {
                if corners.stops[start].busy >> (exit % 32) & 1 != 0 {
                    visit_left_chain(corners, cell, start, after, |z, near| funnel.add_corner(Side::Left, z, near));
                    visit_right_chain(corners, cell, end, exit, |z, near| funnel.add_corner(Side::Right, z, near));
                }
            }
        }
        funnel.add_portal(ends, [left.on_wall, right.on_wall], [left.corner, right.corner]);
        cell = gate.cells[1 - side];
        if gate.changes_floor {
            crossings.push(Crossing { left: ends[0], right: ends[1], floor: corners.floors[cell.index()] });
        }
        entry = Some((gate.position[1 - side] as usize, gate.after[1 - side] as usize));
        last = ends;
    }
    // The last cell: from an edge to a point.
    add_corners_beside(corners, funnel, cell, entry.map_or(usize::MAX, |e| e.0), last, [to.point; 2]);
    cell == to.cell
}

/// Visits the corners on the left of the way through a cell: backwards around the cell, from the start of the edge of
/// entry (ring position `i`) to the end of the edge of exit (`stop`).
fn visit_left_chain(corners: &Corners, cell: CellId, mut i: usize, stop: usize, mut visit: impl FnMut(Point, Near)) {
    let ring = corners.ring(cell);
    let chord = Chord::new(corners.stops[i].at, corners.stops[stop].at, corners.radius);
    while i != stop {
        i = corners.before(&ring, i);
        let here = &corners.stops[i];
        if here.has_pokes {
            corners.pokes(i).iter().rev().for_each(|&z| chord.near(z).into_iter().for_each(|near| visit(z, near)));
        }
        if i != stop
            && here.corner != NONE
            && let Some(near) = chord.near(here.at)
        {
            visit(here.at, near);
        }
    }
}

/// Visits the corners on the right of the way through a cell: forwards around the cell, from the end of the edge of
/// entry to the start of the edge of exit.
fn visit_right_chain(corners: &Corners, cell: CellId, mut i: usize, stop: usize, mut visit: impl FnMut(Point, Near)) {
    let ring = corners.ring(cell);
    let chord = Chord::new(corners.stops[i].at, corners.stops[stop].at, corners.radius);
    while i != stop {
        if corners.stops[i].has_pokes {
            corners.pokes(i).iter().for_each(|&z| chord.near(z).into_iter().for_each(|near| visit(z, near)));
        }
        i = corners.after(&ring, i);
        let here = &corners.stops[i];
        if i != stop
            && here.corner != NONE
            && let Some(near) = chord.near(here.at)
        {
            visit(here.at, near);
        }
    }
}

/// Returns the ways through a cell, from the edge at ring position `entry`, that come near a corner, as bits: see
/// [`crate::line::corners::Stop`].
pub(crate) fn busy_ways(corners: &Corners, cell: CellId, entry: usize) -> u32 {
    let ring = corners.ring(cell);
    let mut busy = 0;
    for exit in ring.clone().filter(|&exit| exit != entry) {
        let mut count = 0;
        visit_left_chain(corners, cell, entry, corners.after(&ring, exit), |_, _| count += 1);
        visit_right_chain(corners, cell, corners.after(&ring, entry), exit, |_, _| count += 1);
        busy |= u32::from(count > 0) << (exit % 32);
    }
    busy | 1 << (entry % 32)
}

/// Adds the corners of the first or the last cell to the funnel. The way through the cell leads from `last` to `ends`,
/// each a left and a right point; one of the two pairs is a single point, twice. The corners beside this way are added.
/// `door` is the ring position of the edge that is crossed.
fn add_corners_beside(
    corners: &Corners,
    funnel: &mut Funnel,
    cell: CellId,
    door: usize,
    last: [Point; 2],
    ends: [Point; 2],
) {
    let chords = [0, 1].map(|k| Chord::new(last[k], ends[k], corners.radius));
    let base = last[0].lerp(last[1], 0.5);
    let axis = ends[0].lerp(ends[1], 0.5) - base;
    let known = funnel.len();
    let mut add = |z: Point| {
        if last.contains(&z) || ends.contains(&z) {
            return;
        }
        // The corner must be outside the chord of its side; it may lie on the very line of the chord.
        let (side, chord) =
            if axis.cross(z - base) >= 0.0 { (Side::Left, &chords[0]) } else { (Side::Right, &chords[1]) };
        if let Some(near) = chord.near(z).or(chord.beyond(z)).filter(|_| side.sign() * chord.side(z) >= -1e-9) {
            funnel.add_corner(side, z, near);
        }
    };
    for i in corners.ring(cell) {
        if corners.stops[i].corner != NONE {
            add(corners.stops[i].at);
        }
        if i != door {
            corners.pokes(i).iter().for_each(|&z| add(z));
        }
    }
    funnel.sort(known, axis);
}

/// A straight way through a cell, which tells how near points are.
struct Chord {
    from: Point,
    along: Point,
    norm2: f64,
    radius2: f64,
}

impl Chord {
    /// Returns the chord between two points, for discs of a radius.
    #[inline]
    fn new(from: Point, to: Point, radius: f64) -> Self {
        let along = to - from;
        Chord { from, along, norm2: along.norm2(), radius2: radius * radius }
    }
    /// Returns a number that is positive when a point is on the left of the chord.
    #[inline]
    fn side(&self, z: Point) -> f64 {
        self.along.cross(z - self.from)
    }
    /// Returns how near a point is to the ends of the chord; `None` when it is two radii away from both.
    fn beyond(&self, z: Point) -> Option<Near> {
        let reach2 = 4.0 * self.radius2;
        let is_near = (z - self.from).norm2() < reach2 || (z - self.from - self.along).norm2() < reach2;
        is_near.then_some(Near::TwoRadii)
    }
    /// Returns how near a point is to the chord; `None` when it is two radii away or beyond an end.
    #[inline]
    fn near(&self, z: Point) -> Option<Near> {
        let v = z - self.from;
        let (dot, cross) = (self.along.dot(v), self.along.cross(v));
        // Beyond an end of the chord, that end is nearer to the line than the corner.
        if dot <= 0.0 || dot >= self.norm2 || cross * cross >= 4.0 * self.radius2 * self.norm2 {
            None
        } else if cross * cross < self.radius2 * self.norm2 {
            Some(Near::OneRadius)
        } else {
            Some(Near::TwoRadii)
        }
    }
}
