//! Personal space: a weak rule that turns the velocity away from near neighbours and walls, and keeps its norm (L §4.2;
//! erratum A1.3).
//!
//! ```text
//! R(p, S, d) = k Σ (1 − |x − p| / d) (p − x) / |p − x|  over |x − p| < d      S_O = |S_I| (R_N + R_W + S_I) / |…|
//! ```
//!
//! L names three cases in which people may come nearer, and gives no rule. Here, d_N shrinks to the local spacing in
//! dense crowds, companions are left out, and a neighbour that is being overtaken is left out. L calls the rule weak.
//! Here R is at most half of |S_I|, so it turns a pedestrian by at most 30° and never turns it around in a crowd.

use populace_geom::{Point, Segment};

use super::params::Params;
use crate::passing::Neighbour;

/// R is at most this share of |S_I|.
const WEAK: f64 = 0.5;
/// The number of nearest neighbours from which the density is taken: the mean degree of a Delaunay triangulation.
const DIRECT: usize = 6;
/// A neighbour that walks the same way at less than this share of the wanted speed is being overtaken.
const SLOWER: f64 = 0.9;

/// Returns the velocity that keeps the distances, as fast as `wanted`.
#[inline]
pub fn keep_distance(params: &Params, wanted: Point, here: Point, near: &[Neighbour], walls: &[Segment]) -> Point {
    let norm2 = wanted.norm2();
    if norm2 <= 0.0 {
        return wanted;
    }
    if params.literal {
        return as_printed(params, wanted, here, near, walls);
    }
    let push = from_neighbours(params, wanted, norm2, near) + from_walls(params, here, walls);
    if push == Point::ZERO {
        return wanted;
    }
    // k = weight · |S_I|; all norms in shares of |S_I|.
    let push2 = push.norm2() * (params.personal_weight * params.personal_weight);
    let weight =
        if push2 > WEAK * WEAK { params.personal_weight * WEAK / push2.sqrt() } else { params.personal_weight };
    let norm = norm2.sqrt();
    rescaled(wanted + push * (weight * norm), norm).unwrap_or(wanted)
}

/// Returns R_N, the push of the neighbours, as a share of k.
#[inline]
fn from_neighbours(params: &Params, wanted: Point, norm2: f64, near: &[Neighbour]) -> Point {
    let full = params.personal_distance;
    let within = near.iter().take_while(|n| n.distance2 < full * full).count();
    if within == 0 {
        return Point::ZERO;
    }
    let near = &near[..within];
    // The spacing is the mean distance of the nearest neighbours; a neighbour beyond d_N counts as at d_N.
    let mut distances = [full; DIRECT];
    for (d, n) in distances.iter_mut().zip(near) {
        *d = n.distance2.sqrt();
    }
    let spacing = distances.iter().sum::<f64>() / DIRECT as f64;
    let mut push = Point::ZERO;
    for (i, n) in near.iter().enumerate() {
        let distance = if i < DIRECT { distances[i] } else { n.distance2.sqrt() };
        if distance >= spacing {
            break;
        }
        if !n.companion && !is_overtaken(n, wanted, norm2) {
            push += n.offset * (1.0 / distance - 1.0 / spacing);
        }
    }
    push
}

/// Returns whether a neighbour is ahead or beside, walks the same way and is slower.
#[inline]
fn is_overtaken(n: &Neighbour, wanted: Point, norm2: f64) -> bool {
    let along = n.velocity.dot(wanted);
    along > 0.0 && along < SLOWER * norm2 && n.offset.dot(wanted) <= 0.0
}

/// Returns R_W, the push of the walls, as a share of k. S_W are the projections on the walls of the cell; where walls
/// are in line, each point belongs to one wall.
#[inline]
fn from_walls(params: &Params, here: Point, walls: &[Segment]) -> Point {
    let full = params.wall_distance;
    let mut push = Point::ZERO;
    for wall in walls {
        let (along, to) = (wall.b - wall.a, here - wall.a);
        let (length2, share, across) = (along.norm2(), to.dot(along), along.cross(to));
        let is_near = share >= 0.0 && share < length2 && across * across < full * full * length2;
        if is_near {
            let length = length2.sqrt();
            // Walkable ground is on the left, also of a pedestrian that is pressed into the wall.
            push += along.left() * ((1.0 - across.abs() / (length * full)) / length);
        }
    }
    push
}

/// Returns the velocity by the printed form: it attracts within d and repels beyond, with no exceptions.
#[cold]
fn as_printed(params: &Params, wanted: Point, here: Point, near: &[Neighbour], walls: &[Segment]) -> Point {
    let term = |to: Point, d: f64| if d > 0.0 { to * ((d - to.norm()) / d) } else { Point::ZERO };
    let mut sum = wanted;
    for n in near {
        sum += term(-n.offset, params.personal_distance);
    }
    for wall in walls {
        sum += term(wall.nearest(here) - here, params.wall_distance);
    }
    rescaled(sum, wanted.norm()).unwrap_or(wanted)
}

