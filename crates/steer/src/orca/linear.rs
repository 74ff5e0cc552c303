//! The two small linear programs of ORCA. The first finds the velocity nearest to the wanted velocity that the
//! half-planes and a disc of speeds allow. Where there is none, the second finds the velocity that violates the
//! half-planes least.
//!
//! The first is the incremental program in two dimensions that van den Berg et al. 2011 take from de Berg et al.,
//! *Computational Geometry*, ch. 4: half-planes are added in turn. Where the best velocity so far is outside a new
//! half-plane, the best velocity is on its border: a program in one dimension.
//!
//! The second minimises the largest violation d: (v − pᵢ)·nᵢ ≥ −d. It is a program in three dimensions, solved in the
//! same way. Where the best velocity violates plane i by more than d, plane i is among the most violated planes of the
//! best velocity. So the search goes as far along nᵢ as possible without violating another plane more than plane i.

use populace_geom::Point;

/// Two lines are parallel when the sine of their angle is below this.
const PARALLEL: f64 = 1e-10;

/// Velocities v with (v − point)·normal ≥ 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct HalfPlane {
    /// A point of the border, m/s.
    pub point: Point,
    /// The direction into the half-plane: a unit vector.
    pub normal: Point,
}

impl HalfPlane {
    /// Returns how far outside a velocity is, m/s; negative when it is inside.
    #[inline]
    pub fn violation(&self, velocity: Point) -> f64 {
        (self.point - velocity).dot(self.normal)
    }
}

/// Which velocity is the best.
#[derive(Clone, Copy)]
enum Aim {
    /// The velocity nearest to this.
    Near(Point),
    /// The velocity furthest in this direction.
    Along(Point),
}

impl Aim {
    /// Returns the best velocity of at most `most` m/s where there are no half-planes.
    #[inline]
    fn without_planes(self, most: f64) -> Point {
        match self {
            Aim::Near(wanted) => crate::nearest::no_faster(wanted, most),
            Aim::Along(way) => way * most,
        }
    }
}

/// Returns the velocity of at most `most` m/s that is nearest to `wanted` in all half-planes. If they leave nothing,
/// the first `fixed` half-planes hold and the other half-planes are violated as little as possible. `scratch` is memory
/// for that.
#[inline]
pub(super) fn solve(
    planes: &[HalfPlane],
    fixed: usize,
    most: f64,
    wanted: Point,
    scratch: &mut Vec<HalfPlane>,
) -> Point {
    match best(planes, most, Aim::Near(wanted)) {
        Ok(velocity) => velocity,
        Err((failed, velocity)) => {
            // Fixed half-planes that contradict each other are violated as little as possible, too.
            let fixed = if failed < fixed { 0 } else { fixed };
            least_violation(planes, fixed, failed, most, velocity, scratch)
        }
    }
}

/// Returns the best velocity. If a half-plane leaves none, returns the number of that half-plane and the best velocity
/// of the half-planes before it.
#[inline]
fn best(planes: &[HalfPlane], most: f64, aim: Aim) -> Result<Point, (usize, Point)> {
    let mut velocity = aim.without_planes(most);
    for (i, plane) in planes.iter().enumerate() {
        if plane.violation(velocity) > 0.0 {
            match best_on_border(plane, &planes[..i], most, aim) {
                Some(better) => velocity = better,
                None => return Err((i, velocity)),
            }
        }
    }
    Ok(velocity)
}

/// Returns the best velocity on the border of a half-plane that the earlier half-planes and the disc allow.
#[inline]
fn best_on_border(plane: &HalfPlane, earlier: &[HalfPlane], most: f64, aim: Aim) -> Option<Point> {
    let (point, way) = (plane.point, -plane.normal.left());
    let along = point.dot(way);
    let discriminant = along * along + most * most - point.norm2();
    // The border misses the disc.
    if discriminant < 0.0 {
        return None;
    }
    let root = discriminant.sqrt();
    let (mut least, mut greatest) = (-along - root, -along + root);
    for other in earlier {
        let (rate, violation) = (way.dot(other.normal), other.violation(point));
        // Parallel borders: the other half-plane has all of this border or nothing of it.
        if rate.abs() <= PARALLEL {
            if violation > 0.0 {
                return None;
            }
            continue;
        }
        let crossing = violation / rate;
        if rate > 0.0 {
            least = least.max(crossing);
        } else {
            greatest = greatest.min(crossing);
        }
        if least > greatest {
            return None;
        }
    }
    let at = match aim {
        Aim::Near(wanted) => way.dot(wanted - point).clamp(least, greatest),
        Aim::Along(direction) if way.dot(direction) > 0.0 => greatest,
        Aim::Along(_) => least,
    };
    Some(point + way * at)
}

