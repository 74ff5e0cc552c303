//! Cones: visual trajectory optimisation.
//!
//! Lamarche & Donikian 2004 ("L"), §4.2: the cones from the eye through the portals ahead are intersected one after the
//! other, until the cone is empty or narrower than the pedestrian's threshold. The last valid cone is free of
//! obstacles, because cells are convex. The pedestrian walks along its bisecting line. A high threshold leads through
//! the middle of passages, a low threshold skims walls.
//!
//! Differs from the paper: portals are narrowed by the radius of the body, since L's cones are for points; a goal
//! within the cone is walked to straight away.

use populace_env::{CellId, FreeSegment};
use populace_geom::Point;

use super::{Cone, Follower, FollowerEntry, Heading, MARGIN, Walker};

pub(super) const FOLLOWER: FollowerEntry = FollowerEntry {
    name: "cones",
    about: "walks along the middle of what is seen through the portals ahead",
    paper: "Lamarche & Donikian 2004, §4.2",
    numbers: &[],
    follower: &Cones,
};

struct Cones;

impl Follower for Cones {
    type Recall = ();

    fn follow(&self, walker: &Walker<'_>, _: &mut ()) -> Heading {
        let mut cell = walker.cell;
        let mut seen: Option<Cone> = None;
        let cosine = walker.cone;
        for portal in walker.ahead.portals() {
            let segment = walker.env.segment(portal);
            if segment.is_lift() {
                return to_point(walker.at, segment.stop_in(cell), seen);
            }
            let cone = cone_through(walker, segment, cell);
            cell = segment.other(cell);
            if cone.is_empty() && seen.is_none() {
                // On the portal or just beyond it: straight across is as good as any way.
                let Some(across) = segment.out_of(segment.other(cell)).unit() else { continue };
                let side = across.left();
                seen = Some(Cone { left: across + side, right: across - side });
                continue;
            }
            let next = seen.map_or(cone, |s| s.intersect(&cone));
            if seen.is_some() && (next.is_empty() || next.is_narrower(cosine)) {
                return along(seen);
            }
            let is_narrow = next.is_narrower(cosine);
            seen = Some(next);
            if is_narrow {
                return along(Some(next));
            }
        }
        if walker.ahead.is_full() {
            return along(seen);
        }
        to_point(walker.at, walker.exit.unwrap_or(walker.goal.point), seen)
    }
}

/// Returns the heading along the middle of a cone.
fn along(cone: Option<Cone>) -> Heading {
    Heading { direction: cone.and_then(|c| c.bisector()).unwrap_or(Point::ZERO), left: None, cone }
}

impl Cone {
    fn is_empty(&self) -> bool {
        self.right.cross(self.left) <= 0.0
    }
    /// Returns whether the angle of the cone is less than the angle with this cosine. Cones are narrower than half a
    /// turn.
    fn is_narrower(&self, cosine: f64) -> bool {
        let dot = self.left.dot(self.right);
        let product = cosine * cosine * self.left.norm2() * self.right.norm2();
        if cosine >= 0.0 { dot > 0.0 && dot * dot > product } else { dot >= 0.0 || dot * dot < product }
    }
    fn intersect(&self, other: &Cone) -> Cone {
        let left = if self.left.cross(other.left) < 0.0 { other.left } else { self.left };
        let right = if self.right.cross(other.right) > 0.0 { other.right } else { self.right };
        Cone { left, right }
    }
    fn holds(&self, way: Point) -> bool {
        self.right.cross(way) >= 0.0 && way.cross(self.left) >= 0.0
    }
    fn bisector(&self) -> Option<Point> {
        (self.left.unit()? + self.right.unit()?).unit()
    }
}

/// Returns the heading straight to a point when the cone holds it, else along the middle of the cone.
fn to_point(at: Point, point: Point, seen: Option<Cone>) -> Heading {
    let way = point - at;
    match seen.filter(|s| !s.holds(way)) {
        Some(cone) => along(Some(cone)),
        None => Heading { cone: seen, ..Heading::to_goal(way) },
    }
}

/// Returns the cone from the eye through a portal, narrowed by the body.
fn cone_through(walker: &Walker<'_>, segment: &FreeSegment, cell: CellId) -> Cone {
    let (left, right) = segment.narrowed_from(cell, walker.radius + MARGIN, 0.45);
    Cone { left: left - walker.at, right: right - walker.at }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cones_narrow_and_become_empty() {
        let wide = Cone { left: Point::new(1.0, 1.0), right: Point::new(1.0, -1.0) };
        let low = Cone { left: Point::new(2.0, 0.0), right: Point::new(2.0, -3.0) };
        let both = wide.intersect(&low);
        assert_eq!(both, Cone { left: Point::new(2.0, 0.0), right: Point::new(1.0, -1.0) });
        // 45° is narrower than 60° and wider than 30°.
        assert!(both.is_narrower(0.5) && !both.is_narrower(0.87));
        let high = Cone { left: Point::new(0.0, 1.0), right: Point::new(1.0, 0.5) };
        assert!(both.intersect(&high).is_empty());
        assert!(wide.holds(Point::new(1.0, 0.3)) && !wide.holds(Point::new(-1.0, 0.0)));
    }
}