fn rescaled(sum: Point, norm: f64) -> Option<Point> {
    sum.unit().map(|direction| direction * norm)
}

#[cfg(test)]
mod tests {
    use populace_geom::maths;

    use super::*;

    fn params() -> Params {
        Params { personal_distance: 1.5, ..Params::default() }
    }
    fn beside(y: f64) -> Neighbour {
        Neighbour::at(Point::new(0.0, y), Point::ZERO, 0.4)
    }

    /// A neighbour beside at 0.75 m, d = 1.5 m: the spacing is (0.75 + 5 · 1.5) / 6 = 1.375 m, R = k (1 − 0.75 / 1.375)
    /// = 0.454545 k.
    #[test]
    fn a_neighbour_turns_the_velocity_away_and_keeps_its_norm() {
        let out = keep_distance(&params(), Point::new(1.3, 0.0), Point::ZERO, &[beside(0.75)], &[]);
        assert!((out.norm() - 1.3).abs() < 1e-12);
        assert!((out.y / out.x + 0.454545).abs() < 1e-6, "{out:?}");
    }

    /// Erratum A1.3: printed, R = (1 − 0.1 / 1.5) · 0.1 = 0.0933 at 0.1 m, 0.375 at 0.75 m, towards the neighbour.
    #[test]
    fn the_literal_form_attracts_and_is_largest_half_way() {
        let literal = Params { literal: true, ..params() };
        for (distance, force) in [(0.1, 0.0933), (0.75, 0.375)] {
            let out = keep_distance(&literal, Point::new(1.3, 0.0), Point::ZERO, &[beside(distance)], &[]);
            assert!((out.norm() - 1.3).abs() < 1e-12);
            assert!((1.3 * out.y / out.x - force).abs() < 5e-5, "{out:?}");
        }
        // Beyond d it repels.
        let out = keep_distance(&literal, Point::new(1.3, 0.0), Point::ZERO, &[beside(2.0)], &[]);
        assert!(out.y < 0.0);
        // The right form grows towards contact.
        let turn = |d| keep_distance(&params(), Point::new(1.3, 0.0), Point::ZERO, &[beside(d)], &[]).y.abs();
        assert!(turn(0.7) > turn(0.75));
    }

    /// Wall on the left of a corridor at 0.2 m, d_W = 0.5 m: R = 1 − 0.2 / 0.5 = 0.6, held to 0.5.
    #[test]
    fn walls_push_into_the_room_but_never_by_more_than_30_degrees() {
        let half_a_metre = Params { wall_distance: 0.5, ..params() };
        let wall = |y: f64| Segment::new(Point::new(5.0, y), Point::new(-5.0, y));
        let out = keep_distance(&half_a_metre, Point::new(1.0, 0.0), Point::ZERO, &[], &[wall(0.3)]);
        assert!((out.y / out.x + 0.4).abs() < 1e-12, "{out:?}");
        let out = keep_distance(&half_a_metre, Point::new(1.0, 0.0), Point::ZERO, &[], &[wall(0.2)]);
        assert!((out.y / out.x + 0.5).abs() < 1e-12, "{out:?}");
        // Pressed into the wall: still into the room.
        assert!(keep_distance(&half_a_metre, Point::new(1.0, 0.0), Point::ZERO, &[], &[wall(-0.01)]).y < 0.0);
    }

    #[test]
    fn companions_and_those_overtaken_may_come_near() {
        let wanted = Point::new(1.3, 0.0);
        let companion = Neighbour { companion: true, ..beside(0.5) };
        assert_eq!(keep_distance(&params(), wanted, Point::ZERO, &[companion], &[]), wanted);
        let slow = Neighbour { velocity: Point::new(0.8, 0.0), ..beside(0.5) };
        assert_eq!(keep_distance(&params(), wanted, Point::ZERO, &[slow], &[]), wanted);
        let abreast = Neighbour { velocity: Point::new(1.3, 0.0), ..beside(0.5) };
        assert_ne!(keep_distance(&params(), wanted, Point::ZERO, &[abreast], &[]), wanted);
    }

    /// Six neighbours around at 0.6 m: the spacing is 0.6 m, and no neighbour is nearer than that.
    #[test]
    fn in_a_dense_crowd_the_distance_is_the_local_spacing() {
        let wanted = Point::new(1.3, 0.0);
        let near: Vec<_> = (0..6)
            .map(|i| {
                let (sin, cos) = maths::sin_cos(f64::from(i) * std::f64::consts::FRAC_PI_3);
                Neighbour::at(Point::new(cos, sin) * 0.6, wanted, 0.5)
            })
            .collect();
        let out = keep_distance(&params(), wanted, Point::ZERO, &near, &[]);
        assert!((out - wanted).norm() < 1e-9, "{out:?}");
    }
}