/// Returns the velocity that violates the half-planes from `fixed` on least. `velocity` is the best of the half-planes
/// before `failed`.
#[cold]
fn least_violation(
    planes: &[HalfPlane],
    fixed: usize,
    failed: usize,
    most: f64,
    mut velocity: Point,
    scratch: &mut Vec<HalfPlane>,
) -> Point {
    let mut depth = 0.0;
    for (i, plane) in planes.iter().enumerate().skip(failed) {
        if plane.violation(velocity) <= depth {
            continue;
        }
        scratch.clear();
        scratch.extend_from_slice(&planes[..fixed]);
        scratch.extend(planes[fixed..i].iter().filter_map(|other| no_worse(other, plane)));
        // Rounding may leave nothing. Then the velocity so far is as good.
        if let Ok(better) = best(scratch, most, Aim::Along(plane.normal)) {
            velocity = better;
        }
        depth = plane.violation(velocity);
    }
    velocity
}

/// Returns the half-plane where `other` is violated no more than `plane`. `None` when their borders are parallel and
/// face the same way.
fn no_worse(other: &HalfPlane, plane: &HalfPlane) -> Option<HalfPlane> {
    let across = other.normal - plane.normal;
    let norm2 = across.norm2();
    if norm2 <= PARALLEL {
        return None;
    }
    let point = across * ((other.point.dot(other.normal) - plane.point.dot(plane.normal)) / norm2);
    Some(HalfPlane { point, normal: across * (1.0 / norm2.sqrt()) })
}

#[cfg(test)]
mod tests {
    use populace_geom::maths;

    use super::*;

    fn plane(x: f64, y: f64, nx: f64, ny: f64) -> HalfPlane {
        HalfPlane { point: Point::new(x, y), normal: Point::new(nx, ny).unit().unwrap() }
    }
    fn solved(planes: &[HalfPlane], fixed: usize, wanted: Point) -> Point {
        solve(planes, fixed, 2.0, wanted, &mut vec![])
    }

    #[test]
    fn the_nearest_velocity_is_on_the_border_in_the_corner_or_on_the_disc() {
        let wanted = Point::new(1.0, 0.0);
        assert_eq!(solved(&[], 0, wanted), wanted);
        assert_eq!(solved(&[], 0, Point::new(0.0, 5.0)), Point::new(0.0, 2.0));
        // x ≤ 0.5: straight back to the border; then also y ≥ x: the corner (0.5, 0.5).
        let planes = [plane(0.5, 0.0, -1.0, 0.0), plane(0.0, 0.0, -1.0, 1.0)];
        assert!((solved(&planes[..1], 0, wanted) - Point::new(0.5, 0.0)).norm() < 1e-12);
        assert!((solved(&planes, 0, wanted) - Point::new(0.5, 0.5)).norm() < 1e-12);
        // y ≥ 1.2 and as fast as allowed: (1.6, 1.2).
        let fast = solved(&[plane(0.0, 1.2, 0.0, 1.0)], 0, Point::new(5.0, 0.0));
        assert!((fast - Point::new(1.6, 1.2)).norm() < 1e-12);
    }

    /// x ≥ 1 and x ≤ −0.5 contradict each other: both are violated by 0.75 at x = 0.25, whatever the order.
    #[test]
    fn what_contradicts_is_violated_alike() {
        let planes = [plane(1.0, 0.0, 1.0, 0.0), plane(-0.5, 0.0, -1.0, 0.0)];
        assert!((solved(&planes, 0, Point::ZERO).x - 0.25).abs() < 1e-12);
        assert!((solved(&[planes[1], planes[0]], 0, Point::ZERO).x - 0.25).abs() < 1e-12);
    }

    /// Three half-planes that face outwards, each 1 m/s from the origin: all are violated by 1 there, and more
    /// elsewhere.
    #[test]
    fn three_that_face_outwards_meet_in_the_middle() {
        let planes = [0.0, 120.0, 240.0].map(|degrees: f64| {
            let (sin, cos) = maths::sin_cos(degrees.to_radians());
            plane(cos, sin, cos, sin)
        });
        assert!(solved(&planes, 0, Point::new(0.3, 0.1)).norm() < 1e-9);
    }

    /// The wall (x ≤ 0) holds, the neighbour (x ≥ 1) is violated.
    #[test]
    fn walls_hold_where_neighbours_do_not() {
        let planes = [plane(0.0, 0.0, -1.0, 0.0), plane(1.0, 0.0, 1.0, 0.0)];
        assert!(solved(&planes, 1, Point::new(0.5, 0.5)).x.abs() < 1e-12);
    }
}
