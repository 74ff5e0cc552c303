//! Rings of points: area, centroid, containment, clipping.

use crate::{Point, Turn, turn};

/// Returns the edges of a ring in order; the last edge leads back to the first point.
fn edges(ring: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    (0..ring.len()).map(move |i| (ring[i], ring[(i + 1) % ring.len()]))
}

/// Returns the area of a ring, positive when counter-clockwise, m².
pub fn signed_area(ring: &[Point]) -> f64 {
    let Some(&origin) = ring.first() else { return 0.0 };
    0.5 * edges(ring).map(|(a, b)| (a - origin).cross(b - origin)).sum::<f64>()
}

/// Returns the area of a ring of either winding, m².
pub fn area(ring: &[Point]) -> f64 {
    signed_area(ring).abs()
}

/// Returns the length around a ring, m.
pub fn perimeter(ring: &[Point]) -> f64 {
    edges(ring).map(|(a, b)| a.distance(b)).sum()
}

/// Returns the centre of gravity; the mean of the points when the area is zero.
pub fn centroid(ring: &[Point]) -> Point {
    let Some(&origin) = ring.first() else { return Point::ZERO };
    let (mut sum, mut twice_area) = (Point::ZERO, 0.0);
    for (a, b) in edges(ring) {
        let (a, b) = (a - origin, b - origin);
        let w = a.cross(b);
        sum += (a + b) * w;
        twice_area += w;
    }
    if twice_area == 0.0 {
        let mean = ring.iter().fold(Point::ZERO, |s, &p| s + (p - origin));
        return origin + mean * (1.0 / ring.len() as f64);
    }
    origin + sum * (1.0 / (3.0 * twice_area))
}

/// Returns whether `p` is inside the ring, by exact parity of crossings. For a point on the border the answer may be
/// either.
pub fn contains(ring: &[Point], p: Point) -> bool {
    edges(ring).fold(false, |inside, (a, b)| inside != crosses_ray(a, b, p))
}

/// Returns whether the edge a → b crosses the ray from `p` towards +x. A point is inside a border when an odd number of
/// its edges cross the ray.
pub fn crosses_ray(a: Point, b: Point, p: Point) -> bool {
    // An end at the height of the ray counts as below it, so that a corner on the ray is counted once.
    let spans = (a.y > p.y) != (b.y > p.y);
    spans
        && match turn(a, b, p) {
            // `p` is left of an edge that goes up: the edge is to the right of `p`, on the ray.
            Turn::Left => b.y > a.y,
            // `p` is right of an edge that goes down: the same.
            Turn::Right => b.y < a.y,
            // `p` is on the edge.
            Turn::Straight => false,
        }
}

/// Returns whether no corner of a counter-clockwise ring turns right.
pub fn is_convex(ring: &[Point]) -> bool {
    let n = ring.len();
    (0..n).all(|i| turn(ring[i], ring[(i + 1) % n], ring[(i + 2) % n]) != Turn::Right)
}

/// Returns the part of convex `subject` inside convex, counter-clockwise `window` (Sutherland–Hodgman).
pub fn clip_convex(subject: &[Point], window: &[Point]) -> Vec<Point> {
    let mut out = subject.to_vec();
    for (a, b) in edges(window) {
        let side = |p: Point| (b - a).cross(p - a);
        let input = std::mem::take(&mut out);
        for (p, q) in edges(&input) {
            let (sp, sq) = (side(p), side(q));
            // A corner inside stays.
            if sp >= 0.0 {
                out.push(p);
            }
            // An edge that changes sides gets a corner where it crosses the line.
            if (sp > 0.0 && sq < 0.0) || (sp < 0.0 && sq > 0.0) {
                out.push(p.lerp(q, sp / (sp - sq)));
            }
        }
        if out.is_empty() {
            break;
        }
    }
    out
}

/// Returns a point of a convex ring. Two numbers that are uniform in 0..1 give points that are uniform over the area.
pub fn point_in_triangle_fan(ring: &[Point], u: f64, v: f64) -> Point {
    let fan = || (1..ring.len().saturating_sub(1)).map(|i| (ring[i], ring[i + 1]));
    let size = |(b, c): (Point, Point)| (b - ring[0]).cross(c - ring[0]).abs();
    let mut left = u * fan().map(size).sum::<f64>();
    let mut chosen = None;
    for triangle in fan() {
        let s = size(triangle);
        chosen = Some((triangle, if s > 0.0 { (left / s).clamp(0.0, 1.0) } else { 0.0 }));
        if left <= s {
            break;
        }
        left -= s;
    }
    match chosen {
        // The share inside the chosen triangle is uniform again, so one pair of numbers is enough.
        Some(((b, c), share)) => {
            let root = share.sqrt();
            ring[0] * (1.0 - root) + b * (root * (1.0 - v)) + c * (root * v)
        }
        None => ring.first().copied().unwrap_or(Point::ZERO),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square() -> Vec<Point> {
        [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)].map(|(x, y)| Point::new(x, y)).to_vec()
    }

    #[test]
    fn a_square_knows_its_measures() {
        assert_eq!(signed_area(&square()), 4.0);
        assert_eq!(perimeter(&square()), 8.0);
        assert_eq!(centroid(&square()), Point::new(1.0, 1.0));
        assert!(contains(&square(), Point::new(0.5, 1.9)));
        assert!(!contains(&square(), Point::new(2.1, 1.0)));
        assert!(is_convex(&square()));
    }

    #[test]
    fn clipping_two_squares_leaves_their_overlap() {
        let shifted: Vec<_> = square().iter().map(|&p| p + Point::new(1.0, 1.0)).collect();
        assert_eq!(area(&clip_convex(&square(), &shifted)), 1.0);
    }

    #[test]
    fn fan_points_stay_inside() {
        for i in 0..100 {
            let p = point_in_triangle_fan(&square(), i as f64 / 99.0, 0.5);
            assert!(p.x >= 0.0 && p.x <= 2.0 && p.y >= 0.0 && p.y <= 2.0);
        }
    }
}
