//! A point or vector of the plane, and axis-aligned bounds.

use std::ops::{Add, AddAssign, Mul, Neg, Sub};

use serde::{Deserialize, Serialize};

/// A point or a vector of the plane, in metres.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Point {
    /// East, m.
    pub x: f64,
    /// North, m.
    pub y: f64,
}

impl Point {
    /// The origin.
    pub const ZERO: Point = Point { x: 0.0, y: 0.0 };

    /// Returns the point (x, y).
    #[inline]
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }
    /// Returns the scalar product.
    #[inline]
    pub fn dot(self, other: Point) -> f64 {
        self.x * other.x + self.y * other.y
    }
    /// Returns the z of the vector product: positive when `other` is to the left of `self`.
    #[inline]
    pub fn cross(self, other: Point) -> f64 {
        self.x * other.y - self.y * other.x
    }
    /// Returns the length, m.
    #[inline]
    pub fn norm(self) -> f64 {
        self.norm2().sqrt()
    }
    /// Returns the squared length, m².
    #[inline]
    pub fn norm2(self) -> f64 {
        self.dot(self)
    }
    /// Returns the distance to `other`, m.
    #[inline]
    pub fn distance(self, other: Point) -> f64 {
        (self - other).norm()
    }
    /// Returns the vector turned to the left by a right angle.
    #[inline]
    pub fn left(self) -> Point {
        Point::new(-self.y, self.x)
    }
    /// Returns the unit vector of the same direction; `None` for a zero or non-finite vector.
    #[inline]
    pub fn unit(self) -> Option<Point> {
        let norm = self.norm();
        (norm > 0.0 && norm.is_finite()).then(|| self * (1.0 / norm))
    }
    /// Returns a point on the line to `other`: this point for `t` = 0, `other` for `t` = 1.
    #[inline]
    pub fn lerp(self, other: Point, t: f64) -> Point {
        self + (other - self) * t
    }
    /// Returns whether neither coordinate is NaN or infinite.
    #[inline]
    pub fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite()
    }
}

impl Add for Point {
    type Output = Point;
    #[inline]
    fn add(self, o: Point) -> Point {
        Point::new(self.x + o.x, self.y + o.y)
    }
}
impl AddAssign for Point {
    #[inline]
    fn add_assign(&mut self, o: Point) {
        *self = *self + o;
    }
}
impl Sub for Point {
    type Output = Point;
    #[inline]
    fn sub(self, o: Point) -> Point {
        Point::new(self.x - o.x, self.y - o.y)
    }
}
impl Mul<f64> for Point {
    type Output = Point;
    #[inline]
    fn mul(self, k: f64) -> Point {
        Point::new(self.x * k, self.y * k)
    }
}
impl Neg for Point {
    type Output = Point;
    #[inline]
    fn neg(self) -> Point {
        Point::new(-self.x, -self.y)
    }
}

/// An axis-aligned box; empty when `min` exceeds `max` in x or in y.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Bounds {
    /// Lower left corner.
    pub min: Point,
    /// Upper right corner.
    pub max: Point,
}

impl Bounds {
    /// The box that holds nothing.
    pub const EMPTY: Bounds =
        Bounds { min: Point::new(f64::INFINITY, f64::INFINITY), max: Point::new(f64::NEG_INFINITY, f64::NEG_INFINITY) };

    /// Returns the smallest box around the points.
    pub fn of(points: impl IntoIterator<Item = Point>) -> Self {
        let mut bounds = Self::EMPTY;
        points.into_iter().for_each(|p| bounds.include(p));
        bounds
    }
    /// Grows the box to hold `p`.
    pub fn include(&mut self, p: Point) {
        self.min = Point::new(self.min.x.min(p.x), self.min.y.min(p.y));
        self.max = Point::new(self.max.x.max(p.x), self.max.y.max(p.y));
    }
    /// Returns the box around both boxes.
    pub fn union(mut self, other: Bounds) -> Self {
        if !other.is_empty() {
            self.include(other.min);
            self.include(other.max);
        }
        self
    }
    /// Returns the box grown by `margin` on every side, m.
    pub fn expanded(self, margin: f64) -> Self {
        let m = Point::new(margin, margin);
        Bounds { min: self.min - m, max: self.max + m }
    }
    /// Returns whether the box holds no point.
    pub fn is_empty(&self) -> bool {
        self.min.x > self.max.x || self.min.y > self.max.y
    }
    /// Returns whether `p` is inside or on the border.
    pub fn contains(&self, p: Point) -> bool {
        p.x >= self.min.x && p.x <= self.max.x && p.y >= self.min.y && p.y <= self.max.y
    }
    /// Returns whether the two boxes share a point.
    pub fn overlaps(&self, o: &Bounds) -> bool {
        self.min.x <= o.max.x && o.min.x <= self.max.x && self.min.y <= o.max.y && o.min.y <= self.max.y
    }
    /// Returns width (x) and height (y), m; zero for an empty box.
    pub fn size(&self) -> Point {
        if self.is_empty() { Point::ZERO } else { self.max - self.min }
    }
    /// Returns the middle.
    pub fn center(&self) -> Point {
        self.min.lerp(self.max, 0.5)
    }
    /// Returns the four corners, counter-clockwise from the lower left.
    pub fn corners(&self) -> [Point; 4] {
        [self.min, Point::new(self.max.x, self.min.y), self.max, Point::new(self.min.x, self.max.y)]
    }
}
