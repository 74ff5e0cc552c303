//! Rays: straight lines through the cells, to the first wall or to a target.

use populace_geom::{Point, Segment, orient};

use super::{Border, CellId, Environment, SegmentId, World};

/// The point where a ray ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayEnd {
    /// The last cell it was in.
    pub cell: CellId,
    /// The target, or the point where it met a wall.
    pub point: Point,
    /// The wall or shut door it met; `None` when it reached its target.
    pub wall: Option<(Point, Point)>,
}

impl World<'_> {
    /// Follows the straight line from `from`, in `cell`, to `target`, through open doors and onto other floors. Calls
    /// `visit` with each segment that the line crosses. A ray that grazes a corner passes it.
    pub fn ray_with(self, cell: CellId, from: Point, target: Point, mut visit: impl FnMut(SegmentId)) -> RayEnd {
        let mut cell = cell;
        // A straight line enters a cell at most once; the bound guards against floors that lead back onto themselves.
        for _ in 0..=self.cell_count() {
            let Some(exit) = self.exit(cell, from, target) else {
                return RayEnd { cell, point: target, wall: None };
            };
            match exit.segment.filter(|&s| self.is_passable(s, 0.0) && !self.is_folded(s, cell, &exit)) {
                Some(segment) => {
                    visit(segment);
                    cell = self.segment(segment).other(cell);
                }
                None => {
                    let (ray, wall) = (Segment::new(from, target), Segment::new(exit.a, exit.b));
                    let point = ray.meet(&wall).map_or(exit.a, |(_, t)| exit.a.lerp(exit.b, t.clamp(0.0, 1.0)));
                    return RayEnd { cell, point, wall: Some((exit.a, exit.b)) };
                }
            }
        }
        RayEnd { cell, point: from, wall: Some((from, from)) }
    }

    /// Follows the straight line from `from`, in `cell`, to `target` or to the first wall.
    pub fn ray(self, cell: CellId, from: Point, target: Point) -> RayEnd {
        self.ray_with(cell, from, target, |_| {})
    }

    /// Returns whether a straight line leads from `from`, in `cell`, to `target` over walkable ground.
    pub fn sees(self, cell: CellId, from: Point, target: Point) -> bool {
        self.ray(cell, from, target).wall.is_none()
    }

    /// Returns whether a pedestrian at `from`, in `cell`, sees a pedestrian at `target`, in the cell `there`. It is
    /// [`World::sees`](crate::World::sees) for a target whose cell is known, and faster: a crowd asks it for many
    /// pairs.
    pub fn sees_into(self, cell: CellId, from: Point, target: Point, there: CellId) -> bool {
        let mut cell = cell;
        for _ in 0..=self.cell_count() {
            if cell == there {
                return true;
            }
            let Some(position) = self.exit_position(cell, from, target) else {
                // The line ends in this cell. On the floor of the target, the target is on the edge of both cells; on
                // another floor, this point is above or below it.
                return self.cell_floor(cell) == self.cell_floor(there);
            };
            match self.across[position] {
                super::WALL => return false,
                segment => {
                    let segment = SegmentId(segment);
                    let is_link = self.segments[segment.index()].link.is_some();
                    let is_barred = is_link && {
                        let exit = self.edge(&self.ring_range(cell), position);
                        !self.is_passable(segment, 0.0) || self.is_folded(segment, cell, &exit)
                    };
                    if is_barred {
                        return false;
                    }
                    cell = self.segments[segment.index()].other(cell);
                }
            }
        }
        false
    }

    /// Returns the edge of [`World::exit`] as a position in the rings. It is faster: it computes the side of each
    /// corner once.
    #[inline]
    fn exit_position(self, cell: CellId, from: Point, target: Point) -> Option<usize> {
        let range = self.ring_range(cell);
        let corner = |i: usize| self.points[self.ring[i] as usize];
        let mut grazed = None;
        let mut before = range.end - 1;
        let mut a = corner(before);
        let mut right = side(from, target, a);
        for next in range {
            let b = corner(next);
            let left = side(from, target, b);
            if right <= 0.0 && left >= 0.0 && orient(a, b, target) < 0.0 {
                let across = self.across[before];
                let is_open = across != super::WALL && self.is_passable(SegmentId(across), 0.0);
                if is_open || (right < 0.0 && left > 0.0) {
                    return Some(before);
                }
                grazed.get_or_insert(before);
            }
            (before, a, right) = (next, b, left);
        }
        grazed
    }

    /// Returns the edge through which the line from → target leaves a cell; `None` when the target is inside.
    fn exit(self, cell: CellId, from: Point, target: Point) -> Option<Border> {
        let mut grazed = None;
        for edge in self.cell_edges(cell) {
            // The target is on this side of the edge.
            if orient(edge.a, edge.b, target) >= 0.0 {
                continue;
            }
            // The edge does not run from right to left across the line: the line leaves elsewhere.
            let (right, left) = (orient(from, target, edge.a), orient(from, target, edge.b));
            if right > 0.0 || left < 0.0 {
                continue;
            }
            // The line leaves inside the edge, or through a corner. At a corner two edges fit: the passable one is
            // taken.
            let passable = edge.segment.is_some_and(|s| self.is_passable(s, 0.0));
            if passable || (right < 0.0 && left > 0.0) {
                return Some(edge);
            }
            grazed.get_or_insert(edge);
        }
        grazed
    }
}

impl Environment {
    /// Returns whether the cell beyond a link lies on the same side of it as `cell`. A straight line cannot go on
    /// there.
    fn is_folded(&self, segment: SegmentId, cell: CellId, exit: &Border) -> bool {
        let beyond = self.segment(segment);
        beyond.link.is_some() && {
            let there = self.cell_edges(beyond.other(cell)).find(|e| e.segment == Some(segment));
            there.is_some_and(|e| (e.b - e.a).dot(exit.b - exit.a) > 0.0)
        }
    }

    /// Returns whether both cells of a link lie on the same side of it. A pedestrian who passes it turns back, above or
    /// below where they came from.
    pub fn folds_back(&self, segment: SegmentId) -> bool {
        let joined = self.segment(segment);
        joined.link.is_some() && {
            let side = |cell| self.cell_edges(cell).find(|e| e.segment == Some(segment)).map(|e| e.b - e.a);
            side(joined.cells[0]).zip(side(joined.cells[1])).is_some_and(|(one, other)| one.dot(other) > 0.0)
        }
    }
}

/// Returns a number that is positive when a point is left of from → target and negative when it is right of it. The
/// quick formula answers when rounding cannot change its sign, else the exact one.
#[inline(always)]
fn side(from: Point, target: Point, p: Point) -> f64 {
    let (one, two) = ((from.x - p.x) * (target.y - p.y), (from.y - p.y) * (target.x - p.x));
    // Shewchuk 1997, ccwerrboundA, rounded up.
    if (one - two).abs() > 3.4e-16 * (one.abs() + two.abs()) { one - two } else { orient(from, target, p) }
}
