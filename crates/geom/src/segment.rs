//! Line segments.

use serde::{Deserialize, Serialize};

use crate::{Point, Turn, turn};

/// The straight piece from `a` to `b`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Segment {
    /// Start.
    pub a: Point,
    /// End.
    pub b: Point,
}

impl Segment {
    /// Returns the piece from `a` to `b`.
    #[inline]
    pub const fn new(a: Point, b: Point) -> Self {
        Self { a, b }
    }
    /// Returns the length, m.
    #[inline]
    pub fn length(&self) -> f64 {
        self.a.distance(self.b)
    }
    /// Returns the middle.
    #[inline]
    pub fn middle(&self) -> Point {
        self.a.lerp(self.b, 0.5)
    }
    /// Returns where the perpendicular from `p` meets the line through the segment, as a share of the way from `a` to
    /// `b`. The share may lie outside 0..1; it is 0 for a segment without length.
    #[inline]
    pub fn project(&self, p: Point) -> f64 {
        let along = self.b - self.a;
        let norm2 = along.norm2();
        if norm2 > 0.0 { (p - self.a).dot(along) / norm2 } else { 0.0 }
    }
    /// Returns the point of the segment nearest to `p`.
    #[inline]
    pub fn nearest(&self, p: Point) -> Point {
        self.a.lerp(self.b, self.project(p).clamp(0.0, 1.0))
    }
    /// Returns the distance from `p` to the segment, m.
    #[inline]
    pub fn distance(&self, p: Point) -> f64 {
        self.nearest(p).distance(p)
    }
    /// Returns where the lines through both segments meet, as shares along `self` and `other`; `None` for parallel
    /// lines.
    pub fn meet(&self, other: &Segment) -> Option<(f64, f64)> {
        let (r, s) = (self.b - self.a, other.b - other.a);
        let denominator = r.cross(s);
        if denominator == 0.0 {
            return None;
        }
        let between = other.a - self.a;
        Some((between.cross(s) / denominator, between.cross(r) / denominator))
    }
}

/// Returns whether the interiors of two segments cross in one point, exactly. Segments that only touch do not cross.
pub fn segments_cross(p: &Segment, q: &Segment) -> bool {
    use Turn::{Left, Right};
    let opposite = |a, b| matches!((a, b), (Left, Right) | (Right, Left));
    opposite(turn(p.a, p.b, q.a), turn(p.a, p.b, q.b)) && opposite(turn(q.a, q.b, p.a), turn(q.a, q.b, p.b))
}
