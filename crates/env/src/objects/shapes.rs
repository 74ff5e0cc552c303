//! Shapes of footprints: their sides, and rings around them.

use std::f64::consts::TAU;

use populace_geom::{Point, Segment, maths, signed_area};

use super::MOST_SLOTS;

/// Corners of the ring that stands for a disc.
const CORNERS: u32 = 24;

/// A side of a footprint.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    pub a: Point,
    pub b: Point,
    /// The unit vector away from the footprint.
    pub outward: Point,
}

impl Side {
    /// Returns the length, m.
    pub fn length(&self) -> f64 {
        self.a.distance(self.b)
    }
    /// Returns the middle.
    pub fn middle(&self) -> Point {
        self.a.lerp(self.b, 0.5)
    }
    /// Returns the unit vector along the side.
    pub fn along(&self) -> Point {
        self.outward.left()
    }
    /// Returns how far the footprint reaches behind the side, m.
    pub fn depth(&self, footprint: &[Point]) -> f64 {
        footprint.iter().map(|p| (self.a - *p).dot(self.outward)).fold(0.0, f64::max)
    }
}

/// Returns the sides of a footprint, longest first: of a ring its edges, of a line of two points both of its sides, of a
/// point none.
pub(super) fn sides(footprint: &[Point]) -> Vec<Side> {
    let n = footprint.len();
    // The outward side of an edge is its right in a counter-clockwise ring.
    let turn = if signed_area(footprint) < 0.0 { 1.0 } else { -1.0 };
    let mut sides: Vec<Side> = (0..n)
        .filter_map(|i| {
            let (a, b) = (footprint[i], footprint[(i + 1) % n]);
            (b - a).unit().map(|along| Side { a, b, outward: along.left() * turn })
        })
        .collect();
    sides.sort_by(|a, b| b.length().total_cmp(&a.length()));
    sides
}

/// Returns a ring of corners on a circle, counter-clockwise.
pub(super) fn round(middle: Point, radius: f64) -> Vec<Point> {
    let corner = |i: u32| {
        let (sin, cos) = maths::sin_cos(TAU * f64::from(i) / f64::from(CORNERS));
        middle + Point::new(cos, sin) * radius
    };
    (0..CORNERS).map(corner).collect()
}

/// Returns points around the convex hull of a footprint, at a distance from it: as many as fit with `spacing` m or more
/// between neighbours. They begin in the south and run counter-clockwise.
pub(super) fn ring_around(footprint: &[Point], distance: f64, spacing: f64) -> Vec<Point> {
    let hull = hull(footprint);
    let ring = Offset::of(&hull, distance);
    let most = (ring.length / spacing + 1e-9).floor().clamp(1.0, MOST_SLOTS as f64) as usize;
    // Around a corner neighbours are nearer to each other than along the ring, so that fewer may fit.
    let fits = |points: &[Point]| {
        (1..points.len()).all(|i| points[i].distance(points[i - 1]) >= spacing - 1e-9)
            && (points.len() < 2 || points[0].distance(points[points.len() - 1]) >= spacing - 1e-9)
    };
    (1..=most).rev().map(|count| ring.points(count)).find(|points| fits(points)).unwrap_or_default()
}

/// The ring at a distance around a convex hull.
struct Offset<'a> {
    hull: &'a [Point],
    distance: f64,
    /// For every edge its length, and that of the arc around the corner at its end, m.
    runs: Vec<(f64, f64)>,
    length: f64,
}

impl<'a> Offset<'a> {
    fn of(hull: &'a [Point], distance: f64) -> Self {
        let n = hull.len();
        let mut ring = Offset { hull, distance, runs: Vec::new(), length: 0.0 };
        let turned = |i: usize| {
            let (before, after) = (ring.direction(i), ring.direction(i + 1));
            if n == 1 { TAU } else { maths::atan2(before.cross(after), before.dot(after)).rem_euclid(TAU) }
        };
        ring.runs = (0..n).map(|i| (hull[i].distance(hull[(i + 1) % n]), turned(i) * distance)).collect();
        ring.length = ring.runs.iter().map(|run| run.0 + run.1).sum();
        ring
    }

    /// Returns the direction of an edge.
    fn direction(&self, i: usize) -> Point {
        let n = self.hull.len();
        (self.hull[(i + 1) % n] - self.hull[i % n]).unit().unwrap_or(Point::new(1.0, 0.0))
    }

