//! Leaves out what nobody sees: points of a line that do not bend it, and dots of a cloud that lie on each other.

use populace_geom::{Point, Segment};

/// The greatest shift of a line that nobody sees, pixels.
const UNSEEN: f64 = 0.4;
/// More dots than this are a cloud.
pub const CLOUD: usize = 150;
/// A cloud keeps one dot in each square of this side, pixels. Dots are wider than a square, so that no gap opens.
const APART: f64 = 3.0;

/// Returns the line without the points that lie within [`UNSEEN`] of it: Douglas & Peucker 1973, doi:10.3138/FM57-6770-U75U-7727.
pub fn thin_line(points: &[Point]) -> Vec<Point> {
    let Some(last) = points.len().checked_sub(1) else { return Vec::new() };
    let mut keeps = vec![false; points.len()];
    (keeps[0], keeps[last]) = (true, true);
    let mut parts = vec![(0, last)];
    while let Some((from, to)) = parts.pop() {
        let straight = Segment::new(points[from], points[to]);
        let away = |i: usize| (i, straight.distance(points[i]));
        let farthest = (from + 1..to).map(away).reduce(|a, b| if b.1 > a.1 { b } else { a });
        if let Some((i, _)) = farthest.filter(|f| f.1 > UNSEEN) {
            keeps[i] = true;
            parts.extend([(from, i), (i, to)]);
        }
    }
    points.iter().zip(keeps).filter(|(_, keep)| *keep).map(|(p, _)| *p).collect()
}

/// Returns the dots that can be told apart, from left to right: of dots on the same pixel one, of a cloud one in every square.
pub fn thin_dots(points: &[Point]) -> Vec<Point> {
    let side = if points.len() > CLOUD { APART } else { 0.5 };
    let square = |p: &Point| ((p.x / side).floor() as i64, (p.y / side).floor() as i64);
    let mut dots = points.to_vec();
    dots.sort_by(|a, b| square(a).cmp(&square(b)).then(a.x.total_cmp(&b.x)).then(a.y.total_cmp(&b.y)));
    dots.dedup_by_key(|dot| square(dot));
    dots
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(of: &[(f64, f64)]) -> Vec<Point> {
        of.iter().map(|&(x, y)| Point::new(x, y)).collect()
    }

    #[test]
    fn points_on_a_straight_line_are_left_out_and_corners_stay() {
        let straight: Vec<Point> = (0..100).map(|i| Point::new(f64::from(i), 0.2 * f64::from(i % 2))).collect();
        assert_eq!(thin_line(&straight), [straight[0], straight[99]]);
        let corner = points(&[(0.0, 0.0), (5.0, 0.0), (10.0, 0.0), (10.0, 7.0)]);
        assert_eq!(thin_line(&corner), [corner[0], corner[2], corner[3]]);
        // There and back: the turning point is far from the segment between both ends.
        assert_eq!(thin_line(&points(&[(0.0, 0.0), (9.0, 0.0), (0.0, 0.0)])).len(), 3);
    }

    #[test]
    fn of_dots_on_the_same_pixel_one_is_drawn_and_few_are_never_thinned() {
        let few = thin_dots(&points(&[(3.0, 1.0), (1.01, 1.0), (1.02, 1.0), (2.0, 1.0)]));
        assert_eq!(few.len(), 3);
        let cloud: Vec<Point> =
            (0..10_000).map(|i| Point::new(f64::from(i % 100) * 0.5, f64::from(i / 100) * 0.5)).collect();
        // 50 by 50 pixels with a dot in every 3 by 3.
        assert_eq!(thin_dots(&cloud).len(), 17 * 17);
    }
}
