//! Turns an arc around a disc into a polyline. The polyline runs outside the arc; each of its edges touches the disc.

use populace_geom::Point;

/// A quarter turn is halved at most this many times. That gives pieces of 0.35°, which is enough for discs of 50 m. The
/// limit also stops the halving of directions that are not numbers.
const HALVINGS: u32 = 8;

/// Appends the polyline around a disc to `out`. `offset` is the radius of the disc, negative when the disc lies on the
/// right of the line; `arrival` and `departure` are unit vectors. A bend gets one vertex when the cosine of its angle
/// is at least `smooth`.
pub(crate) fn bend(centre: Point, offset: f64, arrival: Point, departure: Point, smooth: f64, out: &mut Vec<Point>) {
    // The disc is a point, and the line passes through it.
    if offset == 0.0 {
        out.push(centre);
        return;
    }
    let turn = if offset > 0.0 { 1.0 } else { -1.0 };
    let mut from = arrival;
    // More than a quarter turn is left: make quarter turns first, since opposite directions have no middle.
    for _ in 0..3 {
        if from.dot(departure) >= 0.0 {
            break;
        }
        let quarter = from.left() * turn;
        halve(centre, offset, [from, quarter], smooth, HALVINGS, out);
        from = quarter;
    }
    // At most a quarter turn is left. Rounding may have made it a tiny turn back, which counts as none.
    let to = if from.cross(departure) * turn < 0.0 { from } else { departure };
    halve(centre, offset, [from, to], smooth, HALVINGS, out);
}

/// Halves the angle between two tangents, at most 90°, until the point where they meet is near the disc.
fn halve(centre: Point, offset: f64, [from, to]: [Point; 2], smooth: f64, halvings: u32, out: &mut Vec<Point>) {
    let cosine = from.dot(to);
    let both = from + to;
    if cosine >= smooth || cosine < -0.5 || halvings == 0 {
        // The angle is small enough. The tangents meet on its bisector.
        out.push(centre - both.left() * (offset / (1.0 + cosine)));
        return;
    }
    let middle = both * (1.0 / both.norm());
    halve(centre, offset, [from, middle], smooth, halvings - 1, out);
    halve(centre, offset, [middle, to], smooth, halvings - 1, out);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_direction_that_is_none_ends_in_few_points() {
        // Used to halve the angle for ever.
        let mut out = Vec::new();
        bend(Point::ZERO, 0.25, Point::ZERO, Point::new(1.0, 0.0), 0.99, &mut out);
        assert!(out.len() <= 256);
    }

    #[test]
    fn the_vertices_of_a_half_turn_are_just_outside_its_disc() {
        let (mut out, smooth) = (Vec::new(), 2.0 / (1.002 * 1.002) - 1.0);
        bend(Point::new(1.0, 2.0), 0.25, Point::new(1.0, 0.0), Point::new(-1.0, 0.0), smooth, &mut out);
        assert!(out.len() > 20 && out.len() < 40, "{}", out.len());
        for p in &out {
            let d = p.distance(Point::new(1.0, 2.0));
            assert!((0.25..=0.2505).contains(&d), "{d}");
        }
        // Disc on the left: the line passes below it, then to its right.
        assert!(out[0].y < 1.76 && out[out.len() / 2].x > 1.24);
    }
}
