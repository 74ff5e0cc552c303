//! Straight walks through the cells with doors taken as open, and whether a disc can make them.

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

/// The ring position of the edge through which the line from → target leaves a cell; `None` when the target is inside.
fn exit(corners: &Corners, cell: CellId, from: Point, target: Point) -> Option<usize> {
    let mut grazed = None;
    let ring = corners.ring(cell);
    for i in ring.clone() {
        let (a, b) = (corners.points[i], corners.points[corners.after(&ring, i)]);
        // The target must be beyond the edge, and the edge must run from right to left across the line.
        let beyond = orient(a, b, target);
        if beyond >= 0.0 {
            continue;
        }
        // On the line of an edge that is off by rounding both may seem to be beyond, and the edge behind.
        let inside = orient(a, b, from);
        if inside < 0.0 && -inside > 1e-3 * (inside - beyond) {
            continue;
        }
        let (right, left) = (orient(from, target, a), orient(from, target, b));
        if right > 0.0 || left < 0.0 {
            continue;
        }
        // Through a corner: two edges fit; the passable one is taken.
        if corners.beyond(cell, i).is_some() || (right < 0.0 && left > 0.0) {
            return Some(i);
        }
        grazed.get_or_insert(i);
    }
    grazed
}

/// Walks from `from`, in `cell`, straight to `to`; `visit` sees every step and may stop the walk. Returns the cell reached,
/// `None` when a wall is in the way or the walk was stopped.
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

/// In which directions a straight way may be walked, and the cell it leads to.
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

/// Distances to walls count as the radius up to this, m: tangents touch their corners up to rounding.
const TOUCH: f64 = 1e-6;

/// The same where there are several floors: their common edges agree to a millimetre.
const TOUCH_FLOORS: f64 = 1e-3;

impl Clearing {
    /// Whether a disc can walk straight from `p`, in `cell`, to `q`, and in which directions the segments between may be
    /// passed. Walls nearer than the radius to a point of `spared` do not count: one cannot leave a tight place otherwise.
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

    fn begin(&mut self, corners: &Corners) {
        let cells = corners.ring_start.len() - 1;
        if self.seen.len() != cells || self.search == u32::MAX {
            self.seen = vec![0; cells];
            self.search = 0;
        }
        self.search += 1;
        self.waiting.clear();
    }

    fn enter(&mut self, cell: CellId) {
        if self.seen[cell.index()] != self.search {
            self.seen[cell.index()] = self.search;
            self.waiting.push(cell);
        }
    }

    /// Looks at the walls of a cell, and goes on through free segments that come near the way.
    fn look_around(&mut self, corners: &Corners, here: CellId, way: &Segment, first: CellId, spared: &[Point]) -> bool {
        let ring = corners.ring(here);
        let (along, radius) = (way.b - way.a, corners.radius);
        let far = radius * along.norm();
        let touch = if corners.is_stacked { TOUCH_FLOORS } else { TOUCH };
        for i in ring.clone() {
            let edge = Segment::new(corners.points[i], corners.points[corners.after(&ring, i)]);
            // Wholly on one side of the strip around the way.
            let [a, b] = [edge.a, edge.b].map(|e| along.cross(e - way.a));
            if (a > far && b > far) || (a < -far && b < -far) {
                continue;
            }
            match corners.beyond(here, i) {
                Some((_, there, _)) => {
                    if self.seen[there.index()] != self.search && is_near(&edge, way, radius) {
                        self.enter(there);
                    }
                }
                None if corners.across[i] != crate::line::corners::NONE => {}
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

/// Whether the wall of a cell is seen from the way that starts in cell `first`, where the two are nearest: walls of other floors
/// above or below the way are not.
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

/// Whether a floor comes to a point of `cell`: at a corner several cells meet, and they may be of several floors.
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