    /// Returns points at equal distances along the ring.
    fn points(&self, count: usize) -> Vec<Point> {
        let n = self.hull.len();
        let (mut i, mut passed) = (0, 0.0);
        let point = |k: usize| {
            let at = self.length * k as f64 / count as f64;
            while i + 1 < n && at > passed + self.runs[i].0 + self.runs[i].1 {
                passed += self.runs[i].0 + self.runs[i].1;
                i += 1;
            }
            let rest = at - passed;
            let outward = -self.direction(i).left();
            if rest <= self.runs[i].0 {
                return self.hull[i] + self.direction(i) * rest + outward * self.distance;
            }
            let (sin, cos) = maths::sin_cos((rest - self.runs[i].0) / self.distance);
            self.hull[(i + 1) % n] + (outward * cos + outward.left() * sin) * self.distance
        };
        (0..count).map(point).collect()
    }
}

/// Returns the convex hull, counter-clockwise from its lowest corner (Andrew 1979, doi:10.1016/0020-0190(79)90072-3).
fn hull(points: &[Point]) -> Vec<Point> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x)));
    sorted.dedup();
    if sorted.len() < 3 {
        return sorted;
    }
    let half = |points: &mut dyn Iterator<Item = Point>| {
        let mut chain: Vec<Point> = Vec::new();
        for p in points {
            while chain.len() >= 2 && populace_geom::orient(chain[chain.len() - 2], chain[chain.len() - 1], p) <= 0.0 {
                chain.pop();
            }
            chain.push(p);
        }
        chain.pop();
        chain
    };
    let mut ring = half(&mut sorted.iter().copied());
    ring.extend(half(&mut sorted.iter().rev().copied()));
    ring
}

/// Returns the distance between two segments, m; 0 when they cross.
pub(super) fn distance_between(p: &Segment, q: &Segment) -> f64 {
    if populace_geom::segments_cross(p, q) {
        return 0.0;
    }
    p.distance(q.a).min(p.distance(q.b)).min(q.distance(p.a)).min(q.distance(p.b))
}

/// Returns the distance from a point to a ring, m; 0 inside it.
pub(super) fn distance_to_ring(ring: &[Point], p: Point) -> f64 {
    if ring.len() >= 3 && populace_geom::contains(ring, p) {
        return 0.0;
    }
    let edges = (0..ring.len()).map(|i| Segment::new(ring[i], ring[(i + 1) % ring.len()]));
    edges.map(|edge| edge.distance(p)).fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square() -> Vec<Point> {
        [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)].map(|(x, y)| Point::new(x, y)).to_vec()
    }

    #[test]
    fn points_around_a_square_keep_their_distance() {
        // 8 m of sides and a circle of 0.6 m radius: 11.77 m. A chord of 0.6 m on that circle is 0.628 m along it: 11.77 /
        // 0.628 = 18.7 fit in any case, 11.77 / 0.6 = 19.6 at most.
        let points = ring_around(&square(), 0.6, 0.6);
        assert!((18..=19).contains(&points.len()), "{}", points.len());
        for (i, p) in points.iter().enumerate() {
            assert!((distance_to_ring(&square(), *p) - 0.6).abs() < 1e-9, "{p:?}");
            let next = points[(i + 1) % points.len()];
            assert!(p.distance(next) >= 0.6 - 1e-9, "{p:?} {next:?}");
        }
    }

    #[test]
    fn points_around_a_point_and_a_line_keep_their_distance() {
        for footprint in [vec![Point::ZERO], vec![Point::ZERO, Point::new(3.0, 0.0)]] {
            let points = ring_around(&footprint, 1.0, 0.9);
            assert!(points.len() >= 6, "{points:?}");
            for (i, p) in points.iter().enumerate() {
                assert!((distance_to_ring(&footprint, *p) - 1.0).abs() < 1e-9, "{p:?}");
                assert!(points[i + 1..].iter().all(|q| q.distance(*p) >= 0.9 - 1e-9));
            }
        }
    }

    #[test]
    fn sides_look_outwards_whatever_the_winding() {
        let mut ring = square();
        for _ in 0..2 {
            for side in sides(&ring) {
                assert!(side.outward.dot(side.middle() - Point::new(1.0, 1.0)) > 0.9, "{side:?}");
                assert!((side.depth(&ring) - 2.0).abs() < 1e-12);
            }
            ring.reverse();
        }
    }
}
