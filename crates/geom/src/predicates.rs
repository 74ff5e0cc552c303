//! Exact geometric predicates (Shewchuk 1997, through the `robust` crate).

use crate::Point;

fn coord(p: Point) -> robust::Coord<f64> {
    robust::Coord { x: p.x, y: p.y }
}

/// The direction in which a → b → c turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// c is left of the line a → b.
    Left,
    /// The three points are on one line.
    Straight,
    /// c is right of the line a → b.
    Right,
}

/// Returns twice the signed area of the triangle a, b, c; its sign is exact.
#[inline]
pub fn orient(a: Point, b: Point, c: Point) -> f64 {
    robust::orient2d(coord(a), coord(b), coord(c))
}

/// Returns the exact turn of a → b → c.
#[inline]
pub fn turn(a: Point, b: Point, c: Point) -> Turn {
    let area = orient(a, b, c);
    if area > 0.0 {
        Turn::Left
    } else if area < 0.0 {
        Turn::Right
    } else {
        Turn::Straight
    }
}

/// Returns a number that is positive when `d` is inside the circle through the counter-clockwise a, b, c; its sign is
/// exact.
pub fn in_circle(a: Point, b: Point, c: Point, d: Point) -> f64 {
    robust::incircle(coord(a), coord(b), coord(c), coord(d))
}
