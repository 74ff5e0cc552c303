//! Straight walks through the cells, with all doors open, and whether a disc can make them.

use populace_env::{CellId, FloorId, SegmentId};
use populace_geom::{Point, Segment, orient};

use crate::line::corners::Corners;
use crate::line::pokes::is_near;

/// A free segment crossed on the way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub segment: SegmentId,
    pub from: CellId,
    pub into: CellId,
}

/// Returns the ring position of the edge through which the line from → target leaves a cell; `None` when the target is
/// inside.
fn exit(corners: &Corners, cell: CellId, from: Point, target: Point) -> Option<usize> {
    let mut grazed = None;
    let ring = corners.ring(cell);
    for i in ring.clone() {
        let (a, b) = (corners.points[i], corners.points[corners.after(&ring, i)]);
        // The target is on this side of the edge.
        let beyond = orient(a, b, target);
        if beyond >= 0.0 {
            continue;
        }
        // The walk starts beyond the edge already, by more than rounding: the edge is behind it.
        let inside = orient(a, b, from);
        if inside < 0.0 && -inside > 1e-3 * (inside - beyond) {
            continue;
        }
        // The edge does not run from right to left across the line.
        let (right, left) = (orient(from, target, a), orient(from, target, b));
        if right > 0.0 || left < 0.0 {
            continue;
        }
        // The line leaves inside the edge, or through a corner. At a corner two edges fit: the passable one is taken.
        if corners.beyond(cell, i).is_some() || (right < 0.0 && left > 0.0) {
            return Some(i);
        }
        grazed.get_or_insert(i);
    }
    grazed
}

/// Walks from `from`, in `cell`, straight to `to`. Calls `visit` with every step; when it answers `false`, the walk
/// stops. Returns the cell reached; `None` when a wall is in the way or the walk was stopped.
pub(crate) fn walk(
    corners: &Corners,
    cell: CellId,
    from: Point,
    to: Point,
    mut visit: impl FnMut(Step) -> bool,
) -> Option<CellId> {
    let mut cell = cell;
    for _ in 0..corners.ring_start.len() {
        let Some(i) = exit(corners, cell, from, to) else { return Some(cell) };
        let (segment, into, _) = corners.beyond(cell, i)?;
        if !visit(Step { segment, from: cell, into }) {
            return None;
        }
        cell = into;
    }
    None
}

/// The directions in which a straight way may be walked, and the cell that it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ways {
    pub forth: bool,
    pub back: bool,
    pub end: CellId,
}

/// Memory of the search for walls near a way.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clearing {
    /// By cell: the number of the last search that looked at it.
    seen: Vec<u32>,
    search: u32,
    waiting: Vec<CellId>,
}

/// A wall may be nearer than the radius by this, m: rounding puts a tangent a little too near to its corner.
const TOUCH: f64 = 1e-6;

/// With several floors a wall may be nearer than the radius by this, m: the shared edges of two floors agree to a
/// millimetre.
const TOUCH_FLOORS: f64 = 1e-3;

impl Clearing {
    /// Returns the directions in which a disc can walk straight between `p`, in `cell`, and `q`; `None` when there is
    /// none. Walls that are nearer than the radius to a point of `spared` do not count: else no way would lead out of a
    /// tight place.
    pub(crate) fn ways(
        &mut self,
        corners: &Corners,
        may_pass: &impl Fn(SegmentId, CellId) -> bool,
        cell: CellId,
        [p, q]: [Point; 2],
        spared: &[Point],
    ) -> Option<Ways> {
        self.begin(corners);
        let way = Segment::new(p, q);
        let mut ways = Ways { forth: true, back: true, end: cell };
        self.enter(cell);
        ways.end = walk(corners, cell, p, q, |step| {
            ways.forth &= may_pass(step.segment, step.from);
            ways.back &= may_pass(step.segment, step.into);
            self.enter(step.into);
            ways.forth || ways.back
        })?;
        while let Some(here) = self.waiting.pop() {
            if !self.look_around(corners, here, &way, cell, spared) {
                return None;
            }
        }
        Some(ways)
    }

