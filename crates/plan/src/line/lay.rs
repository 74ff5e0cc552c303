//! Lays a polyline out over floors: where it crosses a segment between two floors, it gets a point.

use populace_env::FloorId;
use populace_geom::{Point, Segment};

use crate::{Line, Waypoint};

/// A portal that leads to another floor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crossing {
    pub left: Point,
    pub right: Point,
    /// The floor entered.
    pub floor: FloorId,
}

/// Appends the points of a polyline to `out`, whose last point is where the polyline starts. `crossings` are the
/// changes of floor in the order of the line. Returns `false` when `out` is empty.
pub(crate) fn lay(points: &[Point], crossings: &[Crossing], mut floor: FloorId, out: &mut Line) -> bool {
    let mut waiting = crossings;
    let Some(mut at) = out.points.last().map(|w| w.point) else { return false };
    for &point in points {
        while let Some((crossing, rest)) = waiting.split_first()
            && let Some(meeting) = crossing_point(at, point, crossing)
        {
            floor = crossing.floor;
            put(out, &mut at, meeting, floor);
            waiting = rest;
        }
        put(out, &mut at, point, floor);
    }
    // A line that ends on the segment between two floors enters the next floor there.
    for crossing in waiting {
        out.points.push(Waypoint { point: at, floor: crossing.floor });
    }
    true
}

/// Appends a point to the line and moves on to it.
fn put(out: &mut Line, at: &mut Point, point: Point, floor: FloorId) {
    out.length += at.distance(point);
    out.points.push(Waypoint { point, floor });
    *at = point;
}

/// Returns where the way from `a` to `b` crosses the portal to the next floor; `None` when it does not.
fn crossing_point(a: Point, b: Point, crossing: &Crossing) -> Option<Point> {
    let across = crossing.left - crossing.right;
    let [before, after] = [a, b].map(|p| across.cross(p - crossing.right));
    // The line leaves a cell on the left of right → left. It has left it already, or it does not come out.
    if before < -1e-9 || after >= 0.0 {
        return None;
    }
    let (_, share) = Segment::new(a, b).meet(&Segment::new(crossing.right, crossing.left))?;
    (-1e-9..=1.0 + 1e-9).contains(&share).then(|| crossing.right.lerp(crossing.left, share))
}
