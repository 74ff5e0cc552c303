//! Shapes of lines with a width: widened ways, flights with flat ends, discs, and walls with gaps.

use populace_geom::{Point, Segment, maths};

/// Corners of the polygon that stands for a disc.
const DISC_CORNERS: usize = 16;

/// Returns a regular polygon that holds the disc of `radius` around `center`.
pub fn disc(center: Point, radius: f64) -> Vec<Point> {
    let outer = radius / maths::cos(std::f64::consts::PI / DISC_CORNERS as f64);
    (0..DISC_CORNERS)
        .map(|i| {
            let (sin, cos) = maths::sin_cos(std::f64::consts::TAU * (i as f64 + 0.5) / DISC_CORNERS as f64);
            center + Point::new(cos, sin) * outer
        })
        .collect()
}

/// Returns the rectangle of `width` around the piece from `a` to `b`, counter-clockwise; its first two corners are at
/// `a`. `None` when the piece has no length.
pub fn rectangle(a: Point, b: Point, width: f64) -> Option<[Point; 4]> {
    let side = (b - a).unit()?.left() * (0.5 * width);
    Some([a + side, a - side, b - side, b + side])
}

/// Returns a way widened to `width`, with round joints and ends, as polygons that overlap.
pub fn widened(line: &[Point], width: f64) -> Vec<Vec<Point>> {
    let pieces = line.windows(2).filter_map(|w| rectangle(*w.first()?, *w.last()?, width)).map(|r| r.to_vec());
    pieces.chain(line.iter().map(|&p| disc(p, 0.5 * width))).collect()
}

/// A line as a strip with flat ends.
pub struct Strip {
    /// Polygons that overlap or touch along the line.
    pub parts: Vec<Vec<Point>>,
    /// The flat end at the first point.
    pub start: Segment,
    /// The flat end at the last point.
    pub end: Segment,
}

/// Returns the strip of `width` along `line`: a rectangle for each piece, and a wedge that fills the outside of each
/// bend. `None` when the line has no length.
pub fn strip(line: &[Point], width: f64) -> Option<Strip> {
    let pieces: Vec<[Point; 4]> = line.windows(2).filter_map(|w| rectangle(*w.first()?, *w.last()?, width)).collect();
    let start = pieces.first().map(|&[left, right, ..]| Segment::new(left, right))?;
    let end = pieces.last().map(|&[_, _, right, left]| Segment::new(right, left))?;
    let mut parts: Vec<Vec<Point>> = pieces.iter().map(|p| p.to_vec()).collect();
    for pair in pieces.windows(2) {
        if let [[_, _, right, left], [next_left, next_right, ..]] = *pair {
            let joint = right.lerp(left, 0.5);
            let (a, b) =
                if (left - joint).cross(next_left - joint) < 0.0 { (left, next_left) } else { (right, next_right) };
            // The mitre keeps the width on the outside of the bend; a sharp bend gets no mitre.
            let tip = (a - joint) + (b - joint);
            let half2 = 0.25 * width * width;
            let mitre = (tip.norm2() > half2).then(|| joint + tip * (2.0 * half2 / tip.norm2()));
            let mut wedge = vec![joint, a];
            wedge.extend(mitre);
            wedge.push(b);
            parts.push(wedge);
        }
    }
    Some(Strip { parts, start, end })
}

/// Drops the inner points of a line that are nearer than `reach` to one of its ends: a bend close to a flat end would
/// stick out behind it.
pub fn straighten_ends(line: &[Point], reach: f64) -> Vec<Point> {
    let (Some(&first), Some(&last)) = (line.first(), line.last()) else { return Vec::new() };
    let inner = line.iter().copied().skip(1).take(line.len().saturating_sub(2));
    let mut kept = vec![first];
    kept.extend(inner.filter(|p| p.distance(first) > reach && p.distance(last) > reach));
    kept.push(last);
    kept
}

/// Returns the length of a line, m.
pub fn length(line: &[Point]) -> f64 {
    line.windows(2).filter_map(|w| Some(w.first()?.distance(*w.last()?))).sum()
}