    /// Forgets the cells of the search before.
    fn begin(&mut self, corners: &Corners) {
        let cells = corners.ring_start.len() - 1;
        if self.seen.len() != cells || self.search == u32::MAX {
            self.seen = vec![0; cells];
            self.search = 0;
        }
        self.search += 1;
        self.waiting.clear();
    }

    /// Adds a cell to those to look at, once.
    fn enter(&mut self, cell: CellId) {
        if self.seen[cell.index()] != self.search {
            self.seen[cell.index()] = self.search;
            self.waiting.push(cell);
        }
    }

    /// Looks at the walls of a cell, and enters the cells behind free segments that come near the way. Returns `false`
    /// when a wall is too near.
    fn look_around(&mut self, corners: &Corners, here: CellId, way: &Segment, first: CellId, spared: &[Point]) -> bool {
        let ring = corners.ring(here);
        let (along, radius) = (way.b - way.a, corners.radius);
        let far = radius * along.norm();
        let touch = if corners.is_stacked { TOUCH_FLOORS } else { TOUCH };
        for i in ring.clone() {
            let edge = Segment::new(corners.points[i], corners.points[corners.after(&ring, i)]);
            // The edge is wholly on one side of the strip around the way.
            let [a, b] = [edge.a, edge.b].map(|e| along.cross(e - way.a));
            if (a > far && b > far) || (a < -far && b < -far) {
                continue;
            }
            match corners.beyond(here, i) {
                // A free segment: the cell behind it may have walls near the way.
                Some((_, there, _)) => {
                    if self.seen[there.index()] != self.search && is_near(&edge, way, radius) {
                        self.enter(there);
                    }
                }
                // A folded link is not a wall.
                None if corners.across[i] != crate::line::corners::NONE => {}
                // A wall.
                None => {
                    let is_spared = |p: &Point| edge.distance(*p) < radius - TOUCH;
                    if is_near(&edge, way, radius - touch)
                        && !spared.iter().any(is_spared)
                        && (!corners.is_stacked || is_seen(corners, first, way, here, &edge))
                    {
                        return false;
                    }
                }
            }
        }
        true
    }
}

/// Returns whether the way that starts in cell `first` sees the wall of a cell where the two are nearest. A wall of
/// another floor, above or below the way, is not seen.
fn is_seen(corners: &Corners, first: CellId, way: &Segment, cell: CellId, wall: &Segment) -> bool {
    let crossing = way.meet(wall).filter(|(s, t)| (0.0..=1.0).contains(s) && (0.0..=1.0).contains(t));
    let nearest = crossing.map(|(s, _)| way.a.lerp(way.b, s)).unwrap_or_else(|| {
        let candidates = [way.a, way.b, way.nearest(wall.a), way.nearest(wall.b)];
        let closer = |p: &Point, q: &Point| wall.distance(*p).total_cmp(&wall.distance(*q));
        candidates.into_iter().min_by(closer).unwrap_or(way.a)
    });
    let target = wall.nearest(nearest).lerp(nearest, 1e-6);
    let reached = walk(corners, first, way.a, nearest, |_| true)
        .and_then(|on_way| walk(corners, on_way, nearest, target, |_| true));
    reached.is_some_and(|c| floor_meets(corners, c, target, corners.floors[cell.index()]))
}

/// Returns whether a floor reaches a point of `cell`. Several cells meet at a corner, and they may belong to several
/// floors.
fn floor_meets(corners: &Corners, cell: CellId, p: Point, floor: FloorId) -> bool {
    let mut cells = vec![cell];
    let mut next = 0;
    while let Some(&here) = cells.get(next) {
        if corners.floors[here.index()] == floor {
            return true;
        }
        next += 1;
        let ring = corners.ring(here);
        for i in ring.clone() {
            let edge = Segment::new(corners.points[i], corners.points[corners.after(&ring, i)]);
            if edge.distance(p) < TOUCH_FLOORS
                && let Some((_, there, _)) = corners.beyond(here, i)
                && !cells.contains(&there)
            {
                cells.push(there);
            }
        }
    }
    false
}
