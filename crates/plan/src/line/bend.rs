//! Bends: an arc around a disc becomes a polyline around that arc, each edge of which touches the disc.

use populace_geom::Point;

/// A quarter turn is halved at most so often: 0.35° pieces, for discs of 50 m; directions that are none end there, too.
const HALVINGS: u32 = 8;

/// Appends the polyline around a disc: `offset` is its radius, positive when it lies on the left of the line, `arrival` and
/// `departure` are unit directions. Bends of a smaller angle than that with cosine `smooth` get one vertex.
pub(crate) fn bend(centre: Point, offset: f64, arrival: Point, departure: Point, smooth: f64, out: &mut Vec<Point>) {
    if offset == 0.0 {
        out.push(centre);
        return;
    }
    let turn = if offset > 0.0 { 1.0 } else { -1.0 };
    let mut from = arrival;
    // Quarter turns first: the middle of two opposite directions is not defined.
    for _ in 0..3 {
        if from.dot(departure) >= 0.0 {
            break;
        }
        let quarter = from.left() * turn;
        halve(centre, offset, [from, quarter], smooth, HALVINGS, out);
        from = quarter;
    }
    // Rounding may have turned the line back by a hair.
    let to = if from.cross(departure) * turn < 0.0 { from } else { departure };
    halve(centre, offset, [from, to], smooth, HALVINGS, out);
}

/// Halves the angle between two tangents, at most 90°, until their meeting point is near the disc.
fn halve(centre: Point, offset: f64, [from, to]: [Point; 2], smooth: f64, halvings: u32, out: &mut Vec<Point>) {
    let cosine = from.dot(to);
    let both = from + to;
    if cosine >= smooth || cosine < -0.5 || halvings == 0 {
        // The tangents meet on the bisector.
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