/// Cuts the discs (centre, radius) out of a line. Returns the pieces that are left, in order, without those shorter
/// than a centimetre.
pub fn cut_gaps(line: &[Point], discs: &[(Point, f64)]) -> Vec<Vec<Point>> {
    let mut pieces: Vec<Vec<Point>> = Vec::new();
    let mut current: Vec<Point> = Vec::new();
    for window in line.windows(2) {
        let (Some(&a), Some(&b)) = (window.first(), window.last()) else { continue };
        let mut from = 0.0;
        for (enter, leave) in covered(Segment::new(a, b), discs) {
            if enter > from {
                extend(&mut current, a.lerp(b, from), a.lerp(b, enter));
            }
            pieces.push(std::mem::take(&mut current));
            from = leave;
        }
        if from < 1.0 {
            extend(&mut current, a.lerp(b, from), b);
        }
    }
    pieces.push(current);
    pieces.retain(|piece| length(piece) > 0.01);
    pieces
}

/// Appends the piece a → b to a line.
fn extend(line: &mut Vec<Point>, a: Point, b: Point) {
    if line.last() != Some(&a) {
        line.push(a);
    }
    line.push(b);
}

/// Returns the parts of a segment inside the discs, as shares of its length, disjoint and in order.
fn covered(segment: Segment, discs: &[(Point, f64)]) -> Vec<(f64, f64)> {
    let long = segment.length();
    if long == 0.0 {
        return Vec::new();
    }
    let mut spans: Vec<(f64, f64)> = discs
        .iter()
        .filter_map(|&(center, radius)| {
            let middle = segment.project(center);
            let off = segment.a.lerp(segment.b, middle).distance(center);
            let half = (radius * radius - off * off).max(0.0).sqrt() / long;
            let span = ((middle - half).max(0.0), (middle + half).min(1.0));
            (half > 0.0 && span.0 < span.1).then_some(span)
        })
        .collect();
    spans.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut merged: Vec<(f64, f64)> = Vec::new();
    for span in spans {
        match merged.last_mut() {
            Some(last) if span.0 <= last.1 => last.1 = last.1.max(span.1),
            _ => merged.push(span),
        }
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;
    use populace_geom::{area, contains};

    fn points(list: &[(f64, f64)]) -> Vec<Point> {
        list.iter().map(|&(x, y)| Point::new(x, y)).collect()
    }

    #[test]
    fn a_wall_is_cut_where_discs_cover_it() {
        let wall = points(&[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)]);
        let pieces = cut_gaps(&wall, &[(Point::new(5.0, 0.0), 0.5), (Point::new(10.0, 0.0), 1.0)]);
        assert_eq!(
            pieces,
            vec![
                points(&[(0.0, 0.0), (4.5, 0.0)]),
                points(&[(5.5, 0.0), (9.0, 0.0)]),
                points(&[(10.0, 1.0), (10.0, 10.0)])
            ]
        );
        assert_eq!(cut_gaps(&wall, &[]), vec![wall]);
    }

    #[test]
    fn the_ends_of_a_strip_are_flat_and_as_wide_as_it() {
        let strip = strip(&points(&[(0.0, 0.0), (5.0, 0.0), (5.0, 5.0)]), 2.0).unwrap();
        assert_eq!((strip.start.a, strip.start.b), (Point::new(0.0, 1.0), Point::new(0.0, -1.0)));
        assert_eq!((strip.end.a, strip.end.b), (Point::new(6.0, 5.0), Point::new(4.0, 5.0)));
        // The outer corner of the right-angled bend is filled up to its mitre at (6, -1).
        assert!(strip.parts.iter().any(|part| contains(part, Point::new(5.95, -0.95))));
    }

    #[test]
    fn a_disc_polygon_holds_its_disc() {
        let polygon = disc(Point::ZERO, 1.0);
        assert!(area(&polygon) > std::f64::consts::PI && area(&polygon) < 1.02 * std::f64::consts::PI);
    }
}
